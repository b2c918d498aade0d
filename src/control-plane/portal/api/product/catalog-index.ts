import type { TagsAndIcon } from '../../../../domain/branding/tags-and-icon.ts';
import type { ProductWords } from '../../../../domain/product/product-words.ts';
import { freshTurn, isTurnOver } from '../../../../foundation/event-loop-turns.ts';
import { FairCache } from '../../../../foundation/fair-cache.ts';
import { addWords, type SearchedItem, SearchIndex } from '../../../../foundation/text/search-index.ts';
import { compareVersions } from '../../../../foundation/text/version.ts';
import { stored } from '../../../../infrastructure/database/json-columns.ts';
import type { PortalContext } from '../context.ts';
import { fieldNames } from './field-names.ts';
import { hiddenFrom, shownSdl } from './shown-schema.ts';

/** Products that one index holds. Larger catalogs are searched by the database: a search here would hold up other orgs. */
export const INDEXED_MAX = 2_000;
const PAGE = 200;
/** Characters of one product that are indexed. */
const TEXT_MAX = 500_000;
const WORD_BYTES = 40;

/** Weights of words by their place: a title before a path before a description. */
const WEIGHTS = { title: 8, tag: 6, api: 5, path: 4, summary: 3, description: 1 } as const;

type IndexedProduct = SearchedItem & {
  /** Another one after every change of the product, its plans or its APIs. */
  readonly stamp: string;
  readonly name: string;
  readonly title: string;
  readonly version: string;
};

/** The index of a catalog as it was at a revision of its org. */
export type CatalogIndex = {
  readonly revision: number;
  /** In the order of titles, the newest version first. */
  readonly products: ReadonlyMap<string, IndexedProduct>;
  readonly index: SearchIndex;
  /** Tells whether the catalog has more products than are indexed. */
  readonly isTooLarge: boolean;
};

const bytesOf = ({ products }: CatalogIndex): number => {
  let words = 0;
  for (const { words: own, views } of products.values())
    words += own.size + [...(views?.values() ?? [])].reduce((sum, { size }) => sum + size, 0);
  return 1_000 + words * WORD_BYTES;
};
/** Bytes of an index. A search looks at each of its different words in one turn of the event loop, a few milliseconds. */
const BYTES_MAX = 32_000_000;
const kept = new FairCache<CatalogIndex>({ bytesMax: 256_000_000, bytesMaxOfOrg: 64_000_000 }, bytesOf);
const making = new Map<string, Promise<CatalogIndex>>();

/**
 * Returns the index of the catalog. After a change of the org, what has changed is read again.
 *
 * @param ids products that it must know, where the database has them
 */
export async function catalogIndex(context: PortalContext, ids: readonly string[]): Promise<CatalogIndex> {
  const { id, orgId } = context.catalog;
  const revision = await context.revision();
  const known = kept.known(orgId, id);
  const isCurrent =
    known?.revision === revision && (known.isTooLarge || ids.every((each) => known.products.has(each)));
  if (known && isCurrent) return known;
  const key = `${id} ${revision}`;
  const pending = making.get(key) ?? refreshed(context, known, revision).finally(() => making.delete(key));
  making.set(key, pending);
  return pending;
}

async function refreshed(
  context: PortalContext,
  known: CatalogIndex | undefined,
  revision: number,
): Promise<CatalogIndex> {
  const { database, catalog } = context;
  const stamps = await database.prisma.$queryRawUnsafe<{ id: string; stamp: string }[]>(
    STAMPS,
    catalog.id,
    INDEXED_MAX + 1,
  );
  const isTooLarge = stamps.length > INDEXED_MAX;
  const current = isTooLarge ? [] : stamps;
  const stale = current.filter(({ id, stamp }) => known?.products.get(id)?.stamp !== stamp);
  const isSame = known && !known.isTooLarge && stale.length === 0 && known.products.size === current.length;
  const made =
    isSame && !isTooLarge ? { ...known, revision } : await indexOf(context, { known, current, stale });
  const whole = { ...made, revision, isTooLarge };
  // What is not kept would be made for each search.
  const index = bytesOf(whole) > BYTES_MAX ? { ...whole, products: new Map(), isTooLarge: true } : whole;
  kept.keep(catalog.orgId, catalog.id, index);
  return index;
}

/** The products that consumers may see, and what changes with each of them. `xmin` is another after every change. */
const STAMPS = `
  SELECT p."id", concat_ws(' ', p.xmin,
    (SELECT string_agg(a.xmin::text, ' ' ORDER BY a."id") FROM "CatalogApi" a WHERE a."catalogProductId" = p."id"),
    (SELECT string_agg(l.xmin::text, ' ' ORDER BY l."id") FROM "CatalogPlan" l WHERE l."catalogProductId" = p."id")) AS "stamp"
  FROM "CatalogProduct" p WHERE p."catalogId" = $1::uuid AND p."state" IN ('PUBLISHED', 'DEPRECATED') LIMIT $2`;

type Stamp = { readonly id: string; readonly stamp: string };
type Refresh = {
  readonly known: CatalogIndex | undefined;
  readonly current: readonly Stamp[];
  readonly stale: readonly Stamp[];
};

