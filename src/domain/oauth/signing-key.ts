import { refuse } from '../../foundation/errors.ts';

/**
 * Algorithms that sign access tokens. ES256 is cheap to sign, and every client library knows it. (RFC 7518 §3.1, RFC
 * 8037 §3.1)
 */
export const signingAlgorithms = ['ES256', 'EdDSA', 'RS256'] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];

/**
 * States of a signing key. PUBLISHED verifies and does not sign yet. SIGNING signs. RETIRED verifies until the last
 * token that it signed has expired.
 */
export type SigningKeyState = 'PUBLISHED' | 'SIGNING' | 'RETIRED';

/** Seconds for which caches may keep a published key set. */
export const KEY_SET_SECONDS = 300;
/** Seconds by which the clocks of two nodes of the platform may differ. */
export const CLOCK_SKEW_SECONDS = 30;
/** Seconds for which a new key is published before it signs. Caches have by then fetched the key set twice. */
export const PUBLISHED_SECONDS = 2 * KEY_SET_SECONDS;

type KeyTimes = {
  readonly signsFrom: Date;
  /** The longest lifetime of a token that the key may have signed. */
  readonly tokenSecondsMax: number;
};

export type KeyWithState<Key> = {
  readonly key: Key;
  readonly state: SigningKeyState;
  /** The time at which the key is removed. Null while no newer key exists. */
  readonly retiresAt: Date | null;
};

/** Returns the keys of a provider with their states. The newest comes first, in input and result. */
export function keysWithState<Key extends KeyTimes>(keys: readonly Key[], now: Date): KeyWithState<Key>[] {
  const signing = signingKeyAt(keys, now.getTime());
  const from = signing === undefined ? -1 : keys.indexOf(signing);
  return keys.map((key, index) => ({
    key,
    state: index < from ? 'PUBLISHED' : index === from ? 'SIGNING' : 'RETIRED',
    retiresAt: retirementOf(key, keys[index - 1]),
  }));
}

/**
 * Returns the key that signs at a moment: the newest whose time has come. An only key signs even when this clock is
 * behind that of the process that made it.
 *
 * @param keys the newest first
 */
export function signingKeyAt<Key extends { readonly signsFrom: Date | number }>(
  keys: readonly Key[],
  now: number,
): Key | undefined {
  return keys.find(({ signsFrom }) => Number(signsFrom) <= now) ?? keys.at(-1);
}

function retirementOf({ tokenSecondsMax }: KeyTimes, next: KeyTimes | undefined): Date | null {
  if (!next) return null;
  return new Date(next.signsFrom.getTime() + (tokenSecondsMax + CLOCK_SKEW_SECONDS) * 1000);
}

/**
 * @throws TRANSITION_REFUSED when a key waits to sign: rotations in quick succession would otherwise never let a key
 * sign
 */
export function checkRotation(keys: readonly KeyTimes[], now: Date): void {
  const [newest] = keysWithState(keys, now);
  if (newest?.state === 'PUBLISHED')
    refuse('TRANSITION_REFUSED', {
      detail: `A new key signs from ${newest.key.signsFrom.toISOString()}: rotate again after that.`,
      path: ['input', 'oauthProvider'],
    });
}
