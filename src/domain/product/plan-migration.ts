import { refuse } from '../../foundation/errors.ts';
import { type VersionedName, versionedName } from '../../foundation/text/version.ts';
import { offeredPlan } from '../consumer/subscription.ts';
import type { PlanMapping } from './supersede.ts';

/** A subscription by the names of those that it joins. */
export type Subscriber = {
  readonly consumerOrg: string;
  readonly application: string;
  readonly plan: string;
};

export type SubscriptionMoveKind = 'MOVES' | 'OFFERED' | 'ENDS' | 'STAYS' | 'RETURNS';

/** What a lifecycle action does to a subscription. */
export type SubscriptionMove = {
  readonly consumerOrg: string;
  readonly application: string;
  readonly kind: SubscriptionMoveKind;
  /** The product that it is to before the action; of one that had ended, the product that it was to. */
  readonly fromProduct: string;
  readonly fromPlan: string;
  readonly toProduct: string | null;
  readonly toPlan: string | null;
};

/** Sorts moves by consumer org, application and product, so that a rehearsal and the real thing read alike. */
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

/** One who could go on to another product. */
export type Movable = Subscriber & {
  /** Has its application a subscription to the migration target already? */
  readonly alreadyOnTarget: boolean;
};

export type MigratingSubscription = Movable & { readonly id: string };

export type PlanMigrationInput = {
  readonly old: VersionedName;
  readonly target: VersionedName;
  /** The subscriptions to the old product. */
  readonly subscriptions: readonly MigratingSubscription[];
  readonly plans: readonly PlanMapping[];
  /** Those to move; without it, all. */
  readonly ids?: readonly string[] | null | undefined;
};

/** A move, and the subscription that it is of. */
export type PlannedMigration = { readonly id: string; readonly move: SubscriptionMove };

/**
 * Plans the move of subscriptions to a migration target. Where the application has a subscription to the target, or
 * the plan is not mapped, the subscription stays, and is reported.
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
  const wanted = new Set(ids);
  return subscriptions.filter(({ id }) => wanted.has(id));
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
