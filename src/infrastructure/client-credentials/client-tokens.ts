import { createHash } from 'node:crypto';
import type { Clock } from '../../foundation/clock.ts';
import { refuse } from '../../foundation/errors.ts';
import { FairCache, type FairCacheBounds } from '../../foundation/fair-cache.ts';
import type { OrgOutbound } from '../outbound/org-outbound.ts';
import { TokenFault } from './oauth-client.ts';
import { requestToken, type SignedTokenRequest, TOKEN_CHARACTERS_MAX } from './request-token.ts';

/** A grant of tokens, as one back-end in one catalog needs them. */
export type TokenGrant = SignedTokenRequest & {
  readonly orgId: string;
  /** Tells whether each caller's token is exchanged. Otherwise all calls have one token of the gateway's own. */
  readonly isExchange: boolean;
  /** The text that tells it from all others. Another secret makes another one. */
  readonly key: string;
};

type ClientTokensDeps = {
  /** The connections of an org. */
  readonly outboundOf: (orgId: string) => Pick<OrgOutbound, 'fetch'>;
  readonly clock: Clock;
};

/** The memory of held tokens. Of the longest ones an org keeps 500. */
const BOUNDS = { bytesMax: 128_000_000, bytesMaxOfOrg: 10_000_000 };
/** The memory of a token at most, with all that is held with it. */
const TOKEN_BYTES = TOKEN_CHARACTERS_MAX + 2_048;
/** Issuers are few. Their rests are kept apart, so that tokens do not displace them. */
const RESTS: FairCacheBounds = { bytesMax: 10_000_000, bytesMaxOfOrg: 1_000_000 };
const REST_BYTES = 1_024;

/** The access token of a caller, which is exchanged. */
type CallerToken = {
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
};

/**
 * The tokens that a gateway shows to back-ends.
 *
 * A token is requested once for all calls that it is for, renewed in the background before it ends, and used until it ends where the
 * issuer fails. A failing issuer is asked again after a second, then after longer and longer, a minute at most. No org
 * displaces tokens of another.
 */
export class ClientTokens {
  readonly #deps: ClientTokensDeps;
  readonly #held = new FairCache<HeldToken>(BOUNDS, () => TOKEN_BYTES);
  readonly #rests = new FairCache<Rest>(RESTS, () => REST_BYTES);

  constructor(deps: ClientTokensDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the token of a grant. Only the first call waits for it.
   *
   * @param caller the token that is exchanged, where the grant is an exchange
   * @throws BACKEND_TOKEN_UNAVAILABLE with Retry-After, where the issuer gives none
   */
  token(grant: TokenGrant, caller?: CallerToken): string | Promise<string> {
    return this.#heldFor(grant, caller).token(caller);
  }

  /** Drops a token that the back-end refused. One that is new stays: a back-end may refuse every token. */
  drop(grant: TokenGrant, token: string, caller?: CallerToken): void {
    this.#held.known(grant.orgId, keyOf(grant, caller))?.drop(token);
  }

  #heldFor(grant: TokenGrant, caller: CallerToken | undefined): HeldToken {
    const key = keyOf(grant, caller);
    const known = this.#held.known(grant.orgId, key);
    if (known) return known;
    const held = new HeldToken(grant, this.#deps, this.#restOf(grant));
    this.#held.keep(grant.orgId, key, held);
    return held;
  }

  #restOf({ orgId, key }: TokenGrant): Rest {
    const known = this.#rests.known(orgId, key);
    if (known) return known;
    const rest = new Rest();
    this.#rests.keep(orgId, key, rest);
    return rest;
  }
}

/** Tells the token of one caller from those of others. The caller's own token is not kept. */
function keyOf({ key }: TokenGrant, caller: CallerToken | undefined): string {
  return caller ? `${key}:${createHash('sha256').update(caller.text).digest('base64')}` : key;
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

/** The token of one grant. It is the gateway's own, or the one in exchange for a caller's. */
class HeldToken {
  readonly #grant: TokenGrant;
  readonly #deps: ClientTokensDeps;
  /** The rest of the issuer is for all tokens of the grant. The own one is for this token alone. */
  readonly #rests: { readonly issuer: Rest; readonly own: Rest };
  #token: string | undefined;
  #issuedAt = 0;
  #renewAt = 0;
  #endsAt = 0;
  #request: Promise<string> | undefined;

  constructor(grant: TokenGrant, deps: ClientTokensDeps, issuer: Rest) {
    this.#grant = grant;
    this.#deps = deps;
    this.#rests = { issuer, own: new Rest() };
  }

  token(caller: CallerToken | undefined): string | Promise<string> {
    const now = this.#now();
    const token = now < this.#endsAt ? this.#token : undefined;
    if (token === undefined) return this.#requested(now, caller);
    // A failed renewal is told when there is no token left.
    if (now >= this.#renewAt && !this.#restAt(now)) this.#requested(now, caller).catch(() => undefined);
    return token;
  }

  drop(token: string): void {
    if (token === this.#token && this.#now() - this.#issuedAt >= DROPPED_AFTER_MS) this.#token = undefined;
  }

  /** Calls that come meanwhile wait for the same request. */
  #requested(now: number, caller: CallerToken | undefined): Promise<string> {
    if (!this.#request) this.#restAt(now)?.refuse(now);
    this.#request ??= this.#renew(caller).finally(() => {
      this.#request = undefined;
    });
    return this.#request;
  }

  async #renew(caller: CallerToken | undefined): Promise<string> {
    const { issuer, own } = this.#rests;
    try {
      const outbound = this.#deps.outboundOf(this.#grant.orgId);
      const { text, lifetime = LIFETIME_SECONDS } = await requestToken(this.#grant, outbound, caller?.text);
      const now = this.#now();
      const endsAt = now + lifetime * 1_000 - Math.min(MARGIN_MS, lifetime * 100);
      this.#token = text;
      this.#issuedAt = now;
      this.#renewAt = now + lifetime * 1_000 * RENEWED_AFTER;
      this.#endsAt = Math.min(endsAt, caller?.expiresAt ?? endsAt);
      issuer.end();
      own.end();
      return text;
    } catch (error) {
      if (!(error instanceof TokenFault)) throw error;
      const now = this.#now();
      const rest = error.isRefusal ? own : issuer;
      rest.begin(now, error.message);
      return rest.refuse(now);
    }
  }

  #restAt(now: number): Rest | undefined {
    const { issuer, own } = this.#rests;
    if (issuer.lastsAt(now)) return issuer;
    return own.lastsAt(now) ? own : undefined;
  }

  #now(): number {
    return this.#deps.clock().getTime();
  }
}

/** The time after a failure in which nothing is requested. It grows with each failure. */
class Rest {
  #failures = 0;
  #until = 0;
  #fault = '';

  lastsAt(now: number): boolean {
    return now < this.#until;
  }

  begin(now: number, fault: string): void {
    this.#until = now + Math.min(REST_MIN_MS * 2 ** this.#failures, REST_MAX_MS);
    this.#failures += 1;
    this.#fault = fault;
  }

  end(): void {
    this.#failures = 0;
    this.#until = 0;
  }

  /** @throws BACKEND_TOKEN_UNAVAILABLE with Retry-After */
  refuse(now: number): never {
    const seconds = Math.max(1, Math.ceil((this.#until - now) / 1_000));
    return refuse('BACKEND_TOKEN_UNAVAILABLE', {
      headers: { 'Retry-After': `${seconds}` },
      facts: { fault: this.#fault },
    });
  }
}
