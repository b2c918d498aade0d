import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Child } from 'hono/jsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';
import { productUrl } from './product-name.ts';

/** Facts of the end of a product. */
export const DEPRECATION = graphql(`
  fragment Deprecation on PortalProduct { name version state sunsetAt }
`);

type DeprecatedProps = {
  readonly pageContext: PortalPageContext;
  readonly product: ResultOf<typeof DEPRECATION>;
  /** More about the end. Unless given, it is a link to the page of the product. */
  readonly children?: Child;
};

/** Says that a product is deprecated, and until when it answers. */
export function Deprecated({ pageContext, product, children }: DeprecatedProps) {
  const { text, format, clock } = pageContext;
  const { state, sunsetAt } = product;
  if (state !== 'DEPRECATED') return null;
  return (
    <Notice tone="warning" title={text.product.deprecated}>
      <p class="text">
        {text.product.deprecatedText}{' '}
        {sunsetAt !== null && text.product.sunsetIn(sunsetAt, format.relative(sunsetAt, clock()))}
      </p>
      {children === undefined ? (
        <p class="text">
          <a class="link" href={productUrl(pageContext, product)}>
            {text.product.deprecatedMore}
          </a>
        </p>
      ) : (
        children
      )}
    </Notice>
  );
}
