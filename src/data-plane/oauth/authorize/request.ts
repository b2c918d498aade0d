import { isRegistered } from '../../../domain/consumer/application.ts';
import { TRY_IT_RETURN_PATH } from '../../../domain/oauth/oauth-paths.ts';
import { refuse } from '../../../foundation/errors.ts';
import type { Client } from '../../snapshot/snapshot.ts';
import type { CodeBinding } from '../codes.ts';
import { type Form, type parametersOf, required, TWICE } from '../form-body.ts';
import type { OAuthPageContext } from '../pages/page-context.ts';
import { grantedScopes } from '../scope.ts';

type Prompt = 'none' | 'login' | 'consent';

/** The return address of an authorization request, known before the rest of it is read. */
export type ReturnAddress = {
  readonly client: Client;
  readonly redirectUri: string;
  /** Sent back as it came. */
  readonly state: string | undefined;
};

/** The request of a client to a person. (RFC 6749 §4.1.1) */
export type AuthorizationRequest = ReturnAddress & {
  readonly scopes: readonly string[];
  readonly binding: CodeBinding;
  /** Prompts that the client wants or excludes. (OpenID Connect Core §3.1.2.1) */
  readonly prompt: ReadonlySet<Prompt>;
};

export type Query = ReturnType<typeof parametersOf>;

/** SHA-256 in base64url. (RFC 7636 §4.2) */
const CODE_CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const PROMPTS: readonly string[] = ['none', 'login', 'consent'] satisfies Prompt[];

/**
 * Reads the client and its redirect URI. Nobody is redirected before both are sure. (RFC 6749 §4.1.2.1)
 *
 * @throws BAD_USER_INPUT when the client is not known or the redirect URI is none of its own
 */
export function returnAddressOf(
  { parameters, repeated }: Query,
  { catalog }: OAuthPageContext,
): ReturnAddress {
  for (const name of ['client_id', 'redirect_uri'])
    if (repeated.has(name)) refuse('BAD_USER_INPUT', { detail: TWICE });
  const client = catalog.clients.get(required(parameters, 'client_id'));
  if (!client) return refuse('BAD_USER_INPUT', { detail: 'No application has this client_id.' });
  if (client.application.suspended) refuse('APPLICATION_SUSPENDED');
  const redirectUri = redirectUriOf(parameters.get('redirect_uri'), client, catalog.portalUrl);
  return { client, redirectUri, state: repeated.has('state') ? undefined : parameters.get('state') };
}

/**
 * Reads the redirect URI, which may be left out where there is only one. (RFC 6749 §3.1.2.3)
 *
 * Decision: the page of the catalog's portal where Try it gets its codes is one of every application's. It holds nothing, and
 * no page of another origin can read its address; a code for it needs PKCE.
 */
function redirectUriOf(
  requested: string | undefined,
  { redirectUris }: Client,
  portalUrl: string | undefined,
): string {
  if (requested !== undefined && isTryItReturn(requested, portalUrl)) return requested;
  const [only, another] = redirectUris;
  if (requested === undefined && only !== undefined && another === undefined) return only;
  if (requested !== undefined && isRegistered(requested, redirectUris)) return requested;
  return refuse('BAD_USER_INPUT', {
    detail:
      requested === undefined
        ? 'redirect_uri is missing.'
        : 'redirect_uri is none of those of the application.',
  });
}

const isTryItReturn = (uri: string, portalUrl: string | undefined) =>
  portalUrl !== undefined && uri === `${portalUrl}${TRY_IT_RETURN_PATH}`;

/**
 * The rest of the request.
 *
 * @throws BAD_USER_INPUT, CLIENT_UNAUTHORIZED, RESPONSE_TYPE_UNSUPPORTED, SCOPE_INVALID: the client's to hear
 */
export function authorizationRequest(
  { parameters, repeated }: Query,
  address: ReturnAddress,
  { provider }: OAuthPageContext,
): AuthorizationRequest {
  if (repeated.size > 0) refuse('BAD_USER_INPUT', { detail: TWICE });
  const { clientType } = address.client;
  if (!provider.clientTypes.has(clientType))
    refuse('CLIENT_UNAUTHORIZED', {
      detail: `The OAuth provider takes no ${clientType.toLowerCase()} clients.`,
    });
  if (required(parameters, 'response_type') !== 'code')
    refuse('RESPONSE_TYPE_UNSUPPORTED', { detail: 'The one response type is code.' });
  if ((parameters.get('response_mode') ?? 'query') !== 'query')
    refuse('BAD_USER_INPUT', { detail: 'The one response mode is query.' });
  const needsPkce =
    clientType === 'PUBLIC' || !isRegistered(address.redirectUri, address.client.redirectUris);
  const codeChallenge = codeChallengeOf(parameters, needsPkce);
  return {
    ...address,
    scopes: grantedScopes(parameters.get('scope'), provider.scopes),
    binding: { redirectUri: parameters.get('redirect_uri') ?? null, codeChallenge },
    prompt: promptOf(parameters.get('prompt')),
  };
}

/**
 * PKCE, by S256 alone: without a method it would be `plain`, which protects nobody. (RFC 7636 §4.3, RFC 9700 §2.1.1)
 * A public client must use it, a confidential one may: its secret stands beside the code.
 */
function codeChallengeOf(parameters: Form, isNeeded: boolean): string | null {
  const [challenge, method] = [parameters.get('code_challenge'), parameters.get('code_challenge_method')];
  if (challenge === undefined) {
    if (method !== undefined) refuse('BAD_USER_INPUT', { detail: 'code_challenge is missing.' });
    if (isNeeded)
      refuse('BAD_USER_INPUT', {
        detail: 'code_challenge is missing: a public client, and Try it of the portal, need PKCE.',
      });
    return null;
  }
  if (method !== 'S256') refuse('BAD_USER_INPUT', { detail: 'The one code_challenge_method is S256.' });
  if (!CODE_CHALLENGE.test(challenge))
    refuse('BAD_USER_INPUT', { detail: 'code_challenge is not SHA-256 in base64url.' });
  return challenge;
}

function promptOf(text: string | undefined): ReadonlySet<Prompt> {
  const prompts = new Set(text?.split(' '));
  if ([...prompts].some((each) => !PROMPTS.includes(each)) || (prompts.has('none') && prompts.size > 1))
    refuse('BAD_USER_INPUT', { detail: 'prompt is none, or login and consent or one of them.' });
  return prompts as ReadonlySet<Prompt>;
}
