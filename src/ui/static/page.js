// What makes the pages handier where scripts run; every page works without it.

// A button that copies: <button data-copy="text" data-copied="Copied">
document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]');
  if (!button) return;
  await navigator.clipboard.writeText(button.dataset.copy);
  button.textContent = button.dataset.copied;
});

// A double click sends a form once: the second answer would take the place of the first, and the secret in that be lost.
document.addEventListener('click', (event) => {
  if (event.detail > 1 && event.target.closest('[type="submit"]')) event.preventDefault();
});

// A form that asks first: <form data-confirm="Really?">
document.addEventListener('submit', (event) => {
  const question = event.target.dataset?.confirm;
  if (question && !window.confirm(question)) event.preventDefault();
});

// "/" goes to the search field.
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input, textarea, select, [contenteditable]')) return;
  const search = document.querySelector('input[type="search"]');
  if (!search) return;
  event.preventDefault();
  search.focus();
});

// What only works with a script is shown where one runs.
for (const element of document.querySelectorAll('[data-needs-script]')) element.hidden = false;
