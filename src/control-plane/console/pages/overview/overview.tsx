import { refuse } from '../../../../foundation/errors.ts';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import type { Org } from '../../org-scope.ts';
import type { ConsolePageContext, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { CATALOG_PRODUCT, Catalogs, type CatalogWithProducts } from '../catalogs/catalogs.tsx';
import type { OtherVersion } from '../catalogs/product-actions.ts';
import { versionsOf } from '../catalogs/versions.ts';
import { show } from '../parts/frame.tsx';
import { NoOrg } from '../parts/orgs.tsx';
import { Attention } from './attention.tsx';
import { auditColumns } from './audit.tsx';
import { GraphQLServers } from './graphql-servers.tsx';
import { OVERVIEW, type Overview, ROWS } from './overview-query.ts';

const ORGS = graphql(`query Orgs { viewer { orgs(first: 200) { name title } } }`);

/** First products of one catalog. A query for several catalogs would read all products. */
const FIRST_PRODUCTS = graphql(
  `query FirstProducts($org: String!, $catalog: String!, $first: Int!) {
    catalog(org: $org, name: $catalog) { products(first: $first) { ...CatalogProduct } }
  }`,
  [CATALOG_PRODUCT],
);

/**
 * Adds the overview of an org. What requires attention comes first. It is read-only: rows lead to pages, or to
 * mutations in GraphiQL where there is no page.
 */
export function overview(pages: ConsolePages): void {
  pages.get('/overview', async (c) => {
    const { pageContext } = c.var;
    const { viewer } = await pageContext.session.run(ORGS);
    const requestedOrg = c.req.query('org');
    const org =
      requestedOrg === undefined ? viewer.orgs[0] : viewer.orgs.find(({ name }) => name === requestedOrg);
    if (requestedOrg !== undefined && !org)
      refuse('NOT_FOUND', { detail: `There is no org ${requestedOrg}.` });
    const content = org ? await contentOf(pageContext, org) : <NoOrg />;
    return show(pageContext, content, {
      title: org ? `${org.title} · Overview` : 'Overview',
      menu: '/console/overview',
      org: org?.name,
    });
  });
}

async function contentOf({ session }: ConsolePageContext, { name, title }: Org) {
  const found = await session.run(OVERVIEW, { org: name, first: ROWS });
  const catalogs: CatalogWithProducts[] = [];
  const versions = new Map<string, readonly OtherVersion[]>();
  for (const catalog of found.org?.catalogs ?? []) {
    const address = { org: name, catalog: catalog.name };
    const products = (await session.run(FIRST_PRODUCTS, { ...address, first: ROWS })).catalog?.products ?? [];
    const overdue = found.overdueSunsets.filter((product) => product.catalog.name === catalog.name);
    catalogs.push({ ...catalog, products });
    versions.set(catalog.name, await versionsOf(session, address, [...products, ...overdue]));
  }
  const versionsIn = (catalog: string) => versions.get(catalog) ?? [];
  return (
    <>
      <h1 class="title">{title}</h1>
      <Attention org={name} found={found} versionsIn={versionsIn} mayChange={allowsChange(session)} />
      <Catalogs org={name} catalogs={catalogs} versionsIn={versionsIn} />
      <GraphQLServers org={name} servers={found.org?.graphqlServers ?? []} />
      <Audit org={name} events={found.auditEvents.nodes} />
    </>
  );
}

function Audit({ org, events }: { org: string; events: Overview['auditEvents']['nodes'] }) {
  return (
    <section class="section">
      <div class="head">
        <h2 class="heading">What changed last</h2>
        <a class="link" href={`/console/audit?org=${org}`}>
          All changes
        </a>
      </div>
      <Table caption="What changed last" rows={events} columns={auditColumns} />
    </section>
  );
}
