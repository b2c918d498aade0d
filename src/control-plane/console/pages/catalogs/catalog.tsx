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
import { type CatalogAddress, catalogPath, importPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { useTexts } from '../parts/texts.ts';
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

const orders = ['CREATED', 'NEWEST', 'NAME', 'STATE', 'SUNSET'] as const;
const states = ['STAGED', 'PUBLISHED', 'DEPRECATED', 'RETIRED', 'ARCHIVED'] as const;

/** Reads order and state from the address. What is none of them is as if left out. */
function listIn({ req }: Context): {
  readonly order: (typeof orders)[number];
  readonly state: (typeof states)[number] | undefined;
} {
  const { order, state } = req.query();
  return {
    order: orders.find((each) => each === order) ?? 'CREATED',
    state: states.find((each) => each === state),
  };
}

/** Adds the page of a catalog's products, with a search. */
export function catalog(pages: ConsolePages): void {
  pages.get('/catalogs/:org/:catalog', async (c) => {
    const { pageContext } = c.var;
    const { text } = pageContext;
    const words = text.catalogs.catalog;
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
    const mayChange = allowsChange(pageContext.session);
    return show(
      pageContext,
      <>
        <Head address={address} catalog={found} done={c.req.query('done')} />
        <Search action={base} value={search} label={words.search} submit={words.submit}>
          <Select
            name="state"
            label={words.state}
            value={state ?? ''}
            options={{
              '': words.anyState,
              ...Object.fromEntries(states.map((each) => [each, text.label(each)])),
            }}
          />
          <Select name="order" label={words.order} value={order} options={words.orders} />
        </Search>
        <section class="section stack">
          {found.products.length === 0 ? (
            <NoProduct org={address.org} mayChange={mayChange} />
          ) : (
            <Products address={address} catalog={found} mayChange={mayChange} />
          )}
          <Pager
            page={page}
            total={found.productCount}
            href={(number) =>
              `${base}?${new URLSearchParams({ search, order, ...(state && { state }), page: `${number}` })}`
            }
            text={text.pager(words.pagerRows)}
          />
        </section>
      </>,
      { title: text.catalogs.titleOf(found.title), menu: '/console/catalogs', org: address.org },
    );
  });
}

type HeadProps = {
  readonly address: CatalogAddress;
  readonly catalog: Readonly<Record<'title' | 'gatewayUrl' | 'portalUrl', string>>;
  /** The key of the notice of what was done. */
  readonly done: string | undefined;
};

/** Top of the page, with the ways to the other pages of the catalog. */
function Head({ address, catalog: { title, gatewayUrl, portalUrl }, done }: HeadProps) {
  const { titleOf, list, catalog: words } = useTexts().text.catalogs;
  const { org } = address;
  return (
    <>
      <PageHeader
        title={titleOf(title)}
        crumbs={<Crumbs org={org} trail={[{ title: list.title, href: `/console/catalogs?org=${org}` }]} />}
      >
        <a class="button" href={portalUrl}>
          <Icon name="external-link" />
          {words.portal}
        </a>
      </PageHeader>
      <CatalogTabs address={address} current="Products" />
      <Done done={done} />
      <p class="text">
        {words.gateway} <code class="code">{gatewayUrl}</code>
      </p>
    </>
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

function NoProduct({ org, mayChange }: { org: string; mayChange: boolean }) {
  const { catalog: words } = useTexts().text.catalogs;
  return (
    <EmptyState icon="package" title={words.none} text={words.noneText}>
      {mayChange && (
        <a class="button button-primary" href={importPath(org)}>
          {words.import}
        </a>
      )}
      <a class="button" href={`/console/apis?org=${org}`}>
        {words.toDrafts}
      </a>
    </EmptyState>
  );
}
