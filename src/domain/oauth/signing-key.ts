import { refuse } from '../../foundation/errors.ts';

/** What access tokens are signed with. ES256 is cheap to sign, and every client library knows it. (RFC 7518 §3.1, RFC 8037 §3.1) */
export const signingAlgorithms = ['ES256', 'EdDSA', 'RS256'] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];

/** PUBLISHED verifies and does not sign yet; SIGNING signs; RETIRED verifies until the last token that it signed has ended. */
export type SigningKeyState = 'PUBLISHED' | 'SIGNING' | 'RETIRED';

/** How long caches may keep a published key set. */
export const KEY_SET_SECONDS = 300;
/** How far the clocks of two nodes of the platform may be apart. */
export const CLOCK_SKEW_SECONDS = 30;
/** How long a new key is published before it signs: every key set without it has been fetched again by then, twice over. */
export const PUBLISHED_SECONDS = 2 * KEY_SET_SECONDS;

export type KeyTimes = {
  readonly signsFrom: Date;
  /** The longest lifetime of a token that it may have signed. */
  readonly tokenSecondsMax: number;
};

export type KeyWithState<Key> = {
  readonly key: Key;
  readonly state: SigningKeyState;
  /** When it is removed; null as long as none comes after it. */
  readonly retiresAt: Date | null;
};

/** How the keys of a provider stand, the newest first, as they are given. */
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
 * The key that signs at a moment: the newest whose time has come. Where the clock is behind that of the process that made
 * the only key, that one.
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

/** @throws TRANSITION_REFUSED when a key waits to sign: else keys that came quickly after each other would never sign */
export function checkRotation(keys: readonly KeyTimes[], now: Date): void {
  const [newest] = keysWithState(keys, now);
  if (newest?.state === 'PUBLISHED')
    refuse('TRANSITION_REFUSED', {
      detail: `A new key signs from ${newest.key.signsFrom.toISOString()}: rotate again after that.`,
      path: ['input', 'oauthProvider'],
    });
}
