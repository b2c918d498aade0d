import { allLimits } from '../../domain/plan/plan.ts';
import type { LayeredMap } from '../../foundation/layered-map.ts';
import { versionedName } from '../../foundation/text/version.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import type { CatalogPlan } from '../../infrastructure/database/generated/prisma/client.ts';
import { storedPlan } from '../../infrastructure/database/stored-plan.ts';
import { limitWindows } from './limit-windows.ts';
import {
  type ApiStub,
  noticesOf,
  type PublishedApiRow,
  type PublishedProductRow,
  publishedApi,
  type ReadApi,
  type SuccessorApi,
} from './published-apis.ts';
import { readDocuments } from './read-documents.ts';
import { readPaths } from './read-paths.ts';
import { needsDocument } from './served-contract.ts';
import type { ServingProduct } from './snapshot.ts';
import type { ProductStamps } from './stamps.ts';
import type { Plans } from './unpack-client.ts';

/** A product that serves calls, as it was read. */
export type ReadProduct = ServingProduct & {
  /** Another one when it has to be read again. (stamps.ts) */
  readonly stamp: string;
  readonly plans: Plans;
  /** APIs by id. */
  readonly apis: ReadonlyMap<string, ReadApi>;
};
/** Products by id. */
export type Products = LayeredMap<string, ReadProduct>;

type ProductTree = PublishedProductRow & {
  readonly plans: readonly CatalogPlan[];
  readonly stubs: readonly ApiStub[];
};

/** Rows of one read. They delay calls under way by a few milliseconds. */
const ROWS = 100;

// Rows come as one JSON text. The client of the database takes ten times as long to read them one by one.

/** Products by their ids, with their plans and the stubs of their APIs. */
const TREES = `
  SELECT coalesce(json_agg(json_build_object('id', p."id", 'name', p."name", 'version', p."version", 'state', p."state",
    'visibility', p."visibility", 'migrationTargetId', p."migrationTargetId", 'deprecatedAt', p."deprecatedAt", 'sunsetAt', p."sunsetAt",
    'plans', (SELECT coalesce(json_agg(r), '[]') FROM "CatalogPlan" r WHERE r."catalogProductId" = p."id"),
    'stubs', (SELECT coalesce(json_agg(json_build_object('id', r."id", 'name', r."name", 'version', r."version",
      'kind', r."kind", 'basePath', r."basePath", 'stamp', r.xmin::text)), '[]')
      FROM "CatalogApi" r WHERE r."catalogProductId" = p."id"))), '[]')::text AS rows
  FROM "CatalogProduct" p WHERE p."id" = ANY ($1::uuid[])`;

/** APIs by their ids, without their documents. */
const APIS = `
  SELECT coalesce(json_agg(json_build_object('id', r."id", 'name', r."name", 'title', r."title", 'version', r."version",
    'kind', r."kind", 'basePath', r."basePath", 'targetUrl', r."targetUrl", 'backend', r."backend", 'graphqlUrl', r."graphqlUrl",
    'sdl', r."sdl", 'online', r."online", 'forwardAuthorization', r."forwardAuthorization", 'settings', r."settings",
    'securityDefinitions', r."securityDefinitions", 'security', r."security")), '[]')::text AS rows
  FROM "CatalogApi" r WHERE r."id" = ANY ($1::uuid[])`;

async function readJson<Row>(
  transaction: Transaction,
  statement: string,
  ids: readonly string[],
): Promise<Row[]> {
  const [row] = await transaction.$queryRawUnsafe<{ rows: string }[]>(statement, ids);
  return JSON.parse(row?.rows ?? '[]');
}

type ReadProductsInput = {
  readonly stamps: ProductStamps;
  readonly before: Products;
  /** {base_url}/<org>/<catalog> */
  readonly catalogUrl: string;
  /** The address of the catalog's portal; undefined where it is not known. */
  readonly portalUrl: string | undefined;
};

/** Products of a catalog that serve calls no more, and those that were read. */
export type ProductsChange = {
  readonly gone: readonly string[];
  readonly come: ReadonlyMap<string, ReadProduct>;
};

/**
 * Reads the products of a catalog that have changed. An API that has not is the same object as before, for a gateway
 * keeps by it what it worked out.
 */
export async function readProducts(
  transaction: Transaction,
  served: ReadProductsInput,
): Promise<ProductsChange> {
  const { stamps, before } = served;
  const stale = [...stamps.byId].filter(([id, stamp]) => before.get(id)?.stamp !== stamp);
  const gone = stale.flatMap(([id, stamp]) => (stamp === undefined ? [id] : []));
  if (stamps.areAll) for (const id of before.keys()) if (!stamps.byId.has(id)) gone.push(id);
  const changed = stale.flatMap(([id, stamp]) => (stamp === undefined ? [] : [id]));
  const trees = await readTrees(transaction, changed);
  const read = await readApis(transaction, changedProducts(trees, served), before);
  const come = new Map<string, ReadProduct>();
  for (const [id, stamp] of stale) {
    const tree = trees.get(id);
    if (tree && stamp !== undefined) come.set(id, { stamp, ...readProduct(tree, read) });
  }
  return { gone, come };
}

