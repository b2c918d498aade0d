import type { Child } from 'hono/jsx';
import { sentenceOf } from '../../../../foundation/errors.ts';
import { type Column, Table } from '../../../../ui/components/table.tsx';
import { callsPath } from '../calls/call-filter.tsx';
import { format } from '../parts/format.ts';
import { duration } from './duration.ts';
import type { Figures } from './figures.ts';
import type { Filter, UsageResult } from './usage-query.ts';

type UsageTablesProps = {
  readonly org: string;
  readonly found: UsageResult;
  /** Number of all calls. */
  readonly calls: number;
  /** Address of the page with a further filter. */
  readonly narrowed: (more: Filter) => string;
};

/** Tables of the same calls: by owner, by target, and by refusal code. */
export function UsageTables({ org, found, calls, narrowed }: UsageTablesProps) {
  const { plans, applications, operations } = found;
  return (
    <>
      <Groups
        title="By product and plan"
        page={plans}
        name={({ product, plan }) =>
          product === null ? (
            NOBODYS
          ) : (
            <>
              <a class="link" href={narrowed({ product })}>
                {product}
              </a>{' '}
              {plan}
            </>
          )
        }
      />
      <Groups
        title="By application"
        page={applications}
        name={({ consumerOrg, application }) =>
          consumerOrg === null || application === null ? (
            NOBODYS
          ) : (
            <a class="link" href={narrowed({ consumerOrg, application })}>
              {consumerOrg}/{application}
            </a>
          )
        }
      />
      <Groups
        title="By operation"
        page={operations}
        name={({ api, operation }) => (api === null ? NOBODYS : `${api} ${operation ?? '(no operation)'}`)}
      />
      <Refusals org={org} codes={found.codes.nodes} calls={calls} />
      <p class="section small quiet">
        Counted within about a second. How long calls took is of those that were not refused, and may be off
        by a factor of 1.4.
      </p>
    </>
  );
}

/** A call can be refused before anybody knows whose it is. */
const NOBODYS = 'Not known';

type GroupsProps<Row> = {
  readonly title: string;
  readonly page: { readonly nodes: readonly Row[]; readonly pageInfo: { readonly hasNextPage: boolean } };
  readonly name: (row: Row) => Child;
};

function Groups<Row extends Figures>({ title, page: { nodes, pageInfo }, name }: GroupsProps<Row>) {
  const number = (heading: string, value: (row: Row) => string): Column<Row> => ({
    heading,
    cell: value,
    isNumber: true,
  });
  return (
    <section class="section">
      <h2 class="heading">{title}</h2>
      <Table
        caption={title}
        rows={nodes}
        columns={[
          { heading: 'Of', cell: name },
          number('Calls', ({ calls }) => format.number(calls)),
          number('Answered', ({ answered }) => format.number(answered)),
          number('Client errors', ({ clientErrors }) => format.number(clientErrors)),
          number('Over the limit', ({ limited }) => format.number(limited)),
          number('Refused', ({ refused }) => format.number(refused)),
          number('Failed', ({ serverErrors }) => format.number(serverErrors)),
          number('p50', ({ p50Ms }) => duration(p50Ms)),
          number('p95', ({ p95Ms }) => duration(p95Ms)),
          number('p99', ({ p99Ms }) => duration(p99Ms)),
        ]}
      />
      {pageInfo.hasNextPage && (
        <p class="small quiet">
          The {nodes.length} with the most calls; the query <code class="code">usage</code> has all.
        </p>
      )}
    </section>
  );
}

type RefusalsProps = {
  readonly org: string;
  readonly codes: UsageResult['codes']['nodes'];
  readonly calls: number;
};

/** Codes of refused and failed calls. What a back-end answered has none. */
function Refusals({ org, codes, calls }: RefusalsProps) {
  const rows = codes.filter(({ code }) => code !== null);
  return (
    <section class="section">
      <h2 class="heading">Refused, by code</h2>
      {rows.length === 0 ? (
        <p class="text">No call was refused.</p>
      ) : (
        <Table
          caption="Refused, by code"
          rows={rows}
          columns={[
            { heading: 'Code', cell: ({ code }) => <Code org={org} code={code ?? ''} /> },
            { heading: 'What it says', cell: ({ code }) => sentenceOf(code ?? '') },
            { heading: 'Calls', cell: (row) => format.number(row.calls), isNumber: true },
            { heading: 'Of all', cell: (row) => format.percent(row.calls / calls), isNumber: true },
          ]}
        />
      )}
    </section>
  );
}

/** A code, which leads to the calls that were refused with it. */
function Code({ org, code }: { readonly org: string; readonly code: string }) {
  return (
    <a class="link" href={callsPath(org, { code })}>
      <code class="code when">{code}</code>
    </a>
  );
}
