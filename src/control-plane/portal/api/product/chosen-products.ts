import { setTimeout as sleep } from 'node:timers/promises';
import { inFreshTurns } from '../../../../foundation/event-loop-turns.ts';
import type { SearchIndex, SeenItems } from '../../../../foundation/text/search-index.ts';
import { searchWords } from '../../../../foundation/text/search-words.ts';
import type { TakeSkip } from '../../../../graphql/server/take-skip.ts';
import type { ApiKind, Prisma } from '../../../../infrastructure/database/generated/prisma/client.ts';
import type { PortalContext } from '../context.ts';
import { type CatalogIndex, catalogIndex, currentIndex } from './catalog-index.ts';
import { matching } from './product-search.ts';
import { LIVE, visibleProducts } from './visibility.ts';

type Products = Prisma.CatalogProductWhereInput;

/** A question for products: null and undefined ask for nothing. */
type ProductQuestion = {
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
  const known = await knownAlready(context, question);
  const seen = known ?? (await readAnew(context, question, where));
  if (!seen)
    return fromDatabase(context, search === '' ? where : await matching(context, where, search), part);
  const { ids: found, meant } =
    search === ''
      ? { ids: seen.items.ids, meant: undefined }
      : await inFreshTurns(seen.index.searching(search, seen.items));
  const { take, skip = 0 } = part;
  return { ids: found.slice(skip, skip + take), total: found.length, where, meant };
}

/** Products that are read at once. */
const IDS_PAGE = 2_000;

/** Reads which products there are. Each page of them has a turn of its own. */
async function allIds({ database }: PortalContext, where: Products): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const after = ids.at(-1);
    const page = await database.prisma.catalogProduct.findMany({
      where: after === undefined ? where : { AND: [where, { id: { gt: after } }] },
      select: { id: true },
      orderBy: { id: 'asc' },
      take: IDS_PAGE,
    });
    for (const { id } of page) ids.push(id);
    if (page.length < IDS_PAGE) return ids;
  }
}

/** Products of which the index is waited for, however long it takes. */
const WAITED_FOR_MAX = 2_000;
const PATIENCE_MS = 1_000;

/** Returns the index. Undefined while that of a large catalog is made: the database answers until then. */
async function indexInTime(
  context: PortalContext,
  ids: readonly string[],
): Promise<CatalogIndex | undefined> {
  const made = catalogIndex(context, ids);
  if (ids.length <= WAITED_FOR_MAX) return made;
  // Whoever asks next meets the fault.
  made.catch(() => undefined);
  const giveUp = new AbortController();
  const patience = sleep(PATIENCE_MS, undefined, { signal: giveUp.signal }).catch(() => undefined);
  return Promise.race([made, patience]).finally(() => giveUp.abort());
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

/** The part of an index that a viewer sees. */
type Seen = { readonly index: SearchIndex; readonly items: SeenItems };

/**
 * Returns what the viewer sees, where it was read before.
 *
 * Decision: it is kept for one revision of the org. Whatever changes who sees a product, or under which plan, raises that:
 * products, audiences, subscriptions. Who the viewer is, and the audiences they are in, are read for each request.
 */
async function knownAlready(context: PortalContext, question: ProductQuestion): Promise<Seen | undefined> {
  const known = await currentIndex(context);
  const items = known?.seen.get(readerKey(context, question));
  return known && items && { index: known.index, items };
}

function readerKey({ viewer }: PortalContext, { tag, kind, state }: ProductQuestion): string {
  const reader = viewer ? [viewer.consumerOrg.id, viewer.audience.toSorted()] : [];
  return JSON.stringify([reader, tag ?? null, kind ?? null, state ?? null]);
}

/** Reads what the viewer sees. Undefined where the catalog has no index, or none yet. */
async function readAnew(
  context: PortalContext,
  question: ProductQuestion,
  where: Products,
): Promise<Seen | undefined> {
  // The revision comes first: what is read after it is never older.
  await context.revision();
  const ids = await allIds(context, where);
  const made = await indexInTime(context, ids);
  if (!made || made.tooLargeAt) return undefined;
  const visible = await inFreshTurns(inOrder(made, ids));
  const hasViews = [...visible].some((id) => made.products.get(id)?.hasViews);
  const plans = hasViews ? await ownPlans(context) : new Map<string, string>();
  const reader = { visible, viewOf: (id: string) => plans.get(id) ?? '' };
  const items = await inFreshTurns(made.index.seeing(reader));
  made.seen.set(readerKey(context, question), items);
  return { index: made.index, items };
}

/** Products that are put in order in one step. */
const STEP = 2_000;

/** Puts products into the order of titles, step by step. */
function* inOrder(
  { products }: CatalogIndex,
  ids: readonly string[],
): Generator<undefined, ReadonlySet<string>> {
  const asked = new Set(ids);
  const ordered = new Set<string>();
  let at = 0;
  for (const id of products.keys()) {
    if (asked.has(id)) ordered.add(id);
    at += 1;
    if (at % STEP === 0) yield;
  }
  return ordered;
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
