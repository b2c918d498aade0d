import { type ApiKeyDefinition, kindOf, secretHeader } from '../../../../domain/api/security/api-key.ts';
import { type Refusal, refusal } from '../../../../foundation/errors.ts';
import type { Client, KeyHolder } from '../../../snapshot/snapshot.ts';
import type { Call } from '../../call.ts';
import { type KeyLocation, keyAt, keyLocationOf } from '../../route/client-key.ts';
import { keyChallenge } from '../challenge.ts';
import { clientIdMissing } from '../client-hint.ts';
import type { AdmissionDeps } from '../step.ts';
import type { SecurityCheck } from './security-check.ts';

/** Client keys, with their secrets or alone, and API keys. */
export const apiKeyCheck: SecurityCheck<ApiKeyDefinition> = {
  identify(call, deps) {
    call.client = clientByKey(call, deps);
    return call.client !== undefined;
  },
  refusal({ definition }, call, deps) {
    switch (kindOf(definition)) {
      case 'CLIENT_ID':
        return idRefusal(definition, call);
      case 'CLIENT_ID_AND_SECRET':
        return idRefusal(definition, call) ?? secretRefusal(definition, call, deps);
      case 'KEY':
        return keyRefusal(definition, call, deps);
    }
  },
};

function clientByKey(call: Call, deps: AdmissionDeps): Call['client'] {
  for (const location of call.route.keyLocations) {
    const found = location.carries === 'API_KEY' ? holderAt(location, call, deps) : clientAt(location, call);
    if (found) return found;
  }
  return undefined;
}

function clientAt(location: KeyLocation, call: Call): Client | undefined {
  const key = keyAt(call, location);
  return key === undefined ? undefined : call.catalog.clients.get(key);
}

function idRefusal(definition: ApiKeyDefinition, call: Call): Refusal | undefined {
  return showsClientId(call, keyLocationOf(definition)) ? undefined : clientIdMissing(call);
}

/**
 * Tells whether a call shows the client id of its client at a location.
 *
 * A client that an API key or an external issuer identifies has no client id of its own: any of its application's is.
 */
export function showsClientId(call: Call, location: KeyLocation): boolean {
  const { client, catalog } = call;
  const key = keyAt(call, location);
  if (key === undefined || !client) return false;
  if (client.clientKey !== null) return key === client.clientKey;
  return catalog.clients.get(key)?.application.id === client.application.id;
}

const SECRET_LOCATION = { location: 'HEADER', name: secretHeader.toLowerCase() } as const;

/** A secret that was replaced is good until its time is over. */
function secretRefusal(
  definition: ApiKeyDefinition,
  call: Call,
  { shownSecrets, clock }: AdmissionDeps,
): Refusal | undefined {
  const secret = call.request.headers[SECRET_LOCATION.name];
  const headers = { 'WWW-Authenticate': keyChallenge(call, SECRET_LOCATION) };
  if (typeof secret !== 'string')
    return refusal('CLIENT_SECRET_MISSING', {
      detail: `Send the secret of the client in the header ${secretHeader}.`,
      headers,
    });
  const client = clientAt(keyLocationOf(definition), call);
  if (!client) return clientIdMissing(call);
  const endsAt = secretEnd(client, secret, shownSecrets);
  if (endsAt === null || (endsAt !== undefined && clock().getTime() < endsAt)) return undefined;
  if (endsAt === undefined)
    return refusal('CLIENT_SECRET_INVALID', {
      detail: `The secret in the header ${secretHeader} is not the one of this client.`,
      headers,
    });
  const secretEndedAt = new Date(endsAt).toISOString();
  return refusal('CLIENT_SECRET_INVALID', {
    detail: `The secret in the header ${secretHeader} ended on ${secretEndedAt}: replace it.`,
    headers,
    facts: { secretEndedAt },
  });
}

/** The end of a shown secret. Null is never, undefined a secret that is none of the client. */
function secretEnd(
  { secretHash, secretEndsAt, previousSecret: previous }: Client,
  secret: string,
  shownSecrets: AdmissionDeps['shownSecrets'],
): number | null | undefined {
  if (shownSecrets.matches(secret, secretHash)) return secretEndsAt;
  return previous && shownSecrets.matches(secret, previous.hash) ? previous.expiresAt : undefined;
}

/** Refuses an API key. An access token beside it must be of the same application. */
function keyRefusal(definition: ApiKeyDefinition, call: Call, deps: AdmissionDeps): Refusal | undefined {
  const location = keyLocationOf(definition);
  if (keyAt(call, location) === undefined) return apiKeyRefusal('API_KEY_MISSING', location, call);
  const isOwn = holderAt(location, call, deps)?.application.id === call.client?.application.id;
  return isOwn ? undefined : apiKeyRefusal('API_KEY_INVALID', location, call);
}

type ApiKeyDeps = Pick<AdmissionDeps, 'shownSecrets' | 'clock'>;

/**
 * The holder of the API key at a location; undefined without a valid key.
 *
 * The key has to hold in this catalog.
 */
function holderAt(
  location: KeyLocation,
  call: Call,
  { shownSecrets, clock }: ApiKeyDeps,
): KeyHolder | undefined {
  const key = keyAt(call, location);
  let hash = key === undefined ? undefined : shownSecrets.hashOf(key);
  if (key === undefined || hash === undefined) return undefined;
  const { clients } = call.catalog;
  let holder = clients.holderOf(hash);
  if (!holder) {
    hash = shownSecrets.olderHashesOf(key).find((each) => clients.holderOf(each)) ?? hash;
    holder = clients.holderOf(hash);
  }
  if (!holder) return undefined;
  if (holder.endsAt !== null && holder.endsAt <= clock().getTime()) {
    call.endedKey = holder;
    return undefined;
  }
  shownSecrets.remember(key, hash);
  return holder;
}

const details = {
  API_KEY_MISSING: (where: string) => `Send an API key of your application in the ${where}.`,
  API_KEY_INVALID: (where: string) =>
    `The API key in the ${where} is unknown here, was revoked or has ended: send one that holds.`,
};

/** Unknown, revoked and of another application look the same. Who shows one that has ended learns when. */
export function apiKeyRefusal(code: keyof typeof details, location: KeyLocation, call: Call): Refusal {
  const where = `${location.location === 'HEADER' ? 'header' : 'query parameter'} ${location.name}`;
  const { endedKey } = call;
  const endedAt = code === 'API_KEY_INVALID' && endedKey?.endsAt ? new Date(endedKey.endsAt) : undefined;
  return refusal(code, {
    detail: endedAt
      ? `The API key in the ${where} ended on ${endedAt.toISOString()}: send one that holds.`
      : details[code](where),
    headers: { 'WWW-Authenticate': keyChallenge(call, location) },
  });
}
