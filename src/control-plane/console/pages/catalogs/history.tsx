import type { Context } from 'hono';
import { attempt } from '../../../../graphql/server/run-document.ts';
import { CodeBlock } from '../../../../ui/components/code-block.tsx';
import { Field } from '../../../../ui/components/field.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { offsetOf, type PageOfList, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { CatalogTabs } from '../parts/catalog-tabs.tsx';
import { type CatalogAddress, historyPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { State } from '../parts/state.tsx';
import { useTexts } from '../parts/texts.ts';
import { HistoryChanges } from './history-changes.tsx';
import { type CatalogThen, HISTORY, HISTORY_SINCE, ROWS } from './history-query.ts';

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;

/** Instants of the address, in days and minutes. An empty end is now. */
type Span = { readonly at: string; readonly until: string };

/** Adds the page that shows a catalog at an instant, and what has changed since. */
export function history(pages: ConsolePages): void {
  pages.get('/catalogs/:org/:catalog/history', (c) => showHistory(c, c.req.param()));
}

async function showHistory(c: Context<ConsoleEnv>, address: CatalogAddress): Promise<Response> {
  const { pageContext } = c.var;
  const { run } = pageContext.session;
  const { catalogs } = pageContext.text;
  const { history: words, titleOf, list } = catalogs;
  const { org, catalog } = await run(HISTORY_SINCE, address);
  if (!org || !catalog) return showNotFound(c);
  const { historySince } = org;
  const span = spanIn(c, {
    now: pageContext.clock().getTime(),
    since: Date.parse(historySince ?? '1970-01-01'),
  });
  const page = pageOfList(c.req.query('page'), ROWS);
  const { result, refused } = await attempt(
    run(HISTORY, {
      ...address,
      at: instantOf(span.at),
      until: span.until === '' ? undefined : instantOf(span.until),
      first: ROWS,
      after: c.req.query('after'),
      offset: offsetOf(page),
    }),
  );
  const title = words.title(catalog.title);
  const base = `${historyPath(address)}?${new URLSearchParams(span)}`;
  return show(
    pageContext,
    <>
      <PageHeader
        title={titleOf(catalog.title)}
        crumbs={
          <Crumbs
            org={address.org}
            trail={[{ title: list.title, href: `/console/catalogs?org=${address.org}` }]}
          />
        }
      />
      <CatalogTabs address={address} current="History" />
      <p class="lead">
        {words.lead} {historySince !== null && words.since(historySince)}
      </p>
      <RefusedNotice refused={refused} />
      <SpanForm address={address} span={span} />
      {result?.catalog && (
        <>
          <section class="section stack">
            <h2 class="heading">{words.changes}</h2>
            <p class="text">
              <Between span={span} />
            </p>
            <HistoryChanges changes={result.catalog.changesBetween} older={base} />
          </section>
          <Then address={address} span={span} catalog={result.catalog.asOf} page={page} base={base} />
        </>
      )}
    </>,
    { title, menu: '/console/catalogs', org: address.org, refused },
  );
}

type HistoryTimes = { readonly now: number; readonly since: number };

/** Reads the span of the address. It begins a week ago, or with history, unless it says so. */
function spanIn({ req }: Context, { now, since }: HistoryTimes): Span {
  // The form has minutes, and none of them may be before history.
  const first = Math.ceil(since / MINUTE_MS) * MINUTE_MS;
  const at = new Date(Math.max(now - WEEK_MS, first)).toISOString();
  return { at: req.query('at')?.trim() || at, until: req.query('until')?.trim() ?? '' };
}

/** An instant in UTC of what an input of day and minute sends. */
const instantOf = (local: string) => (/^[\d-]+T\d\d:\d\d$/.test(local) ? `${local}:00Z` : local);

function SpanForm({ address, span: { at, until } }: { address: CatalogAddress; span: Span }) {
  const { history: words } = useTexts().text.catalogs;
  return (
    <search>
      <form method="get" action={historyPath(address)} class="card form-row">
        <Field name="at" label={words.at} type="datetime-local" value={at.slice(0, 16)} required />
        <Field
          name="until"
          label={words.until}
          hint={words.untilHint}
          type="datetime-local"
          value={until.slice(0, 16)}
        />
        <div class="form-row-end">
          <button class="button" type="submit">
            {words.show}
          </button>
        </div>
      </form>
    </search>
  );
}

function Between({ span: { at, until } }: { span: Span }) {
  const { text, format } = useTexts();
  const { history: words } = text.catalogs;
  const end = until === '' ? words.now : format.dateTime(instantOf(until));
  return <>{words.changesBetween(format.dateTime(instantOf(at)), end)}</>;
}

type ThenProps = {
  readonly address: CatalogAddress;
  readonly span: Span;
  readonly catalog: CatalogThen | null;
  readonly page: PageOfList;
  readonly base: string;
};

/** The catalog as it was, and how all of the org is brought back. */
function Then({ address: { org }, span: { at }, catalog, page, base }: ThenProps) {
  const { text, format } = useTexts();
  const { history: words } = text.catalogs;
  return (
    <section class="section stack">
      <h2 class="heading">{words.catalogAt(format.dateTime(instantOf(at)))}</h2>
      {catalog === null ? (
        <p class="text">{words.notThere}</p>
      ) : (
        <>
          {catalog.products.length === 0 ? (
            <p class="text">{words.noProduct}</p>
          ) : (
            <ProductsThen products={catalog.products} />
          )}
          <Pager
            page={page}
            total={catalog.productCount}
            href={(number) => `${base}&page=${number}`}
            text={text.pager(words.pagerRows)}
          />
          <details class="details-apart">
            <summary class="details-summary">{words.settings}</summary>
            <CodeBlock
              code={JSON.stringify(catalog.definition, null, 2)}
              what={words.settings}
              copy={text.copy.label}
              copied={text.copy.done}
            />
          </details>
          <p class="text">{words.manifest}</p>
          <CodeBlock
            code={`gatehouse export --org ${org} --at ${instantOf(at)} --output ${org}.yaml`}
            what={words.command}
            copy={text.copy.label}
            copied={text.copy.done}
          />
        </>
      )}
    </section>
  );
}

function ProductsThen({ products }: Pick<CatalogThen, 'products'>) {
  const { text } = useTexts();
  const { history: words } = text.catalogs;
  return (
    <Table
      caption={words.product}
      rows={products}
      columns={[
        {
          heading: words.product,
          cell: ({ title, product }) => (
            <>
              {title} {product.slice(product.indexOf(':') + 1)}
            </>
          ),
        },
        { heading: words.state, cell: ({ state }) => <State state={state} /> },
        {
          heading: words.apis,
          cell: ({ apis }) => (
            <ul class="plain-list">
              {apis.map(({ name, version, online }) => (
                <li>
                  {name}:{version} · {text.label(online ? 'ONLINE' : 'OFFLINE')}
                </li>
              ))}
            </ul>
          ),
        },
        { heading: words.plans, cell: ({ plans }) => plans.map(({ title }) => title).join(', ') },
        { heading: words.subscriptions, cell: ({ subscriptionCount }) => subscriptionCount, isNumber: true },
      ]}
    />
  );
}
