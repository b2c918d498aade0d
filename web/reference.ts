import './reference.css';
import './page.css';
import { hasApiKey } from './api-key-form.ts';
import { element } from './page.ts';
import { props, tokens } from './reference-calls.ts';
import type { OpenApiDocument, Reference } from './scalar/reference.ts';

let fetched: Promise<OpenApiDocument> | undefined;
/** Fetches the document of the API once. Where that fails, it is fetched again. */
function fetchDocument(): Promise<OpenApiDocument> {
  fetched ??= readDocument().catch((error: unknown) => {
    fetched = undefined;
    throw error;
  });
  return fetched;
}

async function readDocument(): Promise<OpenApiDocument> {
  const response = await fetch(props.documentUrl);
  if (!response.ok) throw new Error(`The document was answered with ${response.status}.`);
  return response.json();
}

/** Fetches the reference and its document, a megabyte. What is read is in the page already. */
async function load(): Promise<Reference> {
  const [{ referenceOf }, content] = await Promise.all([import('./scalar/reference.ts'), fetchDocument()]);
  return referenceOf(content);
}
const fetchEarly = () => void load().catch(() => undefined);

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-opens]')) {
  button.addEventListener('pointerenter', fetchEarly, { once: true });
  button.addEventListener('focus', fetchEarly, { once: true });
  button.addEventListener('click', () => void open(button));
  button.disabled = false;
}

async function open(button: HTMLButtonElement): Promise<void> {
  if (button.ariaBusy === 'true') return;
  const { method, path, failed, needsToken, needsKey, isSecured } = button.dataset;
  // A call without it is refused for sure.
  if (needsKey !== undefined && !hasApiKey()) return;
  button.ariaBusy = 'true';
  // Before anything is waited for: the window in which a person signs in belongs to the click.
  const token = needsToken === undefined ? undefined : tokens?.obtain();
  try {
    const [{ ready, tryOperation }] = await Promise.all([load(), token]);
    if (method !== undefined && path !== undefined)
      await tryOperation({ method, path }, isSecured !== undefined);
    else await ready.then(showReference);
  } catch {
    element('outcome').textContent = failed ?? '';
  } finally {
    button.ariaBusy = null;
  }
}

function showReference(): void {
  const island = element('island');
  island.focus({ preventScroll: true });
  island.scrollIntoView();
}
