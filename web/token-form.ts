import { openCodeWindow } from './code-window.ts';
import type { TokenRequest, TokenResponse } from './grants.ts';
import { whenIn } from './island-texts.ts';
import { element, fill } from './page.ts';
import type { OAuthSecurity, TokenTexts } from './props.ts';

/** The access token of the form `#token`. Neither it nor the input is kept anywhere but here. */
export type AccessTokens = {
  /** The token at hand. A pasted one comes first, and an expired one is none. */
  current(): string | undefined;
  /** The token at hand, else a new one where nothing is left to type. It may open a window, in a click. */
  obtain(): Promise<string | undefined>;
  /** Takes a token that another part of the page has got. */
  take(response: TokenResponse): void;
};

type TokenFormOptions = {
  readonly security: OAuthSecurity;
  /** Client key of the application that calls; null without one. */
  readonly clientKey: string | null;
  readonly texts: TokenTexts;
  readonly send: typeof fetch;
};

/** Makes the form `#token` fetch an access token in the chosen way. */
export function tokenForm({ security, clientKey, texts, send }: TokenFormOptions): AccessTokens {
  const form = element('token') as HTMLFormElement;
  const typed = (name: string) => typedIn(form, name);
  let got: { readonly token: string; readonly until: number } | undefined;
  let pending: Promise<void> | undefined;
  form.addEventListener('change', () => showFields(form));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void ask();
  });
  showFields(form);
  return { current, obtain, take };

  function current(): string | undefined {
    const pasted = typed('pasted').trim();
    if (pasted !== '') return pasted;
    return got && got.until > Date.now() ? got.token : undefined;
  }

  async function obtain(): Promise<string | undefined> {
    if (current() === undefined && clientKey !== null && form.checkValidity()) await ask();
    return current();
  }

  function take({ access_token: token, expires_in: seconds = 0 }: TokenResponse): void {
    got = { token, until: seconds > 0 ? Date.now() + seconds * 1000 : Number.POSITIVE_INFINITY };
    say(fill(texts.ready, { when: whenIn(seconds) }));
  }

  /** Asks once, however often a button is pressed. */
  function ask(): Promise<void> {
    pending ??= askOnce().finally(() => {
      pending = undefined;
    });
    return pending;
  }

  async function askOnce(): Promise<void> {
    if (clientKey === null || security.flows.length === 0) return;
    const request = { security, clientKey, secret: typed('secret'), send };
    const person = { username: typed('username'), password: typed('password') };
    try {
      const response = await responseTo(request, { flow: typed('flow'), ...person });
      if (response) take(response);
      else say(texts.missing);
    } catch {
      // A refusal is shown as the result of the last call.
      say(texts.missing);
    }
  }

  function say(sentence: string): void {
    for (const output of form.getElementsByTagName('output')) output.value = sentence;
  }
}

const typedIn = (form: HTMLFormElement, name: string) => String(new FormData(form).get(name) ?? '');

/** Shows the fields that the chosen way needs. The others ask for nothing. */
function showFields(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<HTMLElement>('[data-flow]')) {
    field.hidden = field.dataset['flow'] !== typedIn(form, 'flow');
    for (const input of field.getElementsByTagName('input')) input.disabled = field.hidden;
  }
}

type Typed = { readonly flow: string; readonly username: string; readonly password: string };

/** Asks in the chosen way. Undefined where a person did not finish. */
async function responseTo(request: TokenRequest, typed: Typed): Promise<TokenResponse | undefined> {
  const { flow, ...person } = typed;
  const opened = flow === 'ACCESS_CODE' ? openCodeWindow() : undefined;
  try {
    const { byApplication, byCode, byPassword } = await import('./grants.ts');
    if (flow === 'APPLICATION') return await byApplication(request);
    if (flow === 'RESOURCE_OWNER_PASSWORD') return await byPassword(request, person);
    return opened ? await byCode(request, opened) : undefined;
  } finally {
    opened?.close();
  }
}
