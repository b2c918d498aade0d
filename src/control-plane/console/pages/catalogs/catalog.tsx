import type { Context } from 'hono';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { Icon } from '../../../../ui/components/icon.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { offsetOf, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { Search } from '../../../../ui/components/search.tsx';
import { graphql } from '../../graphql.ts';
import type { ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { CatalogTabs } from '../parts/catalog-tabs.tsx';
import { type CatalogAddress, catalogPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { pagerText } from '../parts/format.ts';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { CATALOG_PRODUCT, Products } from './products.tsx';

const CATALOG = graphql(
  `query CatalogPage($org: String!, $catalog: String!, $search: String!, $first: Int!, $offset: Int!, $order: CatalogProductOrder!, $state: [ProductState!]) {
    catalog(org: $org, name: $catalog) {
      name title gatewayUrl portalUrl
      productCount(search: $search, state: $state)
      products(search: $search, state: $state, order: $order, first: $first, offset: $offset) { ...CatalogProduct }
    }
  }`,
  [CATALOG_PRODUCT],
);

const ROWS = 20;

const orders = {
  CREATED: 'Oldest first',
  NEWEST: 'Newest first',
  NAME: 'By name',
  STATE: 'By state',
  SUNSET: 'By sunset',
} as const;
const states = {
  STAGED: 'Staged',
  PUBLISHED: 'Published',
  DEPRECATED: 'Deprecated',
  RETIRED: 'Retired',
  ARCHIVED: 'Archived',
} as const;

/** Reads order and state from the address. What is none of them is as if left out. */
function listIn({ req }: Context): {
  readonly order: keyof typeof orders;
  readonly state: keyof typeof states | undefined;
} {
  const { order = '', state = '' } = req.query();
  return {
    order: Object.hasOwn(orders, order) ? (order as keyof typeof orders) : 'CREATED',
    state: Object.hasOwn(states, state) ? (state as keyof typeof states) : undefined,
  };
}

const catalogsCrumb = (org: string) => ({ title: 'Catalogs', href: `/console/catalogs?org=${org}` });

/** Adds the page of a catalog's products, with a search. */
export function catalog(pages: ConsolePages): void {
  pages.get('/catalogs/:org/:catalog', async (c) => {
    const { pageContext } = c.var;
    const address = c.req.param();
    const search = c.req.query('search')?.trim() ?? '';
    const page = pageOfList(c.req.query('page'), ROWS);
    const { order, state } = listIn(c);
    const variables = {
      ...address,
      search,
      order,
      state: state && [state],
      first: ROWS,
      offset: offsetOf(page),
    };
    const { catalog: found } = await pageContext.session.run(CATALOG, variables);
    if (!found) return showNotFound(c);
    const base = catalogPath(address);
    return show(
      pageContext,
      <>
        <Head address={address} title={found.title} portalUrl={found.portalUrl} />
        <CatalogTabs address={address} current="Products" />
        <p class="text">
          Gateway <code class="code">{found.gatewayUrl}</code>
        </p>
        <Search action={base} value={search} label="Search products by name or title" submit="Search">
          <Select name="state" label="State" value={state ?? ''} options={{ '': 'Any state', ...states }} />
          <Select name="order" label="Order" value={order} options={orders} />
        </Search>
        <section class="section stack">
          {found.products.length === 0 ? (
            <NoProduct org={address.org} />
          ) : (
            <Products address={address} catalog={found} mayChange={allowsChange(pageContext.session)} />
          )}
          <Pager
            page={page}
            total={found.productCount}
            href={(number) =>
              `${base}?${new URLSearchParams({ search, order, ...(state && { state }), page: `${number}` })}`
            }
            text={pagerText('products')}
          />
        </section>
      </>,
      { title: `Catalog ${found.title}`, menu: '/console/catalogs', org: address.org },
    );
  });
}

type HeadProps = {
  readonly address: CatalogAddress;
  readonly title: string;
  readonly portalUrl: string;
};

/** Top of the page, with the ways to the other pages of the catalog. */
function Head({ address, title, portalUrl }: HeadProps) {
  return (
    <PageHeader
      title={`Catalog ${title}`}
      crumbs={<Crumbs org={address.org} trail={[catalogsCrumb(address.org)]} />}
    >
      <a class="button" href={portalUrl}>
        <Icon name="external-link" />
        Portal
      </a>
    </PageHeader>
  );
}

type SelectProps = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly options: Readonly<Record<string, string>>;
};

/** A menu beside the search, which is sent with it. */
function Select({ name, label, value, options }: SelectProps) {
  return (
    <select class="input select" name={name} aria-label={label}>
      {Object.entries(options).map(([each, title]) => (
        <option value={each} selected={each === value}>
          {title}
        </option>
      ))}
    </select>
  );
}

function NoProduct({ org }: { org: string }) {
  return (
    <EmptyState
      icon="package"
      title="No product is here."
      text="Products are made of APIs, and published to a catalog."
    >
      <a class="button" href={`/console/apis?org=${org}`}>
        APIs and products
      </a>
    </EmptyState>
  );
}
