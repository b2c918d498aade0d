import { Prisma } from '../../../../bundles/prisma.js';
import { audienceOf } from '../../../domain/consumer/audience.ts';
import { type VersionedName, versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { rowsOf } from '../../../infrastructure/database/cursor.ts';
import {
  type ApiDocumentSize,
  type ApiDocuments,
  readApiDocuments,
  readSourceDocuments,
  type SourceDocuments,
} from '../../../infrastructure/database/documents.ts';
import type { Prisma as Models } from '../../../infrastructure/database/generated/prisma/client.ts';
import {
  documentsAt,
  inPast,
  type Past,
  sourceDocumentsAt,
} from '../../../infrastructure/database/history.ts';
import { inChunks } from '../chunks.ts';
import { type OrgReader, type OrgRow, orgTree } from './org-tree.ts';

/** A row as JSON has it. */
type Json<Row> = { readonly [Member in keyof Row]: Date extends Row[Member] ? string | null : Row[Member] };
type Api = Json<Omit<Models.ApiGetPayload<object>, 'sdl' | 'sortKey'>>;
type CopiedApi = Json<Omit<Models.CatalogApiGetPayload<object>, 'sdl' | 'searchText'>>;
type Position = Json<Omit<Models.CatalogProductGetPayload<object>, 'sortKey' | 'searchText'>>;

export type ManifestProductRow = Json<Models.ProductGetPayload<object>> & {
  readonly plans: readonly Json<Models.PlanGetPayload<object>>[];
  readonly apis: readonly VersionedName[];
};
export type PositionRow = Position & {
  readonly plans: readonly Json<Models.CatalogPlanGetPayload<object>>[];
  readonly apis: readonly (CopiedApi & ApiDocuments)[];
  readonly migrationTarget: VersionedName | null;
};

export type OrgRows = {
  readonly org: Omit<OrgRow, 'catalogs' | 'graphqlServers'>;
  readonly graphqlServers: readonly (OrgRow['graphqlServers'][number] & {
    readonly documents: SourceDocuments;
  })[];
  /** The names of consumer orgs that audiences name, by id. */
  readonly consumerOrgs: ReadonlyMap<string, string>;
  readonly apis: readonly (Api & ApiDocuments)[];
  readonly products: readonly ManifestProductRow[];
  readonly catalogs: readonly (OrgRow['catalogs'][number] & { readonly products: readonly PositionRow[] })[];
};

/** Rows of a page, which takes a few milliseconds. */
const PAGE = 200;
/** Products whose documents are compared by one statement. */
const COMPARED = 500;

/** An expression for a row with these columns, as JSON. `json_build_object` takes three times as long. */
const rowOf = (alias: string, columns: object, without: readonly string[] = []) => {
  const kept = Object.keys(columns).filter((column) => !without.includes(column));
  return `row_to_json((SELECT x FROM (SELECT ${kept.map((column) => `${alias}."${column}"`).join(', ')}) x))`;
};
/** A statement for the rows of another by pages, in the order of ids. */
const byPage = (rows: string) => `
  SELECT json_agg(r."row" ORDER BY r."id")::text AS "page"
  FROM (SELECT r.*, (row_number() OVER (ORDER BY r."id") - 1) / ${PAGE} AS "page" FROM (${rows}) r) r
  GROUP BY r."page" ORDER BY r."page"`;

const DOCUMENT_BYTES = `coalesce(pg_column_size(r."openapi"), 0) + coalesce(pg_column_size(r."sdl"), 0)`;
const APIS = byPage(`
  SELECT r."id", json_build_array(${rowOf('r', Prisma.ApiScalarFieldEnum, ['sdl', 'sortKey'])}, ${DOCUMENT_BYTES}) AS "row"
  FROM "Api" r WHERE r."orgId" = $1::uuid`);

const PRODUCTS = byPage(`
  SELECT r."id", json_build_object('product', row_to_json(r), 'plans', plans.list, 'apis', apis.list) AS "row"
  FROM "Product" r
    LEFT JOIN (SELECT l."productId", json_agg(row_to_json(l) ORDER BY l."position") AS list
      FROM "Plan" l JOIN "Product" p ON p."id" = l."productId" WHERE p."orgId" = $1::uuid GROUP BY 1
    ) plans ON plans."productId" = r."id"
    LEFT JOIN (SELECT l."productId",
        json_agg(json_build_object('name', a."name", 'version', a."version") ORDER BY l."position") AS list
      FROM "ProductApi" l JOIN "Api" a ON a."id" = l."apiId" WHERE a."orgId" = $1::uuid GROUP BY 1
    ) apis ON apis."productId" = r."id"
  WHERE r."orgId" = $1::uuid`);

const POSITIONS = byPage(`
  SELECT r."id", json_build_object('product', ${rowOf('r', Prisma.CatalogProductScalarFieldEnum, ['sortKey', 'searchText'])}, 'plans', plans.list, 'apis', apis.list,
    'target', CASE WHEN t."id" IS NOT NULL THEN json_build_object('name', t."name", 'version', t."version") END) AS "row"
  FROM "CatalogProduct" r
    LEFT JOIN "CatalogProduct" t ON t."id" = r."migrationTargetId"
    LEFT JOIN (SELECT l."catalogProductId", json_agg(row_to_json(l) ORDER BY l."position") AS list
      FROM "CatalogPlan" l JOIN "CatalogProduct" p ON p."id" = l."catalogProductId"
      WHERE p."catalogId" = ANY ($1::uuid[]) GROUP BY 1
    ) plans ON plans."catalogProductId" = r."id"
    LEFT JOIN (SELECT l."catalogProductId",
        json_agg(${rowOf('l', Prisma.CatalogApiScalarFieldEnum, ['sdl', 'searchText'])} ORDER BY l."position") AS list
      FROM "CatalogApi" l JOIN "CatalogProduct" p ON p."id" = l."catalogProductId"
      WHERE p."catalogId" = ANY ($1::uuid[]) GROUP BY 1
    ) apis ON apis."catalogProductId" = r."id"
  WHERE r."catalogId" = ANY ($1::uuid[])`);

type ReadingOrg = {
  /** The moment to read of; undefined is the present. */
  readonly past?: Past;
  /** Takes APIs and products as soon as they are read. */
  readonly onRead?: {
    apis(rows: OrgRows['apis']): void;
    products(rows: OrgRows['products']): void;
  };
};

/**
 * Reads the rows of an org for its manifest, in the order of creation. They are those of the present, or of a past.
 * Undefined where there was no such org.
 */
export async function orgRows(
  transaction: Transaction,
  orgId: string,
  { past, onRead }: ReadingOrg = {},
): Promise<OrgRows | undefined> {
  const reader = { transaction, orgId, past };
  const org = await orgTree(reader);
  if (!org) return undefined;
  const apis = await apiRows(reader);
  onRead?.apis(apis);
  const products = await productRows(reader);
  onRead?.products(products);
  const drafts = new Map(apis.map((api) => [versionedName(api), api]));
  const positions = await positionRows(reader, org, drafts);
  const graphqlServers: OrgRows['graphqlServers'][number][] = [];
  for (const server of org.graphqlServers) {
    const documents = await (past
      ? sourceDocumentsAt(transaction, server.id, past)
      : readSourceDocuments(transaction, server.id));
    graphqlServers.push({ ...server, documents });
  }
  const catalogs = org.catalogs.map((catalog) => ({ ...catalog, products: positions.get(catalog.id) ?? [] }));
  const consumerOrgs = await consumerOrgNames(reader, positions);
  return { org, graphqlServers, consumerOrgs, apis, products, catalogs };
}

type PagesInput = { readonly tables: readonly string[]; readonly statement: string; readonly value: unknown };

/** Reads what a statement by pages yields. */
async function readPages<Row>(
  { transaction, past }: OrgReader,
  { tables, statement, value }: PagesInput,
): Promise<Row[]> {
  const rows: Row[] = [];
  const pages = rowsOf<{ readonly page: string }>(transaction, inPast(past, tables, statement), value);
  for await (const { page } of pages) for (const row of JSON.parse(page) as Row[]) rows.push(row);
  return rows;
}

const NONE: ApiDocuments = { openapi: null, sdl: null };

async function apiRows(reader: OrgReader): Promise<(Api & ApiDocuments)[]> {
  const { transaction, orgId, past } = reader;
  const read = { tables: ['Api'], statement: APIS, value: orgId };
  const rows = await readPages<readonly [Api, bytes: number]>(reader, read);
  const sizes = rows.map(([{ id }, bytes]) => ({ id, bytes }));
  const ids = sizes.map(({ id }) => id);
  const documents = await (past
    ? documentsAt(transaction, 'Api', { ids, past })
    : readApiDocuments(transaction, 'Api', sizes));
  return rows.map(([api]) => ({ ...api, ...(documents.get(api.id) ?? NONE) }));
}

async function productRows(reader: OrgReader): Promise<ManifestProductRow[]> {
  type Row = {
    readonly product: Json<Models.ProductGetPayload<object>>;
    readonly plans: ManifestProductRow['plans'] | null;
    readonly apis: ManifestProductRow['apis'] | null;
  };
  const tables = ['Product', 'Plan', 'ProductApi', 'Api'];
  const rows = await readPages<Row>(reader, { tables, statement: PRODUCTS, value: reader.orgId });
  return rows.map(({ product, plans, apis }) => ({ ...product, plans: plans ?? [], apis: apis ?? [] }));
}

/** Reads the products of an org's catalogs, by the ids of these. */
async function positionRows(
  reader: OrgReader,
  { catalogs }: OrgRow,
  drafts: ReadonlyMap<string, ApiDocuments>,
): Promise<ReadonlyMap<string, PositionRow[]>> {
  type Row = {
    readonly product: Position;
    readonly plans: PositionRow['plans'] | null;
    readonly apis: readonly CopiedApi[] | null;
    readonly target: VersionedName | null;
  };
  const ids = catalogs.map(({ id }) => id);
  const tables = ['CatalogProduct', 'CatalogPlan', 'CatalogApi'];
  const rows = await readPages<Row>(reader, { tables, statement: POSITIONS, value: ids });
  const changed = await copiedDocuments(
    reader,
    rows.map(({ product, apis }) => ({ id: product.id, apis: apis ?? [] })),
  );
  const documentsOf = (api: CopiedApi): ApiDocuments => {
    const { openapi, sdl } = changed.get(api.id) ?? drafts.get(versionedName(api)) ?? NONE;
    return { openapi, sdl };
  };
  const positions = new Map(ids.map((id): [string, PositionRow[]] => [id, []]));
  for (const { product, plans, apis, target: migrationTarget } of rows) {
    const copied = apis?.map((api) => ({ ...api, ...documentsOf(api) })) ?? [];
    positions.get(product.catalogId)?.push({ ...product, plans: plans ?? [], apis: copied, migrationTarget });
  }
  return positions;
}

const CONSUMER_ORGS = byPage(`
  SELECT r."id", json_build_array(r."id", r."name") AS "row" FROM "ConsumerOrg" r WHERE r."id" = ANY ($1::uuid[])`);

/** Reads the names of the consumer orgs that audiences name. */
async function consumerOrgNames(
  reader: OrgReader,
  positions: ReadonlyMap<string, readonly PositionRow[]>,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set<string>();
  for (const { visibleTo, subscribableBy, plans } of [...positions.values()].flat())
    for (const keys of [
      visibleTo,
      subscribableBy,
      ...plans.flatMap((plan) => [plan.visibleTo, plan.subscribableBy]),
    ])
      for (const id of audienceOf(keys).consumerOrgs) ids.add(id);
  if (ids.size === 0) return new Map();
  const read = { tables: ['ConsumerOrg'], statement: CONSUMER_ORGS, value: [...ids] };
  return new Map(await readPages<readonly [string, string]>(reader, read));
}

type CopiesInput = { readonly id: string; readonly apis: readonly CopiedApi[] };

/** Reads the documents of APIs in catalogs. Those of the present that their drafts have too are left out. */
function copiedDocuments(
  { transaction, orgId, past }: OrgReader,
  products: readonly CopiesInput[],
): Promise<ReadonlyMap<string, ApiDocuments>> {
  const ids = products.flatMap(({ apis }) => apis.map(({ id }) => id));
  if (past) return documentsAt(transaction, 'CatalogApi', { ids, past });
  return changedDocuments(
    transaction,
    orgId,
    products.map(({ id }) => id),
  );
}

/**
 * Reads the documents of APIs in catalogs that differ from those of their drafts. Most do not: PostgreSQL compares
 * them at a small part of the cost of reading them again, and by their bytes first: to walk through two equal documents
 * takes as long as to unpack them. The limit makes it look up each draft by its index; otherwise it would go through all
 * drafts of the org for each part of the copies.
 */
async function changedDocuments(
  transaction: Transaction,
  orgId: string,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, ApiDocuments>> {
  const changed = await inChunks(
    productIds,
    (chunk) => transaction.$queryRaw<ApiDocumentSize[]>`
      SELECT r."id", ${Prisma.raw(DOCUMENT_BYTES)} AS "bytes" FROM "CatalogApi" r
        LEFT JOIN LATERAL (SELECT * FROM "Api" WHERE "orgId" = ${orgId}::uuid
          AND "name" = r."name" AND "version" = r."version" LIMIT 1) draft ON true
      WHERE r."catalogProductId" = ANY (${chunk}::uuid[]) AND (draft."id" IS NULL OR r."sdl" IS DISTINCT FROM draft."sdl"
        OR record_image_ne(ROW(r."openapi"), ROW(draft."openapi")) AND r."openapi" IS DISTINCT FROM draft."openapi")`,
    COMPARED,
  );
  return readApiDocuments(transaction, 'CatalogApi', changed);
}
