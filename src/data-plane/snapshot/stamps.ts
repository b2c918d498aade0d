import type { Transaction } from '../../infrastructure/database/change.ts';
import { RETIRED_ROWS } from './retired-products.ts';

/** Stamps of a catalog. They tell whether to read it again, and which products. */
export type CatalogStamps = {
  readonly id: string;
  /** `/<org>/<catalog>` */
  readonly path: string;
  /** Another one after every change of its rows. Products that serve calls have their own. */
  readonly stamp: string;
  readonly products: ProductStamps;
};

/** Stamps of products that serve calls: of all, or of those that have changed. */
export type ProductStamps = {
  readonly areAll: boolean;
  /**
   * Stamps by id; undefined for a changed product that serves no calls.
   *
   * A stamp changes with the product, its plans and APIs, and its migration target.
   */
  readonly byId: ReadonlyMap<string, string | undefined>;
};

/** Ids of changed products by the ids of their catalogs. */
export type ChangedProducts = ReadonlyMap<string, ReadonlySet<string>>;

/** A hash of a row `r` that changes with it. `xmin` is the transaction that wrote a row. */
const HASH = `hashtextextended(concat(r."id", ' ', r.xmin), 0)`;
const sumOf = (rows: string) => `(SELECT coalesce(sum(${HASH}), 0) FROM ${rows})`;

/** The rehearsals of a catalog `c` that run. The successor may be one that serves no calls. */
const RUNNING = `"Rehearsal"."catalogId" = c."id" AND "endedAt" IS NULL`;

const CATALOGS = `
  SELECT c."id"::text, '/' || o."name" || '/' || c."name" AS path, concat_ws(' ', c.xmin,
    ${sumOf('"OAuthProvider" r JOIN "_CatalogToOAuthProvider" j ON j."B" = r."id" WHERE j."A" = c."id"')},
    ${sumOf('"UserRegistry" r WHERE r."orgId" = c."orgId"')},
    ${sumOf('"UserRegistry" r JOIN "_CatalogToUserRegistry" j ON j."B" = r."id" WHERE j."A" = c."id"')},
    ${sumOf('"SigningKey" r JOIN "_CatalogToOAuthProvider" j ON j."B" = r."oauthProviderId" WHERE j."A" = c."id"')},
    ${sumOf('"CatalogBackend" r WHERE r."catalogId" = c."id"')},
    ${sumOf('"TargetHealth" r JOIN "CatalogBackend" b ON b."id" = r."catalogBackendId" WHERE b."catalogId" = c."id"')},
    ${sumOf('"Secret" r WHERE r."catalogId" = c."id"')},
    ${sumOf('"Rehearsal" r WHERE r."catalogId" = c."id" AND r."endedAt" IS NULL')},
    ${sumOf(RETIRED_ROWS)},
    (SELECT string_agg(b."id"::text, ' ' ORDER BY b."id") FROM "ChangeWaveBudget" b WHERE b."catalogId" = c."id"),
    ${sumOf(`"CatalogProduct" r JOIN "Rehearsal" ON r."id" = "newProductId" WHERE ${RUNNING}`)},
    ${sumOf(`"CatalogApi" r JOIN "Rehearsal" ON r."catalogProductId" IN ("oldProductId", "newProductId") WHERE ${RUNNING}`)}
  ) AS stamp
  FROM "Catalog" c JOIN "Org" o ON o."id" = c."orgId"`;

const isServing = (product: string) => `${product}."state" IN ('PUBLISHED', 'DEPRECATED')`;
const partsOf = (table: string) =>
  `LATERAL (SELECT coalesce(sum(${HASH}), 0) AS sum FROM "${table}" r WHERE r."catalogProductId" = p."id")`;

/** All in one row: a row for each costs several times as much. */
const stamps = (products: string) => `
  SELECT coalesce(json_agg(json_build_array(p."catalogId", p."id", p."migrationTargetId",
    concat_ws(' ', p.xmin, api.sum, plan.sum))), '[]')::text AS products
  FROM "CatalogProduct" p, ${partsOf('CatalogApi')} api, ${partsOf('CatalogPlan')} plan
  WHERE ${products} AND ${isServing('p')}`;
