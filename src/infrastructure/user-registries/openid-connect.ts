import * as client from 'openid-client';
import { claimValues } from '../../domain/consumer/claim-values.ts';
import type { ProvidedIdentity } from '../../domain/consumer/sign-in-placement.ts';
import { boundedFetch, reasonOf, TokenFault } from '../client-credentials/oauth-client.ts';
import { IssuerFault } from '../issuers/trusted-issuer.ts';
import { httpPorts } from '../outbound/scheme-ports.ts';
import type { OpenIdMetadata } from './open-id-issuers.ts';
import type {
  AuthenticationResult,
  RedirectDeps,
  RedirectedSignIn,
  RegistryAccess,
  RegistryType,
} from './registry-type.ts';

/** The time of each request to the issuer. There are three in a sign-in. */
const TIMEOUT_SECONDS = 5;
const ANSWER_BYTES_MAX = 256 * 1024;
const SUBJECT_MAX = 256;
const NO_PASSWORDS =
  'People of this user registry sign in at their identity provider: it takes no username and password.';

/** The user registry of type OPENID_CONNECT. People sign in at its pages: code, PKCE, nonce and state. */
export const openIdConnect: RegistryType = {
  title: 'OpenID Connect',
  description:
    'By the pages of an OpenID provider, which people are sent to and come back from: it is not asked about usernames and passwords.',
  inShort: 'by the pages of an OpenID provider, which people are sent to',
  address: {
    label: 'Issuer',
    hint: 'Exactly as its metadata name it, which are at <issuer>/.well-known/openid-configuration.',
  },
  ports: httpPorts,
  redirect: { stateMember: 'state', answersByPost: false, urlFor, finish },
  personFault: () => NO_PASSWORDS,
  countedAs: (username) => username,
  authenticate: async () => ({ answer: 'REFUSED', message: NO_PASSWORDS, durationMs: 0 }),
  healthShownBy: ({ answer, health = 'SILENT' }) => (answer === 'UNAVAILABLE' ? health : 'WELL'),
};

async function urlFor(
  registry: RegistryAccess,
  { redirectUrl, state, nonce, verifier, isAnew }: RedirectedSignIn & { readonly isAnew: boolean },
  deps: RedirectDeps,
): Promise<string> {
  const { config, scopes } = await clientOf(registry, deps);
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUrl,
    scope: scopes.join(' '),
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(isAnew && { prompt: 'login' }),
  });
  return url.href;
}

type Outcome = Omit<AuthenticationResult, 'durationMs'>;

async function finish(
  registry: RegistryAccess,
  signIn: RedirectedSignIn & { readonly query: string },
  deps: RedirectDeps,
): Promise<AuthenticationResult> {
  const started = performance.now();
  const outcome = await outcomeOf(registry, signIn, deps).catch(failureOf);
  return { ...outcome, durationMs: performance.now() - started };
}

