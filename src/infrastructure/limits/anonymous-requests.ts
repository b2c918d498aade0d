import type { Clock } from '../../foundation/clock.ts';
import { refuse } from '../../foundation/errors.ts';
import { MinuteCounts } from './minute-counts.ts';

const REQUESTS_MAX = 600;
const NETWORKS_MAX = 100_000;

/**
 * Counts the requests of callers without a valid token. A network may send six hundred a minute.
 *
 * Many people may read a portal behind one address. It counts in this process alone, because it saves this process work.
 */
export class AnonymousRequests {
  readonly #counts: MinuteCounts;

  constructor(clock: Clock) {
    this.#counts = new MinuteCounts(clock, NETWORKS_MAX);
  }

  /** @throws RATE_LIMIT_EXCEEDED with Retry-After, when a network has sent too many */
  count(network: string): void {
    const { count, secondsLeft } = this.#counts.add(network);
    if (count <= REQUESTS_MAX) return;
    refuse('RATE_LIMIT_EXCEEDED', {
      detail: `Your network sent more than ${REQUESTS_MAX} requests without a valid token within a minute: try again in ${secondsLeft} seconds, or send a token.`,
      headers: { 'Retry-After': `${secondsLeft}` },
    });
  }
}
