import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { raw } from 'hono/html';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { offsetOf, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { Search } from '../../../../ui/components/search.tsx';
import { markdownToHtml } from '../../../../ui/kit/markdown.ts';
import { PageList } from '../pages/portal-page.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { changelogUrl } from './changes.tsx';
import { productUrl } from './product-name.ts';
import { Tags } from './product-words.tsx';

const PRODUCTS = graphql(`
  query Products($search: String, $tag: String, $kind: ApiKind, $state: PortalProductState, $first: Int!, $offset: Int!) {
    page(path: "/") { title markdown }
    pages { path title }
    productPage(search: $search, tag: $tag, kind: $kind, state: $state, order: TITLE, first: $first, offset: $offset) {
      total meant
      nodes {
        name title version state sunsetAt summary tags
        plans { name }
        apis { name title kind }
      }
    }
  }
`);

type Product = ResultOf<typeof PRODUCTS>['productPage']['nodes'][number];

const CARDS = 48;

/** Adds the list of the products that the viewer may see, with a search. */
export function catalogue(pages: PortalPages): void {
  pages.get('/', async (c) => {
    const { pageContext } = c.var;
    const { text } = pageContext;
    const asked = questionOf(c);
    const { search, tag, kind, state } = asked;
    const page = pageOfList(c.req.query('page'), CARDS);
    const filters = { search: search || null, tag: tag || null, kind: kind || null, state: state || null };
    const found = await pageContext.run(PRODUCTS, { ...filters, first: CARDS, offset: offsetOf(page) });
    const { total, meant, nodes: products } = found.productPage;
    const isFiltered = Object.keys(parametersOf(asked)).length > 0;
    const isWhole = !isFiltered && page.number === 1;
    return show(
      c,
      <>
        {isWhole && <Home pageContext={pageContext} home={found.page} pages={found.pages} />}
        {isWhole && found.page ? (
          <h2 class="heading">{text.catalogue.title}</h2>
        ) : (
          <h1 class="title">{text.catalogue.title}</h1>
        )}
        <p class="lead">
          {text.catalogue.lead}{' '}
          <a class="link" href={changelogUrl(pageContext.base, 'changes')}>
            {text.changelog.title}
          </a>
        </p>
        <Search
          action={`${pageContext.base}/`}
          value={search}
          label={text.catalogue.search}
          submit={text.catalogue.submit}
        >
          <Filters pageContext={pageContext} asked={asked} />
        </Search>
        <Found pageContext={pageContext} asked={asked} total={total} meant={meant} />
        {total === 0 && (
          <Notice tone="info">
            <p class="text">{isFiltered ? text.catalogue.nothing : text.catalogue.empty}</p>
            {isFiltered && <p class="text">{text.catalogue.nothingHelp}</p>}
          </Notice>
        )}
        <div class="grid">
          {products.map((product) => (
            <ProductCard pageContext={pageContext} product={product} />
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

type HomeProps = { readonly pageContext: PortalPageContext } & {
  readonly home: ResultOf<typeof PRODUCTS>['page'];
  readonly pages: ResultOf<typeof PRODUCTS>['pages'];
};

/** The provider's part above the products, with the list of the other pages. */
function Home({ pageContext, home, pages }: HomeProps) {
  return (
    <>
      {home && (
        <div class="home">
          <h1 class="title">{home.title}</h1>
          <div class="prose">{raw(markdownToHtml(home.markdown, 2))}</div>
        </div>
      )}
      <PageList pageContext={pageContext} pages={pages} />
    </>
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

function ProductCard({ pageContext, product }: { pageContext: PortalPageContext; product: Product }) {
  const { text } = pageContext;
  const { version, title, state, sunsetAt, summary, tags, plans, apis } = product;
  return (
    <article class="card">
      <div class="head">
        <a class="card-link" href={productUrl(pageContext, product)}>
          <h2 class="card-title">{title}</h2>
        </a>
        <Badge tone={state === 'PUBLISHED' ? 'good' : 'waiting'}>{text.state[state]}</Badge>
      </div>
      <p class="small quiet">{text.catalogue.version(version)}</p>
      {summary !== null && <p class="text">{summary}</p>}
      <ul class="plain-list">
        {apis.map((api) => (
          <li>
            {api.title} <span class="small quiet">{text.kind[api.kind]}</span>
          </li>
        ))}
      </ul>
      {sunsetAt && <p class="small">{text.sunset(sunsetAt)}</p>}
      <Tags pageContext={pageContext} tags={tags} />
      <p class="card-foot small quiet">{text.catalogue.plans(plans.length)}</p>
    </article>
  );
}
