import { LRUCache } from 'lru-cache';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';

/** Compares the secrets that callers show with stored hashes, and remembers by their full text those that were good. */
export type ShownSecrets = {
  /** The hash that an API key is stored by; undefined for a text that is none. */
  hashOf(key: string): string | undefined;
  /** Those that it may be stored by besides, under secret keys before; none for most platforms. */
  olderHashesOf(key: string): readonly string[];
  /** Notes that a text has this hash, because it was good: what is refused is never remembered. */
  remember(text: string, hash: string): void;
  /** Is it the secret of this hash? Compared in constant time, the first time that it is shown. */
  matches(secret: string, hash: string): boolean;
};

const REMEMBERED_MAX = 10_000;
/** What we issue is shorter. */
const CHARACTERS_MAX = 100;
/** `gk_`, a prefix that may be shown, and 256 random bits. */
const API_KEY = /^gk_[0-9a-f]{8}_[\w-]{43}$/;

export type ShownSecretsDeps = { readonly secrets: Pick<Secrets, 'hash' | 'hashes' | 'matches'> };

export function createShownSecrets({ secrets }: ShownSecretsDeps): ShownSecrets {
  const { hash: digest, hashes: digests, matches } = secrets;
  const hashes = new LRUCache<string, string>({ max: REMEMBERED_MAX });
  return {
    hashOf: (key) => hashes.get(key) ?? (API_KEY.test(key) ? digest(key) : undefined),
    olderHashesOf: (key) => (API_KEY.test(key) ? digests(key).slice(1) : []),
    remember: (text, hash) => {
      if (hashes.peek(text) === undefined) hashes.set(text, hash);
    },
    matches(secret, hash) {
      if (secret.length > CHARACTERS_MAX) return false;
      if (hashes.get(secret) === hash) return true;
      if (!matches(secret, hash)) return false;
      hashes.set(secret, hash);
      return true;
    },
  };
}
