import { refuse } from '../../foundation/errors.ts';

/** The outcome that a call of a subscription is counted under. */
export type UsageOutcome = 'ANSWERED' | 'CLIENT_ERROR' | 'LIMITED' | 'REFUSED' | 'SERVER_ERROR';

/**
 * The outcomes of calls that were admitted and counted against the plan's limit.
 *
 * Decision: SERVER_ERROR is among them, because nearly all such calls were admitted. The few that failed before
 * admission are not told apart.
 */
export const admittedOutcomes: readonly UsageOutcome[] = ['ANSWERED', 'CLIENT_ERROR', 'SERVER_ERROR'];

/** The period of a usage chart. DAY is the last 24 hours by hour; the others are the last 7, 30 or 90 days by day. */
export type UsageSpan = 'DAY' | 'WEEK' | 'MONTH' | 'QUARTER';
/** The spans that consumers see. */
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

/** The number and length of a span's buckets. The last bucket is the present hour or day (UTC). */
const buckets: Record<
  UsageSpan,
  { readonly unit: 'hour' | 'day'; readonly ms: number; readonly count: number }
> = {
  DAY: { unit: 'hour', ms: HOUR_MS, count: 24 },
  WEEK: { unit: 'day', ms: DAY_MS, count: 7 },
  MONTH: { unit: 'day', ms: DAY_MS, count: 30 },
  QUARTER: { unit: 'day', ms: DAY_MS, count: 90 },
};

/** The spans, the shortest first. */
export const usageSpans = Object.keys(buckets) as readonly UsageSpan[];

/** Returns the length of a span's buckets. */
export function bucketUnit(span: UsageSpan): 'hour' | 'day' {
  return buckets[span].unit;
}

/** Returns the starts of a span's buckets, the oldest first. */
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

/** Returns every bucket of a span, the oldest first, also those without a call. */
export function usageBuckets(starts: readonly Date[], counted: readonly CountedCalls[]): UsageBucket[] {
  return starts.map((from) => {
    const bucket = { from, answered: 0, clientErrors: 0, limited: 0, refused: 0, serverErrors: 0 };
    for (const { from: at, outcome, calls } of counted)
      if (at.getTime() === from.getTime()) bucket[members[outcome]] += calls;
    return bucket;
  });
}

/** Returns the starts of the buckets of a range, the oldest first. */
export function startsBetween(
  { from, to }: { readonly from: Date; readonly to: Date },
  interval: UsageInterval,
): Date[] {
  const ms = intervalMs[interval];
  const first = Math.floor(from.getTime() / ms);
  const count = Math.ceil(to.getTime() / ms) - first;
  return Array.from({ length: count }, (_, index) => new Date((first + index) * ms));
}

/** Returns midnight (UTC) before a moment. */
export function startOfDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
}

/** Dimensions that usage is grouped by, besides time. */
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

/** The length of a report's buckets. */
export type UsageInterval = 'HOUR' | 'DAY';

const intervalMs: Record<UsageInterval, number> = { HOUR: HOUR_MS, DAY: DAY_MS };

/** The longest range of a report in days, by interval. Hours are limited to a month, so that pages stay short. */
const RANGE_MAX_DAYS: Record<UsageInterval | 'WHOLE', number> = { HOUR: 31, DAY: 400, WHOLE: 400 };

/**
 * Returns the range of a report. It begins on the hour, or on the day (UTC) for a report by day.
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
