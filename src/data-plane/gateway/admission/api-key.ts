import { type Refusal, refusal } from '../../../foundation/errors.ts';
import type { KeyHolder } from '../../snapshot/snapshot.ts';
import type { Call } from '../call.ts';
import { type KeyLocation, keyAt } from '../route/client-key.ts';
import { keyChallenge } from './challenge.ts';
import type { AdmissionDeps } from './step.ts';

type ApiKeyDeps = Pick<AdmissionDeps, 'shownSecrets' | 'clock'>;

/**
 * The holder of the API key at a location; undefined without a valid key.
 *
 * The key has to hold in this catalog.
 */
export function holderAt(
  place: KeyLocation,
  call: Call,
  { shownSecrets, clock }: ApiKeyDeps,
): KeyHolder | undefined {
  const key = keyAt(call, place);
  let hash = key === undefined ? undefined : shownSecrets.hashOf(key);
  if (key === undefined || hash === undefined) return undefined;
  const { clients } = call.catalog;
  let holder = clients.holderOf(hash);
  if (!holder) {
    hash = shownSecrets.olderHashesOf(key).find((each) => clients.holderOf(each)) ?? hash;
    holder = clients.holderOf(hash);
  }
  if (!holder || (holder.endsAt !== null && holder.endsAt <= clock().getTime())) return undefined;
  shownSecrets.remember(key, hash);
  return holder;
}

const details = {
  API_KEY_MISSING: (where: string) => `Send an API key of your application in the ${where}.`,
  API_KEY_INVALID: (where: string) =>
    `The API key in the ${where} is unknown here, was revoked or has ended: send one that holds.`,
};

/** Unknown, revoked, ended and of another application look the same. */
export function apiKeyRefusal(code: keyof typeof details, place: KeyLocation, call: Call): Refusal {
  const where = `${place.location === 'HEADER' ? 'header' : 'query parameter'} ${place.name}`;
  return refusal(code, {
    detail: details[code](where),
    headers: { 'WWW-Authenticate': keyChallenge(call, place) },
  });
}
