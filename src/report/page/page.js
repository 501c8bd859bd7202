// What the page does when it is opened, and on paper.

const themes = ['system', 'light', 'dark'];
const darkSystem = matchMedia('(prefers-color-scheme: dark)');
let theme = 0;

function setTheme(name) {
  if (name === themes[0]) {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = name;
  }
  for (const view of charts.values()) view.draw();
}

/** Opens the record that the address names. */
function openNamed() {
  const item = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const details = item?.querySelector(':scope > details');
  if (details) {
    details.open = true;
    item.scrollIntoView();
  }
}

function openAll(open) {
  for (const item of items) {
    const details = item.querySelector(':scope > details');
    if (details && !item.hidden) details.open = open;
  }
}

function start() {
  document.documentElement.classList.add('scripted');
  let waiting = 0;
  searchField.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(filterItems, 80);
  });
  for (const choice of choices) choice.addEventListener('change', filterItems);
  document.getElementById('open-all').onclick = () => openAll(true);
  document.getElementById('close-all').onclick = () => openAll(false);
  const themeButton = document.getElementById('theme');
  themeButton.onclick = () => {
    theme = (theme + 1) % themes.length;
    themeButton.textContent = `Theme: ${themes[theme]}`;
    setTheme(themes[theme]);
  };
  darkSystem.addEventListener('change', () => setTheme(themes[theme]));
  // toggle does not bubble, but it is captured on its way down
  document.addEventListener('toggle', (event) => {
    if (event.target.open && event.target.parentElement?.matches('.record')) prepareRecord(event.target);
  }, true);
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target.matches('input')) return;
    event.preventDefault();
    searchField.focus();
  });
  addEventListener('hashchange', openNamed);
  addEventListener('beforeprint', () => {
    setTheme('light');
    for (const item of items) {
      if (item.hidden) continue;
      if (item.matches('.chart')) chartIn(item).print();
      const figure = item.querySelector('details[open] .intervals');
      if (figure) drawIntervals(figure);
    }
  });
  addEventListener('afterprint', () => setTheme(themes[theme]));
  for (const item of items) if (item.matches('.chart')) seenCharts.observe(item);
  filterItems();
  openNamed();
}

start();
