// What makes the pages handier where scripts run; every page works without it.

// A button that copies its text, else that of its code block: <button data-copy="text" data-copied="Copied">
document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]');
  if (!button) return;
  const code = button.closest('.code-block')?.querySelector('.code-text');
  await navigator.clipboard.writeText(button.dataset.copy || code.textContent);
  button.textContent = button.dataset.copied;
});

// The language of examples that was chosen last is open on the next page: <input type="radio" data-code-language>
const LANGUAGE = 'code-language';
const examples = [...document.querySelectorAll('[data-code-language]')];
function openLanguage(name) {
  for (const each of examples) if (each.value === name) each.checked = true;
}
if (examples.length > 0) openLanguage(localStorage.getItem(LANGUAGE));
document.addEventListener('change', ({ target }) => {
  if (!target.matches('[data-code-language]')) return;
  localStorage.setItem(LANGUAGE, target.value);
  openLanguage(target.value);
});

// What has the focus in a row that scrolls is in view as a whole: browsers leave what begins there where it is.
document.addEventListener('focusin', ({ target }) => {
  if (target.matches('.tab, .menu-link')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
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

// A form that is sent when a file is chosen, or dropped on it: <form data-sends-on-choice>
for (const form of document.querySelectorAll('[data-sends-on-choice]')) {
  const input = form.querySelector('[type="file"]');
  input.addEventListener('change', () => input.files.length > 0 && form.requestSubmit());
  for (const name of ['dragenter', 'dragover'])
    form.addEventListener(name, (event) => {
      event.preventDefault();
      form.dataset.isOver = '';
    });
  form.addEventListener('dragleave', () => delete form.dataset.isOver);
  form.addEventListener('drop', (event) => {
    event.preventDefault();
    delete form.dataset.isOver;
    input.files = event.dataTransfer.files;
    if (input.files.length > 0) form.requestSubmit();
  });
}

// "/" goes to the search field.
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input, textarea, select, [contenteditable]')) return;
  const search = document.querySelector('input[type="search"]');
  if (!search) return;
  event.preventDefault();
  search.focus();
});

// A menu under a button closes by a click beside it, and by Escape: <details class="dropdown">
function closeMenus(except) {
  for (const menu of document.querySelectorAll('.dropdown[open]')) if (menu !== except) menu.open = false;
}
document.addEventListener('click', ({ target }) => closeMenus(target.closest('.dropdown')));
document.addEventListener('keydown', ({ key, target }) => {
  const menu = key === 'Escape' && target.closest('.dropdown[open]');
  if (!menu) return;
  menu.open = false;
  menu.querySelector('summary').focus();
});

// A panel over the page: <button data-opens="ID"> opens <dialog id="ID">; a click beside it closes it.
document.addEventListener('click', (event) => {
  const opener = event.target.closest('[data-opens]');
  if (opener) {
    document.getElementById(opener.dataset.opens)?.showModal();
    event.preventDefault();
  } else if (event.target.matches('dialog.sheet')) event.target.close();
});

// Instants are told from now, in the time of the reader: <time datetime="…" data-relative>21 Nov 2026, 14:00 UTC</time>
const language = document.documentElement.lang;
const fromNow = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
const locale = language === 'en' ? 'en-GB' : language;
const locally = new Intl.DateTimeFormat(locale, {
  dateStyle: 'medium',
  timeStyle: 'short',
});
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
function tellTimes() {
  for (const time of document.querySelectorAll('time[data-relative]')) {
    time.title ||= time.textContent;
    const at = new Date(time.dateTime);
    const seconds = (at - Date.now()) / 1000;
    // Less than a minute is now: no clock is that exact.
    const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? [
      'second',
      Number.POSITIVE_INFINITY,
    ];
    time.textContent =
      Math.abs(seconds) > 6 * 86_400 ? locally.format(at) : fromNow.format(Math.round(seconds / size), unit);
  }
}
tellTimes();
setInterval(tellTimes, 60_000);

// Instants of sentences and tables are told in the zone of the reader: <time datetime="…" data-local="full">
const clockParts = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' };
const zoned = {
  full: { day: 'numeric', month: 'short', year: 'numeric', ...clockParts },
  hour: clockParts,
};
for (const time of document.querySelectorAll('time[data-local]')) {
  time.title = time.textContent;
  time.textContent = new Date(time.dateTime).toLocaleString(locale, zoned[time.dataset.local]);
}

// What was told over the page goes when its button is pressed: <button data-dismiss>
document.addEventListener('click', ({ target }) =>
  target.closest('[data-dismiss]')?.closest('.toast').remove(),
);

// What only works with a script is shown where one runs.
for (const element of document.querySelectorAll('[data-needs-script]')) element.hidden = false;
