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
