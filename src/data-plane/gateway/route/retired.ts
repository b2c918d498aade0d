import type { RefusalDetails } from '../../../foundation/errors.ts';
import { grouped } from '../../../foundation/grouped.ts';
import { type RetiredProduct, retiredKept } from '../../snapshot/retired-products.ts';
import type { CatalogSnapshot } from '../../snapshot/snapshot.ts';

const KEPT_MS = retiredKept.days * 86_400_000;
/** Successors that are followed: one may be retired by now, and its own successor too. */
const STEPS_MAX = 20;

/** A caller of a path that a retired product served. */
type RetiredQuestion = {
  /** The path below the catalog. */
  readonly path: string;
  /** The length from which a base path counts. A shorter one is farther than what serves the path now. */
  readonly from: number;
  /** Tells whether the caller is known as an application of the catalog. */
  readonly isKnown: boolean;
  readonly now: Date;
};

type Parts = Pick<CatalogSnapshot, 'retired' | 'products' | 'portalUrl'>;
type Visibility = RetiredProduct['visibility'];
type Index = {
  readonly byBasePath: ReadonlyMap<string, readonly RetiredProduct[]>;
  /** The length of the longest base path. */
  readonly longest: number;
};

/** Retired products by base path. It lives as long as the list that it was made from. */
const indexes = new WeakMap<readonly RetiredProduct[], Index>();

/**
 * Tells of the retired product that served a path. Undefined where the caller may not know.
 *
 * It is asked only once a call is refused. Several products may have served the path; the longest base path counts, and of
 * its products the last retired.
 *
 * Decision: who sees a product in the portal is told. A product for everybody is named to everybody, one for those who
 * are signed in to applications of the catalog, and one for chosen consumers to nobody: whether the caller was among
 * them is not known any more. The same holds for the successor, which has to be published besides.
 */
export function retiredDetails(catalog: Parts, question: RetiredQuestion): RefusalDetails | undefined {
  const found = retiredAt(catalog, question);
  if (!found) return undefined;
  const { product, retiredAt: at } = found;
  const successor = successorOf(catalog, found, question.isKnown);
  const page =
    successor === undefined || catalog.portalUrl === undefined
      ? undefined
      : `${catalog.portalUrl}/products/${successor}`;
  const told = [
    `${product}, which served this path, was retired on ${at.toISOString().slice(0, 10)}.`,
    ...(successor === undefined ? [] : [`${successor} has taken its place: subscribe to it, and call it.`]),
    ...(page === undefined ? [] : [`See ${page}`]),
  ];
  return {
    hint: told.join(' '),
    ...(successor !== undefined && { successor }),
    facts: {
      retiredProduct: product,
      retiredAt: at.toISOString(),
      ...(successor !== undefined && { successor }),
    },
    ...(page !== undefined && { headers: { Link: `<${page}>; rel="successor-version"` } }),
  };
}

function retiredAt(
  { retired }: Parts,
  { path, from, isKnown, now }: RetiredQuestion,
): RetiredProduct | undefined {
  if (retired.length === 0) return undefined;
  const oldest = now.getTime() - KEPT_MS;
  const isTold = (each: RetiredProduct) =>
    isVisible(each.visibility, isKnown) && each.retiredAt.getTime() > oldest;
  const { byBasePath, longest } = indexOf(retired);
  let found: RetiredProduct | undefined;
  for (let end = endOfSegment(path, 0); end <= longest; end = endOfSegment(path, end)) {
    if (end >= from) found = byBasePath.get(path.slice(0, end))?.find(isTold) ?? found;
    if (end === path.length) break;
  }
  return found;
}

/** The end of the segment that begins at a slash. */
function endOfSegment(path: string, slash: number): number {
  const next = path.indexOf('/', slash + 1);
  return next < 0 ? path.length : next;
}

function indexOf(retired: readonly RetiredProduct[]): Index {
  const known = indexes.get(retired);
  if (known) return known;
  const pairs = retired.flatMap((each) => each.basePaths.map((basePath) => [basePath, each] as const));
  const byBasePath = new Map(
    [...grouped(pairs, ([basePath]) => basePath)].map(([basePath, each]) => [
      basePath,
      each.map(([, product]) => product),
    ]),
  );
  const index = { byBasePath, longest: Math.max(0, ...[...byBasePath.keys()].map(({ length }) => length)) };
  indexes.set(retired, index);
  return index;
}

/** Follows the successors to one that is published. A deprecated one leads to where its subscriptions are to go. */
function successorOf(
  { retired, products }: Parts,
  { successorId }: RetiredProduct,
  isKnown: boolean,
): string | undefined {
  let id = successorId;
  for (let step = 0; id !== null && step < STEPS_MAX; step += 1) {
    const at: string = id;
    const serving = products.get(at);
    if (serving?.state === 'PUBLISHED')
      return isVisible(serving.visibility, isKnown) ? serving.product : undefined;
    const next = serving ?? retired.find((each) => each.id === at);
    id = next?.successorId ?? null;
  }
  return undefined;
}

const isVisible = (visibility: Visibility, isKnown: boolean) =>
  visibility === 'PUBLIC' || (visibility === 'AUTHENTICATED' && isKnown);
