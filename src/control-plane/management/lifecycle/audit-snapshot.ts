import { isDeepStrictEqual } from 'node:util';
import { versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';

/** How a product in a catalog stands, as the audit keeps it. */
export type ProductAuditState = {
  readonly state: string;
  readonly migrationTarget: string | null;
  readonly sunsetAt: string | null;
  /** How many subscriptions it has. */
  readonly subscriptions: number;
};

/** By `name:version`; null where the product was not, or is not, in the catalog. */
export type AuditSnapshot = Readonly<Record<string, ProductAuditState | null>>;

export type AuditSnapshotDiff = { readonly before: AuditSnapshot; readonly after: AuditSnapshot };

type Row = { readonly id: string; readonly columns: Omit<ProductAuditState, 'subscriptions'> };
/** By the ids of products. */
type Counts = ReadonlyMap<string, number>;

/** What is about to change products of a catalog. */
type AuditSnapshotScope = {
  readonly products: Prisma.CatalogProductWhereInput;
  /** Does it move or end subscriptions? They are counted before and after then; else once, of what has changed. */
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

/** By themselves: included in the products, they would be counted of all products that there are. */
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
