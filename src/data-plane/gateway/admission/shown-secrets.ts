import { LRUCache } from 'lru-cache';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';

/** Compares secrets of callers with stored hashes, and remembers good ones by their full text. */
export type ShownSecrets = {
  /** The stored hash of an API key; undefined for a text that is none. */
  hashOf(key: string): string | undefined;
  /** Further hashes that it may be stored by, under earlier secret keys. Most platforms have none. */
  olderHashesOf(key: string): readonly string[];
  /** Remembers the hash of a good text. A refused one is never remembered. */
  remember(text: string, hash: string): void;
  /** Tells whether a secret has a hash. Its first comparison is in constant time. */
  matches(secret: string, hash: string): boolean;
};

const REMEMBERED_MAX = 10_000;
/** Longest text that is compared. Issued secrets are shorter. */
const CHARACTERS_MAX = 100;
/** `gk_`, a prefix that may be shown, and 256 random bits. */
const API_KEY = /^gk_[0-9a-f]{8}_[\w-]{43}$/;

export type ShownSecretsDeps = { readonly secrets: Pick<Secrets, 'hash' | 'hashes' | 'matches'> };

export function createShownSecrets({ secrets }: ShownSecretsDeps): ShownSecrets {
  const hashes = new LRUCache<string, string>({ max: REMEMBERED_MAX });
  return {
    hashOf: (key) => hashes.get(key) ?? (API_KEY.test(key) ? secrets.hash(key) : undefined),
    olderHashesOf: (key) => (API_KEY.test(key) ? secrets.hashes(key).slice(1) : []),
    remember: (text, hash) => {
      if (hashes.peek(text) === undefined) hashes.set(text, hash);
    },
    matches(secret, hash) {
      if (secret.length > CHARACTERS_MAX) return false;
      if (hashes.get(secret) === hash) return true;
      if (!secrets.matches(secret, hash)) return false;
      hashes.set(secret, hash);
      return true;
    },
  };
}
