import type { IssuerAlgorithm } from '../../domain/oauth/external-issuer.ts';
import type { Clock } from '../../foundation/clock.ts';
import { FairCache } from '../../foundation/fair-cache.ts';
import type { OrgOutbound } from '../outbound/org-outbound.ts';
import { Backoff } from './backoff.ts';
import { fetchKeySet, keySetUrlOf } from './issuer-documents.ts';
import { type IssuerKey, issuerKeys } from './issuer-keys.ts';
import { IssuerFault, issuerUnavailable, type TrustedIssuer } from './trusted-issuer.ts';

export type KeySetsDeps = {
  /** The connections of an org. */
  readonly outboundOf: (orgId: string) => Pick<OrgOutbound, 'fetch'>;
  readonly clock: Clock;
};

/** The members of a token's header by which its key is found. */
type KeyHeader = { readonly alg: IssuerAlgorithm; readonly kid: string | undefined };

/** The number of key sets by their state. */
export type KeySetCounts = {
  /** Sets that were read lately. */
  readonly fresh: number;
  /** Sets that are still used, while their issuers do not answer. */
  readonly kept: number;
  /** Sets of issuers that have not answered yet, or not for a day. */
  readonly missing: number;
};

/** The memory that a key set takes, roughly, and that of all. */
const SET_BYTES = 64 * 1024;
const BOUNDS = { bytesMax: 64 * 1024 * 1024, bytesMaxOfOrg: 8 * 1024 * 1024 };

/**
 * The key sets of external issuers, as a process holds them.
 *
 * A set is fetched with the first token, and again in the background after five minutes. A token of an unknown key
 * fetches it at once, so that a rotation refuses no call. While the issuer does not answer, its keys are used for a day.
 */
export class KeySets {
  readonly #deps: KeySetsDeps;
  readonly #held = new FairCache<HeldKeySet>(BOUNDS, () => SET_BYTES);

  constructor(deps: KeySetsDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the keys that may have signed a token. Undefined members tell nothing of the key.
   *
   * @throws ISSUER_UNAVAILABLE with Retry-After, while there is no key set; for an unknown key while the issuer does not answer
   */
  keysFor(issuer: TrustedIssuer, header: KeyHeader): Promise<readonly IssuerKey[]> {
    return this.#heldOf(issuer).keysFor(header);
  }

  counts(): KeySetCounts {
    const states = [...this.#held.values()].map((held) => held.state());
    const count = (state: KeySetState) => states.filter((each) => each === state).length;
    return { fresh: count('FRESH'), kept: count('KEPT'), missing: count('MISSING') };
  }

  #heldOf(issuer: TrustedIssuer): HeldKeySet {
    const { orgId, url, jwksUrl } = issuer;
    const key = JSON.stringify([url, jwksUrl]);
    const known = this.#held.known(orgId, key);
    if (known) return known;
    const held = new HeldKeySet(issuer, this.#deps);
    this.#held.keep(orgId, key, held);
    return held;
  }
}

type KeySetState = 'FRESH' | 'KEPT' | 'MISSING';

/** The age at which a key set is fetched again. A withdrawn key is known after that. */
const RENEWED_AFTER_MS = 5 * 60_000;
/** The least time between two requests that unknown keys cause. */
const UNKNOWN_AFTER_MS = 5_000;
/** The time for which keys are used while their issuer does not answer. */
const KEPT_MS = 24 * 3_600_000;
/** Keys that a token without `kid` is tried with. */
const TRIED_MAX = 4;

/** The key set of one issuer. */
class HeldKeySet {
  readonly #issuer: TrustedIssuer;
  readonly #deps: KeySetsDeps;
  readonly #backoff = new Backoff();
  #keys: readonly IssuerKey[] = [];
  #fetchedAt = Number.NEGATIVE_INFINITY;
  /** The time at which a token of an unknown key last caused a request. */
  #unknownAt = Number.NEGATIVE_INFINITY;
  #request: Promise<void> | undefined;
  #isFailing = false;

  constructor(issuer: TrustedIssuer, deps: KeySetsDeps) {
    this.#issuer = issuer;
    this.#deps = deps;
  }

  async keysFor(header: KeyHeader): Promise<readonly IssuerKey[]> {
    const now = this.#now();
    const age = now - this.#fetchedAt;
    if (age > KEPT_MS) this.#keys = [];
    if (this.#keys.length === 0) await this.#fetch(now);
    else if (age > RENEWED_AFTER_MS) void this.#fetch(now);
    if (this.#keys.length === 0) throw issuerUnavailable(this.#issuer, this.#backoff.secondsLeft(now));
    const known = this.#matching(header);
    return known.length > 0 ? known : this.#unknownFor(header, now);
  }

  /** Fetches the set for a token of an unknown key, but not for each. */
  async #unknownFor(header: KeyHeader, now: number): Promise<readonly IssuerKey[]> {
    // A request under way may have begun before the rotation.
    if (this.#request) await this.#request;
    const known = this.#matching(header);
    if (known.length > 0) return known;
    if (now - this.#unknownAt >= UNKNOWN_AFTER_MS) {
      this.#unknownAt = now;
      await this.#fetch(now);
    }
    const found = this.#matching(header);
    if (found.length === 0 && this.#isFailing)
      throw issuerUnavailable(this.#issuer, this.#backoff.secondsLeft(now));
    return found;
  }

  state(): KeySetState {
    if (this.#keys.length === 0) return 'MISSING';
    return this.#isFailing ? 'KEPT' : 'FRESH';
  }

  #matching({ alg, kid }: KeyHeader): readonly IssuerKey[] {
    return this.#keys
      .filter((key) => key.algorithms.includes(alg) && (kid === undefined || key.kid === kid))
      .slice(0, TRIED_MAX);
  }

  /** Fetches the set, once for all that wait, but not before the backoff is over. */
  #fetch(now: number): Promise<void> {
    if (!this.#request && !this.#backoff.isOver(now)) return Promise.resolve();
    this.#request ??= this.#renew().finally(() => {
      this.#request = undefined;
    });
    return this.#request;
  }

  async #renew(): Promise<void> {
    try {
      const outbound = this.#deps.outboundOf(this.#issuer.orgId);
      const url = await keySetUrlOf(this.#issuer, outbound);
      this.#keys = await issuerKeys(await fetchKeySet(url, outbound));
      this.#fetchedAt = this.#now();
      this.#isFailing = false;
      this.#backoff.noteAnswer();
    } catch (error) {
      if (!(error instanceof IssuerFault)) throw error;
      this.#isFailing = true;
      this.#backoff.noteFailure(this.#now());
    }
  }

  #now(): number {
    return this.#deps.clock().getTime();
  }
}
