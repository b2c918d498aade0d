import type { ResultOf } from '@graphql-typed-document-node/core';
import { Prose } from '../../../../ui/components/prose.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { firstParagraph } from '../../../../ui/kit/first-paragraph.ts';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';
import { type ApiOfProduct, operationsUrl } from './operation-url.ts';

/** Words about an API: those of its provider, and else those of its document. */
export const API_WORDS = graphql(`
  fragment ApiWords on PortalApi {
    summary description links { title url } contact { name url email } license { name url } termsOfService
  }
`);

/** A longer description is read on the page of its API. */
const BRIEF_MAX = 1_000;

type ApiBriefProps = {
  readonly pageContext: PortalPageContext;
  readonly api: ApiOfProduct['api'] &
    Pick<ResultOf<typeof API_WORDS>, 'summary' | 'description'> & { readonly title: string };
  /** `name:version` of the product that it is shown as part of. */
  readonly product: string;
};

/** Words of an API on a card. Of a long description it is the first paragraph. */
export function ApiBrief({ pageContext, api, product }: ApiBriefProps) {
  const { text } = pageContext;
  const description = api.description ?? '';
  const isWhole = description.length <= BRIEF_MAX;
  const first = isWhole ? description : firstParagraph(description);
  const brief = first.length <= BRIEF_MAX ? first : '';
  return (
    <>
      <ApiSummary api={api} />
      {brief !== '' && <Prose markdown={brief} headingLevel={4} />}
      {!isWhole && (
        <p class="text">
          <a class="link" href={operationsUrl(pageContext, { product, api })}>
            {text.api.more}
            <span class="visually-hidden"> {text.api.of(api.title)}</span>
          </a>
        </p>
      )}
    </>
  );
}

/** The summary of an API; nothing where it has none. */
export function ApiSummary({ api: { summary } }: { readonly api: { readonly summary: string | null } }) {
  if (summary === null) return null;
  return (
    <p class="text" dir="auto">
      {summary}
    </p>
  );
}

type ApiDescriptionProps = {
  readonly pageContext: PortalPageContext;
  readonly description: string | null;
};

/** The description of an API under a heading, rendered from Markdown. */
export function ApiDescription({ pageContext: { text }, description }: ApiDescriptionProps) {
  if (description === null) return null;
  return (
    <Section id="about-heading" title={text.product.about}>
      <Prose markdown={description} isCard />
    </Section>
  );
}
