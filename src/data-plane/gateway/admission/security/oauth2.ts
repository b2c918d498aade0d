import { type OAuth2Definition, takesTokens } from '../../../../domain/api/security/oauth2.ts';
import { externalClientKey } from '../../../../domain/oauth/external-issuer.ts';
import { Refusal, refusal } from '../../../../foundation/errors.ts';
import type { ExternalToken } from '../../../../infrastructure/issuers/external-tokens.ts';
import type { TrustedIssuer } from '../../../../infrastructure/issuers/trusted-issuer.ts';
import { isOfApplication } from '../../../../infrastructure/tokens/verify.ts';
import type { CatalogSnapshot } from '../../../snapshot/snapshot.ts';
import type { Call } from '../../call.ts';
import { scopeChallenge } from '../challenge.ts';
import { countedNetworkOf } from '../counted-network.ts';
import type { AdmissionDeps } from '../step.ts';
import type { CachedToken } from '../token-cache.ts';
import type { Requirement, SecurityCheck } from './security-check.ts';

const BEARER = /^bearer(?: |$)/i;

/** Access tokens, in the header Authorization. */
export const oauth2Check: SecurityCheck<OAuth2Definition> = {
  identify(call, deps) {
    const text = call.route.takesTokens ? bearerTokenOf(call.request.headers.authorization) : undefined;
    return text === undefined ? false : (byToken(call, text, deps) ?? true);
  },
  refusal: refusalBy,
};

/** The token of the header Authorization; undefined where its scheme is another. The scheme's case does not matter. */
function bearerTokenOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !BEARER.test(authorization)) return undefined;
  let at = 'bearer'.length;
  while (authorization[at] === ' ') at += 1;
  return authorization.slice(at);
}

function byToken(call: Call, text: string, deps: AdmissionDeps): void | Promise<void> {
  call.tokenSent = true;
  const token = deps.tokens.recall(text, call.catalog.orgId);
  const client = token && clientOf(token, call);
  if (!client) return byNewToken(call, text, deps);
  call.token = token;
  call.client = client;
}

/** Looked up only when clients have changed since the last time. */
function clientOf(token: CachedToken, { catalog }: Call): Call['client'] {
  const { clients, issuers } = catalog;
  const { external } = token;
  if (external && issuers.get(external.issuer.name)?.key !== external.issuer.key) return undefined;
  if (token.clientAt !== clients.revision) {
    token.client = external ? externalClient(external, catalog) : clients.get(token.clientKey);
    token.clientAt = clients.revision;
  }
  return token.client;
}

function externalClient(
  { clientId, issuer: { id: oauthProviderId } }: ExternalToken,
  { id: catalogId, clients }: CatalogSnapshot,
): Call['client'] {
  return clients.externalClient(externalClientKey({ catalogId, oauthProviderId, clientId }));
}

async function byNewToken(call: Call, text: string, deps: AdmissionDeps): Promise<void> {
  const { tokens, externalTokens, failedTokens } = deps;
  const network = countedNetworkOf(call);
  const sender = network === undefined ? undefined : { orgId: call.catalog.orgId, network };
  if (sender) await failedTokens.check(sender);
  try {
    const issuers = issuersFor(call, text, deps);
    call.token = issuers
      ? tokens.rememberExternal(text, await externalTokens.verify(text, issuers))
      : await tokens.verify(text, call.snapshot);
    call.client = clientOf(call.token, call);
  } catch (error) {
    if (sender && isOfCaller(error)) await failedTokens.note(sender);
    throw error;
  }
}

/**
 * The external issuers that a token may be of; undefined for one of the platform.
 *
 * Only the issuers that the API takes are asked: those of other orgs are never.
 */
function issuersFor(
  { candidates, catalog: { issuers, providers } }: Call,
  text: string,
  { externalTokens }: AdmissionDeps,
): readonly TrustedIssuer[] | undefined {
  if (issuers.size === 0) return undefined;
  const definitions = candidates.flatMap((each) => each.definitions);
  const names = new Set(definitions.flatMap((each) => (each.type === 'OAUTH2' ? [each.oauthProvider] : [])));
  const trusted = [...names].flatMap((name) => issuers.get(name) ?? []);
  const possible = externalTokens.issuersOf(text, trusted);
  const takesOwn = trusted.length === 0 || [...names].some((name) => providers.has(name));
  return possible.length === 0 && takesOwn ? undefined : possible;
}

/** Tells whether a refusal is the fault of the caller, and not of an issuer. */
const isOfCaller = (error: unknown): boolean =>
  error instanceof Refusal && error.code !== 'ISSUER_UNAVAILABLE';

/** Tells whether the OAuth provider of a definition vouches for a token. The steps before have looked at both. */
function isOfProvider({ external, provider }: CachedToken, name: string, catalog: CatalogSnapshot): boolean {
  return external ? external.issuer.name === name : provider === catalog.providers.get(name);
}

function refusalBy({ definition, scopes }: Requirement<OAuth2Definition>, call: Call): Refusal | undefined {
  const { token, catalog } = call;
  if (!token)
    return refusal('TOKEN_MISSING', {
      detail: 'Send the header Authorization: Bearer <access token>.',
      facts: { header: 'Authorization' },
    });
  if (!isOfProvider(token, definition.oauthProvider, catalog))
    return refusal('TOKEN_INVALID', {
      detail: 'The access token is of an OAuth provider that this API does not take.',
      facts: { rule: 'ISSUED_BY_TAKEN_PROVIDER' },
    });
  const isOfPerson = !isOfApplication(token);
  if (!takesTokens(definition, isOfPerson))
    return refusal('TOKEN_INVALID', {
      detail: isOfPerson
        ? 'The access token is of a person, and this API takes tokens of applications themselves.'
        : 'The access token is of the application itself, and this API takes tokens of people.',
      facts: { rule: 'ISSUED_FOR_FLOW' },
    });
  const missing = scopes.filter((scope) => !token.scopes.has(scope));
  if (missing.length === 0) return undefined;
  return refusal('SCOPE_MISSING', {
    detail: `The access token lacks the scope ${missing.join(' ')}.`,
    facts: { missing },
    headers: { 'WWW-Authenticate': scopeChallenge(call, scopes) },
  });
}
