// A link to a page with a form opens it over this page: <a data-panel href="…">. Wherever anything fails, the page itself
// is opened, which works without this script. The menu has the label of its button: <aside id="side" data-close="Close">

/** The panel, while there is one. */
let panel;
/** The link that opened it, which has the focus again once it is closed. */
let opener;
/** Rises with each request: an answer to an older one is not shown. */
let latest = 0;

export async function open(link) {
  const url = new URL(link.href);
  url.searchParams.set('from', here());
  if (!panel?.open) opener = link;
  await showAnswer(fetch(url), link.href);
}

/** The address of this page, without what it tells once. */
function here() {
  const url = new URL(location.href);
  for (const once of ['changed', 'done']) url.searchParams.delete(once);
  return url.pathname + url.search;
}

/** Shows the main part of a page in the panel. A page that it was led to takes the place of this one. */
async function showAnswer(asked, fallback) {
  latest += 1;
  const mine = latest;
  panel?.setAttribute('aria-busy', 'true');
  try {
    const answer = await asked;
    if (mine !== latest) return;
    if (answer.redirected) {
      location.replace(answer.url);
      return;
    }
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const main = page.querySelector('main');
    const title = main?.querySelector('h1');
    if (!title) throw new Error('no such page');
    show(title.textContent, main);
  } catch {
    location.assign(fallback);
  }
}

/** Attributes that name elements by their ids. */
const REFERRING = ['for', 'form', 'aria-describedby', 'aria-labelledby', 'aria-controls'];

/** Gives elements ids of their own: the page below may have a field of the same name, which a label would mean then. */
function renameIds(main) {
  const renamed = (id) => `in-panel-${id}`;
  for (const element of main.querySelectorAll('[id]')) element.id = renamed(element.id);
  for (const name of REFERRING)
    for (const element of main.querySelectorAll(`[${name}]`))
      element.setAttribute(name, element.getAttribute(name).split(' ').map(renamed).join(' '));
}

function show(title, main) {
  const focused = document.activeElement?.name;
  panel ??= create();
  panel.removeAttribute('aria-busy');
  panel.querySelector('#panel-title').textContent = title;
  for (const frame of main.querySelectorAll('.crumbs, h1')) frame.remove();
  for (const element of main.querySelectorAll('[data-needs-script]')) element.hidden = false;
  renameIds(main);
  panel.querySelector('.sheet-body').replaceChildren(...main.childNodes);
  if (!panel.open) {
    panel.showModal();
    history.pushState({ panel: true }, '');
  }
  // The browser heeds this attribute in pages alone. It stands at the field at fault.
  const wrong = panel.querySelector(':is(input, select, textarea)[autofocus]');
  const again = focused && panel.querySelector(`[name="${CSS.escape(focused)}"]`);
  (
    wrong ||
    again ||
    panel.querySelector('select, input:not([type="hidden"]), .button-primary, .button-danger')
  )?.focus();
}

function create() {
  const made = document.createElement('dialog');
  made.className = 'sheet';
  made.setAttribute('aria-labelledby', 'panel-title');
  made.innerHTML = `<div class="sheet-head"><h2 class="heading" id="panel-title"></h2><form method="dialog">
    <button class="button button-icon" type="submit">✕</button></form></div>
    <div class="sheet-body"></div>`;
  made.querySelector('button').setAttribute('aria-label', document.getElementById('side').dataset.close);
  made.addEventListener('click', ({ target }) => {
    if (target === made) made.close();
  });
  made.addEventListener('click', (event) => {
    if (!event.target.closest('[data-cancel]')) return;
    event.preventDefault();
    made.close();
  });
  made.addEventListener('submit', send);
  made.addEventListener('change', ({ target }) => {
    const form = target.closest('form[data-preview]');
    const preview = form?.querySelector('[formmethod="get"]');
    if (preview && target.type !== 'checkbox') form.requestSubmit(preview);
  });
  made.addEventListener('close', () => {
    latest += 1;
    if (history.state?.panel) history.back();
    opener?.focus();
  });
  document.body.append(made);
  return made;
}

// The back button closes the panel, and stays on the page.
addEventListener('popstate', () => {
  if (panel?.open) panel.close();
});

/** Sends a form of the panel, and shows the answer there. */
function send(event) {
  const { target: form, submitter } = event;
  if (form.method === 'dialog') return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form, submitter));
  const url = new URL(form.action);
  if ((submitter?.getAttribute('formmethod') ?? form.method) === 'get') {
    url.search = `${fields}`;
    showAnswer(fetch(url), url.href);
    return;
  }
  for (const button of form.querySelectorAll('button')) button.disabled = true;
  showAnswer(fetch(url, { method: 'POST', body: fields }), url.href);
}
