import '@scalar/api-reference/style.css';
import { createApiReference, type ReferenceProps as Scalar } from '@scalar/api-reference';
import { typedApiKey } from '../api-key-form.ts';
import { element } from '../page.ts';
import { props, send, tokens } from '../reference-calls.ts';
import { keepAccessible } from './accessibility.ts';
import { credentials, flowsWithToken, schemesOf } from './credentials.ts';
import { needsNothing, type Operation } from './needs-nothing.ts';

/** Events of the reference, as its root component exposes them. */
type Events = {
  emit(event: 'ui:open:client-modal', operation: Operation): void;
  emit(event: 'operation:send:request:hotkey', payload?: undefined): void;
  emit(event: 'auth:update:security-scheme-secrets', secrets: SchemeSecrets): void;
  on(event: 'ui:close:client-modal', listener: () => void): () => void;
};

type SchemeSecrets = { readonly name: string; readonly payload: object };

/** A Vue application. Its types leave mixins out. */
type Mixed = {
  mixin(options: {
    created(this: { readonly $: { readonly exposed?: { readonly eventBus?: Events } | null } }): void;
  }): void;
};

export type OpenApiDocument = Readonly<Record<string, unknown>>;

/** The reference of a document, in the page. */
export type Reference = {
  /** Resolves when the reference shows its document. */
  readonly ready: Promise<void>;
  /**
   * Opens the request of an operation above the page.
   *
   * @param isSecured true where the page has all credentials that it shows. It is sent at once then if it is safe and
   *   needs nothing else, since whoever presses Try it wants an answer.
   */
  tryOperation(operation: Operation, isSecured: boolean): Promise<void>;
};

const { returnPath, oauth, clientKey, clientKeyNames } = props;
const redirectUri = new URL(returnPath, location.href).href;
const dark = matchMedia('(prefers-color-scheme: dark)');

let shown: Reference | undefined;
/** Shows a document in the page. It has one. */
export function referenceOf(content: OpenApiDocument): Reference {
  shown ??= show(content);
  return shown;
}

function show(content: OpenApiDocument): Reference {
  let markReady = () => {};
  const ready = new Promise<void>((resolve) => {
    markReady = resolve;
  });
  const reference = createApiReference(configurationOf(content, markReady));
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
  dark.addEventListener('change', () => reference.updateConfiguration(configurationOf(content, markReady)));
  void ready.then(() => keepAccessible(element('island'), props.scalar));
  return {
    ready,
    async tryOperation(operation, isSecured) {
      await ready;
      const events = await exposedEvents;
      showToken(events, content);
      showApiKey(events, content);
      openRequest(events, operation);
      if (!isSecured || !needsNothing(content, operation)) return;
      await requestShown();
      events.emit('operation:send:request:hotkey');
    },
  };
}

function openRequest(events: Events, operation: Operation): void {
  const opener = document.activeElement;
  const stop = events.on('ui:close:client-modal', () => {
    stop();
    // The dialog is gone by the next frame; until then what is behind it takes no focus.
    requestAnimationFrame(() => requestAnimationFrame(() => focus(opener)));
  });
  events.emit('ui:open:client-modal', operation);
}

/** Waits until the dialog shows the address of its request. */
async function requestShown(): Promise<void> {
  while (!element('island').querySelector('.scalar-client--open [id^="scalar-client"]'))
    await new Promise(requestAnimationFrame);
}

function focus(opener: Element | null): void {
  if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
}

/** Hands the token of the page's form to the reference. */
function showToken(events: Events, content: OpenApiDocument): void {
  const token = tokens?.current();
  if (token === undefined || oauth?.tokenUrl == null) return;
  for (const { name, flows } of flowsWithToken(content, { tokenUrl: oauth.tokenUrl, token }))
    events.emit('auth:update:security-scheme-secrets', { name, payload: { type: 'oauth2', ...flows } });
}

/** Hands the API key of the page's form to the reference. */
function showApiKey(events: Events, content: OpenApiDocument): void {
  const key = typedApiKey();
  if (key === '') return;
  for (const name of schemesOf(content, props.apiKeyNames))
    events.emit('auth:update:security-scheme-secrets', {
      name,
      payload: { type: 'apiKey', 'x-scalar-secret-token': key },
    });
}

/** Sends a request of the reference. A token that it gets is that of the page's form as well. */
async function sendAndNote(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await send(input, init);
  const url = input instanceof Request ? input.url : String(input);
  if (response.ok && url === oauth?.tokenUrl) tokens?.take(await response.clone().json());
  return response;
}

/**
 * Configuration of the reference. Nothing may go to another host or stay in this browser.
 *
 * Every feature that would do so is switched off by name.
 */
function configurationOf(
  content: OpenApiDocument,
  markReady: () => void,
): NonNullable<Scalar['configuration']> {
  return {
    content,
    authentication: credentials(content, { clientKey, clientKeyNames, redirectUri }),
    customFetch: sendAndNote,
    onLoaded: markReady,
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
