import type { ProductState } from '../../domain/product/lifecycle.ts';

type Deprecated = {
  readonly state: ProductState;
  readonly deprecatedAt: Date | null;
  readonly sunsetAt: Date | null;
};

/** Shared by all that has nothing to say. */
const NOTHING: readonly string[] = [];

/**
 * The headers of a deprecated product, names and values in turn. Any other has none.
 *
 * They are the instant of its deprecation (RFC 9745), its sunset (RFC 8594, an HTTP-date), and the address of its
 * successor (RFC 5829, "successor-version"). Both instants lose their fraction of a second.
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
