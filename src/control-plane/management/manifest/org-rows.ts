import { versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import {
  readOpenApis,
  readSourceDocuments,
  type SourceDocuments,
} from '../../../infrastructure/database/documents.ts';
import type { Api, CatalogApi, Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { inChunks } from '../chunks.ts';

const byPosition = { orderBy: { position: 'asc' } } as const;
const firstFirst = { orderBy: { id: 'asc' } } as const;
const ids = { ...firstFirst, select: { id: true } } as const;

/** Relations that are read with the org. Rows that come in thousands are read by id instead. */
const orgTree = {
  userRegistries: firstFirst,
  oauthProviders: { ...firstFirst, include: { userRegistry: { select: { name: true } } } },
  apis: ids,
  products: ids,
  catalogs: {
    ...firstFirst,
    include: {
      userRegistries: { select: { name: true } },
      oauthProviders: { select: { name: true } },
      webhooks: { orderBy: { name: 'asc' }, select: { name: true, url: true, types: true, active: true } },
      products: ids,
    },
  },
  graphqlServers: { ...firstFirst, omit: { built: true, report: true, sdl: true } },
} as const satisfies Prisma.OrgInclude;

const productTree = {
  plans: byPosition,
  apis: { ...byPosition, select: { api: { select: { name: true, version: true } } } },
} as const satisfies Prisma.ProductInclude;

const positionTree = {
  plans: byPosition,
  apis: { ...byPosition, omit: { sdl: true, searchText: true } },
  migrationTarget: { select: { name: true, version: true } },
} as const satisfies Prisma.CatalogProductInclude;

export type OrgRow = Prisma.OrgGetPayload<{ include: typeof orgTree }>;
export type ManifestProductRow = Prisma.ProductGetPayload<{ include: typeof productTree }>;
type Documents = Pick<CatalogApi, 'sdl'> & { readonly openapi: string | null };
type Position = Prisma.CatalogProductGetPayload<{ include: typeof positionTree }>;
type CopiedApi = Position['apis'][number];
export type PositionRow = Omit<Position, 'apis'> & {
  readonly apis: readonly (CopiedApi & Documents)[];
};

export type OrgRows = {
  readonly org: Omit<OrgRow, 'apis' | 'products' | 'catalogs' | 'graphqlServers'>;
  readonly graphqlServers: readonly (OrgRow['graphqlServers'][number] & {
    readonly documents: SourceDocuments;
  })[];
  readonly apis: readonly (Api & Documents)[];
  readonly products: readonly ManifestProductRow[];
  readonly catalogs: readonly (Omit<OrgRow['catalogs'][number], 'products'> & {
    readonly products: readonly PositionRow[];
  })[];
};

/** Rows of one turn, which takes a few hundredths of a second. */
const ROWS = 100;

/** Reads the rows of an org for its manifest, in the order of creation. */
export async function orgRows(transaction: Transaction, orgId: string): Promise<OrgRows> {
  const org = await transaction.org.findUniqueOrThrow({ where: { id: orgId }, include: orgTree });
  const apis = await inChunks(org.apis, (chunk) => apiRows(transaction, chunk), ROWS);
  const products = await inChunks(
    org.products,
    (chunk) => transaction.product.findMany({ where: among(chunk), ...firstFirst, include: productTree }),
    ROWS,
  );
  const drafts = new Map(apis.map((api) => [versionedName(api), api]));
  const catalogs: OrgRows['catalogs'][number][] = [];
  for (const catalog of org.catalogs) {
    const read = (chunk: Identified[]) => positionRows(transaction, chunk, { orgId, drafts });
    catalogs.push({ ...catalog, products: await inChunks(catalog.products, read, ROWS) });
  }
  const graphqlServers: OrgRows['graphqlServers'][number][] = [];
  for (const server of org.graphqlServers)
    graphqlServers.push({ ...server, documents: await readSourceDocuments(transaction, server.id) });
  return { org, graphqlServers, apis, products, catalogs };
}

type Identified = { readonly id: string };
const among = (rows: readonly Identified[]) => ({ id: { in: rows.map(({ id }) => id) } });

async function apiRows(transaction: Transaction, chunk: readonly Identified[]): Promise<(Api & Documents)[]> {
  const rows = await transaction.api.findMany({ where: among(chunk), ...firstFirst });
  const texts = await readOpenApis(
    transaction,
    'Api',
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, openapi: texts.get(row.id) ?? null }));
}

type Drafts = { readonly orgId: string; readonly drafts: ReadonlyMap<string, Documents> };

async function positionRows(
  transaction: Transaction,
  chunk: readonly Identified[],
  { orgId, drafts }: Drafts,
): Promise<PositionRow[]> {
  const where = among(chunk);
  const rows = await transaction.catalogProduct.findMany({ where, ...firstFirst, include: positionTree });
  const changed = await changedDocuments(transaction, orgId, chunk);
  const documentsOf = (api: CopiedApi): Documents => {
    const { openapi = null, sdl = null } = changed.get(api.id) ?? drafts.get(versionedName(api)) ?? {};
    return { openapi, sdl };
  };
  return rows.map((row) => ({ ...row, apis: row.apis.map((api) => ({ ...api, ...documentsOf(api) })) }));
}

/**
 * Reads the documents of APIs in catalogs that differ from those of their drafts. Most do not: PostgreSQL compares
 * them at a small part of the cost of reading them again. The limit makes it look up each draft by its index;
 * otherwise it would go through all drafts of the org for each part of the copies.
 */
async function changedDocuments(
  transaction: Transaction,
  orgId: string,
  products: readonly Identified[],
): Promise<ReadonlyMap<string, Documents>> {
  const rows = await transaction.$queryRaw<(Identified & Documents)[]>`
    SELECT copy."id", copy."openapi"::text AS "openapi", copy."sdl" FROM "CatalogApi" copy
      LEFT JOIN LATERAL (SELECT * FROM "Api" WHERE "orgId" = ${orgId}::uuid
        AND "name" = copy."name" AND "version" = copy."version" LIMIT 1) draft ON true
    WHERE copy."catalogProductId" = ANY (${products.map(({ id }) => id)}::uuid[]) AND (draft."id" IS NULL
      OR copy."openapi" IS DISTINCT FROM draft."openapi" OR copy."sdl" IS DISTINCT FROM draft."sdl")`;
  return new Map(rows.map((row) => [row.id, row]));
}
