import type { Transaction } from '../../infrastructure/database/change.ts';

/** Stamps of a catalog, which tell whether to read it again, and which products. */
export type CatalogStamps = {
  readonly id: string;
  /** `/<org>/<catalog>` */
  readonly path: string;
  /** Another one after every change of any of its rows but those of its products. */
  readonly stamp: string;
  /**
   * Stamps of products that serve calls, by id.
   *
   * A stamp changes with the product, its plans and APIs, and its migration target.
   */
  readonly products: ReadonlyMap<string, string>;
};

/** A sum over rows that changes with any of them. `xmin` is the transaction that wrote a row. */
const sumOf = (rows: string) =>
  `(SELECT coalesce(sum(hashtextextended(concat(r."id", ' ', r.xmin), 0)), 0) FROM ${rows})`;

const CATALOGS = `
  SELECT c."id"::text, '/' || o."name" || '/' || c."name" AS path, concat_ws(' ', c.xmin,
    ${sumOf('"OAuthProvider" r JOIN "_CatalogToOAuthProvider" j ON j."B" = r."id" WHERE j."A" = c."id"')},
    ${sumOf('"UserRegistry" r WHERE r."orgId" = c."orgId"')},
    ${sumOf('"UserRegistry" r JOIN "_CatalogToUserRegistry" j ON j."B" = r."id" WHERE j."A" = c."id"')},
    ${sumOf('"SigningKey" r JOIN "_CatalogToOAuthProvider" j ON j."B" = r."oauthProviderId" WHERE j."A" = c."id"')},
    ${sumOf('"CatalogBackend" r WHERE r."catalogId" = c."id"')},
    ${sumOf('"Secret" r WHERE r."catalogId" = c."id"')}
  ) AS stamp
  FROM "Catalog" c JOIN "Org" o ON o."id" = c."orgId"`;

/** All in one row: a row for each costs several times as much. */
const PRODUCTS = `
  SELECT coalesce(json_agg(json_build_array(p."catalogId", p."id", p."migrationTargetId", concat_ws(' ', p.xmin,
    ${sumOf('"CatalogApi" r WHERE r."catalogProductId" = p."id"')},
    ${sumOf('"CatalogPlan" r WHERE r."catalogProductId" = p."id"')}
  ))), '[]')::text AS products
  FROM "CatalogProduct" p WHERE p."catalogId" = ANY ($1::uuid[]) AND p."state" IN ('PUBLISHED', 'DEPRECATED')`;

type StampedProduct = readonly [catalogId: string, id: string, targetId: string | null, stamp: string];

/** Reads the stamps of one org's catalogs, or of all. */
export async function readStamps(
  transaction: Transaction,
  orgId: string | undefined,
): Promise<CatalogStamps[]> {
  const catalogs = await (orgId === undefined
    ? transaction.$queryRawUnsafe<Omit<CatalogStamps, 'products'>[]>(CATALOGS)
    : transaction.$queryRawUnsafe<Omit<CatalogStamps, 'products'>[]>(
        `${CATALOGS} WHERE o."id" = $1::uuid`,
        orgId,
      ));
  const ids = catalogs.map(({ id }) => id);
  const [row] = await transaction.$queryRawUnsafe<{ products: string }[]>(PRODUCTS, ids);
  const products = JSON.parse(row?.products ?? '[]') as StampedProduct[];
  const stampOf = new Map(products.map(([, id, , stamp]) => [id, stamp]));
  const byCatalog = new Map(ids.map((id) => [id, new Map<string, string>()]));
  for (const [catalogId, id, targetId, stamp] of products) {
    const target = targetId === null ? '' : ` to ${stampOf.get(targetId)}`;
    byCatalog.get(catalogId)?.set(id, `${stamp}${target}`);
  }
  return catalogs.map((each) => ({ ...each, products: byCatalog.get(each.id) ?? new Map() }));
}
