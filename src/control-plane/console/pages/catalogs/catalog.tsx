import type { Context } from 'hono';
import type { VersionedName } from '../../../../foundation/text/version.ts';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { Icon } from '../../../../ui/components/icon.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { offsetOf, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { Search } from '../../../../ui/components/search.tsx';
import { graphql } from '../../graphql.ts';
import type { ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { CatalogTabs } from '../parts/catalog-tabs.tsx';
import { actionPath, type CatalogAddress, catalogPath, importPath } from '../parts/console-paths.ts';
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
    org(name: $org) { products(first: 1) { name version title } }
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
    const { catalog: found, org } = await pageContext.session.run(CATALOG, variables);
    if (!found) return showNotFound(c);
    const base = catalogPath(address);
    const mayChange = allowsChange(pageContext.session);
    return show(
      pageContext,
      <>
        <Head address={address} catalog={found} done={c.req.query('done')} />
        <ProductSearch action={base} search={search} order={order} state={state} />
        <section class="section stack">
          {found.products.length === 0 ? (
            <NoProduct
              address={address}
              title={found.title}
              // A search that finds nothing says nothing of drafts.
              draft={search === '' && !state ? org?.products[0] : undefined}
              mayChange={mayChange}
            />
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

type ProductSearchProps = ReturnType<typeof listIn> & { readonly action: string; readonly search: string };

function ProductSearch({ action, search, order, state }: ProductSearchProps) {
  const { text } = useTexts();
  const words = text.catalogs.catalog;
  const labels = Object.fromEntries(states.map((each) => [each, text.label(each)]));
  return (
    <Search action={action} value={search} label={words.search} submit={words.submit}>
      <Select
        name="state"
        label={words.state}
        value={state ?? ''}
        options={{ '': words.anyState, ...labels }}
      />
      <Select name="order" label={words.order} value={order} options={words.orders} />
    </Search>
  );
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

type NoProductProps = {
  readonly address: CatalogAddress;
  readonly title: string;
  /** A product of the org that can be published here. */
  readonly draft: (VersionedName & { readonly title: string }) | undefined;
  readonly mayChange: boolean;
};

/** An empty catalog, and its next step. A product that is there can be published; else one is made. */
function NoProduct({ address, title, draft, mayChange }: NoProductProps) {
  const { catalogs, products } = useTexts().text;
  const { catalog: words } = catalogs;
  const { org } = address;
  return (
    <EmptyState
      icon="package"
      title={words.none}
      text={draft ? words.draftText(`${draft.title} ${draft.version}`) : words.noneText}
    >
      {mayChange && draft && (
        <a class="button button-primary" href={actionPath({ ...address, ...draft }, 'publish')} data-panel>
          {products.page.publishTo(title)}
        </a>
      )}
      {mayChange && !draft && (
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
