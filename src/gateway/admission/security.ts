import {
  type ApiKeyDefinition,
  type Entrance,
  type OAuth2Definition,
  takesTokens,
} from '../../domain/security.ts';
import { type Refusal, type RefusalCode, refusal, refuse } from '../../errors.ts';
import { isOfApplication } from '../../tokens/verify.ts';
import type { Call } from '../call.ts';
import type { Candidate } from '../candidate.ts';
import { scopeChallenge } from '../challenge.ts';
import { keyAt, placeOf } from '../client-key.ts';
import type { Step } from './step.ts';

/** Of several ways in, the refusal of the one that the caller came furthest in is told. */
const FURTHEST_FIRST: readonly RefusalCode[] = [
  'SCOPE_MISSING',
  'TOKEN_INVALID',
  'TOKEN_MISSING',
  'CLIENT_ID_MISSING',
];

/**
 * Chooses the version that serves the call: the newest whose own security is met. When none is, the newest says what
 * it misses. (architecture.md, "Two versions on one path")
 *
 * @throws CLIENT_ID_MISSING, TOKEN_MISSING, TOKEN_INVALID, SCOPE_MISSING; API_OFFLINE when the chosen one is offline
 */
export const security: Step = (call) => {
  const [newest] = call.candidates;
  const chosen = call.candidates.find((candidate) => refusalBy(candidate, call) === undefined);
  if (!chosen) throw (newest && refusalBy(newest, call)) ?? refusal('SUBSCRIPTION_MISSING');
  call.chosen = chosen;
  call.subscription = chosen.isOpen ? undefined : call.client?.subscriptions.get(chosen.api.product.id);
  if (!chosen.api.online) refuse('API_OFFLINE');
};

/** What a version's security lacks; undefined when one of its ways in is met, or it is open. */
function refusalBy({ api, isOpen }: Candidate, call: Call): Refusal | undefined {
  if (isOpen) return undefined;
  let told: Refusal | undefined;
  for (const entrance of api.security) {
    const refused = refusalAt(entrance, call);
    if (!refused) return undefined;
    if (!told || FURTHEST_FIRST.indexOf(refused.code) < FURTHEST_FIRST.indexOf(told.code)) told = refused;
  }
  return told;
}

function refusalAt({ definition, scopes }: Entrance, call: Call): Refusal | undefined {
  return definition.type === 'API_KEY'
    ? keyRefusal(definition, call)
    : tokenRefusal(definition, scopes, call);
}

function keyRefusal(definition: ApiKeyDefinition, call: Call): Refusal | undefined {
  const key = keyAt(call, placeOf(definition));
  return key !== undefined && key === call.client?.clientKey ? undefined : refusal('CLIENT_ID_MISSING');
}

function tokenRefusal(
  definition: OAuth2Definition,
  scopes: readonly string[],
  call: Call,
): Refusal | undefined {
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
