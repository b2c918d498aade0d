import type { ResultOf } from '@graphql-typed-document-node/core';
import { Prose } from '../../../../ui/components/prose.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';

/** Words of a provider about a product. */
export const PRODUCT_WORDS = graphql(`
  fragment ProductWords on PortalProduct { summary description tags iconPath links { title url } }
`);

type WordsProps = {
  readonly pageContext: PortalPageContext;
  readonly product: ResultOf<typeof PRODUCT_WORDS>;
};

/** The description of a product, rendered from Markdown, and its links. */
export function ProductDescription({ pageContext: { text }, product: { description, links } }: WordsProps) {
  if (description === null && links.length === 0) return null;
  return (
    <Section id="about-heading" title={text.product.about}>
      {description !== null && <Prose markdown={description} isCard />}
      {links.length > 0 && (
        <p class="row section">
          {links.map(({ title, url }) => (
            <a class="link" href={url} rel="noreferrer">
              {title}
            </a>
          ))}
        </p>
      )}
    </Section>
  );
}

/** Tags, each with the products that have it. */
export function Tags({
  pageContext: { base, text },
  tags,
}: {
  readonly pageContext: PortalPageContext;
  readonly tags: readonly string[];
}) {
  if (tags.length === 0) return null;
  return (
    <ul class="tags" aria-label={text.catalogue.tags}>
      {tags.map((tag) => (
        <li>
          <a class="tag" href={`${base}/?${new URLSearchParams({ tag })}`}>
            <bdi>{tag}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}
