// What makes the console handier where scripts run, beside page.js; every page works without it.

// The switch of light and dark pages acts at once; its form tells the server.
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!form.matches('[data-theme-switch]')) return;
  event.preventDefault();
  const theme = event.submitter.value;
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  document.querySelector('meta[name="color-scheme"]').content = root.dataset.theme ?? 'light dark';
  for (const button of form.elements) button.setAttribute('aria-pressed', `${button === event.submitter}`);
  fetch(form.action, { method: 'POST', body: new URLSearchParams({ theme }), redirect: 'manual' });
});

// A card is dragged to a column: it opens the action of its menu that leads there. <a data-to="PUBLISHED">
for (const board of document.querySelectorAll('[data-board]')) {
  let dragged;
  const actionTo = (target) => {
    const column = target.closest?.('[data-state]');
    return column && { column, action: dragged?.querySelector(`[data-to="${column.dataset.state}"]`) };
  };
  const unmark = () => {
    for (const column of board.querySelectorAll('[data-over]')) delete column.dataset.over;
  };
  board.addEventListener('dragstart', ({ target }) => {
    dragged = target.closest('[draggable]');
  });
  board.addEventListener('dragover', (event) => {
    unmark();
    const found = actionTo(event.target);
    if (!found?.action || found.column.contains(dragged)) return;
    event.preventDefault();
    found.column.dataset.over = '';
  });
  board.addEventListener('dragend', unmark);
  board.addEventListener('drop', (event) => {
    event.preventDefault();
    actionTo(event.target)?.action?.click();
  });
}

// Keys of the board: arrows go from card to card, M opens the menu of one, and arrows go through that.
for (const board of document.querySelectorAll('[data-board]')) {
  const cardsOf = (column) => [...column.querySelectorAll('.board-card')];
  const enter = (card) => card?.querySelector('a').focus();
  const stepIn = (menu, step) => {
    const items = [...menu.querySelectorAll('.dropdown-item')];
    items[(items.indexOf(document.activeElement) + step + items.length) % items.length].focus();
  };
  const above = (card, step) => {
    const cards = cardsOf(card.closest('[data-state]'));
    return cards[cards.indexOf(card) + step];
  };
  const columns = [...board.querySelectorAll('[data-state]')];
  const beside = (card, step) => {
    const column = card.closest('[data-state]');
    const row = cardsOf(column).indexOf(card);
    for (let at = columns.indexOf(column) + step; columns[at]; at += step) {
      const cards = cardsOf(columns[at]);
      if (cards.length > 0) return cards[Math.min(row, cards.length - 1)];
    }
    return undefined;
  };
  board.addEventListener('keydown', (event) => {
    const card = event.target.closest('.board-card');
    if (!card || event.ctrlKey || event.metaKey || event.altKey) return;
    const menu = card.querySelector('.dropdown');
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const side = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step && menu?.open) stepIn(menu, step);
    else if (step) enter(above(card, step));
    else if (side) enter(beside(card, side));
    else if (event.key.toLowerCase() === 'm' && menu) {
      menu.open = true;
      stepIn(menu, 1);
    } else return;
    event.preventDefault();
  });
}

// Ctrl+K finds everything: <a data-palette href="/console/search?org=…"> opens a panel, whose hits the server writes.
const opener = document.querySelector('[data-palette]');
if (opener) {
  const palette = document.createElement('dialog');
  palette.className = 'palette';
  palette.setAttribute('aria-label', 'Search');
  palette.innerHTML =
    '<input class="palette-input" type="search" placeholder="Search, or go to a page" autocomplete="off" spellcheck="false" aria-label="Search"><div class="palette-hits" aria-live="polite"></div>';
  document.body.append(palette);
  const input = palette.querySelector('input');
  const hits = palette.querySelector('div');
  const links = () => [...hits.querySelectorAll('a')];
  const mark = (link) => {
    for (const each of links()) each.toggleAttribute('data-marked', each === link);
    link?.scrollIntoView({ block: 'nearest' });
  };
  let newest = 0;
  let timer;
  const find = async () => {
    newest += 1;
    const asked = newest;
    const url = new URL(opener.href);
    url.pathname += '/hits';
    url.searchParams.set('q', input.value);
    const answer = await fetch(url).catch(() => undefined);
    const html = answer?.ok ? await answer.text() : '';
    if (asked !== newest) return;
    hits.innerHTML = html || '<p class="palette-none">Nothing is named so.</p>';
    mark(links()[0]);
  };
  const open = () => {
    if (palette.open) return;
    document.getElementById('side')?.hidePopover?.();
    input.value = '';
    palette.showModal();
    find();
  };
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(find, 120);
  });
  palette.addEventListener('keydown', (event) => {
    const all = links();
    const at = all.findIndex((link) => link.hasAttribute('data-marked'));
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      mark(all[(at + (event.key === 'ArrowDown' ? 1 : -1) + all.length) % all.length]);
    } else if (event.key === 'Enter' && event.target === input) {
      event.preventDefault();
      all[at]?.click();
    }
  });
  palette.addEventListener('click', ({ target }) => target === palette && palette.close());
  opener.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
  document.addEventListener('keydown', (event) => {
    if (
      event.key.toLowerCase() !== 'k' ||
      !(event.ctrlKey || event.metaKey) ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    open();
  });
}
