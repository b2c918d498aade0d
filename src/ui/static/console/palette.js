// Ctrl+K finds everything: <a data-palette href="/console/search?org=…"> opens a panel, whose hits the server writes.
// Its texts are in data-label, data-placeholder and data-none.
const opener = document.querySelector('[data-palette]');
if (opener) {
  const { label, placeholder, none } = opener.dataset;
  const palette = document.createElement('dialog');
  palette.className = 'palette';
  palette.setAttribute('aria-label', label);
  palette.innerHTML =
    '<input class="palette-input" type="search" autocomplete="off" spellcheck="false"><div class="palette-hits" aria-live="polite"></div>';
  document.body.append(palette);
  const input = palette.querySelector('input');
  input.setAttribute('aria-label', label);
  input.placeholder = placeholder;
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
    hits.innerHTML = html || '<p class="palette-none"></p>';
    if (!html) hits.firstElementChild.textContent = none;
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
