import { refuse } from '../../../../foundation/errors.ts';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { graphql } from '../../graphql.ts';
import { type Org, queryOf } from '../../org-scope.ts';
import type { ConsolePageContext, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { CatalogCards, type CatalogFacts, NoCatalog } from '../catalogs/catalog-cards.tsx';
import { show } from '../parts/frame.tsx';
import { NoOrg } from '../parts/orgs.tsx';
import { useTexts } from '../parts/texts.ts';
import { readInTime } from '../usage/in-time.ts';
import { RangeChoice } from '../usage/range-choice.tsx';
import { Tiles } from '../usage/tiles.tsx';
import { type RangeQuery, rangeOf, timesOf } from '../usage/usage-range.ts';
import { Attention } from './attention.tsx';
import { Busiest } from './busiest.tsx';
import { Health } from './health.tsx';
import { OVERVIEW, overviewRows } from './overview-query.ts';
import { RecentChanges } from './recent-changes.tsx';

const ORGS = graphql(`query Orgs { viewer { orgs(first: 200) { name title } } }`);

const PATH = '/console/overview';
/** Time whose calls tell of the health of back-ends. */
const LATELY_MS = 3_600_000;

/** Adds the overview of an org: figures, what waits, health and recent changes. */
export function overview(pages: ConsolePages): void {
  pages.get('/overview', async (c) => {
    const { pageContext } = c.var;
    const { overview: text } = pageContext.text;
    const requestedOrg = c.req.query('org');
    const org = await orgNamed(pageContext, requestedOrg);
    if (requestedOrg !== undefined && !org) refuse('NOT_FOUND', { detail: text.noOrg(requestedOrg) });
    const content = org ? await contentOf(pageContext, org, c.req.query()) : <NoOrg />;
    return show(pageContext, content, {
      title: org ? text.titleOf(org.title) : text.title,
      menu: PATH,
      org: org?.name,
    });
  });
}

/** Finds the org of an address. Those of the menu are read already. */
async function orgNamed(
  { orgs, session }: ConsolePageContext,
  requested: string | undefined,
): Promise<Org | undefined> {
  if (requested === undefined) return orgs[0];
  const isRequested = ({ name }: Org) => name === requested;
  return orgs.find(isRequested) ?? (await session.run(ORGS)).viewer.orgs.find(isRequested);
}

async function contentOf(
  { session, clock, text }: ConsolePageContext,
  { name: org, title }: Org,
  query: RangeQuery,
) {
  const now = clock();
  const { range, refused } = rangeOf(text, query, now);
  const lately = new Date(now.getTime() - LATELY_MS).toISOString();
  const [found, inTime] = await Promise.all([
    session.run(OVERVIEW, { org, ...overviewRows, ...timesOf(range), lately }),
    readInTime(session, { org, range, filter: {} }),
  ]);
  const mayChange = allowsChange(session);
  return (
    <>
      <PageHeader title={title}>
        <RangeChoice range={range} refused={refused} path={PATH} others={{ org }} />
      </PageHeader>
      <Tiles
        range={range}
        now={found.now.nodes[0]}
        before={found.past.nodes[0]}
        inTime={inTime}
        href={`/console/usage${queryOf({ org })}`}
      />
      <div class="beside">
        <div class="stack">
          <Attention org={org} found={found} mayChange={mayChange} />
          <Catalogs org={org} catalogs={found.org?.catalogs ?? []} mayChange={mayChange} />
          <Busiest
            org={org}
            products={found.busiest.nodes}
            isFirst={(found.org?.catalogs ?? []).every(({ productCount }) => productCount === 0)}
            mayChange={mayChange}
          />
        </div>
        <div class="stack">
          <Health platform={found.platformHealth} backends={found.backends.nodes} />
          <RecentChanges
            org={org}
            changes={found.auditEvents.nodes}
            undoable={mayChange ? found.undoableChanges.nodes : []}
          />
        </div>
      </div>
    </>
  );
}

type CatalogsProps = {
  readonly org: string;
  readonly catalogs: readonly CatalogFacts[];
  readonly mayChange: boolean;
};

/** The first catalogs of the org. */
function Catalogs({ org, catalogs, mayChange }: CatalogsProps) {
  const { overview: text } = useTexts().text;
  if (catalogs.length === 0) return <NoCatalog org={org} mayChange={mayChange} />;
  return (
    <Section id="catalogs-heading" title={text.catalogs} class="stack">
      <CatalogCards org={org} catalogs={catalogs} heading="h3" />
      {catalogs.length === overviewRows.beside && (
        <a class="link small" href={`/console/catalogs${queryOf({ org })}`}>
          {text.allCatalogs}
        </a>
      )}
    </Section>
  );
}
