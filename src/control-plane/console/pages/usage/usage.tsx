import type { Context } from 'hono';
import { bucketStarts, bucketUnit, type UsageSpan } from '../../../../domain/call/usage.ts';
import { Chart } from '../../../../ui/components/chart.tsx';
import { SelectField } from '../../../../ui/components/field.tsx';
import { currentOrgScope, queryOf, titleOf } from '../../org-scope.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { quotasPath } from '../parts/console-paths.ts';
import { format } from '../parts/format.ts';
import { show } from '../parts/frame.tsx';
import { NoOrg } from '../parts/orgs.tsx';
import { type Filter, filters, USAGE, type UsageResult } from './usage-query.ts';
import { barsOf, spanIn, spans, summaryOf } from './usage-span.ts';
import { Figures, UsageTables } from './usage-tables.tsx';

/** Values of the address. */
type UsageQuery = { readonly org: string; readonly span: UsageSpan; readonly filter: Filter };

/** Adds the page of an org's calls over time, with their outcomes, owners and durations. */
export function usage(pages: ConsolePages): void {
  pages.get('/usage', async (c) => {
    const org = (await currentOrgScope(c))?.org;
    if (org === undefined) return show(c.var.pageContext, <NoOrg />, { title: 'Usage' });
    return showUsage(c, { org, span: spanIn(c.req.query('span')), filter: filterIn(c) });
  });
}

function filterIn({ req }: Context): Filter {
  const entries = Object.keys(filters).map((name) => [name, req.query(name)]);
  return Object.fromEntries(entries.filter(([, value]) => value));
}

/** Address of the page with another filter. */
const usagePath = ({ org, span, filter }: UsageQuery) =>
  `/console/usage${queryOf({ org })}&${new URLSearchParams({ span, ...filter })}`;

async function showUsage(c: Context<ConsoleEnv>, query: UsageQuery): Promise<Response> {
  const { org, span, filter } = query;
  const { session, clock } = c.var.pageContext;
  const now = clock();
  const [from] = bucketStarts(span, now);
  const interval = bucketUnit(span) === 'hour' ? 'HOUR' : 'DAY';
  const found = await session.run(USAGE, { org, from: from?.toISOString() ?? '', interval, filter });
  const { viewer, total, inTime } = found;
  const title = `Usage of ${titleOf({ org }, viewer.orgs)}`;
  const [all] = total.nodes;
  return show(
    c.var.pageContext,
    <>
      <div class="head">
        <h1 class="title">{title}</h1>
        <a class="link" href={quotasPath({ org })}>
          Quotas
        </a>
      </div>
      <Choose query={query} catalogs={found.org?.catalogs ?? []} />
      <Filters query={query} />
      {all ? (
        <>
          <Figures figures={all} />
          <CallsInTime span={span} now={now} counted={inTime.nodes} />
          <UsageTables
            found={found}
            calls={all.calls}
            narrowed={(more) => usagePath({ ...query, filter: { ...filter, ...more } })}
          />
        </>
      ) : (
        <p class="section text">No calls in {spans[span]}.</p>
      )}
    </>,
    { title, menu: '/console/usage', org },
  );
}

type CallsInTimeProps = {
  readonly span: UsageSpan;
  readonly now: Date;
  readonly counted: UsageResult['inTime']['nodes'];
};

function CallsInTime({ span, now, counted }: CallsInTimeProps) {
  const bars = barsOf(span, now, counted);
  return (
    <Chart
      id="calls"
      summary={summaryOf(span, bars)}
      bars={bars}
      text={{
        series: {
          answered: 'Answered',
          clientErrors: 'Client errors (4xx)',
          limited: 'Over the limit (429)',
          refused: 'Refused by the gateway',
          serverErrors: 'Failed (5xx)',
        },
        when: 'From (UTC)',
        total: 'In all',
        table: 'The same as a table',
        number: format.number,
        axisNumber: format.shortNumber,
      }}
    />
  );
}

type ChooseProps = {
  readonly query: UsageQuery;
  readonly catalogs: readonly { readonly name: string; readonly title: string }[];
};

function Choose({ query: { org, span, filter }, catalogs }: ChooseProps) {
  const { catalog = '', ...others } = filter;
  return (
    <form method="get" action="/console/usage" class="form-row">
      <input type="hidden" name="org" value={org} />
      {Object.entries(others).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <SelectField
        name="catalog"
        label="Catalog"
        value={catalog}
        options={[
          { value: '', label: 'All' },
          ...catalogs.map(({ name, title }) => ({ value: name, label: title })),
        ]}
      />
      <SelectField
        name="span"
        label="How far back"
        value={span}
        options={Object.entries(spans).map(([value, label]) => ({
          value,
          label: label.replace('the last', 'Last'),
        }))}
      />
      <div class="form-row-end">
        <button class="button" type="submit">
          Show
        </button>
      </div>
    </form>
  );
}

/** Filters of the page, each with a link that removes it. The catalog is chosen above. */
function Filters({ query }: { query: UsageQuery }) {
  const { catalog, ...narrow } = query.filter;
  const entries = Object.entries(narrow);
  if (entries.length === 0) return null;
  return (
    <ul class="list section">
      {entries.map(([name, value]) => {
        const { [name as keyof Filter]: _left, ...rest } = query.filter;
        return (
          <li>
            Only {filters[name as keyof Filter]} <code class="code">{value}</code>{' '}
            <a class="link" href={usagePath({ ...query, filter: rest })}>
              Show all<span class="visually-hidden"> instead of {value}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
