import { type OAuth2Definition, takesTokens } from '../../../../domain/api/security/oauth2.ts';
import { Refusal, refusal } from '../../../../foundation/errors.ts';
import { isOfApplication } from '../../../../infrastructure/tokens/verify.ts';
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
  const token = deps.tokens.recall(text);
  const client = token && clientOf(token, call);
  if (!client) return byNewToken(call, text, deps);
  call.token = token;
  call.client = client;
}

/** Looked up only when clients have changed since the last time. */
function clientOf(token: CachedToken, { catalog: { clients } }: Call): Call['client'] {
  if (token.clientAt !== clients.revision) {
    token.client = clients.get(token.clientKey);
    token.clientAt = clients.revision;
  }
  return token.client;
}

async function byNewToken(call: Call, text: string, { tokens, failedTokens }: AdmissionDeps): Promise<void> {
  const network = countedNetworkOf(call);
  if (network !== undefined) await failedTokens.check(network);
  try {
    call.token = await tokens.verify(text, call.snapshot);
    call.client = clientOf(call.token, call);
  } catch (error) {
    if (network !== undefined && error instanceof Refusal) await failedTokens.note(network);
    throw error;
  }
}

function refusalBy({ definition, scopes }: Requirement<OAuth2Definition>, call: Call): Refusal | undefined {
  const { token, catalog } = call;
  if (!token)
    return refusal('TOKEN_MISSING', {
      detail: 'Send the header Authorization: Bearer <access token>.',
      facts: { header: 'Authorization' },
    });
  if (token.provider !== catalog.providers.get(definition.oauthProvider))
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
