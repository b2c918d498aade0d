import type { ProductState } from '../../domain/product/lifecycle.ts';

type Deprecated = {
  readonly state: ProductState;
  readonly deprecatedAt: Date | null;
  readonly sunsetAt: Date | null;
};

/** Shared by all that has nothing to say. */
const NOTHING: readonly string[] = [];

/**
 * What the answers of a product say of its end, as header names and values in turn: since when it is deprecated (RFC
 * 9745), when it stops answering (RFC 8594, an HTTP-date), and where its successor is (RFC 5829, "successor-version").
 * Both instants lose their fraction of a second. Empty unless it is deprecated.
 *
 * @param successorUrl the address of the API that takes the place of the one that answers
 */
export function deprecationHeaders(product: Deprecated, successorUrl: string | undefined): readonly string[] {
  const { state, deprecatedAt, sunsetAt } = product;
  if (state !== 'DEPRECATED') return NOTHING;
  return [
    ...(deprecatedAt ? ['Deprecation', `@${Math.floor(deprecatedAt.getTime() / 1000)}`] : []),
    ...(sunsetAt ? ['Sunset', sunsetAt.toUTCString()] : []),
    ...(successorUrl === undefined ? [] : ['Link', `<${successorUrl}>; rel="successor-version"`]),
  ];
}