async function outcomeOf(
  registry: RegistryAccess,
  { redirectUrl, query, state, nonce, verifier }: RedirectedSignIn & { readonly query: string },
  deps: RedirectDeps,
): Promise<Outcome> {
  const { config, subjectClaim } = await clientOf(registry, deps);
  const tokens = await client.authorizationCodeGrant(config, new URL(`${redirectUrl}?${query}`), {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  if (registry.claims !== undefined)
    return identified(await claimsOf(config, tokens, [...registry.claims, 'email']), {
      names: registry.claims,
      subjectClaim,
    });
  const subject = nameIn(await claimsOf(config, tokens, [subjectClaim]), subjectClaim);
  if (subject === undefined)
    return {
      answer: 'REFUSED',
      message: `The identity provider names the person by no claim ${subjectClaim} of 1 to ${SUBJECT_MAX} characters${subjectClaim === 'email' ? ', or has not verified it' : ''}.`,
    };
  return { answer: 'ACCEPTED', subject, message: SIGNED_IN };
}

const SIGNED_IN = 'The identity provider has signed the person in.';

/** Accepts a person by `sub`, which alone is never given to another person. (OpenID Connect Core §5.7) */
function identified(
  claims: Claims,
  { names, subjectClaim }: { readonly names: readonly string[]; readonly subjectClaim: string },
): Outcome {
  const subject = nameIn(claims, 'sub');
  if (subject === undefined)
    return { answer: 'REFUSED', message: `The claim sub has not 1 to ${SUBJECT_MAX} characters.` };
  const { email } = claims;
  const own = subjectClaim === 'sub' ? undefined : nameIn(claims, subjectClaim);
  const identity: ProvidedIdentity = {
    subject,
    username: own ?? nameIn(claims, 'preferred_username') ?? nameIn(claims, 'email') ?? subject,
    email: typeof email === 'string' ? email : null,
    isEmailVerified: claims['email_verified'] === true,
    claims: claimValues(claims, names),
  };
  return { answer: 'ACCEPTED', subject, identity, message: SIGNED_IN };
}

/** The platform as a client of the issuer. @throws IssuerFault */
async function clientOf(registry: RegistryAccess, { outbound, issuers }: RedirectDeps) {
  const { openId, secret = '', url } = registry;
  if (!openId) throw new TypeError('A registry of type OPENID_CONNECT has settings.');
  const metadata = await issuers.metadataOf(registry, outbound);
  const authentication =
    openId.clientType === 'PUBLIC' ? client.None() : secretAuthentication(metadata)(secret);
  const config = new client.Configuration(metadata, openId.clientId, {}, authentication);
  config[client.customFetch] = boundedFetch(outbound, ANSWER_BYTES_MAX);
  config.timeout = TIMEOUT_SECONDS;
  // Its keys are read anew for each sign-in, so that a rotation refuses nobody.
  client.enableNonRepudiationChecks(config);
  if (url.startsWith('http:')) client.allowInsecureRequests(config);
  return { config, ...openId };
}

/** Chooses how a client shows its secret. (OpenID Connect Discovery §3) @throws IssuerFault */
export function secretAuthentication({ token_endpoint_auth_methods_supported: methods }: OpenIdMetadata) {
  if (!Array.isArray(methods) || methods.includes('client_secret_basic')) return client.ClientSecretBasic;
  if (methods.includes('client_secret_post')) return client.ClientSecretPost;
  throw new IssuerFault(
    'it takes the secret of a client neither by client_secret_basic nor by client_secret_post',
  );
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>;
type Claims = Readonly<Record<string, unknown>>;

/** Reads who has signed in. Many issuers give more than `sub` at userinfo alone. (OpenID Connect Core §5.4) */
async function claimsOf(
  config: client.Configuration,
  tokens: Tokens,
  names: readonly string[],
): Promise<Claims> {
  const claims = tokens.claims();
  if (!claims) throw new TypeError('There is an ID token, as one is expected.');
  const known = claimValues(claims, names);
  const isAsked =
    names.some((name) => known[name]?.length === 0) &&
    config.serverMetadata().userinfo_endpoint !== undefined;
  if (!isAsked) return claims;
  return { ...(await client.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims };
}

/** Returns the name of a person. An address that nobody has verified may be somebody else's. */
function nameIn(claims: Claims, subjectClaim: string): string | undefined {
  const name = claims[subjectClaim];
  if (typeof name !== 'string' || name === '' || name.length > SUBJECT_MAX || /\p{Cc}/u.test(name))
    return undefined;
  return subjectClaim === 'email' && claims['email_verified'] !== true ? undefined : name;
}

/** Codes of openid-client where the issuer gave no answer of use. */
const UNREACHED = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

/** Says why nobody has signed in. Anybody can bring an answer, so that it tells nothing of the issuer's health. */
function failureOf(error: unknown): Outcome {
  if (error instanceof client.AuthorizationResponseError) return answeredByBrowser(error);
  if (error instanceof IssuerFault) return unavailable(error.message, 'FAILING');
  if (error instanceof client.ResponseBodyError || error instanceof client.WWWAuthenticateChallengeError) {
    if (error.status >= 500) return unavailable(reasonOf(error), 'FAILING');
    return 'error' in error && error.error === 'invalid_grant'
      ? { answer: 'REFUSED', message: 'The identity provider does not know the code, or not any more.' }
      : unavailable(`${reasonOf(error)}: check the client id, its secret and the redirect URI`, 'WELL');
  }
  if (isUnreached(error)) return unavailable(reasonOf(error), 'SILENT');
  if (!(error instanceof client.ClientError)) throw error;
  return { answer: 'REFUSED', message: `The answer of the identity provider does not hold: ${error.code}.` };
}

function answeredByBrowser({ error }: client.AuthorizationResponseError): Outcome {
  if (error === 'access_denied')
    return {
      answer: 'REFUSED',
      isDeclined: true,
      message: 'The person, or the identity provider for them, has declined.',
    };
  if (error === 'temporarily_unavailable' || error === 'server_error')
    return unavailable('it sent the person back because it fails', 'WELL');
  return {
    answer: 'REFUSED',
    message: `The identity provider sent the person back with ${KNOWN_ERRORS.has(error) ? error : 'an error'}.`,
  };
}

/** Error codes that are repeated. Browsers can bring any text. (RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6) */
const KNOWN_ERRORS = new Set([
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'invalid_request',
  'invalid_scope',
  'login_required',
  'unauthorized_client',
  'unsupported_response_type',
]);

const unavailable = (reason: string, health: NonNullable<AuthenticationResult['health']>): Outcome => ({
  answer: 'UNAVAILABLE',
  health,
  message: `The identity provider cannot be asked: ${reason}.`,
});

function isUnreached(error: unknown): boolean {
  for (let each: unknown = error; each instanceof Error; each = each.cause)
    if (each instanceof TokenFault || each instanceof TypeError) return true;
  return error instanceof client.ClientError && UNREACHED.has(error.code ?? '');
}
