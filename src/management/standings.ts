import type { Transaction } from '../database/change.ts';
import type { Prisma } from '../database/generated/prisma/client.ts';
import { versionedName } from '../domain/version.ts';

/** How a product in a catalog stands, as the audit keeps it. */
export type Standing = {
  readonly state: string;
  readonly migrationTarget: string | null;
  readonly sunsetAt: string | null;
  /** How many subscriptions it has. */
  readonly subscriptions: number;
};

type Standings = Readonly<Record<string, Standing>>;

export type StandingsThatDiffer = Readonly<Record<string, Standing | null>>;

/** How products stand, by `name:version`; one that is not in the catalog is not among them. */
export async function standingsOf(
  transaction: Transaction,
  where: Prisma.CatalogProductWhereInput,
): Promise<Standings> {
  const products = await transaction.catalogProduct.findMany({
    where,
    include: { migrationTarget: { select: { name: true, version: true } } },
    orderBy: { id: 'asc' },
  });
  // By themselves: included in the products, they would be counted of all products that there are.
  const counts = await transaction.subscription.groupBy({
    by: ['catalogProductId'],
    where: { catalogProductId: { in: products.map(({ id }) => id) } },
    _count: true,
  });
  const subscriptionsOf = new Map(counts.map(({ catalogProductId, _count }) => [catalogProductId, _count]));
  return Object.fromEntries(
    products.map(({ id, migrationTarget, sunsetAt, state, ...product }) => [
      versionedName(product),
      {
        state,
        migrationTarget: migrationTarget && versionedName(migrationTarget),
        sunsetAt: sunsetAt?.toISOString() ?? null,
        subscriptions: subscriptionsOf.get(id) ?? 0,
      },
    ]),
  );
}

/** Those that an action has changed; null where the product was not, or is not, in the catalog. */
export function standingsThatDiffer(
  before: Standings,
  after: Standings,
): { before: StandingsThatDiffer; after: StandingsThatDiffer } {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (product) => JSON.stringify(before[product]) !== JSON.stringify(after[product]),
  );
  const of = (standings: Standings) =>
    Object.fromEntries(changed.map((product) => [product, standings[product] ?? null]));
  return { before: of(before), after: of(after) };
}
