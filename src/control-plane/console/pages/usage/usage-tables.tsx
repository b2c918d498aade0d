import type { Child } from 'hono/jsx';
import { sentenceOf } from '../../../../foundation/errors.ts';
import { type Column, Table } from '../../../../ui/components/table.tsx';
import { callsPath } from '../calls/call-filter.tsx';
import { useTexts } from '../parts/texts.ts';
import { titled } from '../parts/titles.ts';
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
  const { tables: text } = useTexts().text.usage;
  const { plans, applications, operations } = found;
  return (
    <>
      <Groups
        title={text.byPlan}
        page={plans}
        name={({ product, productTitle, plan, planTitle }) =>
          product === null ? (
            text.nobodys
          ) : (
            <>
              <a class="link" href={narrowed({ product })}>
                {titled(product, productTitle)}
              </a>{' '}
              {planTitle ?? plan}
            </>
          )
        }
      />
      <Groups
        title={text.byApplication}
        page={applications}
        name={({ consumerOrg, consumerOrgTitle, application, applicationTitle }) =>
          consumerOrg === null || application === null ? (
            text.nobodys
          ) : (
            <>
              <a class="link" href={narrowed({ consumerOrg, application })}>
                {applicationTitle ?? application}
              </a>{' '}
              <span class="quiet">{consumerOrgTitle ?? consumerOrg}</span>
            </>
          )
        }
      />
      <Groups
        title={text.byOperation}
        page={operations}
        name={({ api, apiTitle, operation }) =>
          api === null ? text.nobodys : `${titled(api, apiTitle)} ${operation ?? text.noOperation}`
        }
      />
      <Meters meters={found.total.nodes[0]?.meters ?? []} />
      <Refusals org={org} codes={found.codes.nodes} calls={calls} />
      <p class="section small quiet">{text.counted}</p>
    </>
  );
}

type GroupsProps<Row> = {
  readonly title: string;
  readonly page: { readonly nodes: readonly Row[]; readonly pageInfo: { readonly hasNextPage: boolean } };
  readonly name: (row: Row) => Child;
};

function Groups<Row extends Figures>({ title, page: { nodes, pageInfo }, name }: GroupsProps<Row>) {
  const { text, format } = useTexts();
  const { columns, first } = text.usage.tables;
  const figure = (heading: string, cell: (row: Row) => string): Column<Row> => ({
    heading,
    cell,
    isNumber: true,
  });
  const count = (heading: string, value: (row: Row) => number) =>
    figure(heading, (row) => format.number(value(row)));
  return (
    <section class="section">
      <h2 class="heading">{title}</h2>
      <Table
        caption={title}
        rows={nodes}
        columns={[
          { heading: columns.of, cell: name },
          count(columns.calls, ({ calls }) => calls),
          count(columns.answered, ({ answered }) => answered),
          count(columns.clientErrors, ({ clientErrors }) => clientErrors),
          count(columns.limited, ({ limited }) => limited),
          count(columns.refused, ({ refused }) => refused),
          count(columns.failed, ({ serverErrors }) => serverErrors),
          figure('p50', ({ p50Ms }) => duration(format, p50Ms)),
          figure('p95', ({ p95Ms }) => duration(format, p95Ms)),
          figure('p99', ({ p99Ms }) => duration(format, p99Ms)),
        ]}
      />
      {pageInfo.hasNextPage && (
        <p class="small quiet">{first<Child>(nodes.length, <code class="code">usage</code>)}</p>
      )}
    </section>
  );
}

type MetersProps = { readonly meters: UsageResult['total']['nodes'][number]['meters'] };

/** Units that answers told. Few APIs have meters. */
function Meters({ meters }: MetersProps) {
  const { text, format } = useTexts();
  const { tables } = text.usage;
  if (meters.length === 0) return null;
  return (
    <section class="section">
      <h2 class="heading">{tables.byMeter}</h2>
      <Table
        caption={tables.byMeter}
        rows={meters}
        columns={[
          { heading: tables.meter, cell: ({ name }) => name },
          { heading: tables.units, cell: ({ units }) => format.number(units), isNumber: true },
          { heading: tables.faults, cell: ({ faults }) => format.number(faults), isNumber: true },
        ]}
      />
      <p class="small quiet">{tables.metersByHour}</p>
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
  const { text, format } = useTexts();
  const { tables } = text.usage;
  const rows = codes.filter(({ code }) => code !== null);
  return (
    <section class="section">
      <h2 class="heading">{tables.refusals}</h2>
      {rows.length === 0 ? (
        <p class="text">{tables.noRefusal}</p>
      ) : (
        <Table
          caption={tables.refusals}
          rows={rows}
          columns={[
            { heading: tables.code, cell: ({ code }) => <Code org={org} code={code ?? ''} /> },
            { heading: tables.says, cell: ({ code }) => sentenceOf(code ?? '') },
            { heading: tables.columns.calls, cell: (row) => format.number(row.calls), isNumber: true },
            { heading: tables.share, cell: (row) => format.percent(row.calls / calls), isNumber: true },
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
