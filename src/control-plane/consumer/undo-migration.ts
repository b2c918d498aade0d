import { UNDO_DAYS, UNDO_MS } from '../../domain/product/undo.ts';
import type { Clock } from '../../foundation/clock.ts';
import { refuse } from '../../foundation/errors.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import type {
  CatalogPlan,
  CatalogProduct,
  Prisma,
  Subscription,
} from '../../infrastructure/database/generated/prisma/client.ts';
import { moveToMigrationTarget, replaceRejected, type TargetMoveInput } from './subscription.ts';
import { undoableMigration, undoMigrationUntil } from './undo-migration-rules.ts';

/** Columns that `migrationUndoOf` needs of a subscription. */
export const withMigrationUndo = {
  migrations: {
    orderBy: { id: 'desc' },
    include: { fromPlan: { include: { catalogProduct: true } } },
  },
  application: {
    select: { subscriptions: { select: { id: true, catalogProductId: true, state: true } } },
  },
} as const satisfies Prisma.SubscriptionInclude;

type SubscriptionWithWayBack = Prisma.SubscriptionGetPayload<{ include: typeof withMigrationUndo }>;

/** The undo of a migration: its target, and its end. */
export type MigrationUndo = {
  readonly migrationId: string;
  readonly product: CatalogProduct;
  readonly plan: CatalogPlan;
  readonly until: Date;
};

/** Finds the undo of a subscription's migration; null where there is none, or no more. */
export function migrationUndoOf(
  { id, catalogPlanId, migrations, application }: SubscriptionWithWayBack,
  now: Date,
): MigrationUndo | null {
  const undoable = undoableMigration(
    {
      id,
      planId: catalogPlanId,
      migrations: migrations.map((each) => ({ ...each, from: each.fromPlan.catalogProduct })),
      siblings: application.subscriptions.map((each) => ({ ...each, productId: each.catalogProductId })),
    },
    now,
  );
  if (!undoable) return null;
  const { id: migrationId, fromPlan, from } = undoable;
  return { migrationId, product: from, plan: fromPlan, until: undoMigrationUntil(undoable) };
}

type ConsumerMigrationInput = { readonly subscription: Subscription; readonly path?: readonly string[] };

/**
 * Moves a subscription to its migration target, and records the plan before.
 *
 * @throws MIGRATION_TARGET_MISSING, SUBSCRIPTION_EXISTS
 */
export async function migrate(
  transaction: Transaction,
  { subscription, member, path = ['input'] }: TargetMoveInput,
  { clock }: { readonly clock: Clock },
): Promise<Subscription> {
  const now = clock();
  const { id: subscriptionId, catalogPlanId: fromPlanId } = subscription;
  const moved = await moveToMigrationTarget(transaction, { subscription, ...(member && { member }), path });
  const forgotten = { lte: new Date(now.getTime() - UNDO_MS) };
  await transaction.subscriptionMigration.deleteMany({ where: { subscriptionId, at: forgotten } });
  await transaction.subscriptionMigration.create({
    data: { subscriptionId, fromPlanId, toPlanId: moved.catalogPlanId, at: now },
  });
  return moved;
}

/**
 * Undoes the migration of a subscription by its consumer, once. As with the migration the row stays, with its id and
 * its state; calls are counted under the old plan again.
 *
 * @throws UNDO_CONFLICT when there is no way back
 */
export async function undoMigration(
  transaction: Transaction,
  { subscription, path = ['input'] }: ConsumerMigrationInput,
  { clock }: { readonly clock: Clock },
): Promise<Subscription> {
  const { id, applicationId } = subscription;
  const found = await transaction.subscription.findUniqueOrThrow({
    where: { id },
    include: withMigrationUndo,
  });
  const wayBack = migrationUndoOf(found, clock());
  if (!wayBack)
    return refuse('UNDO_CONFLICT', {
      detail: `The subscription cannot go back: it was not migrated within ${UNDO_DAYS} days to the plan that it is on, or the product that it left serves no more, or the application is subscribed to that again.`,
      path: [...path, 'id'],
    });
  const { migrationId, product, plan } = wayBack;
  await replaceRejected(transaction, { applicationId, product, path: [...path, 'id'] });
  await transaction.subscriptionMigration.delete({ where: { id: migrationId } });
  return transaction.subscription.update({
    where: { id },
    data: { catalogProductId: product.id, catalogPlanId: plan.id },
  });
}
