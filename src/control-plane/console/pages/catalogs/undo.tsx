import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { type Column, Table } from '../../../../ui/components/table.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import { type ConsoleEnv, type ConsolePages, ownPath } from '../../page-context.ts';
import { allowsChange, demandChange } from '../../rights.ts';
import { doneInWords } from '../actions/action-table.ts';
import { CallTexts } from '../actions/call-texts.tsx';
import { withChange } from '../actions/change-bar.tsx';
import { Effects } from '../actions/effects.tsx';
import { runChange } from '../actions/lifecycle-change.ts';
import { type CatalogAddress, catalogPath, undoPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';
import { Links } from '../parts/links.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { useTexts } from '../parts/texts.ts';

const CHANGES = graphql(`
  query CatalogChanges($org: String!, $catalog: String!, $product: String, $first: Int!, $after: String) {
    catalog(org: $org, name: $catalog) { title }
    undoableChanges(org: $org, catalog: $catalog, product: $product, first: $first, after: $after) {
      nodes { id action subject at until }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const CHANGE = graphql(`
  query UndoneChange($org: String!, $catalog: String!, $change: ID!) {
    catalog(org: $org, name: $catalog) { title }
    undoableChange(org: $org, id: $change) { action subject at }
  }
`);

const PATH = '/catalogs/:org/:catalog/undo';
const ROWS = 50;

type Change = ResultOf<typeof CHANGES>['undoableChanges']['nodes'][number];
type ChangeAddress = CatalogAddress & { readonly change: string };

/** Adds the undoable changes of a catalog, and a preview of undoing each. */
export function undo(pages: ConsolePages): void {
  pages.get(PATH, (c) => showChanges(c, c.req.param()));
  pages.get(`${PATH}/:change`, (c) => showPreview(c, c.req.param(), { from: c.req.query('from') }));

  pages.post(`${PATH}/:change`, async (c) => {
    const { change, ...address } = c.req.param();
    const { from } = await readForm(c, 'from');
    const { result, refused } = await attempt(
      runChange(c.var.pageContext.session.run, undoOf({ ...address, change })),
    );
    // Its preview tells what stands in the way, but for what only a rehearsal may do.
    if (refused) return showPreview(c, { ...address, change }, { from, refused });
    return c.redirect(withChange(fromOf(from, address), address, result), 303);
  });
}

const undoOf = ({ org, change }: ChangeAddress) =>
  ({ mutation: 'undoLifecycleChange', input: { org, change } }) as const;

/** The page that the preview was opened from. It is the list of changes unless the form says so. */
const fromOf = (from: string | undefined, address: CatalogAddress) =>
  from ? ownPath(from) : undoPath(address);

async function showChanges(c: Context<ConsoleEnv>, address: CatalogAddress): Promise<Response> {
  const { pageContext } = c.var;
  const { catalogs } = pageContext.text;
  const words = catalogs.undo;
  const { after, product } = c.req.query();
  const { catalog, undoableChanges } = await pageContext.session.run(CHANGES, {
    ...address,
    product,
    first: ROWS,
    after,
  });
  if (!catalog) return showNotFound(c);
  const { nodes, pageInfo } = undoableChanges;
  const title = words.title(catalog.title);
  return show(
    pageContext,
    <>
      <Crumbs
        org={address.org}
        trail={[{ title: catalogs.titleOf(catalog.title), href: catalogPath(address) }]}
      />
      <h1 class="title">{title}</h1>
      <p class="lead">{words.lead}</p>
      <div class="stack">
        {nodes.length === 0 ? (
          <p class="text">{words.none}</p>
        ) : (
          <Changes address={address} changes={nodes} mayChange={allowsChange(pageContext.session)} />
        )}
        {pageInfo.hasNextPage && (
          <nav class="row" aria-label={words.pages}>
            <a
              class="button"
              rel="next"
              href={`${undoPath(address)}?${new URLSearchParams({ ...(product && { product }), after: pageInfo.endCursor ?? '' })}`}
            >
              {words.older}
            </a>
          </nav>
        )}
      </div>
    </>,
    { title, org: address.org },
  );
}

type ChangesProps = {
  readonly address: CatalogAddress;
  readonly changes: readonly Change[];
  readonly mayChange: boolean;
};

function Changes({ address, changes, mayChange }: ChangesProps) {
  const { text } = useTexts();
  const { undo: words } = text.catalogs;
  const next: Column<Change> = {
    heading: text.next,
    cell: ({ id, action, subject }) => (
      <Links
        of={`${action} ${subject}`}
        links={[{ name: words.undo, href: `${undoPath(address)}/${id}`, isPanel: true }]}
      />
    ),
  };
  return (
    <Table
      caption={words.caption}
      rows={changes}
      columns={[
        {
          heading: words.change,
          cell: ({ action, subject }) => (
            <>
              {doneInWords(text, action)} <span class="address">{subject}</span>
            </>
          ),
        },
        ...(mayChange ? [next] : []),
        { heading: words.done, cell: ({ at }) => <Instant at={at} /> },
        { heading: words.until, cell: ({ until }) => <Instant at={until} /> },
      ]}
    />
  );
}

function Instant({ at }: { at: string }) {
  const { format } = useTexts();
  return (
    <time class="when" datetime={at}>
      {format.dateTime(at)}
    </time>
  );
}

/** Shows what undoing a change does, and what stands in its way. */
async function showPreview(
  c: Context<ConsoleEnv>,
  address: ChangeAddress,
  { from, refused: unseen }: { readonly from: string | undefined; readonly refused?: PageRefusal },
) {
  demandChange(c);
  const { pageContext } = c.var;
  const { text } = pageContext;
  const words = text.catalogs.undo;
  const { run } = pageContext.session;
  const { catalog, undoableChange: named } = await run(CHANGE, address);
  if (!catalog) return showNotFound(c);
  const call = undoOf(address);
  const dryRun = { ...call, input: { ...call.input, dryRun: true } };
  const { result, refused = unseen } = await attempt(runChange(run, dryRun));
  const title = words.preview;
  return show(
    pageContext,
    <>
      <Crumbs
        org={address.org}
        trail={[
          { title: text.catalogs.titleOf(catalog.title), href: catalogPath(address) },
          { title: words.title(catalog.title), href: undoPath(address) },
        ]}
      />
      <h1 class="title">{title}</h1>
      {named && (
        <p class="lead">
          {doneInWords(text, named.action)}: {named.subject}, <Instant at={named.at} />
        </p>
      )}
      <RefusedNotice refused={refused} />
      <form class="stack" method="post" action={`${undoPath(address)}/${address.change}`}>
        <input type="hidden" name="from" value={fromOf(from, address)} />
        {result && <Effects change={result} />}
        <p class="row">
          {result && (
            <button class="button button-primary" type="submit">
              {words.submit}
            </button>
          )}
          <a class="button" href={fromOf(from, address)} data-cancel>
            {words.cancel}
          </a>
        </p>
      </form>
      {result && (
        <CallTexts call={call} catalog={address.catalog} apiUrl={pageContext.apiUrl} change={result} />
      )}
    </>,
    { title, org: address.org, refused },
  );
}