function readProduct(
  { id: productId, state, visibility, migrationTargetId, plans, stubs, ...named }: ProductTree,
  read: ReadonlyMap<string, ReadApi>,
): Omit<ReadProduct, 'stamp'> {
  const apis = stubs.flatMap(({ id }): [string, ReadApi][] => {
    const api = read.get(id);
    return api ? [[id, api]] : [];
  });
  return {
    state,
    visibility,
    product: versionedName(named),
    successorId: migrationTargetId,
    plans: new Map(plans.map((plan) => [plan.id, { productId, plan: planOf(plan) }])),
    apis: new Map(apis),
  };
}

async function readTrees(
  transaction: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProductTree>> {
  const trees = new Map<string, ProductTree>();
  const read = (page: readonly string[]) => readJson<InJson<ProductTree>>(transaction, TREES, page);
  for await (const rows of inPages(ids, read))
    for (const { deprecatedAt, sunsetAt, ...row } of rows)
      trees.set(row.id, { ...row, deprecatedAt: dateOf(deprecatedAt), sunsetAt: dateOf(sunsetAt) });
  return trees;
}

/** A row as JSON has it, with its instants as texts. */
type InJson<Row> = {
  readonly [Column in keyof Row]: Row[Column] extends Date | null ? string | null : Row[Column];
};

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

/** An API of a product that has changed, and what it takes to make it. */
type ChangedProduct = {
  readonly stamp: string;
  readonly product: PublishedProductRow;
  readonly notices: readonly string[];
};

function changedProducts(
  trees: ReadonlyMap<string, ProductTree>,
  { stamps, before, ...urls }: ReadProductsInput,
): ReadonlyMap<string, ChangedProduct> {
  function successorsOf({ migrationTargetId: id }: ProductTree): readonly SuccessorApi[] {
    if (id === null) return [];
    const isServing = stamps.byId.has(id) ? stamps.byId.get(id) !== undefined : !stamps.areAll;
    const target = trees.get(id) ?? (isServing ? before.get(id) : undefined);
    // Not all who call the old product may know of one that is for chosen consumers.
    if (target?.state !== 'PUBLISHED' || target.visibility === 'CUSTOM') return [];
    return 'stubs' in target
      ? target.stubs.map((stub) => ({ ...stub, product: target }))
      : [...target.apis.values()].map(({ api }) => api);
  }
  const changes = new Map<string, ChangedProduct>();
  for (const product of trees.values()) {
    const successors = successorsOf(product);
    for (const stub of product.stubs) {
      const notices = noticesOf(stub, product, { successors, ...urls });
      changes.set(stub.id, {
        stamp: [stub.stamp, product.visibility, ...notices].join('\n'),
        product,
        notices,
      });
    }
  }
  return changes;
}

/** Reads the APIs that are not known yet, and keeps the others. */
async function readApis(
  transaction: Transaction,
  changes: ReadonlyMap<string, ChangedProduct>,
  before: Products,
): Promise<ReadonlyMap<string, ReadApi>> {
  const apis = new Map<string, ReadApi>();
  for (const [id, { stamp, product }] of changes) {
    const known = before.get(product.id)?.apis.get(id);
    if (known?.stamp === stamp) apis.set(id, known);
  }
  const missing = [...changes.keys()].filter((id) => !apis.has(id));
  for await (const rows of inPages(missing, (page) => readPage(transaction, page)))
    for (const row of rows) {
      const { stamp, product, notices } = changes.get(row.id) as ChangedProduct;
      apis.set(row.id, { stamp, api: publishedApi(row, product, notices) });
    }
  return apis;
}

/** Reads rows by their ids, page by page. The database reads the next page while one is handled. */
async function* inPages<Row>(
  ids: readonly string[],
  read: (page: readonly string[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let reading: Promise<Row[]> | undefined;
  for (let at = 0; at < ids.length; at += ROWS) {
    const rows = await (reading ?? read(ids.slice(at, at + ROWS)));
    const next = ids.slice(at + ROWS, at + 2 * ROWS);
    reading = next.length > 0 ? read(next) : undefined;
    // A reader that gives up before leaves it without a handler.
    reading?.catch(() => {});
    yield rows;
  }
}

/** Reads rows of APIs by their ids. */
export async function readPage(transaction: Transaction, ids: readonly string[]): Promise<PublishedApiRow[]> {
  const [rows, paths] = await Promise.all([
    readJson<Omit<PublishedApiRow, 'paths' | 'document'>>(transaction, APIS, ids),
    readPaths(transaction, ids),
  ]);
  const held = rows.filter(({ settings }) => needsDocument(settings)).map(({ id }) => id);
  const documents = await readDocuments(transaction, held);
  return rows.map((row) => ({ ...row, paths: paths.get(row.id), document: documents.get(row.id) }));
}

function planOf(row: CatalogPlan) {
  const { id, maxConcurrentCalls, registeredOperationsOnly } = row;
  const { name, title, maxGraphQLCost, maxGraphQLDepth, hiddenGraphQL, ...limits } = storedPlan(row);
  return {
    id,
    name,
    title,
    ...limitWindows(name, allLimits(limits)),
    maxConcurrentCalls,
    maxGraphQLCost,
    maxGraphQLDepth,
    hiddenGraphQL,
    registeredOperationsOnly,
  };
}
