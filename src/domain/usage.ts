/** What a call of a subscription is counted as. */
export type UsageOutcome = 'ANSWERED' | 'CLIENT_ERROR' | 'LIMITED' | 'REFUSED' | 'SERVER_ERROR';

/**
 * The outcomes of calls that were admitted: those that the plan's limit counted.
 *
 * Decision: SERVER_ERROR is among them, because nearly all of them were; the few that failed here before they were
 * admitted are not told apart.
 */
export const admittedOutcomes: readonly UsageOutcome[] = ['ANSWERED', 'CLIENT_ERROR', 'SERVER_ERROR'];

/** The last 24 hours by hour, or the last 30 days by day. */
export type UsagePeriod = 'DAY' | 'MONTH';

/** Calls from a moment until the next bucket begins. */
export type UsageBucket = {
  readonly from: Date;
  readonly answered: number;
  readonly clientErrors: number;
  readonly limited: number;
  readonly refused: number;
  readonly serverErrors: number;
};

/** Calls of one outcome in the bucket that begins at a moment. */
export type CountedCalls = { readonly from: Date; readonly outcome: UsageOutcome; readonly calls: number };

const HOUR_MS = 3_600_000;

/** The buckets of a period: how many, and how long each is. Of both the last one is the present hour or day (UTC). */
const buckets: Record<
  UsagePeriod,
  { readonly unit: 'hour' | 'day'; readonly ms: number; readonly count: number }
> = {
  DAY: { unit: 'hour', ms: HOUR_MS, count: 24 },
  MONTH: { unit: 'day', ms: 24 * HOUR_MS, count: 30 },
};

/** How long a bucket of the period is. */
export function bucketUnit(period: UsagePeriod): 'hour' | 'day' {
  return buckets[period].unit;
}

/** When each bucket begins, the oldest first. */
export function bucketStarts(period: UsagePeriod, now: Date): Date[] {
  const { ms, count } = buckets[period];
  const last = Math.floor(now.getTime() / ms);
  return Array.from({ length: count }, (_, index) => new Date((last - count + 1 + index) * ms));
}

const members = {
  ANSWERED: 'answered',
  CLIENT_ERROR: 'clientErrors',
  LIMITED: 'limited',
  REFUSED: 'refused',
  SERVER_ERROR: 'serverErrors',
} as const satisfies Record<UsageOutcome, keyof UsageBucket>;

/** Every bucket of a period, the oldest first, also those without a call. */
export function usageBuckets(starts: readonly Date[], counted: readonly CountedCalls[]): UsageBucket[] {
  return starts.map((from) => {
    const bucket = { from, answered: 0, clientErrors: 0, limited: 0, refused: 0, serverErrors: 0 };
    for (const { from: at, outcome, calls } of counted)
      if (at.getTime() === from.getTime()) bucket[members[outcome]] += calls;
    return bucket;
  });
}

/** Midnight (UTC) before a moment. */
export function startOfDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / (24 * HOUR_MS)) * 24 * HOUR_MS);
}
