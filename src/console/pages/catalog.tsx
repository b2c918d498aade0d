import { offsetOf, Pager, pageOfList } from '../../ui/pager.tsx';
import { graphql } from '../graphql.ts';
import { versionsOf } from '../versions.ts';
import type { ConsolePages } from '../visit.ts';
import { CATALOG_PRODUCT, Products } from './catalogs.tsx';
import { show } from './frame.tsx';
import { showNotFound } from './problem.tsx';

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

/** The products of a catalog, page by page, and the search for them. */
export function catalog(pages: ConsolePages): void {
  pages.get('/catalogs/:org/:catalog', async (c) => {
    const { visit } = c.var;
    const place = c.req.param();
    const search = c.req.query('search')?.trim() ?? '';
    const page = pageOfList(c.req.query('page'), ROWS);
    const asked = { ...place, search, first: ROWS, offset: offsetOf(page) };
    const { catalog: found } = await visit.session.run(CATALOG, asked);
    if (!found) return showNotFound(c);
    const base = `/console/catalogs/${place.org}/${place.catalog}`;
    const versions = await versionsOf(visit.session, place, found.products);
    return show(
      visit,
      <>
        <p class="crumbs">
          <a class="link" href={`/console/overview?org=${place.org}`}>
            Overview
          </a>
        </p>
        <h1 class="title">Catalog {found.title}</h1>
        <Search action={base} search={search} />
        <section class="section stack">
          {found.products.length === 0 ? (
            <p class="text">No product is here.</p>
          ) : (
            <Products place={place} catalog={found} versions={versions} />
          )}
          <Pager
            page={page}
            total={found.productCount}
            href={(number) => `${base}?${new URLSearchParams({ search, page: `${number}` })}`}
            text={{
              label: 'Pages of products',
              previous: 'Previous',
              next: 'Next',
              shown: (from, to, total) => `${from} to ${to} of ${total}`,
            }}
          />
        </section>
      </>,
      { title: `Catalog ${found.title}` },
    );
  });
}

function Search({ action, search }: { action: string; search: string }) {
  return (
    <search>
      <form method="get" action={action} class="search">
        <input
          class="input"
          type="search"
          name="search"
          value={search}
          aria-label="Search products by name or title"
          placeholder="Search products by name or title"
        />
        <button class="button" type="submit">
          Search
        </button>
      </form>
    </search>
  );
}
