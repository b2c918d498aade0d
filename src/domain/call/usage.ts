import { refuse } from '../../foundation/errors.ts';

/** What a call of a subscription is counted as. */
export type UsageOutcome = 'ANSWERED' | 'CLIENT_ERROR' | 'LIMITED' | 'REFUSED' | 'SERVER_ERROR';

/**
 * The outcomes of calls that were admitted: those that the plan's limit counted.
 *
 * Decision: SERVER_ERROR is among them, because nearly all of them were; the few that failed here before they were
 * admitted are not told apart.
 */
export const admittedOutcomes: readonly UsageOutcome[] = ['ANSWERED', 'CLIENT_ERROR', 'SERVER_ERROR'];

/** The last 24 hours by hour, or the last 7, 30 or 90 days by day. */
export type UsageSpan = 'DAY' | 'WEEK' | 'MONTH' | 'QUARTER';
/** Those that a consumer is shown. */
export type UsagePeriod = Extract<UsageSpan, 'DAY' | 'MONTH'>;

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

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The buckets of a span: how many, and how long each is. Of both the last one is the present hour or day (UTC). */
const buckets: Record<
  UsageSpan,
  { readonly unit: 'hour' | 'day'; readonly ms: number; readonly count: number }
> = {
  DAY: { unit: 'hour', ms: HOUR_MS, count: 24 },
  WEEK: { unit: 'day', ms: DAY_MS, count: 7 },
  MONTH: { unit: 'day', ms: DAY_MS, count: 30 },
  QUARTER: { unit: 'day', ms: DAY_MS, count: 90 },
};

/** How long a bucket of the span is. */
export function bucketUnit(span: UsageSpan): 'hour' | 'day' {
  return buckets[span].unit;
}

/** When each bucket begins, the oldest first. */
export function bucketStarts(span: UsageSpan, now: Date): Date[] {
  const { ms, count } = buckets[span];
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

/** Every bucket of a span, the oldest first, also those without a call. */
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
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
}

/** By what usage is told apart, beside time. */
export type UsageDimension =
  | 'CATALOG'
  | 'CONSUMER_ORG'
  | 'APPLICATION'
  | 'SUBSCRIPTION'
  | 'PRODUCT'
  | 'PLAN'
  | 'API'
  | 'OPERATION'
  | 'CODE';

/** How long a bucket of a report is. */
export type UsageInterval = 'HOUR' | 'DAY';

/** The longest range of a report, by interval: of hours as many as a month has, so that no page is without end. */
const RANGE_MAX_DAYS: Record<UsageInterval | 'WHOLE', number> = { HOUR: 31, DAY: 400, WHOLE: 400 };

/**
 * The range of a report: from the beginning of the hour, or of the day (UTC) where it is told by the day.
 *
 * @throws BAD_USER_INPUT when it is empty, or too long
 */
export function usageRange(
  { from, to }: { readonly from: Date; readonly to: Date },
  interval: UsageInterval | null,
): { readonly from: Date; readonly to: Date } {
  const unit = interval === 'DAY' ? DAY_MS : HOUR_MS;
  const start = new Date(Math.floor(from.getTime() / unit) * unit);
  const days = RANGE_MAX_DAYS[interval ?? 'WHOLE'];
  if (from >= to)
    refuse('BAD_USER_INPUT', {
      detail: '`from` must be before `to`, which is now unless given.',
      path: ['from'],
    });
  if (to.getTime() - start.getTime() > days * DAY_MS)
    refuse('BAD_USER_INPUT', {
      detail: `Ask for at most ${days} days${interval === 'HOUR' ? ' by the hour' : ''}.`,
      path: ['from'],
    });
  return { from: start, to };
}
