import { createOutcome, watchedBy } from './call-status.ts';
import { readProps } from './page.ts';
import type { ReferenceProps } from './props.ts';
import { tokenForm } from './token-form.ts';

/** Properties of the page. */
export const props = readProps<ReferenceProps>();

/** Sends what the page and the reference within it send. Each result is shown. */
export const send = watchedBy(createOutcome(props.outcome));

/** Form for an API key; null where the page has none. */
const keyForm = document.querySelector<HTMLFormElement>('#api-key');

/** Reads the API key that was typed into the page. It is kept nowhere else. */
export const typedApiKey = (): string =>
  keyForm ? String(new FormData(keyForm).get('apiKey') ?? '').trim() : '';

/** Tells whether an API key was typed. Where none was, the page asks for it at its field. */
export const hasApiKey = (): boolean => keyForm?.reportValidity() ?? false;

/** Access tokens of the page's form; undefined where it has none. */
export const tokens = props.oauth
  ? tokenForm({ security: props.oauth, clientKey: props.clientKey, texts: props.token, send })
  : undefined;
