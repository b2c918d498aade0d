import type { ApiWords } from '../../../../domain/api/api-words.ts';
import type { ProductWords } from '../../../../domain/product/product-words.ts';
import { freshTurn, isTurnOver } from '../../../../foundation/event-loop-turns.ts';
import { addWords, type SearchedItem } from '../../../../foundation/text/search-index.ts';
import { stored } from '../../../../infrastructure/database/json-columns.ts';
import type { PortalContext } from '../context.ts';
import { fieldNames } from './field-names.ts';
import { hiddenFrom, shownSdl } from './shown-schema.ts';

/** Characters of one product that are indexed. */
const TEXT_MAX = 500_000;

/** Weights of words by their place: a title before a path before a description. */
const WEIGHTS = { title: 8, tag: 6, api: 5, path: 4, summary: 3, description: 1 } as const;

/** The fields that a product is listed by. */
export type ListedTitle = { readonly name: string; readonly title: string; readonly version: string };

/** A product with the words that it is found by. */
type SearchedProduct = SearchedItem & ListedTitle;

/** Reads the words of products, by their ids. */
export async function readProducts(
  context: PortalContext,
  ids: readonly string[],
): Promise<SearchedProduct[]> {
  const rows = await context.database.prisma.catalogProduct.findMany({
    where: { id: { in: [...ids] } },
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
  const descriptions = await operationDescriptions(context, ids);
  const products: SearchedProduct[] = [];
  for (const { id, name, title, version, words, plans, apis } of rows) {
    if (isTurnOver()) await freshTurn();
    const schemas = apis.flatMap(({ sdl }) => (sdl === null ? [] : [sdl]));
    products.push({
      id,
      name,
      title,
      version,
      words: await wordsOf(
        { name, title, words: stored<ProductWords>(words), operations: descriptions.get(id) ?? '' },
        apis.map(({ words, ...api }) => ({ ...api, words: stored<ApiWords>(words) })),
      ),
      views: schemas.length === 0 ? new Map() : await viewsOf(schemas, plans, context),
    });
  }
  return products;
}

/** Characters of descriptions of operations that are indexed of a product. Most say the same again and again. */
const DESCRIPTIONS_MAX = 20_000;
/** Characters of the description of an API among them. It leaves room for its operations. */
const API_DESCRIPTION_MAX = 4_000;

/**
 * Reads the descriptions of REST APIs, their operations and parameters, by product. A plan hides none of them. An API
 * with a description of its own shows none of its document.
 */
async function operationDescriptions(
  { database }: PortalContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await database.prisma.$queryRaw<{ id: string; text: string }[]>`
    SELECT a."catalogProductId" AS "id", left(string_agg(d #>> '{}', E'\\n'), ${DESCRIPTIONS_MAX}::int) AS "text"
    FROM "CatalogApi" a, LATERAL (
      SELECT to_jsonb(left(i #>> '{}', ${API_DESCRIPTION_MAX}::int))
        FROM jsonb_path_query(a."openapi", '$.info.description ? (@.type() == "string")') AS about(i)
        WHERE NOT a."words" ? 'description'
      UNION ALL
      SELECT jsonb_path_query(a."openapi", '$.paths.*.*.description ? (@.type() == "string")')
      UNION ALL
      SELECT jsonb_path_query(a."openapi", '$.paths.*.*.parameters.description ? (@.type() == "string")')
    ) AS described(d)
    WHERE a."catalogProductId" = ANY(${ids}::uuid[]) GROUP BY 1`;
  return new Map(rows.map(({ id, text }) => [id, text]));
}

type TitledName = { readonly name: string; readonly title: string };
type SearchedApi = TitledName & {
  readonly words: ApiWords;
  readonly sdl: string | null;
  readonly searchText: string;
};

async function wordsOf(
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
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  addWords(found, `${title}\n${name}`, WEIGHTS.title);
  addWords(found, words.tags.join('\n'), WEIGHTS.tag);
  addWords(found, words.summary ?? '', WEIGHTS.summary);
  addWords(found, [words.description, words.releaseNotes, operations].join('\n'), WEIGHTS.description);
  for (const api of apis) {
    addWords(found, `${api.title}\n${api.name}`, WEIGHTS.api);
    addApiWords(found, api.words);
    // The words of a schema may be hidden, and are those of a view.
    const lines = api.sdl === null ? api.searchText.slice(0, TEXT_MAX).split('\n') : [];
    const described = new Set(api.words.description?.toLowerCase().split('\n'));
    for (const line of lines) {
      if (described.has(line)) continue;
      if (isTurnOver()) await freshTurn();
      addWords(found, line, line.startsWith('/') ? WEIGHTS.path : WEIGHTS.summary);
    }
  }
  return found;
}

function addApiWords(found: Map<string, number>, { tags, summary, description }: ApiWords): void {
  addWords(found, tags.join('\n'), WEIGHTS.tag);
  addWords(found, summary ?? '', WEIGHTS.summary);
  addWords(found, description ?? '', WEIGHTS.description);
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
