import type { Context } from 'hono';
import type { UsagePeriod } from '../../../../domain/call/usage.ts';
import { type Bar, Chart, type SeriesKey, seriesKeys } from '../../../../ui/components/chart.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { Tabs } from '../../../../ui/components/tabs.tsx';
import type { PortalEnv, PortalPageContext } from '../parts/page-context.ts';

type Bucket = Readonly<Record<SeriesKey, number>> & { readonly from: string };

/** Reads the period of a page: `?period=MONTH`. */
export function periodOf(c: Context<PortalEnv>): UsagePeriod {
  return c.req.query('period') === 'MONTH' ? 'MONTH' : 'DAY';
}

type UsageChartProps = {
  readonly pageContext: PortalPageContext;
  readonly period: UsagePeriod;
  readonly buckets: readonly Bucket[];
};

/** Chart of calls over time by outcome, for one period. The other period is a link away. */
export function UsageChart({ pageContext, period, buckets }: UsageChartProps) {
  const { text, format } = pageContext;
  const bars = buckets.map((bucket) => ({ ...bucket, ...namesOf(pageContext, period, bucket.from) }));
  const isUnused = bars.every((bar) => callsOf(bar) === 0);
  return (
    <div id="usage">
      <Periods pageContext={pageContext} period={period} />
      {isUnused ? (
        <p class="text">{text.usage.none[period]}</p>
      ) : (
        <>
          <p class="text">{totalsOf(pageContext, period, bars)}</p>
          <Chart
            id="calls"
            summary={summaryOf(pageContext, period, bars)}
            bars={bars}
            text={{ ...text.usage, number: format.number, axisNumber: format.shortNumber }}
          />
          <p class="small quiet">{text.usage.utc[period]}</p>
        </>
      )}
    </div>
  );
}

type MeteredUnitsProps = Pick<UsageChartProps, 'pageContext' | 'period'> & {
  readonly meters: readonly { readonly name: string; readonly units: number }[];
};

/** Units that answers told in the same period. Few APIs have meters. */
export function MeteredUnits({ pageContext: { text, format }, period, meters }: MeteredUnitsProps) {
  if (meters.length === 0) return null;
  return (
    <Table
      caption={text.usage.used(period)}
      columns={[
        { heading: text.usage.used(period), cell: ({ name }) => name },
        { heading: text.usage.units, cell: ({ units }) => format.number(units), isNumber: true },
      ]}
      rows={meters}
    />
  );
}

function Periods({ pageContext: { text }, period }: Omit<UsageChartProps, 'buckets'>) {
  return (
    <Tabs
      label={text.usage.periods}
      tabs={(['DAY', 'MONTH'] as const).map((each) => ({
        title: text.usage.period[each],
        href: `?period=${each}#usage`,
        isCurrent: each === period,
      }))}
    />
  );
}

const callsOf = (bar: Readonly<Record<SeriesKey, number>>) =>
  seriesKeys.reduce((sum, key) => sum + bar[key], 0);

/** The hour or day of each bar. Below the chart every sixth hour and every Monday is written. */
function namesOf(
  { format }: PortalPageContext,
  period: UsagePeriod,
  from: string,
): Pick<Bar, 'name' | 'label'> {
  const at = new Date(from);
  if (period === 'MONTH')
    return { name: format.day(from), label: at.getUTCDay() === 1 ? format.day(from) : undefined };
  const hour = format.hour(from);
  return { name: `${format.day(from)}, ${hour}`, label: at.getUTCHours() % 6 === 0 ? hour : undefined };
}

/** The calls of the period in all, and by outcome. */
function totalsOf(
  { text: { usage }, format }: PortalPageContext,
  period: UsagePeriod,
  bars: readonly Bar[],
): string {
  const totals = seriesKeys.map((key) => ({
    name: usage.series[key],
    calls: bars.reduce((sum, bar) => sum + bar[key], 0),
  }));
  const parts = totals
    .filter(({ calls }) => calls > 0)
    .map(({ name, calls }) => `${name}: ${format.number(calls)}.`);
  const total = totals.reduce((sum, { calls }) => sum + calls, 0);
  return usage.summary(period, total, parts.join(' '));
}

function summaryOf(pageContext: PortalPageContext, period: UsagePeriod, bars: readonly Bar[]): string {
  const busiest = bars.reduce((most, bar) => (callsOf(bar) > callsOf(most) ? bar : most));
  return `${totalsOf(pageContext, period, bars)} ${pageContext.text.usage.most(callsOf(busiest), busiest.name)}`;
}
