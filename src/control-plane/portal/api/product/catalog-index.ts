import { LRUCache } from 'lru-cache';
import { refuse } from '../../../../foundation/errors.ts';
import { freshTurn, inFreshTurns, isTurnOver } from '../../../../foundation/event-loop-turns.ts';
import { FairCache } from '../../../../foundation/fair-cache.ts';
import { mergingRuns } from '../../../../foundation/merging-runs.ts';
import { SearchIndex, type SeenItems } from '../../../../foundation/text/search-index.ts';
import { compareVersions } from '../../../../foundation/text/version.ts';
import { TurnQueue } from '../../../../foundation/turn-queue.ts';
import type { PortalContext } from '../context.ts';
import { type ListedTitle, readProducts } from './searched-product.ts';

/** Products that are read at once. */
const PAGE = 100;
/** Stamps that are read at once. */
const STAMPS_PAGE = 2_000;
/** Readers for whom it is kept what they see. */
const READERS = 32;
/** Bytes of what one reader sees, for each product. */
const SEEN_BYTES = 16;
const PRODUCT_BYTES = 400 + READERS * SEEN_BYTES;
/** Bytes of an index. A catalog with more words is searched by the database, which forgives nothing. */
const BYTES_MAX = 96_000_000;
const BOUNDS = { bytesMax: 256_000_000, bytesMaxOfOrg: 100_000_000 };
/** Time after which a catalog that was too large is tried again. Trying takes seconds. */
const TOO_LARGE_FOR_MS = 600_000;
/** Share of words that nothing has any more, at which an index is made anew. */
const GONE_SHARE_MAX = 0.5;

type IndexedProduct = ListedTitle & {
  readonly id: string;
  /** Another one after every change of the product, its plans or its APIs. */
  readonly stamp: string;
  readonly hasViews: boolean;
};

/** The index of a catalog as it was at a revision of its org. */
export type CatalogIndex = {
  readonly revision: number;
  /** The mark of the catalog before its products were read. */
  readonly mark: string;
  /** In the order of titles, the newest version first. */
  readonly products: ReadonlyMap<string, IndexedProduct>;
  readonly index: SearchIndex;
  /** The part that each reader sees at this revision, by reader and filter. */
  readonly seen: LRUCache<string, SeenItems>;
  /** The moment at which the catalog had more words than are indexed. */
  readonly tooLargeAt: Date | undefined;
};

const kept = new FairCache<CatalogIndex>(
  BOUNDS,
  ({ index, products }) => index.bytes + products.size * PRODUCT_BYTES,
);
/** The latest work on the index of each catalog. */
const making = new Map<string, Promise<CatalogIndex>>();

/**
 * Returns the index of the catalog. After a change of the org, what has changed is read again.
 *
 * @param ids products that it must know, where the database has them
 * @throws TEMPORARILY_UNAVAILABLE when too many catalogs of the org wait
 */
export async function catalogIndex(context: PortalContext, ids: readonly string[]): Promise<CatalogIndex> {
  const { id, orgId } = context.catalog;
  const revision = await context.revision();
  const known = kept.known(orgId, id);
  if (known && isCurrent(known, { revision, ids, now: context.clock() })) return known;
  const key = `${id} ${revision}`;
  const pending = making.get(key) ?? refreshedInTurn(context, revision).finally(() => making.delete(key));
  making.set(key, pending);
  return pending;
}

/** Returns the index of the catalog as the org is now. Undefined where it has to be made, or cannot be. */
export async function currentIndex(context: PortalContext): Promise<CatalogIndex | undefined> {
  const revision = await context.revision();
  const known = kept.known(context.catalog.orgId, context.catalog.id);
  return known?.revision === revision && !known.tooLargeAt ? known : undefined;
}

type IsCurrentInput = { readonly revision: number; readonly ids: readonly string[]; readonly now: Date };

function isCurrent(known: CatalogIndex, { revision, ids, now }: IsCurrentInput): boolean {
  if (known.tooLargeAt) return now.getTime() - known.tooLargeAt.getTime() < TOO_LARGE_FOR_MS;
  return known.revision === revision && ids.every((id) => known.products.has(id));
}

/** Each index that is made takes as much memory as one that is kept. An org makes one at a time. */
const turns = new TurnQueue({
  atOnceMax: 4,
  atOnceEach: 1,
  waitingMax: [10_000, 1_000],
  tooMany: () =>
    refuse('TEMPORARILY_UNAVAILABLE', {
      detail: 'Too many catalogs are searched at this moment: try again.',
      headers: { 'Retry-After': '5' },
    }),
});

/** Refreshes the index of a catalog when its turn comes. It goes on with what is there then. */
function refreshedInTurn(context: PortalContext, revision: number): Promise<CatalogIndex> {
  const { id, orgId } = context.catalog;
  return turns.run([orgId, id], () => refreshed(context, kept.known(orgId, id), revision));
}

async function refreshed(
  context: PortalContext,
  known: CatalogIndex | undefined,
  revision: number,
): Promise<CatalogIndex> {
  const { clock } = context;
  const mark = await readMark(context);
  if (known?.mark === mark && !known.tooLargeAt) return keptAt(context, { ...known, revision });
  const stamps = await readStamps(context);
  const isKept = known && !known.tooLargeAt && known.index.goneShare < GONE_SHARE_MAX;
  const index = isKept ? known.index : new SearchIndex();
  const before = isKept ? known.products : NO_PRODUCTS;
  const products = await updated(context, { index, before, stamps });
  return keptAt(
    context,
    products
      ? { revision, mark, index, products, tooLargeAt: undefined }
      : { revision, mark, index: new SearchIndex(), products: NO_PRODUCTS, tooLargeAt: clock() },
  );
}

