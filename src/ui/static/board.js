// What makes the board of a catalog handier where scripts run: dragging, and keys.

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
