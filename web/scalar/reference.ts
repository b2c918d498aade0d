import '@scalar/api-reference/style.css';
import { createApiReference, type ReferenceProps as Scalar } from '@scalar/api-reference';
import { createOutcome, watchedBy } from '../call-status.ts';
import { element, readProps } from '../page.ts';
import type { ReferenceProps } from '../props.ts';
import { credentials } from './credentials.ts';

/** Events of the reference, as its root component exposes them. */
type Events = {
  emit(event: 'ui:open:client-modal', operation: Operation): void;
  on(event: 'ui:close:client-modal', listener: () => void): () => void;
};

/** A Vue application. Its types leave mixins out. */
type Mixed = {
  mixin(options: {
    created(this: { readonly $: { readonly exposed?: { readonly eventBus?: Events } | null } }): void;
  }): void;
};

/** An operation of the document; the method in small letters. */
export type Operation = { readonly method: string; readonly path: string };

const { document: content, outcome, returnPath, ...caller } = readProps<ReferenceProps>();
const redirectUri = new URL(returnPath, location.href).href;
const dark = matchMedia('(prefers-color-scheme: dark)');
const customFetch = watchedBy(createOutcome(outcome));

let markReady = () => {};
/** Resolves when the reference shows its document. */
export const ready = new Promise<void>((resolve) => {
  markReady = resolve;
});
const reference = createApiReference(configuration());
/** The root component exposes its events, and nothing hands the root component out. */
const exposedEvents = new Promise<Events>((resolve) => {
  const app: object = reference.app;
  (app as Mixed).mixin({
    created() {
      const events = this.$.exposed?.eventBus;
      if (events) resolve(events);
    },
  });
});
reference.app.mount(element('island'));
dark.addEventListener('change', () => reference.updateConfiguration(configuration()));

/** The page has its own main part: a landmark of that kind stands alone. */
void ready.then(() => element('island').querySelector('main')?.setAttribute('role', 'region'));

/** Opens the request of an operation above the page. */
export async function tryOperation(operation: Operation): Promise<void> {
  await ready;
  const events = await exposedEvents;
  const opener = document.activeElement;
  const stop = events.on('ui:close:client-modal', () => {
    stop();
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  });
  events.emit('ui:open:client-modal', operation);
}

/**
 * Configuration of the reference. Nothing may go to another host or stay in this browser.
 *
 * Every feature that would do so is switched off by name.
 */
function configuration(): NonNullable<Scalar['configuration']> {
  return {
    content,
    authentication: credentials(content, { ...caller, redirectUri }),
    customFetch,
    onLoaded: () => markReady(),
    forceDarkModeState: dark.matches ? 'dark' : 'light',
    hideDarkModeToggle: true,
    persistAuth: false,
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  };
}
