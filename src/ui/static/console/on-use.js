// The search and the panel come when they are first used: <aside id="side" data-search-script="…" data-panel-script="…">.
// Where a script does not come, the page of the link is opened, which works without it.
const side = document.getElementById('side');

/** Runs what opens a link over this page. */
function openBy(script, link) {
  import(script).then(
    ({ open }) => open(link),
    () => location.assign(link.href),
  );
}

document.addEventListener('click', (event) => {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
  const link = target.closest('a[data-panel], a[data-palette]');
  if (!link || button !== 0 || ctrlKey || metaKey || shiftKey || altKey || defaultPrevented) return;
  event.preventDefault();
  openBy('palette' in link.dataset ? side.dataset.searchScript : side.dataset.panelScript, link);
});

// Ctrl+K opens the search.
document.addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || shiftKey || altKey) return;
  event.preventDefault();
  openBy(side.dataset.searchScript, document.querySelector('[data-palette]'));
});
