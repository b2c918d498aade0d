import { isDeepStrictEqual } from 'node:util';
import { versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';

/** State of a catalog product as the audit keeps it. */
export type ProductAuditState = {
  readonly state: string;
  readonly migrationTarget: string | null;
  readonly sunsetAt: string | null;
  /** Number of its subscriptions. */
  readonly subscriptions: number;
};

/** States by `name:version`; null where the product was not, or is not, in the catalog. */
export type AuditSnapshot = Readonly<Record<string, ProductAuditState | null>>;

export type AuditSnapshotDiff = { readonly before: AuditSnapshot; readonly after: AuditSnapshot };

type Row = { readonly id: string; readonly columns: Omit<ProductAuditState, 'subscriptions'> };
/** Numbers of subscriptions by product id. */
type Counts = ReadonlyMap<string, number>;

/** The products that an action is about to change. */
type AuditSnapshotScope = {
  readonly products: Prisma.CatalogProductWhereInput;
  /**
   * True when the action moves or ends subscriptions. They are counted before and after then; else once, of what has
   * changed.
   */
  readonly movesSubscriptions: boolean;
};

/** @returns how the products stood that an act has changed until then, and how they stand */
export async function beginAuditSnapshot(
  transaction: Transaction,
  { products, movesSubscriptions }: AuditSnapshotScope,
): Promise<() => Promise<AuditSnapshotDiff>> {
  const before = await rowsOf(transaction, products);
  const countsBefore = movesSubscriptions ? await countsOf(transaction, before.values()) : undefined;
  return async () => {
    const after = await rowsOf(transaction, products);
    const all = [...new Set([...before.keys(), ...after.keys()])];
    const names = movesSubscriptions
      ? all
      : all.filter((name) => !isDeepStrictEqual(before.get(name), after.get(name)));
    const rows = names.flatMap((name) => after.get(name) ?? before.get(name) ?? []);
    const counts = await countsOf(transaction, rows);
    const standingsOf = (known: ReadonlyMap<string, Row>, counted: Counts): AuditSnapshot =>
      Object.fromEntries(names.map((name) => [name, productAuditState(known.get(name), counted)]));
    return changedStates(standingsOf(before, countsBefore ?? counts), standingsOf(after, counts));
  };
}

function productAuditState(row: Row | undefined, counts: Counts): ProductAuditState | null {
  return row ? { ...row.columns, subscriptions: counts.get(row.id) ?? 0 } : null;
}

function changedStates(before: AuditSnapshot, after: AuditSnapshot): AuditSnapshotDiff {
  const changed = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const of = (standings: AuditSnapshot) =>
    Object.fromEntries(changed.map((name) => [name, standings[name] ?? null]));
  return { before: of(before), after: of(after) };
}

async function rowsOf(
  transaction: Transaction,
  where: Prisma.CatalogProductWhereInput,
): Promise<ReadonlyMap<string, Row>> {
  const products = await transaction.catalogProduct.findMany({
    where,
    include: { migrationTarget: { select: { name: true, version: true } } },
    orderBy: { id: 'asc' },
  });
  return new Map(
    products.map(({ id, migrationTarget, sunsetAt, state, ...product }) => [
      versionedName(product),
      {
        id,
        columns: {
          state,
          migrationTarget: migrationTarget && versionedName(migrationTarget),
          sunsetAt: sunsetAt?.toISOString() ?? null,
        },
      },
    ]),
  );
}

/**
 * Counts subscriptions in a query of their own. Included in the query of products, PostgreSQL would count those of
 * all products.
 */
async function countsOf(transaction: Transaction, rows: Iterable<Row>): Promise<Counts> {
  const ids = [...rows].map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const counts = await transaction.subscription.groupBy({
    by: ['catalogProductId'],
    where: { catalogProductId: { in: ids } },
    _count: true,
  });
  return new Map(counts.map(({ catalogProductId, _count }) => [catalogProductId, _count]));
}
