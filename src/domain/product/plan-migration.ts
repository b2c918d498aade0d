import { refuse } from '../../foundation/errors.ts';
import { type VersionedName, versionedName } from '../../foundation/text/version.ts';
import { offeredPlan } from '../consumer/subscription.ts';
import type { PlanMapping } from '../plan/plan.ts';

/** A subscription by the names of its consumer org, application and plan. */
export type Subscriber = {
  readonly consumerOrg: string;
  readonly application: string;
  readonly plan: string;
};

export type SubscriptionMoveKind = 'MOVES' | 'OFFERED' | 'ENDS' | 'STAYS' | 'RETURNS';

/** The effect of a lifecycle action on a subscription. */
export type SubscriptionMove = {
  readonly consumerOrg: string;
  readonly application: string;
  readonly kind: SubscriptionMoveKind;
  /** The product that the subscription is to before the action. For an ended one, its last product. */
  readonly fromProduct: string;
  readonly fromPlan: string;
  readonly toProduct: string | null;
  readonly toPlan: string | null;
};

/** Sorts moves by consumer org, application and product. A rehearsal then reads like the real action. */
export function byConsumer(a: SubscriptionMove, b: SubscriptionMove): number {
  return (
    order(a.consumerOrg, b.consumerOrg) ||
    order(a.application, b.application) ||
    order(a.fromProduct, b.fromProduct)
  );
}

function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A subscription that could move to another product. */
export type Movable = Subscriber & {
  /** Is true when the application is already subscribed to the migration target. */
  readonly alreadyOnTarget: boolean;
};

type MigratingSubscription = Movable & { readonly id: string };

export type PlanMigrationInput = {
  readonly old: VersionedName;
  readonly target: VersionedName;
  /** The subscriptions to the old product. */
  readonly subscriptions: readonly MigratingSubscription[];
  readonly plans: readonly PlanMapping[];
  /** The ids of the subscriptions to move. Without it, all move. */
  readonly ids?: readonly string[] | null | undefined;
};

/** A move, and the subscription that it is of. */
type PlannedMigration = { readonly id: string; readonly move: SubscriptionMove };

/**
 * Plans the move of subscriptions to a migration target. A subscription stays, and is reported, where the application
 * is already subscribed to the target or the plan is not mapped.
 *
 * @throws NOT_FOUND when an id is not that of a subscription to the old product
 */
export function planMigration({
  old,
  target,
  subscriptions,
  plans,
  ids,
}: PlanMigrationInput): PlannedMigration[] {
  const chosen = ids == null ? subscriptions : named(ids, { old, subscriptions });
  return chosen
    .map((subscription) => ({ id: subscription.id, move: moveOf(subscription, { old, target, plans }) }))
    .sort((a, b) => byConsumer(a.move, b.move));
}

function named(
  ids: readonly string[],
  { old, subscriptions }: Pick<PlanMigrationInput, 'old' | 'subscriptions'>,
): MigratingSubscription[] {
  const known = new Set(subscriptions.map(({ id }) => id));
  ids.forEach((id, index) => {
    if (!known.has(id))
      refuse('NOT_FOUND', {
        detail: `There is no subscription ${JSON.stringify(id.slice(0, 80))} to ${versionedName(old)}.`,
        path: ['input', 'subscriptions', index],
      });
  });
  const selected = new Set(ids);
  return subscriptions.filter(({ id }) => selected.has(id));
}

function moveOf(
  { consumerOrg, application, plan, alreadyOnTarget }: MigratingSubscription,
  { old, target, plans }: Pick<PlanMigrationInput, 'old' | 'target' | 'plans'>,
): SubscriptionMove {
  const toPlan = offeredPlan(plans, plan);
  const who = { consumerOrg, application, fromProduct: versionedName(old), fromPlan: plan };
  return toPlan === undefined || alreadyOnTarget
    ? { ...who, kind: 'STAYS', toProduct: null, toPlan: null }
    : { ...who, kind: 'MOVES', toProduct: versionedName(target), toPlan };
}
