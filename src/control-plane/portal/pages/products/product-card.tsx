import type { ResultOf } from '@graphql-typed-document-node/core';
import { Badge } from '../../../../ui/components/badge.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';
import { Mark } from './mark.tsx';
import { productUrl } from './product-name.ts';
import { Tags } from './product-words.tsx';

/** Facts of a product in a list. */
export const PRODUCT_CARD = graphql(`
  fragment ProductCard on PortalProduct {
    name title version state sunsetAt summary tags iconPath
    plans { name }
    apis { name title kind tags iconPath }
  }
`);

export type CardProduct = ResultOf<typeof PRODUCT_CARD>;

type ProductCardProps = {
  readonly pageContext: PortalPageContext;
  readonly product: CardProduct;
  /** The level of its heading: one below that of the list. */
  readonly heading?: 'h2' | 'h3';
};

/** Tags of a product, then those of its APIs. */
export const allTagsOf = ({ tags, apis }: Pick<CardProduct, 'tags' | 'apis'>): string[] => [
  ...new Set([...tags, ...apis.flatMap((api) => api.tags)]),
];

/** Tags of APIs fill up to so many. The page of the product has all. */
const TAGS_SHOWN = 6;
/** APIs that a card names. The page of the product has all. */
const APIS_SHOWN = 3;

export function ProductCard({ pageContext, product, heading: Heading = 'h3' }: ProductCardProps) {
  const { text } = pageContext;
  const { version, title, state, sunsetAt, summary, tags, plans, apis } = product;
  const more = apis.length - APIS_SHOWN;
  const kinds = [...new Set(apis.map(({ kind }) => kind))];
  const isOneOfItsName = apis.length === 1 && apis[0]?.title === title;
  return (
    <article class="card product-card">
      <div class="product-card-head">
        <Mark pageContext={pageContext} of={product} />
        <div class="product-card-name">
          <a class="card-link" href={productUrl(pageContext, product)}>
            <Heading class="card-title">
              <bdi>{title}</bdi>
            </Heading>
          </a>
          <p class="small quiet">{text.catalogue.version(version)}</p>
        </div>
        {state === 'DEPRECATED' && <Badge tone="waiting">{text.state[state]}</Badge>}
      </div>
      {summary !== null && (
        <p class="product-card-text" dir="auto">
          {summary}
        </p>
      )}
      {!isOneOfItsName && (
        <ul class="plain-list small">
          {apis.slice(0, APIS_SHOWN).map((api) => (
            <li class="api-name">
              {api.iconPath !== null && <Mark pageContext={pageContext} of={api} size="tiny" />}
              <bdi>{api.title}</bdi>
            </li>
          ))}
          {more > 0 && <li>{text.home.moreApis(more)}</li>}
        </ul>
      )}
      {sunsetAt && <p class="small">{text.sunset(sunsetAt)}</p>}
      <Tags pageContext={pageContext} tags={allTagsOf(product).slice(0, Math.max(TAGS_SHOWN, tags.length))} />
      <p class="card-foot small quiet">
        {kinds.map((kind) => (
          <span class="kind">{text.kind[kind]}</span>
        ))}
        {text.catalogue.plans(plans.length)}
      </p>
    </article>
  );
}
