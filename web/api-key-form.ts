/** Form for an API key; null where the page has none. */
const keyForm = document.querySelector<HTMLFormElement>('#api-key');

/** Reads the API key that was typed into the page. It is kept nowhere else. */
export const typedApiKey = (): string =>
  keyForm ? String(new FormData(keyForm).get('apiKey') ?? '').trim() : '';

/** Tells whether an API key was typed. Where none was, the page asks for it at its field. */
export const hasApiKey = (): boolean => keyForm?.reportValidity() ?? false;
