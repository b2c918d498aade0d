import { isDeepStrictEqual } from 'node:util';
import type { ProductImage } from '../../../domain/product/undo.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';

/** State of a catalog product as the audit keeps it. */
type ProductAuditState = {
  readonly state: string;
  readonly migrationTarget: string | null;
  readonly sunsetAt: string | null;
  /** Number of its subscriptions. */
  readonly subscriptions: number;
};

/** States by `name:version`; null where the product was not, or is not, in the catalog. */
type AuditSnapshot = Readonly<Record<string, ProductAuditState | null>>;

export type AuditSnapshotDiff = { readonly before: AuditSnapshot; readonly after: AuditSnapshot };

/** A product without the number of its subscriptions. */
type Row = { readonly id: string; readonly columns: Omit<ProductAuditState, 'subscriptions'> };
/** Products by `name:version`, as the audit keeps them. */
type AuditRows = ReadonlyMap<string, Row>;
/** Numbers of subscriptions by product id. */
type Counts = ReadonlyMap<string, number>;

/** The products that an action is about to change. */
type AuditSnapshotScope = {
  readonly before: AuditRows;
  /**
   * True when the action moves or ends subscriptions. They are counted before and after then; else once, of what has
   * changed.
   */
  readonly movesSubscriptions: boolean;
};

/** @returns the difference to the same products after the action */
export async function beginAuditSnapshot(
  transaction: Transaction,
  { before, movesSubscriptions }: AuditSnapshotScope,
): Promise<(after: AuditRows) => Promise<AuditSnapshotDiff>> {
  const countsBefore = movesSubscriptions ? await countsOf(transaction, before.values()) : undefined;
  return async (after) => {
    const all = [...new Set([...before.keys(), ...after.keys()])];
    const names = movesSubscriptions
      ? all
      : all.filter((name) => !isDeepStrictEqual(before.get(name), after.get(name)));
    // Where none moves, a product that is new has none.
    const counted = movesSubscriptions ? new Map([...before, ...after]) : before;
    const counts = await countsOf(
      transaction,
      names.flatMap((name) => counted.get(name) ?? []),
    );
    const snapshotOf = (known: AuditRows, counted: Counts): AuditSnapshot =>
      Object.fromEntries(names.map((name) => [name, productAuditState(known.get(name), counted)]));
    return changedStates(snapshotOf(before, countsBefore ?? counts), snapshotOf(after, counts));
  };
}

function productAuditState(row: Row | undefined, counts: Counts): ProductAuditState | null {
  return row ? { ...row.columns, subscriptions: counts.get(row.id) ?? 0 } : null;
}

function changedStates(before: AuditSnapshot, after: AuditSnapshot): AuditSnapshotDiff {
  const changed = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const of = (snapshot: AuditSnapshot) =>
    Object.fromEntries(changed.map((name) => [name, snapshot[name] ?? null]));
  return { before: of(before), after: of(after) };
}

/** Takes from an image what the audit keeps of its products. */
export function auditRows({ products }: ProductImage): AuditRows {
  return new Map(
    products.map(({ id, label, columns }) => [
      label['product'] ?? '',
      {
        id,
        columns: {
          state: String(columns['state']),
          migrationTarget: label['migrationTarget'] ?? null,
          sunsetAt: (columns['sunsetAt'] ?? null) as string | null,
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
