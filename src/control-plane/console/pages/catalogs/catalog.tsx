import { offsetOf, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { Search } from '../../../../ui/components/search.tsx';
import { graphql } from '../../graphql.ts';
import type { ConsolePages } from '../../page-context.ts';
import { catalogPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { pagerText } from '../parts/format.ts';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { CATALOG_PRODUCT, CatalogLinks, Products } from './catalogs.tsx';
import { versionsOf } from './versions.ts';

const CATALOG = graphql(
  `query CatalogPage($org: String!, $catalog: String!, $search: String!, $first: Int!, $offset: Int!) {
    catalog(org: $org, name: $catalog) {
      name title
      productCount(search: $search)
      products(search: $search, first: $first, offset: $offset) { ...CatalogProduct }
    }
  }`,
  [CATALOG_PRODUCT],
);

const ROWS = 50;

/** Adds the page of a catalog's products, with a search. */
export function catalog(pages: ConsolePages): void {
  pages.get('/catalogs/:org/:catalog', async (c) => {
    const { pageContext } = c.var;
    const address = c.req.param();
    const search = c.req.query('search')?.trim() ?? '';
    const page = pageOfList(c.req.query('page'), ROWS);
    const variables = { ...address, search, first: ROWS, offset: offsetOf(page) };
    const { catalog: found } = await pageContext.session.run(CATALOG, variables);
    if (!found) return showNotFound(c);
    const base = catalogPath(address);
    const versions = await versionsOf(pageContext.session, address, found.products);
    return show(
      pageContext,
      <>
        <Crumbs org={address.org} />
        <div class="head">
          <h1 class="title">Catalog {found.title}</h1>
          <CatalogLinks address={address} title={found.title} />
        </div>
        <Search action={base} value={search} label="Search products by name or title" submit="Search" />
        <section class="section stack">
          {found.products.length === 0 ? (
            <p class="text">No product is here.</p>
          ) : (
            <Products address={address} catalog={found} versions={versions} />
          )}
          <Pager
            page={page}
            total={found.productCount}
            href={(number) => `${base}?${new URLSearchParams({ search, page: `${number}` })}`}
            text={pagerText('products')}
          />
        </section>
      </>,
      { title: `Catalog ${found.title}`, org: address.org },
    );
  });
}
