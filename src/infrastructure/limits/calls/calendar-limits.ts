import type { CalendarPeriod } from '../../../domain/plan/calendar.ts';
import type { Clock } from '../../../foundation/clock.ts';
import type { CountKeeper, LimitCount } from './count-keeper.ts';
import type {
  AskedLimit,
  Limit,
  LimitsStatus,
  OpenedWindows,
  RateLimitResult,
  RateLimits,
} from './rate-limits.ts';

type CalendarLimitsDeps = {
  /** Counts in windows that a first call opens. */
  readonly windows: OpenedWindows;
  readonly counts: CountKeeper;
  readonly clock: Clock;
};

type Charge = Parameters<RateLimits['refund']>[2];

/** A window is kept a day longer than the longest of its kind. Clocks differ, and the longest day has 25 hours. */
const KEPT_SECONDS = 86_400;

/**
 * Counts in windows of the calendar, and leaves the others alone. A window of the calendar is one that a first call
 * opens, under a key of its own, and longer than its period. So it is opened once, and its count outlives the process.
 */
export class CalendarLimits implements RateLimits {
  readonly #windows: OpenedWindows;
  readonly #counts: CountKeeper;
  readonly #clock: Clock;
  /** Counts of a current period, by the key of their limit. No call has to build the key of its window then. */
  readonly #current = new WeakMap<CalendarPeriod, Map<string, LimitCount>>();

  constructor({ windows, counts, clock }: CalendarLimitsDeps) {
    this.#windows = windows;
    this.#counts = counts;
    this.#clock = clock;
  }

  consume(key: string, limit: Limit, points = 1): RateLimitResult | Promise<RateLimitResult> {
    if (!limit.calendar) return this.#windows.consume(key, limit, points);
    const now = this.#clock().getTime();
    const period = limit.calendar.at(now);
    const leftMs = Math.max(1, period.endsAt - now);
    const count = this.#current.get(period)?.get(key) ?? this.#known(key, limit, period);
    return count
      ? this.#consumeIn(count, limit, { points, leftMs })
      : this.#counts
          .read(periodKey(key, limit, period), period.endsAt)
          .then((count) => this.#consumeIn(count, limit, { points, leftMs }));
  }

  prepare(key: string, limit: Limit, points: number): void {
    if (!limit.calendar) {
      this.#windows.prepare(key, limit, points);
      return;
    }
    const count = this.#known(key, limit, limit.calendar.at(this.#clock().getTime()));
    if (count) this.#windows.prepare(count.key, windowOf(limit, count), points);
  }

  /** Gives points back. Those of a period that has ended are lost with it. */
  refund(key: string, limit: Limit, charge: Charge): void {
    if (!limit.calendar) {
      this.#windows.refund(key, limit, charge);
      return;
    }
    const count = this.#known(key, limit, limit.calendar.at(this.#clock().getTime()));
    if (count) this.#windows.refund(count.key, windowOf(limit, count), charge);
  }

  async peek(key: string, limit: Limit): Promise<RateLimitResult> {
    const [result] = await this.peekAll([{ key, limit }]);
    if (!result) throw new TypeError('A window that was asked about has no state.');
    return result;
  }

  async peekAll(asked: readonly AskedLimit[]): Promise<RateLimitResult[]> {
    const now = this.#clock().getTime();
    const periods = asked.map(({ key, limit }) => {
      const period = limit.calendar?.at(now);
      return period && { key: periodKey(key, limit, period), endsAt: period.endsAt };
    });
    const counts = await this.#counts.peekAll(periods.filter((period) => period !== undefined));
    const byKey = new Map(counts.map((count) => [count.key, count]));
    return Promise.all(
      asked.map(async ({ key, limit }, at) => {
        const count = byKey.get(periods[at]?.key ?? '');
        if (!count) return this.#windows.peek(key, limit);
        const result = await this.#windows.peek(count.key, windowOf(limit, count));
        return inPeriod(result, Math.max(1, count.endsAt - now));
      }),
    );
  }

  status(): LimitsStatus {
    return this.#windows.status();
  }

  async close(): Promise<void> {
    await this.#windows.close();
    await this.#counts.close();
  }

  #known(key: string, limit: Limit, period: CalendarPeriod): LimitCount | undefined {
    const count = this.#counts.known(periodKey(key, limit, period));
    if (!count) return undefined;
    const current = this.#current.get(period);
    if (current) current.set(key, count);
    else this.#current.set(period, new Map([[key, count]]));
    return count;
  }

  #consumeIn(
    count: LimitCount,
    limit: Limit,
    { points, leftMs }: { readonly points: number; readonly leftMs: number },
  ): RateLimitResult | Promise<RateLimitResult> {
    const result = this.#windows.consume(count.key, windowOf(limit, count), points);
    return result instanceof Promise
      ? result.then((result) => inPeriod(result, leftMs))
      : inPeriod(result, leftMs);
  }
}

const periodKey = (key: string, { windowSeconds }: Limit, { startsAt }: CalendarPeriod): string =>
  `${key}:${windowSeconds}:${startsAt}`;

const windowOf = ({ limit, windowSeconds }: Limit, count: LimitCount): Limit => ({
  limit,
  windowSeconds: windowSeconds + KEPT_SECONDS,
  calendar: undefined,
  count,
});

const inPeriod = (
  { admitted, limit, remaining, turn }: RateLimitResult,
  resetsInMs: number,
): RateLimitResult => ({ admitted, limit, remaining, resetsInMs, turn });
