import type { Transaction } from '../../infrastructure/database/change.ts';

/** A stamp, which changes with what it is of. */
type Stamped = { readonly stamp: string };

/** Stamps of a catalog, which tell whether to read it again, and which products. */
export type CatalogStamps = {
  readonly id: string;
  /** `/<org>/<catalog>` */
  readonly path: string;
  /** Another one after every change of any of its rows but those of its products. */
  readonly stamp: string;
  /** The first transaction whose changes it may lack. It has those of all transactions before. */
  readonly seenTo: string;
  /** The number of its products that serve calls, with their plans and APIs. */
  readonly rows: number;
  /**
   * Stamps of products that serve calls, by id.
   *
   * A stamp changes with the product, its plans and APIs, and its migration target.
   */
  readonly products: ReadonlyMap<string, Stamped>;
};

/** A catalog as it was read before. */
export type KnownCatalog = Pick<CatalogStamps, 'id' | 'seenTo' | 'rows'> & {
  readonly products: ReadonlyMap<string, KnownProduct>;
};
type KnownProduct = Stamped & { readonly plans: Sized; readonly apis: Sized };
type Sized = { readonly size: number };

type ProductStamps = Pick<CatalogStamps, 'rows' | 'products'>;

/** A hash of a row `r` that changes with it. `xmin` is the transaction that wrote a row. */
const HASH = `hashtextextended(concat(r."id", ' ', r.xmin), 0)`;
const sumOf = (rows: string) => `(SELECT coalesce(sum(${HASH}), 0) FROM ${rows})`;

const CATALOGS = `
  SELECT c."id"::text, '/' || o."name" || '/' || c."name" AS path, concat_ws(' ', c.xmin,
    ${sumOf('"OAuthProvider" r JOIN "_CatalogToOAuthProvider" j ON j."B" = r."id" WHERE j."A" = c."id"')},
    ${sumOf('"UserRegistry" r WHERE r."orgId" = c."orgId"')},
    ${sumOf('"UserRegistry" r JOIN "_CatalogToUserRegistry" j ON j."B" = r."id" WHERE j."A" = c."id"')},
    ${sumOf('"SigningKey" r JOIN "_CatalogToOAuthProvider" j ON j."B" = r."oauthProviderId" WHERE j."A" = c."id"')},
    ${sumOf('"CatalogBackend" r WHERE r."catalogId" = c."id"')},
    ${sumOf('"TargetHealth" r JOIN "CatalogBackend" b ON b."id" = r."catalogBackendId" WHERE b."catalogId" = c."id"')},
    ${sumOf('"Secret" r WHERE r."catalogId" = c."id"')}
  ) AS stamp, pg_snapshot_xmin(pg_current_snapshot())::text AS "seenTo"
  FROM "Catalog" c JOIN "Org" o ON o."id" = c."orgId"`;

const isServing = (product: string) => `${product}."state" IN ('PUBLISHED', 'DEPRECATED')`;
const partsOf = (table: string) =>
  `LATERAL (SELECT count(*) AS rows, coalesce(sum(${HASH}), 0) AS sum FROM "${table}" r WHERE r."catalogProductId" = p."id")`;

/** All in one row: a row for each costs several times as much. */
const stamps = (products: string) => `
  SELECT coalesce(json_agg(json_build_array(p."catalogId", p."id", p."migrationTargetId",
    concat_ws(' ', p.xmin, api.sum, plan.sum), 1 + api.rows + plan.rows)), '[]')::text AS products
  FROM "CatalogProduct" p, ${partsOf('CatalogApi')} api, ${partsOf('CatalogPlan')} plan
  WHERE ${products} AND ${isServing('p')}`;
const ALL_STAMPS = stamps('p."catalogId" = ANY ($1::uuid[])');
/** Stamps of some products, those that migrate to them, and those that they migrate to. */
const SOME_STAMPS = stamps(`p."id" IN (SELECT unnest($1::uuid[])
    UNION SELECT "id" FROM "CatalogProduct" WHERE "migrationTargetId" = ANY ($1::uuid[])
    UNION SELECT "migrationTargetId" FROM "CatalogProduct" WHERE "id" = ANY ($1::uuid[]))`);

/** Rows of parts of products, with the transaction that wrote each. */
const rowsOf = (table: string) =>
  `SELECT p."catalogId", p."id", r.xmin AS "writtenBy", true AS "isServing" FROM "CatalogProduct" p
    JOIN "${table}" r ON r."catalogProductId" = p."id" WHERE p."catalogId" = ANY ($1::uuid[]) AND ${isServing('p')}`;

/**
 * The products that transactions since one have changed, and the number of all rows. A row that was deleted leaves no
 * trace but that number.
 */
