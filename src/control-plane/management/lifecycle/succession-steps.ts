import type { PlanMapping } from '../../../domain/plan/plan.ts';
import type { SuccessionAction } from '../../../domain/product/lifecycle.ts';
import type { LifecycleWarning } from '../../../domain/product/lifecycle-warning.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { stored, toStore } from '../../../infrastructure/database/json-columns.ts';
import { heldToRules, type RuledCatalog } from '../lint/held-to-rules.ts';
import { type ServedApis, takeOnline } from '../product/publication.ts';
import { takeOutOfService } from './retirement.ts';
import { composePlans } from './rules/migration-offer.ts';

type ProductWithPlans = {
  readonly id: string;
  readonly plans: readonly { readonly id: string; readonly name: string }[];
};

/** An old product, its successor, and where the plans of the old one lead. */
type SuccessionPair = {
  readonly old: ProductWithPlans;
  readonly successor: ProductWithPlans;
  readonly plans: readonly PlanMapping[];
};

type SuccessorPublication = {
  readonly catalog: RuledCatalog;
  readonly successor: Pick<ProductWithPlans, 'id'>;
  readonly served: ServedApis;
};

/**
 * Publishes the successor. The old product serves its own subscribers beside it.
 *
 * @returns what the rules of the catalog find in its documents
 * @throws RULES_BROKEN
 */
export async function publishSuccessor(
  transaction: Transaction,
  { catalog, successor: { id }, served }: SuccessorPublication,
): Promise<LifecycleWarning[]> {
  await transaction.catalogProduct.update({ where: { id }, data: { state: 'PUBLISHED' } });
  await takeOnline(transaction, { id }, served);
  return heldToRules(transaction, catalog, { id, to: 'PUBLISHED' });
}

/** Moves all subscriptions of the old product. */
export async function moveAll(
  transaction: Transaction,
  { old, successor, plans }: SuccessionPair,
): Promise<void> {
  for (const { source, target } of plans) {
    const from = old.plans.find(({ name }) => name === source);
    const to = successor.plans.find(({ name }) => name === target);
    if (from && to)
      await transaction.subscription.updateMany({
        where: { catalogPlanId: from.id },
        data: { catalogProductId: successor.id, catalogPlanId: to.id },
      });
  }
}

type Settlement = SuccessionPair & {
  readonly action: SuccessionAction;
  readonly sunsetAt?: Date | null | undefined;
  readonly sunsetIfIdleDays?: number | null | undefined;
  readonly now: Date;
};

/** Settles the old product: its state, its offer, and the offers that led to it. */
export async function settle(
  transaction: Transaction,
  { old, successor, plans, action, sunsetAt = null, sunsetIfIdleDays = null, now }: Settlement,
): Promise<void> {
  if (action === 'REPLACE')
    await takeOutOfService(transaction, { id: old.id, successorId: successor.id, now });
  else
    await transaction.catalogProduct.update({
      where: { id: old.id },
      data: {
        migrationTargetId: successor.id,
        migrationPlans: toStore(plans),
        ...(action === 'SUPERSEDE' && {
          state: 'DEPRECATED',
          deprecatedAt: now,
          sunsetAt,
          sunsetIfIdleDays,
        }),
      },
    });
  await redirectOffers(transaction, { old, successor, plans });
}

/** Redirects offers of the old product to the new one. An offer never takes more than one step. */
async function redirectOffers(
  transaction: Transaction,
  { old, successor, plans }: SuccessionPair,
): Promise<void> {
  const sources = await transaction.catalogProduct.findMany({ where: { migrationTargetId: old.id } });
  for (const { id, migrationPlans } of sources)
    await transaction.catalogProduct.update({
      where: { id },
      data: {
        migrationTargetId: successor.id,
        migrationPlans: toStore(composePlans(stored<PlanMapping[]>(migrationPlans), plans)),
      },
    });
}
