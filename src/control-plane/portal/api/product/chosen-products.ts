import { searchWords } from '../../../../foundation/text/search-words.ts';
import type { TakeSkip } from '../../../../graphql/server/take-skip.ts';
import type { ApiKind, Prisma } from '../../../../infrastructure/database/generated/prisma/client.ts';
import type { PortalContext } from '../context.ts';
import { type CatalogIndex, catalogIndex, INDEXED_MAX } from './catalog-index.ts';
import { matching } from './product-search.ts';
import { LIVE, visibleProducts } from './visibility.ts';

type Products = Prisma.CatalogProductWhereInput;

/** A question for products: null and undefined ask for nothing. */
export type ProductQuestion = {
  readonly search?: string | null | undefined;
  readonly tag?: string | null | undefined;
  readonly kind?: ApiKind | null | undefined;
  readonly state?: 'PUBLISHED' | 'DEPRECATED' | null | undefined;
  readonly order?: 'NAME' | 'TITLE' | null | undefined;
};

/** The part of what was found that is asked for. */
export type ChosenProducts = {
  /** In the order of the answer. */
  readonly ids: readonly string[];
  /** The number of all that were found; undefined where the database has to count. */
  readonly total: number | undefined;
  readonly where: Products;
  /** The search in words that are there. */
  readonly meant: string | undefined;
};

/**
 * Finds the products that the viewer may see and asks for.
 *
 * With a search they come the best first, else in the order of names or titles.
 *
 * @throws BAD_USER_INPUT for a search of too many words
 */
export async function chosenProducts(
  context: PortalContext,
  question: ProductQuestion,
  part: TakeSkip,
): Promise<ChosenProducts> {
  const search = question.search?.trim() ?? '';
  if (search !== '') searchWords(search);
  const where: Products = { AND: [visibleProducts(context), ...filtersOf(question)] };
  if (search === '' && question.order !== 'TITLE') return fromDatabase(context, where, part);
  // A text that PostgreSQL cannot hold is in no product.
  if (search.includes('\0')) return { ids: [], total: 0, where, meant: undefined };
  const rows = await context.database.prisma.catalogProduct.findMany({
    where,
    select: { id: true },
    take: INDEXED_MAX + 1,
  });
  const ids = rows.map(({ id }) => id);
  const index = await catalogIndex(context, ids);
  if (index.isTooLarge)
    return fromDatabase(context, search === '' ? where : await matching(context, where, search), part);
  const { ids: found, meant } = await foundIn(index, { search, ids }, context);
  const { take, skip = 0 } = part;
  return { ids: found.slice(skip, skip + take), total: found.length, where, meant };
}

/** A text that PostgreSQL cannot hold is the tag of no product. */
function filtersOf({ tag, kind, state }: ProductQuestion): Products[] {
  return [
    ...(tag == null
      ? []
      : [tag.includes('\0') ? NONE : { OR: [tagged(tag), { apis: { some: tagged(tag) } }] }]),
    ...(kind == null ? [] : [{ apis: { some: { kind } } }]),
    ...(state == null ? [] : [{ state }]),
  ];
}

const NONE: Products = { id: { in: [] } };

/** Matches a product, or an API, that has a tag. */
const tagged = (tag: string) => ({ words: { path: ['tags'], array_contains: [tag] } });

async function foundIn(
  { products, index }: CatalogIndex,
  { search, ids }: { readonly search: string; readonly ids: readonly string[] },
  context: PortalContext,
): Promise<{ readonly ids: readonly string[]; readonly meant: string | undefined }> {
  const visible = new Set(ids);
  if (search === '') return { ids: [...products.keys()].filter((id) => visible.has(id)), meant: undefined };
  const hasViews = ids.some((id) => (products.get(id)?.views?.size ?? 0) > 0);
  const plans = hasViews ? await ownPlans(context) : new Map<string, string>();
  return index.search({ text: search, visible, viewOf: (id) => plans.get(id) ?? '' });
}

/** Finds the plans by which the viewer sees schemas, by product. The first subscription counts. */
async function ownPlans({ database, catalog, viewer }: PortalContext): Promise<ReadonlyMap<string, string>> {
  if (!viewer) return new Map();
  const subscriptions = await database.prisma.subscription.findMany({
    where: {
      application: { consumerOrgId: viewer.consumerOrg.id },
      state: LIVE,
      catalogProduct: { catalogId: catalog.id },
    },
    select: { catalogProductId: true, catalogPlan: { select: { name: true } } },
    orderBy: { catalogPlan: { position: 'desc' } },
  });
  return new Map(
    subscriptions.map(({ catalogProductId, catalogPlan }) => [catalogProductId, catalogPlan.name]),
  );
}

/**
 * Reads which products a part of the list has. PostgreSQL would join plans and APIs to each product that is left out.
 */
async function fromDatabase(
  { database }: PortalContext,
  where: Products,
  part: TakeSkip,
): Promise<ChosenProducts> {
  const rows = await database.prisma.catalogProduct.findMany({
    where,
    orderBy: { sortKey: 'asc' },
    ...part,
    select: { id: true },
  });
  const ids = rows.map(({ id }) => id);
  return { ids, total: lastOf(ids, part), where, meant: undefined };
}

/** The number of all products, where this part is the last of them. Most lists have less than a page. */
function lastOf(ids: readonly string[], { take, skip = 0 }: TakeSkip): number | undefined {
  const isLast = ids.length < take && (ids.length > 0 || skip === 0);
  return isLast ? skip + ids.length : undefined;
}