const CHANGED = `
  SELECT "catalogId"::text AS id, (count(*) FILTER (WHERE "isServing"))::int4 AS rows,
    coalesce(array_agg(DISTINCT "id"::text) FILTER (WHERE age("writtenBy") <= age(($2::text)::xid8::xid)), '{}') AS changed
  FROM (
    SELECT p."catalogId", p."id", p.xmin AS "writtenBy", ${isServing('p')} AS "isServing" FROM "CatalogProduct" p
      WHERE p."catalogId" = ANY ($1::uuid[])
    UNION ALL ${rowsOf('CatalogApi')}
    UNION ALL ${rowsOf('CatalogPlan')}
  ) AS row GROUP BY 1`;

type StampedProduct = readonly [
  catalogId: string,
  id: string,
  targetId: string | null,
  stamp: string,
  rows: number,
];

/**
 * Reads the stamps of one org's catalogs, or of all.
 *
 * @param known catalogs by path, of which only what has changed since is looked at
 */
export async function readStamps(
  transaction: Transaction,
  orgId: string | undefined,
  known: ReadonlyMap<string, KnownCatalog>,
): Promise<CatalogStamps[]> {
  type Row = Omit<CatalogStamps, keyof ProductStamps>;
  const catalogs = await (orgId === undefined
    ? transaction.$queryRawUnsafe<Row[]>(CATALOGS)
    : transaction.$queryRawUnsafe<Row[]>(`${CATALOGS} WHERE o."id" = $1::uuid`, orgId));
  const before = catalogs.flatMap(({ id, path }) => {
    const catalog = known.get(path);
    return catalog?.id === id ? [catalog] : [];
  });
  const products = await followedStamps(transaction, before);
  const others = catalogs.map(({ id }) => id).filter((id) => !products.has(id));
  for (const [id, read] of await allStamps(transaction, others)) products.set(id, read);
  return catalogs.map((each) => ({ ...each, ...(products.get(each.id) ?? NONE) }));
}

const NONE: ProductStamps = { rows: 0, products: new Map() };

async function allStamps(
  transaction: Transaction,
  ids: readonly string[],
): Promise<Map<string, ProductStamps>> {
  if (ids.length === 0) return new Map();
  const products = await stampedBy(transaction, ALL_STAMPS, ids);
  const byCatalog = new Map(ids.map((id) => [id, { rows: 0, products: new Map<string, Stamped>() }]));
  for (const { catalogId, id, rows, stamp } of products) {
    const catalog = byCatalog.get(catalogId);
    if (!catalog) continue;
    catalog.products.set(id, { stamp });
    catalog.rows += rows;
  }
  return byCatalog;
}

type ProductStamp = Stamped & {
  readonly catalogId: string;
  readonly id: string;
  readonly targetId: string | null;
  readonly rows: number;
};

async function stampedBy(
  transaction: Transaction,
  statement: string,
  ids: readonly string[],
): Promise<ProductStamp[]> {
  const [row] = await transaction.$queryRawUnsafe<{ products: string }[]>(statement, ids);
  const products = JSON.parse(row?.products ?? '[]') as StampedProduct[];
  const stampOf = new Map(products.map(([, id, , stamp]) => [id, stamp]));
  return products.map(([catalogId, id, targetId, own, rows]) => {
    const stamp = targetId === null ? own : `${own} to ${stampOf.get(targetId)}`;
    return { catalogId, id, targetId, stamp, rows };
  });
}

/** Follows catalogs from what was read before. One with rows that were deleted beside is left out. */
async function followedStamps(
  transaction: Transaction,
  catalogs: readonly KnownCatalog[],
): Promise<Map<string, ProductStamps>> {
  const followed = new Map<string, ProductStamps>();
  const [first, ...more] = catalogs.map(({ seenTo }) => BigInt(seenTo));
  if (first === undefined) return followed;
  const since = more.reduce((least, each) => (each < least ? each : least), first);
  const ids = catalogs.map(({ id }) => id);
  const rows = await transaction.$queryRawUnsafe<{ id: string; rows: number; changed: string[] }[]>(
    CHANGED,
    ids,
    `${since}`,
  );
  const changed = new Set(rows.flatMap((row) => row.changed));
  const read = changed.size === 0 ? [] : await stampedBy(transaction, SOME_STAMPS, [...changed]);
  for (const catalog of catalogs) {
    const expected = follow(catalog, changed, read);
    const counted = rows.find(({ id }) => id === catalog.id)?.rows ?? 0;
    if (counted === expected.rows) followed.set(catalog.id, expected);
  }
  return followed;
}

/** Replaces the stamps of changed products, and of those that migrate to one. */
function follow(
  { id: catalogId, rows: rowsBefore, products: before }: KnownCatalog,
  changed: ReadonlySet<string>,
  read: readonly ProductStamp[],
): ProductStamps {
  const products = new Map<string, Stamped>(before);
  let rows = rowsBefore;
  for (const id of changed) {
    const known = before.get(id);
    if (known) rows -= 1 + known.plans.size + known.apis.size;
    products.delete(id);
  }
  for (const { id, targetId, stamp, ...own } of read) {
    if (own.catalogId !== catalogId) continue;
    if (changed.has(id)) rows += own.rows;
    else if (targetId === null || !changed.has(targetId)) continue;
    products.set(id, { stamp });
  }
  return { rows, products };
}
