import type { ResultOf } from '@graphql-typed-document-node/core';
import { raw } from 'hono/html';
import { Search } from '../../../../ui/components/search.tsx';
import { firstParagraph } from '../../../../ui/kit/first-paragraph.ts';
import { markdownToHtml } from '../../../../ui/kit/markdown.ts';
import { ownBrandUrl } from '../parts/brand-url.ts';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';
import { changelogUrl } from './changes.tsx';
import { GuideLinks } from './guides.tsx';
import { HomeSteps } from './home-steps.tsx';
import { Mark } from './mark.tsx';
import { allTagsOf, type CardProduct, PRODUCT_CARD, ProductCard } from './product-card.tsx';
import { productUrl } from './product-name.ts';
import { VerifyNotice } from './verify-notice.tsx';

/** The parts of the home page beside the list of all products. */
export const HOME = graphql(
  `query Home {
    page(path: "/") { title markdown }
    pages { path title product { name } }
    featuredProducts { ...ProductCard }
    changelog(first: 4) { id name title version previousVersion publishedAt releaseNotes }
    viewer {
      emailVerified emailVerification { email expiresAt ended }
      consumerOrg { applicationCount subscriptionCount hasCalled }
    }
  }`,
  [PRODUCT_CARD],
);

type HomeParts = ResultOf<typeof HOME>;

type HomeProps = {
  readonly pageContext: PortalPageContext;
  readonly parts: HomeParts;
  /** The first of all products. */
  readonly products: readonly CardProduct[];
};

/** The home page above the list of all products. It has the words, colours and icons of the catalog. */
export function Home({ pageContext, parts, products }: HomeProps) {
  return (
    <>
      <Hero pageContext={pageContext} parts={parts} products={products} />
      <VerifyNotice pageContext={pageContext} viewer={parts.viewer} />
      <HomeSteps pageContext={pageContext} org={parts.viewer?.consumerOrg} />
      <Featured pageContext={pageContext} products={parts.featuredProducts} />
      <div class="home-columns">
        <News pageContext={pageContext} entries={parts.changelog} />
        <CatalogGuides pageContext={pageContext} parts={parts} />
      </div>
    </>
  );
}

function Hero({ pageContext, parts: { page, featuredProducts }, products }: HomeProps) {
  const { base, text, frame } = pageContext;
  return (
    <section class="hero">
      <div class="hero-words">
        <h1 class="hero-title" dir="auto">
          {page?.title ?? frame.catalog.branding.name}
        </h1>
        {page && page.markdown.trim() !== '' ? (
          <div class="hero-lead prose" dir="auto">
            {raw(markdownToHtml(page.markdown, 2))}
          </div>
        ) : (
          <p class="hero-lead">{text.home.lead}</p>
        )}
        <Search
          action={`${base}/`}
          value={undefined}
          label={text.home.search}
          submit={text.catalogue.submit}
          class="hero-search"
        />
        <HeroTags pageContext={pageContext} products={products} />
      </div>
      <HeroTiles
        pageContext={pageContext}
        products={distinct([...featuredProducts, ...products]).slice(0, TILES)}
      />
    </section>
  );
}

const TILES = 6;
const TAGS = 6;

/** The first version of each product stands for all of them. */
const distinct = (products: readonly CardProduct[]): CardProduct[] =>
  products.filter(({ name }, at) => products.findIndex((other) => other.name === name) === at);

/** Tags of the most products: a short way into a long list. Those of their APIs count for them. */
function HeroTags({ pageContext: { base, text }, products }: Omit<HomeProps, 'parts'>) {
  const counts = new Map<string, number>();
  for (const tag of products.flatMap(allTagsOf)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const tags = [...counts].sort((a, b) => b[1] - a[1]).slice(0, TAGS);
  if (tags.length === 0) return null;
  return (
    <nav class="hero-tags" aria-label={text.home.browse}>
      {tags.map(([tag]) => (
        <a class="hero-tag" href={`${base}/?${new URLSearchParams({ tag })}`}>
          <bdi>{tag}</bdi>
        </a>
      ))}
    </nav>
  );
}

/** Icons of products as a picture; of a catalog without products its logo. */
function HeroTiles({ pageContext, products }: Omit<HomeProps, 'parts'>) {
  const logo = ownBrandUrl(pageContext, 'logo');
  return (
    <div class={`hero-tiles hero-tiles-${products.length}`} aria-hidden="true">
      {products.map((product) => (
        <span class="hero-tile">
          <Mark pageContext={pageContext} of={product} size="large" />
        </span>
      ))}
      {products.length === 0 && (
        <span class="hero-tile">
          {logo ? (
            <img class="hero-logo" src={logo} alt="" />
          ) : (
            <span class="mark mark-large mark-shade-0">
              {[...pageContext.frame.catalog.branding.name][0]}
            </span>
          )}
        </span>
      )}
    </div>
  );
}

function Featured({ pageContext, products }: Omit<HomeProps, 'parts'>) {
  if (products.length === 0) return null;
  return (
    <section class="home-section" aria-labelledby="featured-heading">
      <div class="home-head">
        <h2 class="home-heading" id="featured-heading">
          {pageContext.text.home.featured}
        </h2>
      </div>
      <div class="grid featured">
        {products.map((product) => (
          <ProductCard pageContext={pageContext} product={product} />
        ))}
      </div>
    </section>
  );
}

type NewsProps = {
  readonly pageContext: PortalPageContext;
  readonly entries: HomeParts['changelog'];
};

function News({ pageContext, entries }: NewsProps) {
  const { base, text, format } = pageContext;
  if (entries.length === 0) return null;
  return (
    <section class="home-section" aria-labelledby="new-heading">
      <div class="home-head">
        <h2 class="home-heading" id="new-heading">
          {text.home.new}
        </h2>
        <a class="link small" href={changelogUrl(base, 'changes')}>
          {text.home.allChanges}
        </a>
      </div>
      <ol class="news">
        {entries.map((entry) => (
          <li class="news-entry">
            <time class="news-date" datetime={entry.publishedAt}>
              {format.date(entry.publishedAt)}
            </time>
            <div class="news-words">
              <a class="link news-title" href={productUrl(pageContext, entry)}>
                <bdi>{entry.title}</bdi> {entry.version}
              </a>
              <NewsText pageContext={pageContext} entry={entry} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function NewsText({
  pageContext: { text },
  entry: { releaseNotes, previousVersion },
}: {
  readonly pageContext: PortalPageContext;
  readonly entry: HomeParts['changelog'][number];
}) {
  const notes = firstParagraph(releaseNotes ?? '');
  if (notes !== '')
    return (
      <div class="news-text prose" dir="auto">
        {raw(markdownToHtml(notes))}
      </div>
    );
  const line = previousVersion === null ? text.home.firstVersion : text.home.nextVersion(previousVersion);
  return <p class="news-text">{line}</p>;
}

/** Pages that are about no product. The others are listed with their products. */
function CatalogGuides({ pageContext, parts }: Omit<HomeProps, 'products'>) {
  const pages = parts.pages.filter(({ product }) => product === null);
  if (pages.length === 0) return null;
  return (
    <nav class="home-section" aria-labelledby="guides-heading">
      <div class="home-head">
        <h2 class="home-heading" id="guides-heading">
          {pageContext.text.pages.title}
        </h2>
      </div>
      <GuideLinks pageContext={pageContext} pages={pages} />
    </nav>
  );
}
