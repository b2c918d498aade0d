import { codeByWindow } from './code-window.ts';
import { whenIn } from './island-texts.ts';
import { element, fill } from './page.ts';
import type { ExplorerProps, OAuthSecurity } from './props.ts';

/**
 * Makes the form `#token` fetch an access token in the chosen way.
 *
 * Neither the input nor the token is kept anywhere but here.
 *
 * @returns gives the token, once there is one; that which was pasted, where one was
 */
export function tokenForm(
  { clientKey, tokenReady }: Pick<ExplorerProps, 'clientKey' | 'tokenReady'>,
  security: OAuthSecurity,
  send: typeof fetch,
): () => string | undefined {
  const form = element('token') as HTMLFormElement;
  const typed = (name: string) => String(new FormData(form).get(name) ?? '');
  let token: string | undefined;
  form.addEventListener('change', showFields);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void ask();
  });
  showFields();
  return () => typed('pasted').trim() || token;

  /** Shows the fields that the chosen way needs. */
  function showFields(): void {
    for (const field of form.querySelectorAll<HTMLElement>('[data-flow]'))
      field.hidden = field.dataset['flow'] !== typed('flow');
  }

  async function ask(): Promise<void> {
    const grant = await grantOf();
    if (!grant || security.tokenUrl === null) return;
    const secret = typed('secret');
    const response = await send(security.tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({
        ...grant,
        client_id: clientKey ?? '',
        ...(secret !== '' && { client_secret: secret }),
      }),
    });
    if (!response.ok) return;
    const answer = await response.json();
    token = answer.access_token;
    const ready = fill(tokenReady, { when: whenIn(Number(answer.expires_in)) });
    for (const output of form.getElementsByTagName('output')) output.value = ready;
  }

  /** The parameters of the chosen way; undefined where somebody did not finish. */
  async function grantOf(): Promise<Record<string, string> | undefined> {
    const scope = security.scopes.join(' ');
    switch (typed('flow')) {
      case 'ACCESS_CODE':
        return codeByWindow(security, { client_id: clientKey ?? '', scope });
      case 'APPLICATION':
        return { grant_type: 'client_credentials', scope };
      default:
        return { grant_type: 'password', username: typed('username'), password: typed('password'), scope };
    }
  }
}