async function indexOf(
  context: PortalContext,
  { known, current, stale }: Refresh,
): Promise<Pick<CatalogIndex, 'products' | 'index'>> {
  const read = new Map<string, IndexedProduct>();
  for (let at = 0; at < stale.length; at += PAGE)
    for (const product of await readProducts(context, stale.slice(at, at + PAGE)))
      read.set(product.id, product);
  const products = current.flatMap(({ id }) => read.get(id) ?? known?.products.get(id) ?? []).sort(byTitle);
  const index = new SearchIndex();
  for (const product of products) {
    if (isTurnOver()) await freshTurn();
    index.add(product);
  }
  return { products: new Map(products.map((product) => [product.id, product])), index };
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const byTitle = (a: IndexedProduct, b: IndexedProduct): number =>
  collator.compare(a.title, b.title) ||
  collator.compare(a.name, b.name) ||
  compareVersions(b.version, a.version);

async function readProducts(context: PortalContext, stamps: readonly Stamp[]): Promise<IndexedProduct[]> {
  const stampOf = new Map(stamps.map(({ id, stamp }) => [id, stamp]));
  const rows = await context.database.prisma.catalogProduct.findMany({
    where: { id: { in: [...stampOf.keys()] } },
    select: {
      id: true,
      name: true,
      title: true,
      version: true,
      words: true,
      plans: { orderBy: { position: 'asc' }, select: { name: true, hiddenGraphQL: true } },
      apis: { select: { name: true, title: true, words: true, sdl: true, searchText: true } },
    },
  });
  const descriptions = await operationDescriptions(context, [...stampOf.keys()]);
  const products: IndexedProduct[] = [];
  for (const { id, name, title, version, words, plans, apis } of rows) {
    if (isTurnOver()) await freshTurn();
    const schemas = apis.flatMap(({ sdl }) => (sdl === null ? [] : [sdl]));
    products.push({
      id,
      name,
      title,
      version,
      stamp: stampOf.get(id) ?? '',
      words: wordsOf(
        { name, title, words: stored<ProductWords>(words), operations: descriptions.get(id) ?? '' },
        apis.map(({ words, ...api }) => ({ ...api, tags: stored<TagsAndIcon>(words).tags })),
      ),
      views: schemas.length === 0 ? new Map() : await viewsOf(schemas, plans, context),
    });
  }
  return products;
}

/** Characters of descriptions of operations that are indexed of a product. Most say the same again and again. */
const DESCRIPTIONS_MAX = 20_000;

/** Reads the descriptions of REST operations and their parameters, by product. A plan hides none of them. */
async function operationDescriptions(
  { database }: PortalContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await database.prisma.$queryRaw<{ id: string; text: string }[]>`
    SELECT a."catalogProductId" AS "id", left(string_agg(d #>> '{}', E'\\n'), ${DESCRIPTIONS_MAX}::int) AS "text"
    FROM "CatalogApi" a, LATERAL (
      SELECT jsonb_path_query(a."openapi", '$.paths.*.*.description ? (@.type() == "string")')
      UNION ALL
      SELECT jsonb_path_query(a."openapi", '$.paths.*.*.parameters.description ? (@.type() == "string")')
    ) AS described(d)
    WHERE a."catalogProductId" = ANY(${ids}::uuid[]) GROUP BY 1`;
  return new Map(rows.map(({ id, text }) => [id, text]));
}

type TitledName = { readonly name: string; readonly title: string };
type SearchedApi = TitledName & {
  readonly tags: readonly string[];
  readonly sdl: string | null;
  readonly searchText: string;
};

function wordsOf(
  {
    name,
    title,
    words,
    operations,
  }: TitledName & {
    readonly words: ProductWords;
    /** The descriptions of operations. */
    readonly operations: string;
  },
  apis: readonly SearchedApi[],
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  addWords(found, `${title}\n${name}`, WEIGHTS.title);
  addWords(found, words.tags.join('\n'), WEIGHTS.tag);
  addWords(found, words.summary ?? '', WEIGHTS.summary);
  addWords(found, [words.description, words.releaseNotes, operations].join('\n'), WEIGHTS.description);
  for (const api of apis) {
    addWords(found, `${api.title}\n${api.name}`, WEIGHTS.api);
    addWords(found, api.tags.join('\n'), WEIGHTS.tag);
    // The words of a schema may be hidden, and are those of a view.
    const lines = api.sdl === null ? api.searchText.slice(0, TEXT_MAX).split('\n') : [];
    for (const line of lines) addWords(found, line, line.startsWith('/') ? WEIGHTS.path : WEIGHTS.summary);
  }
  return found;
}

type SearchedPlan = { readonly name: string; readonly hiddenGraphQL: readonly string[] };

/** Lists the words of schemas by plan. Under no name are those that all plans show. */
async function viewsOf(
  schemas: readonly string[],
  plans: readonly SearchedPlan[],
  context: PortalContext,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const asPlans = plans.map((plan) => ({ ...plan, subscriptions: [] }));
  const hiddenBy = new Map([
    ['', hiddenFrom(asPlans)],
    ...plans.map((each) => [each.name, each.hiddenGraphQL] as const),
  ]);
  const made = new Map<string, ReadonlyMap<string, number>>();
  const views = new Map<string, ReadonlyMap<string, number>>();
  for (const [view, hidden] of hiddenBy) {
    const key = JSON.stringify(hidden);
    const words = made.get(key) ?? new Map<string, number>();
    if (!made.has(key))
      for (const sdl of schemas)
        for (const field of await fieldNames(await shownSdl(sdl, hidden, context)))
          addWords(words as Map<string, number>, field, WEIGHTS.path);
    made.set(key, words);
    views.set(view, words);
  }
  return views;
}
