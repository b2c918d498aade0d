import { growingCache } from '../../../foundation/growing-cache.ts';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';

const REMEMBERED_MAX = 10_000;
/** Longest text that is compared. Issued secrets are shorter. */
const CHARACTERS_MAX = 100;
/** `gk_`, a prefix that may be shown, and 256 random bits. */
const API_KEY = /^gk_[0-9a-f]{8}_[\w-]{43}$/;

export type ShownSecretsDeps = { readonly secrets: Pick<Secrets, 'hash' | 'hashes' | 'matches'> };

/** Compares secrets of callers with stored hashes, and remembers good ones by their full text. */
export class ShownSecrets {
  readonly #secrets: ShownSecretsDeps['secrets'];
  /** The stored hash of each remembered text. */
  readonly #hashes = growingCache<string>(REMEMBERED_MAX);

  constructor({ secrets }: ShownSecretsDeps) {
    this.#secrets = secrets;
  }

  /** The stored hash of an API key; undefined for a text that is none. */
  hashOf(key: string): string | undefined {
    return this.#hashes.get(key) ?? (API_KEY.test(key) ? this.#secrets.hash(key) : undefined);
  }

  /** Further hashes that it may be stored by, under earlier secret keys. Most platforms have none. */
  olderHashesOf(key: string): readonly string[] {
    return API_KEY.test(key) ? this.#secrets.hashes(key).slice(1) : [];
  }

  /** Remembers the hash of a good text. A refused one is never remembered. */
  remember(text: string, hash: string): void {
    if (this.#hashes.peek(text) === undefined) this.#hashes.set(text, hash);
  }

  /** Tells whether a secret has a hash. Its first comparison is in constant time. */
  matches(secret: string, hash: string): boolean {
    if (secret.length > CHARACTERS_MAX) return false;
    if (this.#hashes.get(secret) === hash) return true;
    if (!this.#secrets.matches(secret, hash)) return false;
    this.#hashes.set(secret, hash);
    return true;
  }
}
