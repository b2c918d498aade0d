import './reference.css';
import './page.css';
import { element } from './page.ts';
import { tokens } from './reference-calls.ts';

/** Fetches the reference, which weighs a megabyte: what is read is in the page already. */
const load = () => import('./scalar/reference.ts');
const fetchEarly = () => void load().catch(() => undefined);

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-opens]')) {
  button.addEventListener('pointerenter', fetchEarly, { once: true });
  button.addEventListener('focus', fetchEarly, { once: true });
  button.addEventListener('click', () => void open(button));
  button.disabled = false;
}

async function open(button: HTMLButtonElement): Promise<void> {
  if (button.ariaBusy === 'true') return;
  button.ariaBusy = 'true';
  const { method, path, failed, needsToken, isSecured } = button.dataset;
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
