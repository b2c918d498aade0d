import type { Context } from 'hono';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { offsetOf, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { Search } from '../../../../ui/components/search.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { Guides } from './guides.tsx';
import { HOME, Home } from './home.tsx';
import { type CardProduct, PRODUCT_CARD, ProductCard } from './product-card.tsx';

const PRODUCTS = graphql(
  `query Products($search: String, $tag: String, $kind: ApiKind, $state: PortalProductState, $isSearch: Boolean!, $first: Int!, $offset: Int!) {
    pages(search: $search) @include(if: $isSearch) { path title }
    productPage(search: $search, tag: $tag, kind: $kind, state: $state, order: TITLE, first: $first, offset: $offset) {
      total meant
      nodes { ...ProductCard }
    }
  }`,
  [PRODUCT_CARD],
);

const CARDS = 48;

/** Adds the home page. It has the list of the products that the viewer may see, and a search. */
export function catalogue(pages: PortalPages): void {
  // The menu says Products, and people type what they read.
  pages.get('/products', (c) => c.redirect(`${c.var.pageContext.base}/`, 301));

  pages.get('/', async (c) => {
    const { pageContext } = c.var;
    const { text } = pageContext;
    const asked = questionOf(c);
    const { search, tag, kind, state } = asked;
    const page = pageOfList(c.req.query('page'), CARDS);
    const filters = { search: search || null, tag: tag || null, kind: kind || null, state: state || null };
    const isWhole = Object.keys(parametersOf(asked)).length === 0 && page.number === 1;
    const [found, parts] = await Promise.all([
      pageContext.run(PRODUCTS, {
        ...filters,
        isSearch: search !== '',
        first: CARDS,
        offset: offsetOf(page),
      }),
      isWhole ? pageContext.run(HOME) : undefined,
    ]);
    const { total, meant, nodes: products } = found.productPage;
    return show(
      c,
      <>
        {parts ? (
          <Home pageContext={pageContext} parts={parts} products={products} />
        ) : (
          <ListHead pageContext={pageContext} asked={asked} total={total} meant={meant} />
        )}
        {found.pages && <Guides pageContext={pageContext} pages={found.pages} />}
        <section class={parts ? 'home-section' : 'section'} id="products" aria-label={text.catalogue.title}>
          {parts && <ProductsHead pageContext={pageContext} total={total} products={products} />}
          {total === 0 && <Nothing pageContext={pageContext} isFiltered={!isWhole} />}
          <div class="grid">
            {products.map((product) => (
              <ProductCard pageContext={pageContext} product={product} heading={parts ? 'h3' : 'h2'} />
            ))}
          </div>
          <Pager
            page={page}
            total={total}
            href={(number) =>
              `${pageContext.base}/?${new URLSearchParams({ ...parametersOf(asked), page: `${number}` })}`
            }
            text={text.pager}
          />
        </section>
      </>,
      { title: text.catalogue.title, menu: 'products' },
    );
  });
}

const kinds = ['REST', 'GRAPHQL'] as const;
const states = ['PUBLISHED', 'DEPRECATED'] as const;

/** A question in the address of the page; an empty text asks for nothing. */
type CatalogueQuestion = {
  readonly search: string;
  readonly tag: string;
  readonly kind: (typeof kinds)[number] | '';
  readonly state: (typeof states)[number] | '';
};

function questionOf({ req }: Context<PortalEnv>): CatalogueQuestion {
  return {
    search: req.query('search')?.trim() ?? '',
    tag: req.query('tag') ?? '',
    kind: kinds.find((kind) => kind === req.query('kind')) ?? '',
    state: states.find((state) => state === req.query('state')) ?? '',
  };
}

const parametersOf = (asked: CatalogueQuestion): Record<string, string> =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''));

type AskedProps = { readonly pageContext: PortalPageContext; readonly asked: CatalogueQuestion };

/** Filters beside the search. */
function Filters({ pageContext: { text }, asked: { tag, kind, state } }: AskedProps) {
  return (
    <>
      {tag !== '' && <input type="hidden" name="tag" value={tag} />}
      <select class="input select" name="kind" aria-label={text.catalogue.kind}>
        <option value="">{text.catalogue.anyKind}</option>
        {kinds.map((each) => (
          <option value={each} selected={each === kind}>
            {text.kind[each]}
          </option>
        ))}
      </select>
      <select class="input select" name="state" aria-label={text.catalogue.state}>
        <option value="">{text.catalogue.anyState}</option>
        {states.map((each) => (
          <option value={each} selected={each === state}>
            {text.state[each]}
          </option>
        ))}
      </select>
    </>
  );
}

/** The head of a part of the list. It says what is asked for, and how much there is. */
function ListHead({ pageContext, asked, ...found }: FoundProps) {
  const { base, text } = pageContext;
  return (
    <>
      <h1 class="title">{text.catalogue.title}</h1>
      <p class="lead">{text.catalogue.lead}</p>
      <Search
        action={`${base}/`}
        value={asked.search}
        label={text.catalogue.search}
        submit={text.catalogue.submit}
      >
        <Filters pageContext={pageContext} asked={asked} />
      </Search>
      <Found pageContext={pageContext} asked={asked} {...found} />
    </>
  );
}

/** The head of the whole list on the home page, with the shortest filter. */
function ProductsHead({
  pageContext: { base, text },
  total,
  products,
}: {
  readonly pageContext: PortalPageContext;
  readonly total: number;
  readonly products: readonly CardProduct[];
}) {
  const isThere = (kind: (typeof kinds)[number]) =>
    products.length < total || products.some(({ apis }) => apis.some((api) => api.kind === kind));
  const there = kinds.filter(isThere);
  return (
    <div class="home-head">
      <h2 class="home-heading">
        {text.home.products} <span class="home-count">{text.home.count(total)}</span>
      </h2>
      {/* A filter that leaves nothing out, or nothing over, helps nobody. */}
      {there.length > 1 && (
        <nav class="row" aria-label={text.catalogue.kind}>
          {there.map((kind) => (
            <a class="chip" href={`${base}/?${new URLSearchParams({ kind })}`}>
              {text.kind[kind]}
            </a>
          ))}
        </nav>
      )}
    </div>
  );
}

function Nothing({
  pageContext: { text },
  isFiltered,
}: {
  readonly pageContext: PortalPageContext;
  readonly isFiltered: boolean;
}) {
  return (
    <EmptyState
      icon={isFiltered ? 'search' : 'package'}
      title={isFiltered ? text.catalogue.nothing : text.catalogue.empty}
      text={isFiltered ? text.catalogue.nothingHelp : text.catalogue.emptyHelp}
    />
  );
}

type FoundProps = AskedProps & {
  readonly total: number;
  /** The words that were looked for in place of those that were typed. */
  readonly meant: string | null;
};

/** The number of products that are found, with the way back to all. */
function Found({ pageContext: { base, text }, asked, total, meant }: FoundProps) {
  const { search, tag } = asked;
  const replaced = meant === null ? [] : [text.catalogue.meant(search)];
  const told = [
    ...(search === '' ? [] : [[...replaced, text.catalogue.found(total, meant ?? search)].join('. ')]),
    ...(tag === '' ? [] : [text.catalogue.tagged(total, tag)]),
  ];
  return (
    <>
      {told.map((line) => (
        <p class="text" role="status">
          {line} ·{' '}
          <a class="link" href={`${base}/`}>
            {text.catalogue.clear}
          </a>
        </p>
      ))}
    </>
  );
}
