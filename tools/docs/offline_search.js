// Search where the site is opened from a file: Material's own search needs a web server, and is hidden there. The index is the one that
// mkdocs has made, which tools/docs.sh writes as a script, since a page from a file may load scripts and no data.
(() => {
  'use strict';
  if (location.protocol !== 'file:') return;
  const base = document.currentScript.src.replace(/offline_search\.js.*$/, '');
  const header = document.querySelector('.md-header__inner');
  if (!header) return;

  const box = document.createElement('div');
  box.className = 'offline-search';
  const input = document.createElement('input');
  Object.assign(input, {type: 'search', placeholder: 'Search', ariaLabel: 'Search'});
  const list = document.createElement('ul');
  list.hidden = true;
  box.append(input, list);
  header.append(box);

  let loading = null;
  const index = () => loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = base + 'search/search_index.js';
    script.onload = () => resolve(window.siteIndex.docs.map(one => (
      {...one, head: one.title.toLowerCase(), body: one.text.replace(/<[^>]*>/g, ' ').toLowerCase()})));
    script.onerror = reject;
    document.head.append(script);
  });

  // A word in the title counts for ten in the text; every word must be there.
  const score = (one, words) => {
    let sum = 0;
    for (const word of words) {
      const found = (one.head === word ? 20 : one.head.includes(word) ? 10 : 0) + (one.body.includes(word) ? 1 : 0);
      if (found === 0) return 0;
      sum += found;
    }
    return sum;
  };

  const show = async () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const pages = words.length === 0 ? [] : await index();
    const best = pages.map(one => [score(one, words), one]).filter(([points]) => points > 0)
      .sort((a, b) => b[0] - a[0]).slice(0, 12);
    list.replaceChildren(...best.map(([, one]) => {
      const link = document.createElement('a');
      link.href = base + one.location;
      link.textContent = one.title.replace(/<[^>]*>/g, '').replace(/&para;/g, '');
      const item = document.createElement('li');
      item.append(link);
      return item;
    }));
    if (words.length !== 0 && best.length === 0) list.textContent = 'Nothing found';
    list.hidden = words.length === 0;
  };
  input.addEventListener('input', show);
  input.addEventListener('keydown', event => {
    if (event.key === 'Enter') list.querySelector('a')?.click();
    if (event.key === 'Escape') { input.value = ''; show(); }
  });
  document.addEventListener('click', event => { if (!box.contains(event.target)) list.hidden = true; });
})();
