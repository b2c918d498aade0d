import type { OAuthSecurity } from './props.ts';

const LOOK_MS = 200;

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

/**
 * Gets an authorization code by a window in which somebody signs in, with PKCE. (RFC 6749 §4.1, RFC 7636)
 *
 * @returns the parameters that redeem it; undefined where the window was closed, or came back without a code
 */
export async function codeByWindow(
  { authorizeUrl, returnUrl }: Pick<OAuthSecurity, 'authorizeUrl' | 'returnUrl'>,
  asked: { readonly client_id: string; readonly scope: string },
): Promise<Record<string, string> | undefined> {
  if (authorizeUrl === null) return undefined;
  const [verifier, state] = [random(), random()];
  // Browsers allow a window as long as it belongs to a click, so it opens before anything is waited for.
  const opened = window.open('about:blank', '_blank', 'popup,width=520,height=720');
  if (!opened) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const url = new URL(authorizeUrl);
  const parameters = {
    ...asked,
    response_type: 'code',
    redirect_uri: returnUrl,
    state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  opened.location.href = url.href;
  const returned = await returnedTo(opened, returnUrl);
  opened.close();
  const code = returned?.searchParams.get('code');
  if (!code || returned?.searchParams.get('state') !== state) return undefined;
  return { grant_type: 'authorization_code', code, redirect_uri: returnUrl, code_verifier: verifier };
}

/** Waits until the window is at the page where it ends. Undefined where it was closed before. */
async function returnedTo(opened: Window, returnUrl: string): Promise<URL | undefined> {
  while (!opened.closed) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    // A page of another origin does not tell its address.
    const href = addressOf(opened);
    if (href?.startsWith(`${returnUrl}?`)) return new URL(href);
  }
  return undefined;
}

function addressOf(opened: Window): string | undefined {
  try {
    return opened.location.href;
  } catch {
    return undefined;
  }
}
