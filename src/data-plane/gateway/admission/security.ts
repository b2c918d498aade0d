import {
  type ApiKeyDefinition,
  kindOf,
  type OAuth2Definition,
  type SecurityAlternative,
  secretHeader,
  takesTokens,
} from '../../../domain/api/security.ts';
import { type Refusal, type RefusalCode, refusal, refuse } from '../../../foundation/errors.ts';
import { isOfApplication } from '../../../infrastructure/tokens/verify.ts';
import type { Call } from '../call.ts';
import type { Candidate } from '../route/candidate.ts';
import { keyAt, keyLocationOf } from '../route/client-key.ts';
import { apiKeyRefusal, holderAt } from './api-key.ts';
import { keyChallenge, scopeChallenge } from './challenge.ts';
import type { AdmissionDeps, Step } from './step.ts';

/** Refusals in the order of their precedence. Of several security alternatives, the one that got furthest counts. */
const FURTHEST_FIRST: readonly RefusalCode[] = [
  'SCOPE_MISSING',
  'TOKEN_INVALID',
  'API_KEY_INVALID',
  'CLIENT_SECRET_INVALID',
  'CLIENT_SECRET_MISSING',
  'TOKEN_MISSING',
  'API_KEY_MISSING',
  'CLIENT_ID_MISSING',
];

/**
 * Chooses the version that serves the call: the newest whose own security is met. When none is, the newest says what
 * it misses. (architecture.md, "Two versions on one path")
 *
 * @throws CLIENT_ID_MISSING, CLIENT_SECRET_MISSING, CLIENT_SECRET_INVALID, API_KEY_MISSING, API_KEY_INVALID, TOKEN_MISSING,
 *   TOKEN_INVALID, SCOPE_MISSING; API_OFFLINE when the chosen one is offline
 */
export const security: Step = (call, deps) => {
  const [newest] = call.candidates;
  const chosen = call.candidates.find((candidate) => refusalBy(candidate, call, deps) === undefined);
  if (!chosen) throw (newest && refusalBy(newest, call, deps)) ?? refusal('SUBSCRIPTION_MISSING');
  call.chosen = chosen;
  call.subscription = chosen.isOpen ? undefined : call.client?.subscriptions.get(chosen.api.product.id);
  if (!chosen.api.online) refuse('API_OFFLINE');
};

/** The refusal by a version's security. Undefined where one alternative is met or it is open. */
function refusalBy({ api, isOpen }: Candidate, call: Call, deps: AdmissionDeps): Refusal | undefined {
  if (isOpen) return undefined;
  let told: Refusal | undefined;
  for (const entrance of api.security) {
    const refused = refusalAt(entrance, call, deps);
    if (!refused) return undefined;
    if (!told || FURTHEST_FIRST.indexOf(refused.code) < FURTHEST_FIRST.indexOf(told.code)) told = refused;
  }
  return told;
}

function refusalAt(
  { definition, scopes }: SecurityAlternative,
  call: Call,
  deps: AdmissionDeps,
): Refusal | undefined {
  if (definition.type === 'OAUTH2') return tokenRefusal(definition, scopes, call);
  switch (kindOf(definition)) {
    case 'CLIENT_ID':
      return idRefusal(definition, call);
    case 'CLIENT_ID_AND_SECRET':
      return idRefusal(definition, call) ?? secretRefusal(call, deps);
    case 'KEY':
      return keyRefusal(definition, call, deps);
  }
}

function idRefusal(definition: ApiKeyDefinition, call: Call): Refusal | undefined {
  const key = keyAt(call, keyLocationOf(definition));
  return key !== undefined && key === call.client?.clientKey ? undefined : refusal('CLIENT_ID_MISSING');
}

const SECRET_PLACE = { location: 'HEADER', name: secretHeader.toLowerCase() } as const;

/** A secret that was replaced is good until its time is over. */
function secretRefusal(call: Call, { shownSecrets, clock }: AdmissionDeps): Refusal | undefined {
  const secret = call.request.headers[SECRET_PLACE.name];
  const headers = { 'WWW-Authenticate': keyChallenge(call, SECRET_PLACE) };
  if (typeof secret !== 'string')
    return refusal('CLIENT_SECRET_MISSING', {
      detail: `Send the secret of the client in the header ${secretHeader}.`,
      headers,
    });
  const client = call.catalog.clients.get(call.client?.clientKey ?? '');
  if (!client) return refusal('CLIENT_ID_MISSING');
  if (shownSecrets.matches(secret, client.secretHash)) return undefined;
  const { previousSecret: previous } = client;
  if (previous && clock().getTime() < previous.expiresAt && shownSecrets.matches(secret, previous.hash))
    return undefined;
  return refusal('CLIENT_SECRET_INVALID', {
    detail: `The secret in the header ${secretHeader} is not the one of this client.`,
    headers,
  });
}

/** Refuses an API key. An access token beside it must be of the same application. */
function keyRefusal(definition: ApiKeyDefinition, call: Call, deps: AdmissionDeps): Refusal | undefined {
  const place = keyLocationOf(definition);
  if (keyAt(call, place) === undefined) return apiKeyRefusal('API_KEY_MISSING', place, call);
  const isOwn = holderAt(place, call, deps)?.application.id === call.client?.application.id;
  return isOwn ? undefined : apiKeyRefusal('API_KEY_INVALID', place, call);
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
