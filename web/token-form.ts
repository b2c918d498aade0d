import { whenIn } from './island-texts.ts';
import { element, fill } from './page.ts';
import type { ExplorerProps, ExplorerSecurity } from './props.ts';

type OAuth = Extract<ExplorerSecurity, { type: 'OAUTH2' }>;

/**
 * Makes the form `#token` fetch an access token from the token endpoint.
 *
 * Neither the input nor the token is kept anywhere but here.
 *
 * @returns gives the token, once there is one
 */
export function tokenForm(
  { clientKey, tokenReady }: Pick<ExplorerProps, 'clientKey' | 'tokenReady'>,
  { tokenUrl, scopes }: OAuth,
  send: typeof fetch,
): () => string | undefined {
  const form = element('token') as HTMLFormElement;
  let token: string | undefined;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void ask();
  });
  return () => token;

  async function ask(): Promise<void> {
    const typed = (name: string) => String(new FormData(form).get(name) ?? '');
    const response = await send(tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        client_id: clientKey ?? '',
        client_secret: typed('secret'),
        username: typed('username'),
        password: typed('password'),
        scope: scopes.join(' '),
      }),
    });
    if (!response.ok) return;
    const answer = await response.json();
    token = answer.access_token;
    const ready = fill(tokenReady, { when: whenIn(Number(answer.expires_in)) });
    for (const output of form.getElementsByTagName('output')) output.value = ready;
  }
}
