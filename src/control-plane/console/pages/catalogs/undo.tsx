import type { ResultOf } from 'gql.tada';
import type { Context } from 'hono';
import { attempt } from '../../../../graphql/server/run-document.ts';
import { Notice } from '../../../../ui/components/notice.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { type Column, Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange, demandChange } from '../../rights.ts';
import { type CatalogAddress, catalogPath, undoPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { enumLabel, format } from '../parts/format.ts';
import { show } from '../parts/frame.tsx';
import { Links } from '../parts/links.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { State } from '../parts/state.tsx';

const CHANGES = graphql(`
  query CatalogChanges($org: String!, $catalog: String!, $first: Int!, $after: String) {
    catalog(org: $org, name: $catalog) { title }
    undoableChanges(org: $org, catalog: $catalog, first: $first, after: $after) {
      nodes { id action subject at until }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const UNDO = graphql(`
  mutation UndoChange($input: UndoLifecycleChangeInput!, $first: Int!) {
    undoLifecycleChange(input: $input) {
      transitions { product from to }
      subscriptions(first: $first) { consumerOrg application kind fromPlan fromProduct toPlan toProduct }
      warnings { subject message }
    }
  }
`);

const PATH = '/catalogs/:org/:catalog/undo';
const ROWS = 50;
/** Newest changes that a preview can name. An older one has a preview without its name. */
const NAMED = 200;
/** Subscriptions that a preview lists. */
const PREVIEWED = 50;

type Change = ResultOf<typeof CHANGES>['undoableChanges']['nodes'][number];
type Preview = ResultOf<typeof UNDO>['undoLifecycleChange'];
type ChangeAddress = CatalogAddress & { readonly change: string };

/** Adds the undoable changes of a catalog, and a preview of undoing each. */
export function undo(pages: ConsolePages): void {
  pages.get(PATH, (c) => showChanges(c, c.req.param()));
  pages.get(`${PATH}/:change`, (c) => showPreview(c, c.req.param()));

  pages.post(`${PATH}/:change`, async (c) => {
    const { org, catalog, change } = c.req.param();
    const { refused } = await attempt(
      c.var.pageContext.session.run(UNDO, { input: { org, change }, first: 1 }),
    );
    // Its preview tells what stands in the way.
    if (refused) return showPreview(c, { org, catalog, change });
    return c.redirect(`${undoPath({ org, catalog })}?done=undone`, 303);
  });
}

async function showChanges(c: Context<ConsoleEnv>, address: CatalogAddress): Promise<Response> {
  const { pageContext } = c.var;
  const after = c.req.query('after');
  const { catalog, undoableChanges } = await pageContext.session.run(CHANGES, {
    ...address,
    first: ROWS,
    after,
  });
  if (!catalog) return showNotFound(c);
  const { nodes, pageInfo } = undoableChanges;
  const title = `Undo in ${catalog.title}`;
  return show(
    pageContext,
    <>
      <Crumbs org={address.org} trail={[catalogCrumb(address, catalog.title)]} />
      <h1 class="title">{title}</h1>
      <p class="lead">
        What was done with products in the last 30 days. You see what undoing does before it is done.
      </p>
      <Done done={c.req.query('done')} />
      <div class="stack">
        {nodes.length === 0 ? (
          <p class="text">There is nothing to undo.</p>
        ) : (
          <Changes address={address} changes={nodes} mayChange={allowsChange(pageContext.session)} />
        )}
        {pageInfo.hasNextPage && (
          <nav class="row" aria-label="Pages of changes">
            <a class="button" rel="next" href={`${undoPath(address)}?after=${pageInfo.endCursor}`}>
              Older
            </a>
          </nav>
        )}
      </div>
    </>,
    { title, org: address.org },
  );
}

const catalogCrumb = (address: CatalogAddress, title: string) => ({
  title: `Catalog ${title}`,
  href: catalogPath(address),
});

type ChangesProps = {
  readonly address: CatalogAddress;
  readonly changes: readonly Change[];
  readonly mayChange: boolean;
};

function Changes({ address, changes, mayChange }: ChangesProps) {
  const next: Column<Change> = {
    heading: 'Next',
    cell: ({ id, action, subject }) => (
      <Links of={`${action} ${subject}`} links={[{ name: 'Undo …', href: `${undoPath(address)}/${id}` }]} />
    ),
  };
  return (
    <Table
      caption="Changes that can be undone"
      rows={changes}
      columns={[
        {
          heading: 'Change',
          cell: ({ action, subject }) => (
            <>
              <code class="code">{action}</code> <span class="address">{subject}</span>
            </>
          ),
        },
        ...(mayChange ? [next] : []),
        { heading: 'Done', cell: ({ at }) => <Instant at={at} /> },
        { heading: 'Undo until', cell: ({ until }) => <Instant at={until} /> },
      ]}
    />
  );
}

function Instant({ at }: { at: string }) {
  return (
    <time class="when" datetime={at}>
      {format.dateTime(at)}
    </time>
  );
}

/** Shows what undoing a change does, and what stands in its way. */
async function showPreview(c: Context<ConsoleEnv>, { org, catalog: name, change }: ChangeAddress) {
  demandChange(c);
  const { pageContext } = c.var;
  const { run } = pageContext.session;
  const address = { org, catalog: name };
  const { catalog, undoableChanges } = await run(CHANGES, { ...address, first: NAMED });
  if (!catalog) return showNotFound(c);
  const named = undoableChanges.nodes.find(({ id }) => id === change);
  const input = { org, change, dryRun: true };
  const { result, refused } = await attempt(run(UNDO, { input, first: PREVIEWED }));
  const title = 'Undo a change';
  return show(
    pageContext,
    <>
      <Crumbs
        org={org}
        trail={[
          catalogCrumb(address, catalog.title),
          { title: `Undo in ${catalog.title}`, href: undoPath(address) },
        ]}
      />
      <h1 class="title">{title}</h1>
      {named && (
        <p class="lead">
          <code class="code">{named.action}</code> {named.subject}, <Instant at={named.at} />
        </p>
      )}
      <RefusedNotice refused={refused} />
      {result && (
        <>
          <Effects preview={result.undoLifecycleChange} />
          <form class="section" method="post" action={`${undoPath(address)}/${change}`}>
            <button class="button button-primary" type="submit">
              Undo the change
            </button>
          </form>
        </>
      )}
    </>,
    { title, org, refused },
  );
}

function Effects({ preview: { transitions, subscriptions, warnings } }: { preview: Preview }) {
  return (
    <>
      <Section id="products-heading" title="Products">
        <Table
          caption="Products"
          rows={transitions}
          columns={[
            { heading: 'Product', cell: ({ product }) => product },
            { heading: 'Now', cell: ({ from }) => <InCatalog state={from} /> },
            { heading: 'Then', cell: ({ to }) => <InCatalog state={to} /> },
          ]}
        />
      </Section>
      {subscriptions.length > 0 && (
        <Section id="subscriptions-heading" title="Subscriptions">
          <Table caption="Subscriptions" rows={subscriptions} columns={subscriptionColumns} />
          {subscriptions.length === PREVIEWED && <p class="text">These are the first {PREVIEWED}.</p>}
        </Section>
      )}
      {warnings.map(({ subject, message }) => (
        <Notice tone="warning" title={subject}>
          <p class="text">{message}</p>
        </Notice>
      ))}
    </>
  );
}

const subscriptionColumns: readonly Column<Preview['subscriptions'][number]>[] = [
  { heading: 'Application', cell: ({ application, consumerOrg }) => `${application} of ${consumerOrg}` },
  { heading: 'What happens', cell: ({ kind }) => enumLabel(kind) },
  { heading: 'From', cell: ({ fromProduct, fromPlan }) => `${fromProduct}, ${fromPlan}` },
  { heading: 'To', cell: ({ toProduct, toPlan }) => toProduct !== null && `${toProduct}, ${toPlan}` },
];

/** The state of a product. Null is outside the catalog. */
function InCatalog({ state }: { state: string | null }) {
  return state === null ? <span class="quiet">Not in the catalog</span> : <State state={state} />;
}
