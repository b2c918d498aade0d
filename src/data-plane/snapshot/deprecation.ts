import type { ProductState } from '../../domain/product/lifecycle.ts';

type Deprecated = {
  readonly state: ProductState;
  readonly deprecatedAt: Date | null;
  readonly sunsetAt: Date | null;
};

/** Addresses about an end; undefined where there is none. */
type Addresses = {
  /** The address of what takes the place of the API that answers. */
  readonly successor: string | undefined;
  /** A page that tells of the deprecation and the sunset. */
  readonly explanation: string | undefined;
};

/** Shared by all that has nothing to say. */
const NOTHING: readonly string[] = [];

/**
 * The headers of a deprecated product, names and values in turn. Any other has none.
 *
 * They are the instant of its deprecation (RFC 9745), its sunset (RFC 8594, an HTTP-date), and links: to its successor
 * (RFC 5829, "successor-version") and to what explains both instants. These lose their fraction of a second.
 */
export function deprecationHeaders(
  product: Deprecated,
  { successor, explanation }: Addresses,
): readonly string[] {
  const { state, deprecatedAt, sunsetAt } = product;
  if (state !== 'DEPRECATED') return NOTHING;
  const explained = (rel: string) =>
    explanation === undefined ? [] : [`<${explanation}>; rel="${rel}"; type="text/html"`];
  const links = [
    ...(successor === undefined ? [] : [`<${successor}>; rel="successor-version"`]),
    ...(deprecatedAt ? explained('deprecation') : []),
    ...(sunsetAt ? explained('sunset') : []),
  ];
  return [
    ...(deprecatedAt ? ['Deprecation', `@${Math.floor(deprecatedAt.getTime() / 1000)}`] : []),
    ...(sunsetAt ? ['Sunset', sunsetAt.toUTCString()] : []),
    ...(links.length > 0 ? ['Link', links.join(', ')] : []),
  ];
}
