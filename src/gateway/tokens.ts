import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { knownIn } from '../snapshot/known.ts';
import type { CatalogSnapshot, Snapshot } from '../snapshot/snapshot.ts';
import { type AccessToken, verifyAccessToken } from '../tokens/verify.ts';

/** An access token that is remembered: what was found out about it once need not be found out again. */
export type RememberedToken = AccessToken & {
  /** The revision of the revocations at which it was last looked up and not revoked; NaN is never. */
  unrevokedAt: number;
};

/** Verifies access tokens, and remembers by their full text those that were good. */
export type Tokens = {
  /**
   * A token that was verified and has not expired, in a catalog that knows its client. Whatever else can change since
   * it was verified is for the caller to compare with the snapshot.
   */
  recall(token: string, catalog: CatalogSnapshot): RememberedToken | undefined;
  /** @throws CLIENT_ID_MISSING or TOKEN_INVALID; what is refused is never remembered */
  verify(token: string, snapshot: Snapshot): Promise<RememberedToken>;
  /** How many are remembered. */
  size(): number;
};

const TOKENS_MAX = 50_000;
const CHARACTERS_MAX = 32 * 1024 * 1024;

/** @param clock decides when a token has expired */
export function createTokens(clock: Clock): Tokens {
  const remembered = new LRUCache<string, RememberedToken>({
    max: TOKENS_MAX,
    maxSize: CHARACTERS_MAX,
    sizeCalculation: (_, token) => token.length,
  });
  return {
    recall(token, catalog) {
      const known = remembered.get(token);
      if (!known || !catalog.clients.has(known.clientKey)) return undefined;
      if (known.expiresAt > clock().getTime()) return known;
      remembered.delete(token);
      return undefined;
    },
    async verify(token, snapshot) {
      const verified = {
        ...(await verifyAccessToken(token, knownIn(snapshot), clock)),
        unrevokedAt: Number.NaN,
      };
      remembered.set(token, verified);
      return verified;
    },
    size: () => remembered.size,
  };
}
