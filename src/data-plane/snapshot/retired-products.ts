import { versionedName } from '../../foundation/text/version.ts';
import type { CatalogProduct, Prisma } from '../../infrastructure/database/generated/prisma/client.ts';

/** Bounds of the retired products that callers are told of. The newest are held, whenever they were retired. */
export const retiredKept = { days: 180, perCatalog: 200 } as const;

/** A product that serves calls no more, as far as callers are told of it. */
export type RetiredProduct = Pick<CatalogProduct, 'id' | 'visibility' | 'successorId'> & {
  /** `name:version` */
  readonly product: string;
  readonly retiredAt: Date;
  readonly basePaths: readonly string[];
};

/** Rows of a catalog `c` that tell its retired products, for its stamp. Their APIs do not change any more. */
export const RETIRED_ROWS = `(SELECT p."id", p.xmin FROM "CatalogProduct" p
  WHERE p."catalogId" = c."id" AND p."state" IN ('RETIRED', 'ARCHIVED') AND p."retiredAt" IS NOT NULL
  ORDER BY p."retiredAt" DESC LIMIT ${retiredKept.perCatalog}) r`;

/** The part of a catalog's query that reads them. An archived product was retired before. */
export const retiredPart = {
  where: { state: { in: ['RETIRED', 'ARCHIVED'] }, retiredAt: { not: null } },
  orderBy: { retiredAt: 'desc' },
  take: retiredKept.perCatalog,
  select: {
    id: true,
    name: true,
    version: true,
    visibility: true,
    retiredAt: true,
    successorId: true,
    apis: { select: { basePath: true } },
  },
} satisfies Prisma.Catalog$productsArgs;

type RetiredRow = Pick<
  CatalogProduct,
  'id' | 'name' | 'version' | 'visibility' | 'retiredAt' | 'successorId'
> & { readonly apis: readonly { readonly basePath: string }[] };

/** Makes retired products of their rows, in the same order: the last retired first. */
export function retiredProducts(rows: readonly RetiredRow[]): RetiredProduct[] {
  return rows.flatMap(({ id, name, version, visibility, retiredAt, successorId, apis }) => {
    if (!retiredAt) return [];
    const basePaths = [...new Set(apis.map(({ basePath }) => basePath))];
    return { id, product: versionedName({ name, version }), visibility, retiredAt, successorId, basePaths };
  });
}
