import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { monthOf, readMonth, writeMonth } from '../../../../domain/plan/invoice.ts';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { Fact } from '../../../../ui/components/fact.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { type ConsumerOrgAddress, consumerOrgPath, invoicePath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { useTexts } from '../parts/texts.ts';

const INVOICE = graphql(`
  query Invoice($org: String!, $catalog: String!, $consumerOrg: String!, $month: String!) {
    consumerOrg(org: $org, catalog: $catalog, name: $consumerOrg) { title }
    invoicePreview(org: $org, catalog: $catalog, consumerOrg: $consumerOrg, month: $month) {
      totals { currency amount }
      periods(first: 200) {
        application product plan from to
        price { currency }
        lines { charge { counts meter } used included billable amount }
      }
    }
  }
`);

type Invoice = ResultOf<typeof INVOICE>['invoicePreview'];
type Period = Invoice['periods'][number];
type Row = Period['lines'][number] & { readonly period: Period };

/** Periods that are shown. */
const PERIODS = 200;

/** Adds the page that previews what a consumer org would be invoiced for a month. */
export function invoice(pages: ConsolePages): void {
  pages.get('/catalogs/:org/:catalog/invoices/:consumerOrg', (c) => showInvoice(c, c.req.param()));
}

async function showInvoice(c: Context<ConsoleEnv>, address: ConsumerOrgAddress): Promise<Response> {
  const { pageContext } = c.var;
  const month = readMonth(c.req.query('month') ?? '') ?? monthOf(pageContext.clock());
  const variables = { ...address, month: writeMonth(month) };
  const { consumerOrg, invoicePreview } = await pageContext.session.run(INVOICE, variables);
  if (!consumerOrg) return showNotFound(c);
  const { title } = pageContext.text.consumers.invoice;
  return show(
    pageContext,
    <>
      <Crumbs org={address.org} trail={[{ title: consumerOrg.title, href: consumerOrgPath(address) }]} />
      <h1 class="title">{title(variables.month)}</h1>
      <Months address={address} month={month.from} now={pageContext.clock()} />
      <Invoiced invoice={invoicePreview} />
    </>,
    { title: title(variables.month), org: address.org },
  );
}

type MonthsProps = { readonly address: ConsumerOrgAddress; readonly month: Date; readonly now: Date };

/** Links to the month before and the one after. What is to come is not counted yet. */
function Months({ address, month, now }: MonthsProps) {
  const around = [monthOf(month, -1), monthOf(month, 1)].filter(({ from }) => from <= now).map(writeMonth);
  return (
    <p class="row">
      {around.map((each) => (
        <a class="button" href={invoicePath(address, each)}>
          {each}
        </a>
      ))}
    </p>
  );
}

function Invoiced({ invoice: { totals, periods } }: { readonly invoice: Invoice }) {
  const { text, format } = useTexts();
  const words = text.consumers.invoice;
  if (periods.length === 0) return <EmptyState icon="inbox" title={words.none} text={words.noneText} />;
  const rows = periods.flatMap((period) => period.lines.map((line): Row => ({ ...line, period })));
  const number = (value: (row: Row) => number) => (row: Row) => row.charge && format.number(value(row));
  return (
    <>
      <p class="text">{words.lead}</p>
      <dl class="facts">
        <Fact name={words.total}>
          {totals.map(({ amount, currency }) => format.money(amount, currency)).join(' + ')}
        </Fact>
      </dl>
      <Section id="lines-heading" title={words.lines}>
        <Table
          caption={words.lines}
          rows={rows}
          columns={[
            { heading: words.application, cell: ({ period }) => period.application },
            { heading: words.plan, cell: ({ period }) => `${period.product}, ${period.plan}` },
            { heading: words.period, cell: ({ period }) => words.fromTo(period.from, period.to) },
            { heading: words.thing, cell: ({ charge }) => words.thingOf(charge) },
            { heading: words.used, cell: number(({ used }) => used), isNumber: true },
            { heading: words.included, cell: number(({ included }) => included), isNumber: true },
            { heading: words.billable, cell: number(({ billable }) => billable), isNumber: true },
            {
              heading: words.amount,
              cell: ({ amount, period }) => format.money(amount, period.price.currency),
              isNumber: true,
            },
          ]}
        />
      </Section>
      {periods.length === PERIODS && <p class="text">{words.first(PERIODS)}</p>}
    </>
  );
}
