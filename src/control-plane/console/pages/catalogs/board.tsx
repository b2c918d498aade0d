import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Child } from 'hono/jsx';
import type { ProductState } from '../../../../domain/product/lifecycle.ts';
import { Icon } from '../../../../ui/components/icon.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { graphql } from '../../graphql.ts';
import type { ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { type CatalogAddress, catalogPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { useTexts } from '../parts/texts.ts';
import { type BoardProduct, DraftCard, ProductCard } from './board-card.tsx';

const BOARD_PRODUCT = graphql(`
  fragment BoardProduct on CatalogProduct @_unmask {
    name title version state allowedActions subscriptionCount sunsetAt
    plans { name }
    apis { name version onlineState }
    warnings { code message facts }
  }
`);

const BOARD = graphql(
  `query Board($org: String!, $catalog: String!, $first: Int!) {
    catalog(org: $org, name: $catalog) {
      title
      drafts(first: $first) { name version title plans { name } apis { name } }
      staged: products(state: [STAGED], first: $first) { ...BoardProduct }
      published: products(state: [PUBLISHED], first: $first) { ...BoardProduct }
      deprecated: products(state: [DEPRECATED], first: $first) { ...BoardProduct }
      retired: products(state: [RETIRED], first: $first) { ...BoardProduct }
      stagedCount: productCount(state: [STAGED])
      publishedCount: productCount(state: [PUBLISHED])
      deprecatedCount: productCount(state: [DEPRECATED])
      retiredCount: productCount(state: [RETIRED])
    }
  }`,
  [BOARD_PRODUCT],
);

type Board = NonNullable<ResultOf<typeof BOARD>['catalog']>;

/** Cards of a column. The page of the catalog has the others. */
const CARDS = 20;

/** Adds the board of a catalog: a card for each product, by state. */
export function board(pages: ConsolePages): void {
  pages.get('/catalogs/:org/:catalog/board', async (c) => {
    const { pageContext } = c.var;
    const { session } = pageContext;
    const address = c.req.param();
    const { catalog } = await session.run(BOARD, { ...address, first: CARDS });
    if (!catalog) return showNotFound(c);
    return show(
      pageContext,
      <>
        <Head address={address} title={catalog.title} />
        <Columns address={address} catalog={catalog} mayChange={allowsChange(session)} />
      </>,
      {
        title: pageContext.text.catalogs.board.title(catalog.title),
        menu: '/console/catalogs',
        org: address.org,
        scripts: ['board.js'],
      },
    );
  });
}

function Head({ address, title }: { readonly address: CatalogAddress; readonly title: string }) {
  const { catalogs } = useTexts().text;
  const { board: words } = catalogs;
  const trail = [
    { title: catalogs.list.title, href: `/console/catalogs?org=${address.org}` },
    { title: catalogs.titleOf(title), href: catalogPath(address) },
  ];
  return (
    <PageHeader
      title={words.title(title)}
      crumbs={<Crumbs org={address.org} trail={trail} />}
      lead={words.lead}
    >
      <a class="button" href={`${catalogPath(address)}/picture`}>
        <Icon name="git-fork" />
        {words.successions}
      </a>
      <a class="button" href={catalogPath(address)}>
        <Icon name="table-2" />
        {words.asTable}
      </a>
    </PageHeader>
  );
}

type ColumnsProps = {
  readonly address: CatalogAddress;
  readonly catalog: Board;
  readonly mayChange: boolean;
};

function Columns({ address, catalog, mayChange }: ColumnsProps) {
  const { text, format } = useTexts();
  const { board: words } = text.catalogs;
  const { drafts } = catalog;
  const columns: readonly {
    readonly state: ProductState;
    readonly count: number;
    readonly products: readonly BoardProduct[];
  }[] = [
    { state: 'STAGED', count: catalog.stagedCount, products: catalog.staged },
    { state: 'PUBLISHED', count: catalog.publishedCount, products: catalog.published },
    { state: 'DEPRECATED', count: catalog.deprecatedCount, products: catalog.deprecated },
    { state: 'RETIRED', count: catalog.retiredCount, products: catalog.retired },
  ];
  const isMore = drafts.length === CARDS;
  return (
    <div class="board" data-board>
      <Column state="DRAFT" title={words.draft} count={`${drafts.length}${isMore ? '+' : ''}`}>
        {drafts.map((draft) => (
          <DraftCard address={address} draft={draft} mayChange={mayChange} />
        ))}
        {isMore && <More href={`/console/apis?org=${address.org}`}>{words.allDrafts}</More>}
      </Column>
      {columns.map(({ state, count, products }) => (
        <Column state={state} title={text.label(state)} count={format.number(count)}>
          {products.map((product) => (
            <ProductCard address={address} product={product} mayChange={mayChange} />
          ))}
          {count > products.length && <More href={catalogPath(address)}>{words.allProducts}</More>}
        </Column>
      ))}
    </div>
  );
}

type ColumnProps = {
  readonly state: string;
  readonly title: string;
  readonly count: string;
  readonly children?: Child;
};

function Column({ state, title, count, children }: ColumnProps) {
  const id = `board-${state.toLowerCase()}`;
  return (
    <section class="board-column" aria-labelledby={id} data-state={state}>
      <h2 class="board-heading" id={id}>
        {title} <span class="count">{count}</span>
      </h2>
      <div class="board-cards">{children}</div>
    </section>
  );
}

function More({ href, children }: { readonly href: string; readonly children?: string }) {
  return (
    <a class="link small" href={href}>
      {children}
    </a>
  );
}
