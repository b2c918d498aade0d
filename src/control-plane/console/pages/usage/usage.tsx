import type { Context } from 'hono';
import { Chart } from '../../../../ui/components/chart.tsx';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { Icon } from '../../../../ui/components/icon.tsx';
import { LineChart } from '../../../../ui/components/line-chart.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { currentOrgScope } from '../../org-scope.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { quotasPath } from '../parts/console-paths.ts';
import { show } from '../parts/frame.tsx';
import { NoOrg } from '../parts/orgs.tsx';
import { useTexts } from '../parts/texts.ts';
import { duration } from './duration.ts';
import type { FiguresInTime } from './figures.ts';
import { readInTime } from './in-time.ts';
import { METERED_PATH, MeteredLinks, meteredUsage } from './metered-usage.tsx';
import { Tiles } from './tiles.tsx';
import { usageCsv } from './usage-csv.ts';
import { UsageFilters } from './usage-filters.tsx';
import { type Filter, filters, USAGE } from './usage-query.ts';
import {
  barsOf,
  inBuckets,
  type RangeQuery,
  rangeInWords,
  rangeOf,
  summaryOf,
  timesOf,
  type UsageRange,
} from './usage-range.ts';
import { UsageTables } from './usage-tables.tsx';

const PATH = '/console/usage';

/** Adds the page of an org's calls over time, with their outcomes, owners and durations. */
export function usage(pages: ConsolePages): void {
  pages.get('/usage', async (c) => {
    const org = (await currentOrgScope(c))?.org;
    if (org === undefined)
      return show(c.var.pageContext, <NoOrg />, { title: c.var.pageContext.text.usage.title });
    return showUsage(c, org);
  });

  pages.get('/usage/csv', async (c) => {
    const { session, clock, text } = c.var.pageContext;
    const { range } = rangeOf(text, c.req.query(), clock());
    return usageCsv(session, { org: c.req.query('org') ?? null, range, filter: filterIn(c) });
  });

  pages.get('/usage/metered', async (c) => {
    const { session, clock, text } = c.var.pageContext;
    const { range } = rangeOf(text, c.req.query(), clock());
    return meteredUsage(session, {
      org: c.req.query('org') ?? '',
      range,
      isCsv: c.req.query('as') === 'csv',
    });
  });
}

function filterIn({ req }: Context): Filter {
  const entries = filters.map((name) => [name, req.query(name)]);
  return Object.fromEntries(entries.filter(([, value]) => value));
}

/** The values of an address that say which time it is about. */
function timeIn({ req }: Context): RangeQuery {
  const entries = ['span', 'from', 'to'].map((name) => [name, req.query(name)]);
  return Object.fromEntries(entries.filter(([, value]) => value));
}

async function showUsage(c: Context<ConsoleEnv>, org: string): Promise<Response> {
  const { session, clock, text } = c.var.pageContext;
  const time = timeIn(c);
  const filter = filterIn(c);
  const { range, refused } = rangeOf(text, time, clock());
  const [found, inTime] = await Promise.all([
    session.run(USAGE, { org, filter, ...timesOf(range) }),
    readInTime(session, { org, range, filter }),
  ]);
  const title = text.usage.titleOf(found.org?.title ?? org);
  const [all] = found.total.nodes;
  const pathOf = (which: Filter, name = PATH) => `${name}?${new URLSearchParams({ org, ...time, ...which })}`;
  return show(
    c.var.pageContext,
    <>
      <PageHeader title={title}>
        <a class="button" href={pathOf(filter, `${PATH}/csv`)} download>
          <Icon name="download" />
          CSV
        </a>
        <a class="button" href={quotasPath({ org })}>
          <Icon name="gauge" />
          {text.usage.quotas}
        </a>
      </PageHeader>
      <UsageFilters
        query={{ org, time, filter }}
        catalogs={found.org?.catalogs ?? []}
        range={range}
        refused={refused}
        pathOf={pathOf}
      />
      {all ? (
        <>
          <Tiles range={range} now={all} before={found.past.nodes[0]} inTime={inTime} />
          <InTime range={range} inTime={inTime} />
          <UsageTables
            org={org}
            found={found}
            calls={all.calls}
            narrowed={(more) => pathOf({ ...filter, ...more })}
          />
        </>
      ) : (
        <EmptyState
          icon="activity"
          title={text.usage.none(rangeInWords(text, range).within)}
          text={text.usage.noneHint}
        />
      )}
      <MeteredLinks pathAs={(as) => `${METERED_PATH}?${new URLSearchParams({ org, ...time, as })}`} />
    </>,
    { title, org },
  );
}

type InTimeProps = { readonly range: UsageRange; readonly inTime: readonly FiguresInTime[] };

/** The calls by outcome, and how long they took, over time. */
function InTime({ range, inTime }: InTimeProps) {
  const { text, format } = useTexts();
  const { charts } = text.usage;
  const bars = barsOf(format, range, inTime);
  const times = inBuckets(format, range, inTime);
  const values = (of: (figures: FiguresInTime) => number | null) =>
    times.map(({ found }) => (found ? of(found) : null));
  const shared = { when: charts.when, table: charts.table, axisNumber: format.shortNumber };
  return (
    <div class="columns section">
      <Section id="calls-heading" title={charts.calls} class="card">
        <Chart
          id="calls"
          summary={summaryOf(text, range, bars)}
          bars={bars}
          text={{ ...shared, series: charts.series, total: charts.total, number: format.number }}
        />
      </Section>
      <Section id="durations-heading" title={charts.durations} class="card">
        <LineChart
          summary={charts.durationsIn(rangeInWords(text, range).of)}
          times={times}
          lines={[
            { name: 'p50', values: values(({ p50Ms }) => p50Ms) },
            { name: 'p95', values: values(({ p95Ms }) => p95Ms) },
            { name: 'p99', values: values(({ p99Ms }) => p99Ms) },
          ]}
          text={{ ...shared, number: (value) => duration(format, value) }}
        />
      </Section>
    </div>
  );
}
