import { blocksNewSubscription, type SubscriptionState } from '../../domain/consumer/subscription.ts';
import { type ProductState, serves } from '../../domain/product/lifecycle.ts';
import { UNDO_MS } from '../../domain/product/undo.ts';

/** A move that a consumer made to a migration target. */
export type PastMigration = {
  readonly at: Date;
  readonly toPlanId: string;
  /** The product that it left, as it stands now. */
  readonly from: { readonly id: string; readonly state: ProductState; readonly sunsetAt: Date | null };
};

type MigratedSubscription<Made extends PastMigration> = {
  readonly id: string;
  readonly planId: string;
  /** The newest first. */
  readonly migrations: readonly Made[];
  /** All subscriptions of its application. */
  readonly siblings: readonly {
    readonly id: string;
    readonly productId: string;
    readonly state: SubscriptionState;
  }[];
};

/**
 * Finds the migration that can be undone. It is the newest, to the plan of the subscription. It is not older than a
 * lifecycle change that could be undone, the old product still serves, and the application has not subscribed to it
 * again.
 *
 * Decision: a sunset that has passed ends the way back, though the product may still serve: its provider has said
 * that it stops answering.
 */
export function undoableMigration<Made extends PastMigration>(
  { id, planId, migrations, siblings }: MigratedSubscription<Made>,
  now: Date,
): Made | undefined {
  const last = migrations.find(({ toPlanId }) => toPlanId === planId);
  if (!last || undoMigrationUntil(last) <= now || !serves(last.from.state)) return undefined;
  const isTaken = siblings.some(
    (each) => each.id !== id && each.productId === last.from.id && blocksNewSubscription(each.state),
  );
  return isTaken ? undefined : last;
}

/** End of a migration's undo. That is 30 days after it, or the sunset of the old product. */
export function undoMigrationUntil({ at, from: { sunsetAt } }: Pick<PastMigration, 'at' | 'from'>): Date {
  const closes = new Date(at.getTime() + UNDO_MS);
  return sunsetAt && sunsetAt < closes ? sunsetAt : closes;
}
