import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { knownIn } from '../snapshot/known.ts';
import type { Provider, Snapshot } from '../snapshot/snapshot.ts';
import { type AccessToken, verifyAccessToken } from '../tokens/verify.ts';

/** An access token that is remembered: what was found out about it once need not be found out again. */
export type RememberedToken = AccessToken & {
  /** The revision of the revocations at which it was last looked up and not revoked; NaN is never. */
  unrevokedAt: number;
  /** The OAuth provider, as the snapshot had it, that was last found to have issued it. */
  provider: Provider | undefined;
};

/** Verifies access tokens, and remembers by their full text those that were good. */
export type Tokens = {
  /**
   * A token that was verified and has not expired. Whatever else can change since it was verified is for the caller to
   * compare with the snapshot.
   */
  recall(token: string): RememberedToken | undefined;
  /** @throws CLIENT_ID_MISSING or TOKEN_INVALID; what is refused is never remembered */
  verify(token: string, snapshot: Snapshot): Promise<RememberedToken>;
  /** How many are remembered. */
  size(): number;
};

const TOKENS_MAX = 50_000;
const CHARACTERS_MAX = 32 * 1024 * 1024;
/** Of its signature: enough that no two tokens share them. */
const KEY_CHARACTERS = 32;

type Entry = { readonly token: string; readonly remembered: RememberedToken };

/** The end of a token: to hash all of it, as for a key of its full text, costs more than to compare it. */
const keyOf = (token: string) => token.slice(-KEY_CHARACTERS);

/** @param clock decides when a token has expired */
export function createTokens(clock: Clock): Tokens {
  const entries = new LRUCache<string, Entry>({
    max: TOKENS_MAX,
    maxSize: CHARACTERS_MAX,
    sizeCalculation: ({ token }) => token.length,
  });
  return {
    recall(token) {
      const key = keyOf(token);
      const entry = entries.get(key);
      if (entry?.token !== token) return undefined;
      if (entry.remembered.expiresAt > clock().getTime()) return entry.remembered;
      entries.delete(key);
      return undefined;
    },
    async verify(token, snapshot) {
      const verified = await verifyAccessToken(token, knownIn(snapshot), clock);
      // In this order: of what is spread first V8 makes objects of a shape each, and reads them slowly.
      const remembered = { unrevokedAt: Number.NaN, provider: undefined, ...verified };
      entries.set(keyOf(token), { token, remembered });
      return remembered;
    },
    size: () => entries.size,
  };
}
