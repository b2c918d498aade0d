import type { Clock } from '../../../foundation/clock.ts';
import type { CountKeeper, LimitCount } from './count-keeper.ts';
import type { Limit, LimitsStatus, RateLimitResult, RateLimits } from './rate-limits.ts';

export type CalendarLimitsDeps = {
  /** Counts in windows that a first call opens. */
  readonly windows: RateLimits;
  readonly counts: CountKeeper;
  readonly clock: Clock;
};

type Charge = Parameters<RateLimits['refund']>[2];
type Period = { readonly key: string; readonly endsAt: number; readonly now: number };

/** A window is kept a day longer than the longest of its kind. Clocks differ, and the longest day has 25 hours. */
const KEPT_SECONDS = 86_400;

/**
 * Counts in windows of the calendar, and leaves the others alone. A window of the calendar is one that a first call
 * opens, under a key of its own, and longer than its period. So it is opened once, and its count outlives the process.
 */
export class CalendarLimits implements RateLimits {
  readonly #windows: RateLimits;
  readonly #counts: CountKeeper;
  readonly #clock: Clock;

  constructor({ windows, counts, clock }: CalendarLimitsDeps) {
    this.#windows = windows;
    this.#counts = counts;
    this.#clock = clock;
  }

  consume(key: string, limit: Limit, points = 1): RateLimitResult | Promise<RateLimitResult> {
    if (!limit.calendar) return this.#windows.consume(key, limit, points);
    const period = this.#periodOf(key, limit);
    const consume = (count: LimitCount) => {
      const result = this.#windows.consume(period.key, windowOf(limit, count), points);
      return result instanceof Promise
        ? result.then((result) => inPeriod(result, period))
        : inPeriod(result, period);
    };
    const count = this.#counts.known(period.key);
    return count ? consume(count) : this.#counts.read(period.key, period.endsAt).then(consume);
  }

  /** Gives points back. Those of a period that has ended are lost with it. */
  refund(key: string, limit: Limit, charge: Charge): void {
    if (!limit.calendar) {
      this.#windows.refund(key, limit, charge);
      return;
    }
    const count = this.#counts.known(this.#periodOf(key, limit).key);
    if (count) this.#windows.refund(count.key, windowOf(limit, count), charge);
  }

  async peek(key: string, limit: Limit): Promise<RateLimitResult> {
    if (!limit.calendar) return this.#windows.peek(key, limit);
    const period = this.#periodOf(key, limit);
    const count = await this.#counts.peek(period.key, period.endsAt);
    return inPeriod(await this.#windows.peek(period.key, windowOf(limit, count)), period);
  }

  status(): LimitsStatus {
    return this.#windows.status();
  }

  async close(): Promise<void> {
    await this.#windows.close();
    await this.#counts.close();
  }

  #periodOf(key: string, { windowSeconds, calendar }: Limit): Period {
    const now = this.#clock().getTime();
    const { startsAt, endsAt } = calendar?.at(now) ?? { startsAt: 0, endsAt: 0 };
    return { key: `${key}:${windowSeconds}:${startsAt}`, endsAt, now };
  }
}

const windowOf = ({ limit, windowSeconds }: Limit, count: LimitCount): Limit => ({
  limit,
  windowSeconds: windowSeconds + KEPT_SECONDS,
  count,
});

const inPeriod = (result: RateLimitResult, { endsAt, now }: Period): RateLimitResult => ({
  ...result,
  resetsInMs: Math.max(1, endsAt - now),
});
