// Search and the choice of outcomes. Words that are searched for must all occur, anywhere in a record or in the
// title of a chart.

const items = [...document.querySelectorAll('.record, .chart')];
const searchField = document.getElementById('find');
const choices = [...document.querySelectorAll('.choice input')];

/** The lower-case text of each item: made by the first search, because opening the page need not wait for it. */
let itemTexts = null;

function textOf(item) {
  const part = item.matches('.chart') ? item.querySelector('figcaption') : item;
  return (part.textContent + ' ' + item.id).toLowerCase();
}

function hasOutcome(item, chosen) {
  if (chosen.length === 0) return true;
  return chosen.includes(item.dataset.outcome) || (item.dataset.unexpected && chosen.includes('unexpected'));
}

function filterItems() {
  const words = searchField.value.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = choices.filter((one) => one.checked).map((one) => one.value);
  if (words.length > 0) itemTexts ??= items.map(textOf);
  let found = 0;
  items.forEach((item, i) => {
    const matches = hasOutcome(item, chosen) && words.every((word) => itemTexts[i].includes(word));
    item.hidden = !matches;
    if (matches) ++found;
  });
  const all = items.length;
  document.getElementById('found').textContent = found === all ? `${all} shown` : `${found} of ${all} shown`;
  document.getElementById('nothing').hidden = found > 0 || all === 0;
}