/** Keeps an index. Who sees what at its revision is not known yet. */
function keptAt({ catalog }: Pick<PortalContext, 'catalog'>, made: Omit<CatalogIndex, 'seen'>): CatalogIndex {
  const index = { ...made, seen: seenBy(made.products.size) };
  kept.keep(catalog.orgId, catalog.id, index);
  return index;
}

/**
 * Makes room for the parts that readers see.
 *
 * They are kept with the index and its revision, and gone with them: nothing is shown by what held before a change.
 */
const seenBy = (products: number) =>
  new LRUCache<string, SeenItems>({
    maxSize: Math.max(1, products) * READERS * SEEN_BYTES,
    sizeCalculation: ({ ids, shown }, key) => ids.length * 8 + shown.byteLength + key.length,
  });

const NO_PRODUCTS: ReadonlyMap<string, IndexedProduct> = new Map();

const SHOWN = `p."catalogId" = $1::uuid AND p."state" IN ('PUBLISHED', 'DEPRECATED')`;
/** An expression for the number and the versions of rows of a catalog. `xmin` is another after every change. */
const sumOf = (alias: string, rows: string) => `(
  SELECT concat(count(*), ' ', sum(hashtextextended(concat(${alias}."id", ' ', ${alias}.xmin), 0))) FROM ${rows} WHERE ${SHOWN})`;
/**
 * A mark of the products that consumers may see: another after every change. Plans and APIs of products count, too. Most
 * changes of an org are of other things, and to read ten thousand stamps takes several times as long.
 */
const MARK = `SELECT concat_ws(' ', ${sumOf('p', '"CatalogProduct" p')},
  ${sumOf('a', '"CatalogProduct" p JOIN "CatalogApi" a ON a."catalogProductId" = p."id"')},
  ${sumOf('l', '"CatalogProduct" p JOIN "CatalogPlan" l ON l."catalogProductId" = p."id"')}) AS "mark"`;

async function readMark({ database, catalog }: PortalContext): Promise<string> {
  const [row] = await database.prisma.$queryRawUnsafe<{ mark: string }[]>(MARK, catalog.id);
  return row?.mark ?? '';
}

/** The products that consumers may see, and what changes with each of them. `xmin` is another after every change. */
const STAMPS = `
  SELECT p."id", concat_ws(' ', p.xmin,
    (SELECT string_agg(a.xmin::text, ' ' ORDER BY a."id") FROM "CatalogApi" a WHERE a."catalogProductId" = p."id"),
    (SELECT string_agg(l.xmin::text, ' ' ORDER BY l."id") FROM "CatalogPlan" l WHERE l."catalogProductId" = p."id")) AS "stamp"
  FROM "CatalogProduct" p WHERE ${SHOWN} AND p."id" > $2::uuid
  ORDER BY p."id" LIMIT ${STAMPS_PAGE}`;
const LEAST_ID = '00000000-0000-0000-0000-000000000000';

type Stamps = ReadonlyMap<string, string>;

async function readStamps({ database, catalog }: PortalContext): Promise<Stamps> {
  const stamps = new Map<string, string>();
  let after = LEAST_ID;
  for (;;) {
    const page = await database.prisma.$queryRawUnsafe<{ id: string; stamp: string }[]>(
      STAMPS,
      catalog.id,
      after,
    );
    for (const { id, stamp } of page) stamps.set(id, stamp);
    const last = page.at(-1);
    if (!last || page.length < STAMPS_PAGE) return stamps;
    after = last.id;
  }
}

type Update = {
  readonly index: SearchIndex;
  readonly before: CatalogIndex['products'];
  readonly stamps: Stamps;
};

/** Puts what has changed into the index. Returns the products by title; undefined where they have too many words. */
async function updated(
  context: PortalContext,
  { index, before, stamps }: Update,
): Promise<CatalogIndex['products'] | undefined> {
  for (const id of before.keys()) if (!stamps.has(id)) index.remove(id);
  const stale = [...stamps].flatMap(([id, stamp]) => (before.get(id)?.stamp === stamp ? [] : [id]));
  const same = [...before.values()].filter(({ id, stamp }) => stamps.get(id) === stamp);
  const runs: IndexedProduct[][] = [same];
  for (let at = 0; at < stale.length; at += PAGE) {
    const run: IndexedProduct[] = [];
    for (const product of await readProducts(context, stale.slice(at, at + PAGE))) {
      if (isTurnOver()) await freshTurn();
      index.put(product);
      const { id, name, title, version, views } = product;
      run.push({ id, name, title, version, stamp: stamps.get(id) ?? '', hasViews: (views?.size ?? 0) > 0 });
    }
    if (index.bytes > BYTES_MAX) return undefined;
    runs.push(run.sort(byTitle));
  }
  const sorted = await inFreshTurns(mergingRuns(runs, byTitle));
  return new Map(sorted.map((product) => [product.id, product]));
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const byTitle = (a: IndexedProduct, b: IndexedProduct): number =>
  collator.compare(a.title, b.title) ||
  collator.compare(a.name, b.name) ||
  compareVersions(b.version, a.version);
