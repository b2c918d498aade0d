import { takesCalls } from '../../../domain/backend/backend.ts';
import { hashOf, rendezvousScore, type Sticky } from '../../../domain/backend/balancing.ts';
import type { ShareOwner } from '../../../infrastructure/outbound/upstream/exchange.ts';
import type { CalledBackend } from '../../snapshot/snapshot.ts';
import { type PoolTarget, type Upstream, upstreamAt } from './upstream.ts';

type Weighted = {
  readonly upstream: Upstream;
  readonly target: PoolTarget;
  /** Hash of its address, for callers that stick to a target. */
  readonly hash: number;
  credit: number;
};

/** The present state of targets. */
export type TargetStates = {
  /** Tells whether the circuit breaker of an upstream is open. */
  isOpen(key: string): boolean;
  /** Returns the share of its weight that a target gets, from 0 to 1. */
  shareOf(target: PoolTarget): number;
};

type NextOptions = {
  /** Text that tells a caller who sticks to one target from others. Undefined spreads the calls. */
  readonly stickyKey?: string | undefined;
  /** A target that has failed the call. */
  readonly except?: Upstream | undefined;
};

/**
 * The targets of a back-end, of which each call gets one.
 *
 * Calls are spread as smooth weighted round-robin of nginx does: a heavy target does not get its share in one run. A
 * target whose breaker is open, that is unhealthy or ejected is passed over. Where that leaves none, all whose breaker
 * is closed get calls: checks may be wrong, and nobody would be served.
 */
export class WeightedUpstreams {
  /** The rule by which calls stick to a target; null for none. */
  readonly sticky: Sticky | null;
  readonly #targets: readonly Weighted[];

  constructor(
    backend: CalledBackend,
    { owner, pool }: { readonly owner: ShareOwner; readonly pool: string },
  ) {
    const { slowStartMs } = backend;
    const taking = backend.targets.filter((each) => takesCalls(each) && URL.canParse(each.url));
    this.sticky = backend.sticky;
    this.#targets = taking.flatMap(({ url, weight, health, since }) => {
      const isUnhealthy = health === 'UNHEALTHY';
      const target = { pool, url, poolSize: taking.length, weight, isUnhealthy, since, slowStartMs };
      const upstream = upstreamAt(url, owner, { backend, target: taking.length > 1 ? target : undefined });
      return upstream ? [{ upstream, target, hash: hashOf(url), credit: 0 }] : [];
    });
  }

  /** The only target, where there is one alone. */
  get only(): Upstream | undefined {
    const [first, second] = this.#targets;
    return second ? undefined : first?.upstream;
  }

  /** @returns the next target; where all are open one of them, whose breaker then refuses the call */
  next(states: TargetStates, { stickyKey, except }: NextOptions = {}): Upstream | undefined {
    const chosen =
      this.#choose(states, { stickyKey, except }) ??
      this.#choose({ isOpen: (key) => states.isOpen(key), shareOf: everyShare }, { stickyKey, except });
    return chosen ?? (except ? undefined : this.#targets[0]?.upstream);
  }

  #choose(states: TargetStates, { stickyKey, except }: NextOptions): Upstream | undefined {
    const caller = stickyKey === undefined ? undefined : hashOf(stickyKey);
    let chosen: Weighted | undefined;
    let best = Number.NEGATIVE_INFINITY;
    let total = 0;
    for (const each of this.#targets) {
      if (each.upstream === except || states.isOpen(each.upstream.key)) continue;
      const weight = each.target.weight * states.shareOf(each.target);
      if (weight === 0) continue;
      if (caller === undefined) each.credit += weight;
      total += weight;
      const score = caller === undefined ? each.credit : rendezvousScore(caller, each.hash, weight);
      if (score <= best) continue;
      best = score;
      chosen = each;
    }
    if (chosen && caller === undefined) chosen.credit -= total;
    return chosen?.upstream;
  }
}

const everyShare = () => 1;
