import type { Clock } from '../../foundation/clock.ts';
import { refuse } from '../../foundation/errors.ts';
import { PeriodCounts } from './period-counts.ts';

const REQUESTS_MAX = 600;
/** Requests of a network to the portals of all orgs. */
const REQUESTS_MAX_IN_ALL = 10 * REQUESTS_MAX;
const KEYS_MAX = 100_000;

/**
 * Counts the requests of callers without a valid token. A network may send six hundred a minute.
 *
 * Many people may read a portal behind one address, and those of one org would keep those of another out: of portals
 * each org is counted by itself. It counts in this process alone, because it saves this process work.
 */
export class AnonymousRequests {
  readonly #counts: PeriodCounts;

  constructor(clock: Clock) {
    this.#counts = new PeriodCounts(clock, KEYS_MAX);
  }

  /**
   * @param org the name of the org whose portal is asked; there need not be one of that name
   * @throws RATE_LIMIT_EXCEEDED with Retry-After, when a network has sent too many
   */
  count(network: string, org?: string): void {
    if (org === undefined) this.#countOne(network, REQUESTS_MAX);
    else {
      // Those that are refused here count for their org alone, so that it uses up a tenth of all.
      this.#countOne(JSON.stringify([network, org]), REQUESTS_MAX);
      this.#countOne(network, REQUESTS_MAX_IN_ALL);
    }
  }

  #countOne(key: string, max: number): void {
    const { count, secondsLeft } = this.#counts.add(key);
    if (count <= max) return;
    refuse('RATE_LIMIT_EXCEEDED', {
      detail: `Your network sent more than ${max} requests without a valid token within a minute: try again in ${secondsLeft} seconds, or send a token.`,
      headers: { 'Retry-After': `${secondsLeft}` },
    });
  }
}
