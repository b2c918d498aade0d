import { takesCalls } from '../../../domain/backend/backend.ts';
import type { ShareOwner } from '../../../infrastructure/outbound/upstream/exchange.ts';
import type { CalledBackend } from '../../snapshot/snapshot.ts';
import { type Upstream, upstreamAt } from './upstream.ts';

type Weighted = { readonly upstream: Upstream; readonly weight: number; credit: number };

/**
 * The targets of a back-end, of which each call gets one.
 *
 * Calls are spread as smooth weighted round-robin of nginx does: a heavy target does not get its share in one run. A
 * target whose breaker is open is passed over.
 */
export class WeightedUpstreams {
  readonly #targets: readonly Weighted[];

  constructor(backend: CalledBackend, owner: ShareOwner) {
    this.#targets = backend.targets.filter(takesCalls).flatMap(({ url, weight }) => {
      const upstream = upstreamAt(url, owner, backend);
      return upstream ? [{ upstream, weight, credit: 0 }] : [];
    });
  }

  /** The only target, where there is one alone. */
  get only(): Upstream | undefined {
    const [first, second] = this.#targets;
    return second ? undefined : first?.upstream;
  }

  /** @returns the next target; where all are open one of them, whose breaker then refuses the call */
  next(isOpen: (key: string) => boolean): Upstream | undefined {
    let chosen: Weighted | undefined;
    let total = 0;
    for (const each of this.#targets) {
      if (isOpen(each.upstream.key)) continue;
      each.credit += each.weight;
      total += each.weight;
      if (!chosen || each.credit > chosen.credit) chosen = each;
    }
    if (!chosen) return this.#targets[0]?.upstream;
    chosen.credit -= total;
    return chosen.upstream;
  }
}