const ALL_STAMPS = stamps('p."catalogId" = ANY ($1::uuid[])');
/** Stamps of some products, those that migrate to them, and those that they migrate to. */
const SOME_STAMPS = stamps(`p."id" IN (SELECT unnest($1::uuid[])
    UNION SELECT "id" FROM "CatalogProduct" WHERE "migrationTargetId" = ANY ($1::uuid[])
    UNION SELECT "migrationTargetId" FROM "CatalogProduct" WHERE "id" = ANY ($1::uuid[]))`);

type StampsRequest = {
  /** Undefined is all orgs. */
  readonly orgId: string | undefined;
  /** Catalogs by path that were read before. Only what has changed of them since is looked at. */
  readonly known: ReadonlyMap<string, { readonly id: string }>;
  readonly changed: ChangedProducts;
};

/** Reads the stamps of one org's catalogs, or of all. */
export async function readStamps(
  transaction: Transaction,
  { orgId, known, changed }: StampsRequest,
): Promise<CatalogStamps[]> {
  type Row = Omit<CatalogStamps, 'products'>;
  const catalogs = await (orgId === undefined
    ? transaction.$queryRawUnsafe<Row[]>(CATALOGS)
    : transaction.$queryRawUnsafe<Row[]>(`${CATALOGS} WHERE o."id" = $1::uuid`, orgId));
  const whole = new Map<string, Map<string, string>>();
  const followed = new Map<string, ReadonlySet<string>>();
  for (const { id, path } of catalogs)
    if (known.get(path)?.id === id) followed.set(id, changed.get(id) ?? new Set());
    else whole.set(id, new Map());
  for (const { catalogId, id, stamp } of await stampedBy(transaction, ALL_STAMPS, [...whole.keys()]))
    whole.get(catalogId)?.set(id, stamp);
  const some = await someStamps(transaction, followed);
  return catalogs.map((catalog) => {
    const all = whole.get(catalog.id);
    const products = all
      ? { areAll: true, byId: all }
      : { areAll: false, byId: some.get(catalog.id) ?? NONE };
    return { ...catalog, products };
  });
}

const NONE: ProductStamps['byId'] = new Map();

/** Reads the stamps of changed products by catalog, and of those that migrate to one. */
async function someStamps(
  transaction: Transaction,
  changed: ChangedProducts,
): Promise<ReadonlyMap<string, ProductStamps['byId']>> {
  const read = await stampedBy(
    transaction,
    SOME_STAMPS,
    [...changed.values()].flatMap((ids) => [...ids]),
  );
  const stamps = new Map<string, Map<string, string | undefined>>();
  for (const [catalogId, ids] of changed)
    stamps.set(catalogId, new Map([...ids].map((id) => [id, undefined])));
  for (const { catalogId, id, targetId, stamp } of read) {
    const ids = changed.get(catalogId);
    if (ids?.has(id) || (targetId !== null && ids?.has(targetId))) stamps.get(catalogId)?.set(id, stamp);
  }
  return stamps;
}

type StampedProduct = readonly [catalogId: string, id: string, targetId: string | null, stamp: string];

type ProductStamp = {
  readonly catalogId: string;
  readonly id: string;
  readonly targetId: string | null;
  readonly stamp: string;
};

async function stampedBy(
  transaction: Transaction,
  statement: string,
  ids: readonly string[],
): Promise<ProductStamp[]> {
  if (ids.length === 0) return [];
  const [row] = await transaction.$queryRawUnsafe<{ products: string }[]>(statement, ids);
  const products = JSON.parse(row?.products ?? '[]') as StampedProduct[];
  const stampOf = new Map(products.map(([, id, , stamp]) => [id, stamp]));
  return products.map(([catalogId, id, targetId, own]) => {
    const stamp = targetId === null ? own : `${own} to ${stampOf.get(targetId)}`;
    return { catalogId, id, targetId, stamp };
  });
}
