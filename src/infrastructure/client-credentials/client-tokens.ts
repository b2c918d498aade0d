import type { Clock } from '../../foundation/clock.ts';
import { refuse } from '../../foundation/errors.ts';
import { FairCache } from '../../foundation/fair-cache.ts';
import type { OrgOutbound } from '../outbound/org-outbound.ts';
import { TokenFault } from './oauth-client.ts';
import { requestToken, type SignedTokenRequest, TOKEN_CHARACTERS_MAX } from './request-token.ts';

/** A grant of tokens, as one back-end in one catalog needs them. */
export type TokenGrant = SignedTokenRequest & {
  readonly orgId: string;
  /** The text that tells it from all others. Another secret makes another one. */
  readonly key: string;
};

export type ClientTokensDeps = {
  /** The connections of an org. */
  readonly outboundOf: (orgId: string) => Pick<OrgOutbound, 'fetch'>;
  readonly clock: Clock;
};

/** The memory of held tokens. Of the longest ones an org keeps 500. */
const BOUNDS = { bytesMax: 128_000_000, bytesMaxOfOrg: 10_000_000 };
/** The memory of a token at most, with all that is held with it. */
const TOKEN_BYTES = TOKEN_CHARACTERS_MAX + 2_048;

/**
 * The tokens that a gateway shows to back-ends.
 *
 * A token is requested once for all calls, renewed in the background before it ends, and used until it ends where the
 * issuer fails. A failing issuer is asked again after a second, then after longer and longer, a minute at most. No org
 * displaces tokens of another.
 */
export class ClientTokens {
  readonly #deps: ClientTokensDeps;
  readonly #held = new FairCache<HeldToken>(BOUNDS, () => TOKEN_BYTES);

  constructor(deps: ClientTokensDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the token of a grant. Only the first call waits for it.
   *
   * @throws BACKEND_TOKEN_UNAVAILABLE with Retry-After, where the issuer gives none
   */
  token(grant: TokenGrant): string | Promise<string> {
    return this.#heldFor(grant).token();
  }

  /** Drops a token that the back-end refused. One that is new stays: a back-end may refuse every token. */
  drop(grant: TokenGrant, token: string): void {
    this.#held.known(grant.orgId, grant.key)?.drop(token);
  }

  #heldFor(grant: TokenGrant): HeldToken {
    const known = this.#held.known(grant.orgId, grant.key);
    if (known) return known;
    const held = new HeldToken(grant, this.#deps);
    this.#held.keep(grant.orgId, grant.key, held);
    return held;
  }
}

/** The lifetime of a token whose issuer tells none. */
const LIFETIME_SECONDS = 300;
/** The part of its lifetime after which a token is renewed. */
const RENEWED_AFTER = 0.75;
/** Time before its expiry at which a token is no longer sent. It must not expire on its way. */
const MARGIN_MS = 2_000;
/** The least time between two requests that refused tokens cause. */
const DROPPED_AFTER_MS = 10_000;
const REST_MIN_MS = 1_000;
const REST_MAX_MS = 60_000;

/** The token of one grant. */
class HeldToken {
  readonly #grant: TokenGrant;
  readonly #deps: ClientTokensDeps;
  #token: string | undefined;
  #issuedAt = 0;
  #renewAt = 0;
  #endsAt = 0;
  #request: Promise<string> | undefined;
  #failures = 0;
  #restUntil = 0;
  #fault = '';

  constructor(grant: TokenGrant, deps: ClientTokensDeps) {
    this.#grant = grant;
    this.#deps = deps;
  }

  token(): string | Promise<string> {
    const now = this.#now();
    const token = now < this.#endsAt ? this.#token : undefined;
    if (token === undefined) return this.#requested(now);
    // A failed renewal is told when there is no token left.
    if (now >= this.#renewAt && now >= this.#restUntil) this.#requested(now).catch(() => undefined);
    return token;
  }

  drop(token: string): void {
    if (token === this.#token && this.#now() - this.#issuedAt >= DROPPED_AFTER_MS) this.#token = undefined;
  }

  /** Calls that come meanwhile wait for the same request. */
  #requested(now: number): Promise<string> {
    if (!this.#request && now < this.#restUntil) this.#refuse(now);
    this.#request ??= this.#renew().finally(() => {
      this.#request = undefined;
    });
    return this.#request;
  }

  async #renew(): Promise<string> {
    try {
      const { text, lifetime = LIFETIME_SECONDS } = await requestToken(
        this.#grant,
        this.#deps.outboundOf(this.#grant.orgId),
      );
      const now = this.#now();
      this.#token = text;
      this.#issuedAt = now;
      this.#renewAt = now + lifetime * 1_000 * RENEWED_AFTER;
      this.#endsAt = now + lifetime * 1_000 - Math.min(MARGIN_MS, lifetime * 100);
      this.#failures = 0;
      return text;
    } catch (error) {
      if (!(error instanceof TokenFault)) throw error;
      const now = this.#now();
      this.#restUntil = now + Math.min(REST_MIN_MS * 2 ** this.#failures, REST_MAX_MS);
      this.#failures += 1;
      this.#fault = error.message;
      return this.#refuse(now);
    }
  }

  #refuse(now: number): never {
    const seconds = Math.max(1, Math.ceil((this.#restUntil - now) / 1_000));
    return refuse('BACKEND_TOKEN_UNAVAILABLE', {
      headers: { 'Retry-After': `${seconds}` },
      facts: { fault: this.#fault },
    });
  }

  #now(): number {
    return this.#deps.clock().getTime();
  }
}
