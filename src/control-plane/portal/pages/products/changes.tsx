import type { ResultOf } from '@graphql-typed-document-node/core';
import { grouped } from '../../../../foundation/grouped.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Prose } from '../../../../ui/components/prose.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { named, productUrl } from './product-name.ts';

/** Versions of products with what is different in them. */
export const CHANGELOG = graphql(`
  query Changelog($product: String, $first: Int!, $language: Language!) {
    changelog(product: $product, first: $first) {
      id name title version previousVersion publishedAt deprecatedAt sunsetAt releaseNotes
      changes { kind api operation message(language: $language) }
    }
  }
`);

export type ChangelogEntry = ResultOf<typeof CHANGELOG>['changelog'][number];
type Change = ChangelogEntry['changes'][number];

/** Versions on the page. The feed has as many. */
export const ENTRIES = 20;
/** Differences of one kind that are shown. */
export const SHOWN_MAX = 30;

const tones = { BROKEN: 'bad', DEPRECATED: 'waiting', CHANGED: 'info', ADDED: 'good' } as const;

/** The address of the changelog, as a page or as a feed. */
export const changelogUrl = (base: string, file: 'changes' | 'changes.atom', product?: string): string =>
  `${base}/${file}${product === undefined ? '' : `?${new URLSearchParams({ product })}`}`;

/** Adds the changelog: versions of products, their release notes and differences. */
export function changes(pages: PortalPages): void {
  pages.get('/changes', async (c) => {
    const { pageContext } = c.var;
    const { base, text } = pageContext;
    const product = c.req.query('product');
    const { changelog } = await pageContext.run(CHANGELOG, {
      product: product ?? null,
      first: ENTRIES,
      language: pageContext.language,
    });
    return show(
      c,
      <>
        <Crumb href={`${base}/`}>{text.catalogue.title}</Crumb>
        <h1 class="title">{text.changelog.title}</h1>
        <p class="lead">{text.changelog.lead}</p>
        <p class="row">
          <a
            class="link"
            rel="alternate"
            type="application/atom+xml"
            href={changelogUrl(base, 'changes.atom', product)}
          >
            {text.changelog.feed}
          </a>
          {product !== undefined && (
            <a class="link" href={changelogUrl(base, 'changes')}>
              {text.changelog.all}
            </a>
          )}
        </p>
        {changelog.length === 0 && (
          <Notice tone="info">
            <p class="text">{text.changelog.none}</p>
          </Notice>
        )}
        {changelog.map((entry) => (
          <Entry pageContext={pageContext} entry={entry} />
        ))}
      </>,
      { title: text.changelog.title, menu: 'products' },
    );
  });
}

function Entry({ pageContext, entry }: { pageContext: PortalPageContext; entry: ChangelogEntry }) {
  const { text, format } = pageContext;
  const { publishedAt, deprecatedAt, previousVersion, releaseNotes } = entry;
  return (
    <article class="card section">
      <div class="head">
        <h2 class="card-title">
          <a class="link" href={productUrl(pageContext, entry)}>
            {named(entry)}
          </a>
        </h2>
        {deprecatedAt !== null && <Badge tone="waiting">{text.state.DEPRECATED}</Badge>}
      </div>
      <p class="small quiet">
        <time datetime={publishedAt}>{format.date(publishedAt)}</time>
        {previousVersion !== null && ` · ${text.changelog.since(previousVersion)}`}
      </p>
      {releaseNotes !== null && <Prose markdown={releaseNotes} />}
      <Differences pageContext={pageContext} entry={entry} />
    </article>
  );
}

function Differences({
  pageContext: { text },
  entry,
}: {
  pageContext: PortalPageContext;
  entry: ChangelogEntry;
}) {
  if (entry.previousVersion === null) return <p class="text">{text.changelog.first}</p>;
  if (entry.changes.length === 0) return <p class="text">{text.changelog.same}</p>;
  return (
    <>
      {[...grouped(entry.changes, ({ kind }) => kind)].map(([kind, found]) => (
        <section aria-label={`${text.changelog.kinds[kind]}: ${named(entry)}`}>
          <p>
            <Badge tone={tones[kind]}>{text.changelog.kinds[kind]}</Badge>
          </p>
          <ul class="list">
            {found.slice(0, SHOWN_MAX).map((change) => (
              <li>
                <code class="code">{placeOf(change)}</code> {change.message}
              </li>
            ))}
            {found.length > SHOWN_MAX && <li>{text.changelog.more(found.length - SHOWN_MAX)}</li>}
          </ul>
        </section>
      ))}
    </>
  );
}

/** Names the API of a difference, and the operation where there is one. */
export const placeOf = ({ api, operation }: Change): string =>
  operation === null ? api : `${api}: ${operation}`;
