import type { AuthorizationServer, Flow } from './authorization-servers.ts';
import type { ExampleCall } from './snippet.ts';

/** The application that asks for a token. What is not known is a word in its place. */
export type TokenClient = {
  readonly clientType: 'CONFIDENTIAL' | 'PUBLIC';
  readonly clientKey?: string | undefined;
  readonly redirectUri?: string | undefined;
};

const YOUR_CLIENT_KEY = 'YOUR_CLIENT_KEY';
const YOUR_REDIRECT_URI = 'YOUR_REDIRECT_URI';

type Request = {
  readonly server: Pick<AuthorizationServer, 'tokenUrl' | 'authorizeUrl' | 'scopes'>;
  readonly client: TokenClient;
};

const scopeOf = ({ server: { scopes } }: Request): Readonly<Record<string, string>> =>
  scopes.length === 0 ? {} : { scope: scopes.map(({ name }) => name).join(' ') };

/** Parameters of a token request beside those of the client, by flow. (RFC 6749 §4) */
const parameters: Readonly<Record<Flow, (request: Request) => Readonly<Record<string, string>>>> = {
  APPLICATION: (request) => ({ grant_type: 'client_credentials', ...scopeOf(request) }),
  RESOURCE_OWNER_PASSWORD: (request) => ({
    grant_type: 'password',
    username: 'USERNAME',
    password: 'PASSWORD',
    ...scopeOf(request),
  }),
  ACCESS_CODE: ({ client }) => ({
    grant_type: 'authorization_code',
    code: 'THE_CODE',
    redirect_uri: client.redirectUri ?? YOUR_REDIRECT_URI,
    code_verifier: 'THE_CODE_VERIFIER',
  }),
};

/** Makes the call that gets a token in a flow. A public application names itself in the form. (RFC 6749 §3.2.1) */
export function tokenCall(flow: Flow, request: Request): ExampleCall {
  const { server, client } = request;
  const clientKey = client.clientKey ?? YOUR_CLIENT_KEY;
  const isPublic = client.clientType === 'PUBLIC';
  const form = { ...parameters[flow](request), ...(isPublic && { client_id: clientKey }) };
  return {
    method: 'POST',
    url: server.tokenUrl ?? '',
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    body: `${new URLSearchParams(form)}`,
    ...(!isPublic && { person: { username: clientKey, password: 'YOUR_CLIENT_SECRET' } }),
  };
}

/**
 * Writes the beginning of the code flow with PKCE for a POSIX shell.
 *
 * It makes a verifier, and the address to open. The verifier is another one each time: what is written on a page would be
 * known to everybody. (RFC 7636 §7.1)
 */
export function authorizationInShell(request: Request): string {
  const { server, client } = request;
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.clientKey ?? YOUR_CLIENT_KEY,
    redirect_uri: client.redirectUri ?? YOUR_REDIRECT_URI,
    ...scopeOf(request),
    code_challenge_method: 'S256',
  });
  return [
    'CODE_VERIFIER=$(openssl rand -hex 32)',
    `CODE_CHALLENGE=$(printf %s "$CODE_VERIFIER" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d =)`,
    'STATE=$(openssl rand -hex 16)',
    `echo '${server.authorizeUrl}?${query}'"&code_challenge=$CODE_CHALLENGE&state=$STATE"`,
    'echo "$CODE_VERIFIER $STATE"',
  ].join('\n');
}
