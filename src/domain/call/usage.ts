import { refuse } from '../../foundation/errors.ts';
import { quantity } from '../../foundation/text/listed.ts';

/** The outcome that a call of a subscription is counted under. */
export type UsageOutcome = 'ANSWERED' | 'CLIENT_ERROR' | 'LIMITED' | 'REFUSED' | 'SERVER_ERROR';

/**
 * The outcomes of calls that were admitted and counted against the plan's limit.
 *
 * Decision: SERVER_ERROR is among them, because nearly all such calls were admitted. The few that failed before
 * admission are not told apart.
 */
export const admittedOutcomes: readonly UsageOutcome[] = ['ANSWERED', 'CLIENT_ERROR', 'SERVER_ERROR'];

/**
 * The period of a usage chart. QUARTER_HOUR and HOUR are the last 15 or 60 minutes by minute, DAY is the last 24 hours by
 * hour; the others are the last 7, 30 or 90 days by day.
 */
export type UsageSpan = 'QUARTER_HOUR' | 'HOUR' | 'DAY' | 'WEEK' | 'MONTH' | 'QUARTER';
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

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The number and length of a span's buckets. The last bucket is the present minute, hour or day (UTC). */
const buckets: Record<
  UsageSpan,
  { readonly unit: 'minute' | 'hour' | 'day'; readonly ms: number; readonly count: number }
> = {
  QUARTER_HOUR: { unit: 'minute', ms: MINUTE_MS, count: 15 },
  HOUR: { unit: 'minute', ms: MINUTE_MS, count: 60 },
  DAY: { unit: 'hour', ms: HOUR_MS, count: 24 },
  WEEK: { unit: 'day', ms: DAY_MS, count: 7 },
  MONTH: { unit: 'day', ms: DAY_MS, count: 30 },
  QUARTER: { unit: 'day', ms: DAY_MS, count: 90 },
};

/** The spans, the shortest first. */
export const usageSpans = Object.keys(buckets) as readonly UsageSpan[];

/** Returns the length of a span's buckets. */
export function bucketUnit(span: UsageSpan): 'minute' | 'hour' | 'day' {
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

/** Returns the beginning of a minute, in milliseconds since 1970. */
export const minuteOf = (time: number): number => Math.floor(time / MINUTE_MS) * MINUTE_MS;

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
export type UsageInterval = 'MINUTE' | 'HOUR' | 'DAY';

const intervalMs: Record<UsageInterval, number> = { MINUTE: MINUTE_MS, HOUR: HOUR_MS, DAY: DAY_MS };

/** The longest range of a report in days. The shorter ones are limited, so that pages stay short. */
const RANGE_MAX_DAYS: Record<UsageInterval | 'WHOLE', number> = { MINUTE: 1, HOUR: 31, DAY: 400, WHOLE: 400 };
const INTERVAL_WORDS: Partial<Record<UsageInterval | 'WHOLE', string>> = {
  MINUTE: ' by the minute',
  HOUR: ' by the hour',
};
/** Age up to which minutes are kept for certain. */
export const MINUTES_KEPT_MS = DAY_MS;
/** Length up to which a whole range is counted by the minute. */
const MINUTES_OF_WHOLE_MS = 6 * HOUR_MS;

/** The range of a report, and the counts that it is read from. */
export type CountedRange = { readonly from: Date; readonly to: Date; readonly countedBy: 'MINUTE' | 'HOUR' };

type RangeRequest = {
  readonly from: Date;
  readonly to: Date;
  /** Null makes the range one bucket. */
  readonly interval: UsageInterval | null;
};

/**
 * Returns the range of a report. It begins on the minute, on the hour, or on the day (UTC) for a report by day.
 *
 * @throws BAD_USER_INPUT when it is empty, too long, or begins before the minutes that are kept
 */
export function usageRange({ from, to, interval }: RangeRequest, now: Date): CountedRange {
  const isKept = from.getTime() >= now.getTime() - MINUTES_KEPT_MS - MINUTE_MS;
  const isShort = to.getTime() - from.getTime() <= MINUTES_OF_WHOLE_MS;
  const countedBy = interval === 'MINUTE' || (interval === null && isKept && isShort) ? 'MINUTE' : 'HOUR';
  const unit = interval === 'DAY' ? DAY_MS : intervalMs[countedBy];
  const start = new Date(Math.floor(from.getTime() / unit) * unit);
  const days = RANGE_MAX_DAYS[interval ?? 'WHOLE'];
  if (from >= to)
    refuse('BAD_USER_INPUT', {
      detail: '`from` must be before `to`, which is now unless given.',
      path: ['from'],
    });
  if (interval === 'MINUTE' && !isKept)
    refuse('BAD_USER_INPUT', {
      detail: 'Minutes are kept for a day: ask for the last 24 hours, or for the interval HOUR.',
      path: ['from'],
    });
  const slack = interval === 'MINUTE' ? MINUTE_MS : 0;
  if (to.getTime() - start.getTime() > days * DAY_MS + slack)
    refuse('BAD_USER_INPUT', {
      detail: `Ask for at most ${quantity(days, 'day')}${INTERVAL_WORDS[interval ?? 'WHOLE'] ?? ''}.`,
      path: ['from'],
    });
  return { from: start, to, countedBy };
}
