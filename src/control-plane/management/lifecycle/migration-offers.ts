import type { PlanMapping } from '../../../domain/plan/plan.ts';
import type { SubscriptionMove } from '../../../domain/product/plan-migration.ts';
import { readVersionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { type OfferingProduct, offerChanges } from './rules/migration-offer.ts';
import { applicationsOn, subscribersOf } from './subscribers.ts';

/**
 * Reads the migration offers of the products of a catalog. Only products with a migration target are read, which are
 * few of many.
 *
 * @param before those that led somewhere before, which are among them in any case
 */
export async function offersOf(
  transaction: Transaction,
  catalogId: string,
  before: readonly OfferingProduct[] = [],
): Promise<OfferingProduct[]> {
  const products = await transaction.catalogProduct.findMany({
    where: {
      catalogId,
      OR: [{ migrationTargetId: { not: null } }, { id: { in: before.map(({ id }) => id) } }],
    },
    select: {
      id: true,
      name: true,
      version: true,
      state: true,
      migrationPlans: true,
      migrationTarget: { select: { name: true, version: true, state: true } },
      plans: { select: { name: true } },
    },
    relationLoadStrategy: 'join',
  });
  return products.map(({ migrationPlans, ...product }) => ({
    ...product,
    migrationPlans: stored<PlanMapping[]>(migrationPlans),
  }));
}

type OfferMovesInput = {
  readonly catalogId: string;
  readonly before: readonly OfferingProduct[];
  /** Moves of subscriptions by the action itself. */
  readonly subscriptions: readonly SubscriptionMove[];
};

/**
 * Lists the subscriptions whose migration offer an action has changed. An action on one product can change the offers
 * of another's subscribers. Subscriptions that the action itself moved or ended are left out.
 */
export async function offerMoves(
  transaction: Transaction,
  { catalogId, before, subscriptions }: OfferMovesInput,
): Promise<SubscriptionMove[]> {
  const dealtWith = new Set(subscriptions.map(({ fromProduct }) => fromProduct));
  const arrived = new Set(
    subscriptions
      .filter(({ kind }) => kind === 'MOVES' || kind === 'RETURNS')
      .map(({ consumerOrg, application, toProduct }) => `${consumerOrg}/${application} ${toProduct}`),
  );
  const changes = offerChanges(before, await offersOf(transaction, catalogId, before)).filter(
    ({ product }) => !dealtWith.has(product),
  );
  const moves: SubscriptionMove[] = [];
  for (const { productId, product, plan, offer } of changes) {
    const where = { catalogProductId: productId, catalogPlan: { name: plan } };
    const onTarget = offer
      ? await applicationsOn(transaction, { catalogId, ...readVersionedName(offer.product) }, where)
      : new Set();
    for (const { consumerOrg, application, applicationId } of await subscribersOf(transaction, where)) {
      if (arrived.has(`${consumerOrg}/${application} ${product}`)) continue;
      const open = onTarget.has(applicationId) ? null : offer;
      moves.push({
        consumerOrg,
        application,
        kind: open ? 'OFFERED' : 'STAYS',
        fromProduct: product,
        fromPlan: plan,
        toProduct: open?.product ?? null,
        toPlan: open?.plan ?? null,
      });
    }
  }
  return moves;
}
