import {
  bucketStarts,
  bucketUnit,
  DAY_MS,
  startsBetween,
  type UsageInterval,
  type UsageSpan,
} from '../../../../domain/call/usage.ts';
import { type Bar, type SeriesKey, seriesKeys } from '../../../../ui/components/chart.tsx';
import type { Refused } from '../../../../ui/components/refused-notice.tsx';
import { format } from '../parts/format.ts';

/** Spans of a page of usage, each up to now. */
export const spans: Readonly<Record<UsageSpan, { readonly short: string; readonly text: string }>> = {
  QUARTER_HOUR: { short: '15 min', text: 'the last 15 minutes' },
  HOUR: { short: '1 hour', text: 'the last hour' },
  DAY: { short: '24 hours', text: 'the last 24 hours' },
  WEEK: { short: '7 days', text: 'the last 7 days' },
  MONTH: { short: '30 days', text: 'the last 30 days' },
  QUARTER: { short: '90 days', text: 'the last 90 days' },
};

/** The time that a page is about. */
export type UsageRange = {
  /** Undefined for chosen days. */
  readonly span: UsageSpan | undefined;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly interval: UsageInterval;
  /** In words, for example `the last 7 days`. */
  readonly text: string;
};

/** The time that an address names: a span, or days (UTC). */
export type RangeQuery = { readonly [Member in 'span' | 'from' | 'to']?: string | undefined };

/** Longest time by days that usage is kept for. */
const DAYS_MAX = 400;
/** Days that are shown by the hour. */
const HOURLY_DAYS = 2;

/** Reads the time of a page. Days that are none are refused: the last 24 hours are shown. */
export function rangeOf(
  query: RangeQuery,
  now: Date,
): { readonly range: UsageRange; readonly refused?: Refused } {
  const { span, from, to } = query;
  if (from === undefined && to === undefined) return { range: spanRange(spanIn(span), now) };
  const [start, end] = [dayOf(from), dayOf(to ?? now.toISOString().slice(0, 10))];
  const days = start === undefined || end === undefined ? 0 : (end - start) / DAY_MS + 1;
  if (start === undefined || end === undefined || days < 1 || days > DAYS_MAX)
    return {
      range: spanRange('DAY', now),
      refused: {
        message: `Choose a first day, and a last one that is at most ${DAYS_MAX} days later.`,
        field: 'from',
      },
    };
  const until = new Date(Math.min(end + DAY_MS, Math.max(now.getTime(), start + 1)));
  const named = [new Date(start), new Date(end)].map((day) => format.date(day.toISOString()));
  return {
    range: {
      span: undefined,
      from: new Date(start),
      to: until,
      interval: days <= HOURLY_DAYS ? 'HOUR' : 'DAY',
      text: days === 1 ? `${named[0]}` : `${named[0]} to ${named[1]}`,
    },
  };
}

const spanIn = (typed: string | undefined): UsageSpan =>
  typed !== undefined && Object.hasOwn(spans, typed) ? (typed as UsageSpan) : 'DAY';

const intervals = { minute: 'MINUTE', hour: 'HOUR', day: 'DAY' } as const;

function spanRange(span: UsageSpan, now: Date): UsageRange {
  const [from = now] = bucketStarts(span, now);
  const interval = intervals[bucketUnit(span)];
  return { span, from, to: now, interval, text: spans[span].text };
}

/** The instant of a day such as 2026-01-31 in UTC; undefined for none. */
function dayOf(text: string | undefined): number | undefined {
  const at = /^\d{4}-\d\d-\d\d$/.test(text ?? '') ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** The same time before a range, which the range is compared with. */
function rangeBefore({ from, to, interval }: UsageRange): { readonly from: Date; readonly to: Date } {
  const [first = from, second] = startsBetween({ from, to }, interval);
  const unit = second ? second.getTime() - first.getTime() : to.getTime() - first.getTime();
  const length = Math.ceil((to.getTime() - first.getTime()) / unit) * unit;
  return { from: new Date(first.getTime() - length), to: new Date(to.getTime() - length) };
}

/** The arguments of queries for a range, and for the time before it. */
export function timesOf(range: UsageRange) {
  const before = rangeBefore(range);
  return {
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    before: before.from.toISOString(),
    beforeTo: before.to.toISOString(),
  };
}

/** Calls by outcome. */
export type Outcomes = Readonly<Record<SeriesKey, number>>;
type Counted = { readonly from: string | null };

/** Finds the counts of each bucket of a range. Undefined is a bucket without a call. */
export function inBuckets<Row extends Counted>(range: UsageRange, counted: readonly Row[]) {
  const byStart = new Map(counted.map((each) => [Date.parse(each.from ?? ''), each]));
  const starts = startsBetween(range, range.interval);
  return starts.map((from, index) => ({
    ...namesOf(range, { from, index, count: starts.length }),
    found: byStart.get(from.getTime()),
  }));
}

/** Makes a bar for each minute, hour or day of a range. Those without a call have one, too. */
export const barsOf = (range: UsageRange, counted: readonly (Counted & Outcomes)[]): Bar[] =>
  inBuckets(range, counted).map(({ found, ...names }) => ({
    ...(Object.fromEntries(seriesKeys.map((key) => [key, found?.[key] ?? 0])) as Outcomes),
    ...names,
  }));

type RangeBucket = { readonly from: Date; readonly index: number; readonly count: number };

/** Names a bucket, and labels some: as many as there is room for. */
function namesOf({ interval }: UsageRange, { from, index, count }: RangeBucket): Pick<Bar, 'name' | 'label'> {
  const at = from.toISOString();
  const day = format.day(at);
  if (interval === 'MINUTE') {
    const time = format.hour(at);
    const every = count > 20 ? 10 : 5;
    return { name: `${day}, ${time}`, label: from.getUTCMinutes() % every === 0 ? time : undefined };
  }
  if (interval === 'HOUR') {
    const hour = format.hour(at);
    return { name: `${day}, ${hour}`, label: from.getUTCHours() % 6 === 0 ? hour : undefined };
  }
  const isLabelled =
    count <= 10 ? index % 2 === 0 : count <= 45 ? from.getUTCDay() === 1 : from.getUTCDate() === 1;
  return { name: day, label: isLabelled ? day : undefined };
}

const callsOf = (outcomes: Outcomes) => seriesKeys.reduce((sum, key) => sum + outcomes[key], 0);

/** Describes the chart in words, for people who do not see it. */
export function summaryOf({ text }: UsageRange, bars: readonly Bar[]): string {
  const total = bars.reduce((sum, bar) => sum + callsOf(bar), 0);
  const busiest = bars.reduce((most, bar) => (callsOf(bar) > callsOf(most) ? bar : most));
  return `Calls of ${text}: ${format.number(total)} in all. The most were ${format.number(callsOf(busiest))}, from ${busiest.name}.`;
}
