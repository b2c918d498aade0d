// The search over everything. The server writes its hits; its texts are those of the link to the page of the search:
// <a data-palette href="/console/search?org=…" data-label="…" data-placeholder="…" data-none="…">
const opener = document.querySelector('[data-palette]');
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
/** Rises with each request: an answer to an older one is not shown. */
let newest = 0;
let timer;

export function open() {
  if (palette.open) return;
  document.getElementById('side').hidePopover?.();
  input.value = '';
  palette.showModal();
  find();
}

async function find() {
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
}

function mark(link) {
  for (const each of links()) each.toggleAttribute('data-marked', each === link);
  link?.scrollIntoView({ block: 'nearest' });
}

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
