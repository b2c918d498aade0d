import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../foundation/clock.ts';
import { FairCache } from '../../../foundation/fair-cache.ts';
import type { ExternalToken } from '../../../infrastructure/issuers/external-tokens.ts';
import { type AccessToken, verifyAccessToken } from '../../../infrastructure/tokens/verify.ts';
import type { CallingApplication, Provider, Snapshot } from '../../snapshot/snapshot.ts';
import { tokenKeyring } from '../../snapshot/token-keyring.ts';

/** An access token with the results of its checks, which need not be made again. */
export type CachedToken = AccessToken & {
  readonly text: string;
  /** Revision of the revocations at which it was last found not revoked; -1 is never. */
  unrevokedAt: number;
  /** The OAuth provider of the snapshot that was last found to have issued it. */
  provider: Provider | undefined;
  /** The token as its external issuer vouches for it; undefined for one of the platform. */
  readonly external: ExternalToken | undefined;
  /** The client, with the revision of the clients at its last look-up; -1 is never. */
  client: CallingApplication | undefined;
  clientAt: number;
};

const TOKENS_MAX = 50_000;
const CHARACTERS_MAX = 32 * 1024 * 1024;
/** Characters that a token counts for at least. So there are not too many of them, and no memory is taken for all at once. */
const CHARACTERS_EACH = Math.ceil(CHARACTERS_MAX / TOKENS_MAX);
/** Characters of the signature that form a key. They are enough that no two tokens share them. */
const KEY_CHARACTERS = 32;

/** State of a token before its first call. */
const fresh = {
  unrevokedAt: -1,
  provider: undefined,
  external: undefined,
  client: undefined,
  clientAt: -1,
};

/** The end of a token as its key. A hash of the whole text would cost more than a comparison. */
const keyOf = (text: string) => text.slice(-KEY_CHARACTERS);

const charactersOf = ({ text }: CachedToken) => Math.max(text.length, CHARACTERS_EACH);

/**
 * Verifies access tokens, and remembers by their full text those that were good.
 *
 * To verify one of the platform again takes a tenth of a millisecond, so all orgs share the memory. One of an external
 * issuer may have to be asked for there, so no org displaces those of another.
 */
export class TokenCache {
  readonly #clock: Clock;
  readonly #remembered = new LRUCache<string, CachedToken>({
    maxSize: CHARACTERS_MAX,
    sizeCalculation: charactersOf,
  });
  readonly #external = new FairCache<CachedToken>(
    { bytesMax: CHARACTERS_MAX, bytesMaxOfOrg: CHARACTERS_MAX },
    charactersOf,
  );

  /** @param clock decides when a token has expired */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Number of remembered tokens. */
  get size(): number {
    return this.#remembered.size + this.#external.count;
  }

  /**
   * A token that was verified and has not expired. Whatever else can change since it was verified is for the caller to
   * compare with the snapshot.
   *
   * @param orgId of the API that is called
   */
  recall(text: string, orgId: string): CachedToken | undefined {
    const key = keyOf(text);
    const known = this.#remembered.get(key) ?? this.#external.known(orgId, key);
    if (known?.text !== text) return undefined;
    if (known.expiresAt > this.#clock().getTime()) return known;
    if (known.external) this.#external.forget(orgId, key);
    else this.#remembered.delete(key);
    return undefined;
  }

  /** @throws CLIENT_ID_MISSING or TOKEN_INVALID; what is refused is never remembered */
  async verify(text: string, snapshot: Snapshot): Promise<CachedToken> {
    const verified = await verifyAccessToken(text, tokenKeyring(snapshot), this.#clock);
    // In this order: of what is spread first V8 makes objects of a shape each, and reads them slowly.
    const token = { text, ...fresh, ...verified };
    this.#remembered.set(keyOf(text), token);
    return token;
  }

  /** Remembers a token of an external issuer until it has to be verified again. */
  rememberExternal(text: string, external: ExternalToken): CachedToken {
    const {
      clientId: clientKey,
      subject,
      scopes,
      issuer,
      issuedAt,
      holdsUntil: expiresAt,
      boundTo,
    } = external;
    const claims = { clientKey, subject, scopes, issuer: issuer.url, audience: '', issuedAt, expiresAt };
    const token = { text, ...fresh, external, ...claims, jti: '', familyId: undefined, kid: '', boundTo };
    this.#external.keep(issuer.orgId, keyOf(text), token);
    return token;
  }
}
