import { bucketStarts, type UsageSpan } from '../../../../domain/call/usage.ts';
import { type Bar, type SeriesKey, seriesKeys } from '../../../../ui/components/chart.tsx';
import { format } from '../parts/format.ts';

/** Spans of a page of usage. */
export const spans: Readonly<Record<UsageSpan, string>> = {
  DAY: 'the last 24 hours',
  WEEK: 'the last 7 days',
  MONTH: 'the last 30 days',
  QUARTER: 'the last 90 days',
};

export const spanIn = (typed: string | undefined): UsageSpan =>
  typed !== undefined && Object.hasOwn(spans, typed) ? (typed as UsageSpan) : 'DAY';

/** Calls by outcome. */
export type Outcomes = Readonly<Record<SeriesKey, number>>;
type Counted = Outcomes & { readonly from: string | null };

/** Makes a bar for each hour or day of a span. Those without a call have one, too. */
export function barsOf(span: UsageSpan, now: Date, counted: readonly Counted[]): Bar[] {
  const byStart = new Map(counted.map((each) => [Date.parse(each.from ?? ''), each]));
  return bucketStarts(span, now).map((from, index) => {
    const found = byStart.get(from.getTime());
    const outcomes = seriesKeys.map((key) => [key, found?.[key] ?? 0] as const);
    return { ...(Object.fromEntries(outcomes) as Outcomes), ...namesOf(span, from, index) };
  });
}

/** Names a bar, and labels some: as many as there is room for. */
function namesOf(span: UsageSpan, from: Date, index: number): Pick<Bar, 'name' | 'label'> {
  const at = from.toISOString();
  const day = format.day(at);
  if (span === 'DAY') {
    const hour = format.hour(at);
    return { name: `${day}, ${hour}`, label: from.getUTCHours() % 6 === 0 ? hour : undefined };
  }
  const isLabelled = {
    WEEK: index % 2 === 0,
    MONTH: from.getUTCDay() === 1,
    QUARTER: from.getUTCDate() === 1,
  };
  return { name: day, label: isLabelled[span] ? day : undefined };
}

const callsOf = (outcomes: Outcomes) => seriesKeys.reduce((sum, key) => sum + outcomes[key], 0);

/** Describes the chart in words, for people who do not see it. */
export function summaryOf(span: UsageSpan, bars: readonly Bar[]): string {
  const total = bars.reduce((sum, bar) => sum + callsOf(bar), 0);
  const busiest = bars.reduce((most, bar) => (callsOf(bar) > callsOf(most) ? bar : most));
  return `Calls of ${spans[span]}: ${format.number(total)} in all. The most were ${format.number(callsOf(busiest))}, from ${busiest.name}.`;
}
