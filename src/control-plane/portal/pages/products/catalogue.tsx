import type { ResultOf } from '@graphql-typed-document-node/core';
import { raw } from 'hono/html';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { offsetOf, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { Search } from '../../../../ui/components/search.tsx';
import { markdownToHtml } from '../../../../ui/kit/markdown.ts';
import { PageList } from '../pages/portal-page.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { changelogUrl } from './changes.tsx';
import { productUrl } from './product-name.ts';
import { Tags } from './product-words.tsx';

const PRODUCTS = graphql(`
  query Products($search: String, $tag: String, $first: Int!, $offset: Int!) {
    page(path: "/") { title markdown }
    pages { path title }
    productPage(search: $search, tag: $tag, first: $first, offset: $offset) {
      total
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
    const search = c.req.query('search')?.trim() ?? '';
    const tag = c.req.query('tag') ?? '';
    const page = pageOfList(c.req.query('page'), CARDS);
    const variables = { search: search || null, tag: tag || null, first: CARDS, offset: offsetOf(page) };
    const found = await pageContext.run(PRODUCTS, variables);
    const { total, nodes: products } = found.productPage;
    const isWhole = search === '' && tag === '' && page.number === 1;
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
        />
        <Found pageContext={pageContext} search={search} tag={tag} total={total} />
        {total === 0 && (
          <Notice tone="info">
            <p class="text">{search === '' && tag === '' ? text.catalogue.empty : text.catalogue.nothing}</p>
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
            `${pageContext.base}/?${new URLSearchParams({ ...(search && { search }), ...(tag && { tag }), page: `${number}` })}`
          }
          text={text.pager}
        />
      </>,
      { title: text.catalogue.title, menu: 'products' },
    );
  });
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

type FoundProps = {
  readonly pageContext: PortalPageContext;
  readonly search: string;
  readonly tag: string;
  readonly total: number;
};

/** The number of products that are found, with the way back to all. */
function Found({ pageContext: { base, text }, search, tag, total }: FoundProps) {
  const told = [
    ...(search === '' ? [] : [text.catalogue.found(total, search)]),
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
