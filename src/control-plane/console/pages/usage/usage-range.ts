import {
  bucketStarts,
  bucketUnit,
  DAY_MS,
  startsBetween,
  type UsageInterval,
  type UsageSpan,
  usageSpans,
} from '../../../../domain/call/usage.ts';
import { type Bar, type SeriesKey, seriesKeys } from '../../../../ui/components/chart.tsx';
import type { Refused } from '../../../../ui/components/refused-notice.tsx';
import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Messages } from '../messages.ts';
import type { WordsOfTime } from './usage-texts.ts';

/** The time that a page is about. */
export type UsageRange = Choice & {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly interval: UsageInterval;
};

/** A span up to now, or the first and the last of chosen days. */
type Choice =
  | { readonly span: UsageSpan; readonly days?: undefined }
  | { readonly days: readonly [first: string, last: string]; readonly span?: undefined };

/** Words of a range, for example `the last 7 days`. */
export function rangeInWords({ usage }: Pick<Messages, 'usage'>, { span, days }: Choice): WordsOfTime {
  return days ? usage.wordsOfDays(...days) : usage.spans[span];
}

/** The time that an address names: a span, or days (UTC). */
export type RangeQuery = { readonly [Member in 'span' | 'from' | 'to']?: string | undefined };

/** Longest time by days that usage is kept for. */
const DAYS_MAX = 400;
/** Days that are shown by the hour. */
const HOURLY_DAYS = 2;

/** Reads the time of a page. Days that are none are refused: the last 24 hours are shown. */
export function rangeOf(
  { usage }: Pick<Messages, 'usage'>,
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
        message: usage.range.refused(DAYS_MAX),
        field: 'from',
      },
    };
  const until = new Date(Math.min(end + DAY_MS, Math.max(now.getTime(), start + 1)));
  return {
    range: {
      days: [new Date(start).toISOString(), new Date(end).toISOString()],
      from: new Date(start),
      to: until,
      interval: days <= HOURLY_DAYS ? 'HOUR' : 'DAY',
    },
  };
}

const spanIn = (typed: string | undefined): UsageSpan => usageSpans.find((span) => span === typed) ?? 'DAY';

const intervals = { minute: 'MINUTE', hour: 'HOUR', day: 'DAY' } as const;

function spanRange(span: UsageSpan, now: Date): UsageRange {
  const [from = now] = bucketStarts(span, now);
  const interval = intervals[bucketUnit(span)];
  return { span, from, to: now, interval };
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
type Outcomes = Readonly<Record<SeriesKey, number>>;
type Counted = { readonly from: string | null };

/** Finds the counts of each bucket of a range. Undefined is a bucket without a call. */
export function inBuckets<Row extends Counted>(format: Formats, range: UsageRange, counted: readonly Row[]) {
  const byStart = new Map(counted.map((each) => [Date.parse(each.from ?? ''), each]));
  const starts = startsBetween(range, range.interval);
  return starts.map((from, index) => ({
    ...namesOf(format, range, { from, index, count: starts.length }),
    found: byStart.get(from.getTime()),
  }));
}

/** Makes a bar for each minute, hour or day of a range. Those without a call have one, too. */
export const barsOf = (format: Formats, range: UsageRange, counted: readonly (Counted & Outcomes)[]): Bar[] =>
  inBuckets(format, range, counted).map(({ found, ...names }) => ({
    ...(Object.fromEntries(seriesKeys.map((key) => [key, found?.[key] ?? 0])) as Outcomes),
    ...names,
  }));

type RangeBucket = { readonly from: Date; readonly index: number; readonly count: number };

/** Names a bucket, and labels some: as many as there is room for. */
function namesOf(
  format: Formats,
  { interval }: UsageRange,
  { from, index, count }: RangeBucket,
): Pick<Bar, 'name' | 'label'> {
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
export function summaryOf(text: Messages, range: UsageRange, bars: readonly Bar[]): string {
  const total = bars.reduce((sum, bar) => sum + callsOf(bar), 0);
  const busiest = bars.reduce((most, bar) => (callsOf(bar) > callsOf(most) ? bar : most));
  const most = { most: callsOf(busiest), from: busiest.name };
  return text.usage.charts.callsIn(rangeInWords(text, range).of, total, most);
}
