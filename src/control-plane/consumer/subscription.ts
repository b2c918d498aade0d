import { isForMember, isVisibleTo } from '../../domain/consumer/audience.ts';
import {
  blocksNewSubscription,
  checkPlanSubscribable,
  checkSubscribable,
  firstState,
  offeredPlan,
} from '../../domain/consumer/subscription.ts';
import type { PlanMapping } from '../../domain/plan/plan.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { versionedName } from '../../foundation/text/version.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import { checkQuota } from '../../infrastructure/database/check-quota.ts';
import type {
  CatalogPlan,
  CatalogProduct,
  Prisma,
  Subscription,
} from '../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../infrastructure/database/json-columns.ts';
import { answersToStore, type FormAnswering } from './ask-form.ts';
import { plansFor } from './audience.ts';

/**
 * The plan of a product in a catalog, by its name.
 *
 * @param member the audience keys of who looks for it; whoever provides it sees all
 * @throws NOT_FOUND, naming the plans that there are
 */
export async function planOf(
  transaction: Transaction,
  product: CatalogProduct,
  { name, path, member }: { name: string; path: InputPath; member?: readonly string[] },
): Promise<CatalogPlan> {
  const plans = await transaction.catalogPlan.findMany({
    where: { catalogProductId: product.id, ...(member && plansFor(member)) },
    orderBy: { position: 'asc' },
  });
  const plan = plans.find((each) => each.name === name);
  if (plan) return plan;
  return refuse('NOT_FOUND', {
    detail: `${versionedName(product)} has no plan ${name}; it has ${plans.map((each) => each.name).join(', ')}.`,
    path,
  });
}

/**
 * Makes room for a subscription of the application to the product. A rejected one is replaced, so that the plan can
 * be requested again; the audit keeps the rejection.
 *
 * @throws SUBSCRIPTION_EXISTS when the application has another one, on whatever plan
 */
export async function replaceRejected(
  transaction: Transaction,
  { applicationId, product, path }: { applicationId: string; product: CatalogProduct; path: InputPath },
): Promise<void> {
  const present = await transaction.subscription.findFirst({
    where: { applicationId, catalogProductId: product.id },
    include: { catalogPlan: true },
  });
  if (!present) return;
  if (!blocksNewSubscription(present.state)) return unsubscribe(transaction, present);
  const [plan, name] = [present.catalogPlan.name, versionedName(product)];
  refuse('SUBSCRIPTION_EXISTS', {
    detail:
      present.state === 'PENDING_APPROVAL'
        ? `The application has asked for ${name} already, on the plan ${plan}: it waits for approval.`
        : `The application is subscribed to ${name} already, on the plan ${plan}.`,
    path,
  });
}

type NewSubscription = {
  readonly applicationId: string;
  readonly product: CatalogProduct;
  readonly planName: string;
  /** Audience keys of who subscribes. */
  readonly member: readonly string[];
  readonly now: Date;
  /** Answers to the form of the plan. Undefined where the provider subscribes it, who is not asked. */
  readonly answering?: FormAnswering;
  /** Path of the input, for a refusal. */
  readonly path?: readonly string[];
};

/**
 * Subscribes an application to a plan of a published product. It waits for approval where the plan requires that.
 *
 * @throws NOT_SUBSCRIBABLE, NOT_FOUND (the plan), SUBSCRIPTION_EXISTS, QUOTA_EXCEEDED, and as `answersToStore`
 */
export async function subscribe(
  transaction: Transaction,
  { applicationId, product, planName, member, now, answering, path = ['input'] }: NewSubscription,
): Promise<Subscription> {
  checkSubscribable(product, { member, path: [...path, 'product'] });
  const plan = await planOf(transaction, product, { name: planName, member, path: [...path, 'plan'] });
  checkPlanSubscribable(plan, { member, path: [...path, 'plan'] });
  await replaceRejected(transaction, { applicationId, product, path: [...path, 'product'] });
  const formAnswers = answering && answersToStore({ product, plan }, answering);
  await checkQuota(transaction, { resource: 'SUBSCRIPTIONS', ownerId: applicationId, now });
  const subscribed = { applicationId, catalogProductId: product.id, catalogPlanId: plan.id };
  return transaction.subscription.create({ data: { ...subscribed, state: firstState(plan), formAnswers } });
}

const withMappedPlan = {
  catalogPlan: true,
  catalogProduct: { include: { migrationTarget: { include: { plans: true } } } },
} as const satisfies Prisma.SubscriptionInclude;

type SubscriptionTarget = { readonly product: CatalogProduct; readonly plan: CatalogPlan };

/** Columns that `migrationTargetOf` needs of a subscription. */
export const withMigrationTarget = {
  ...withMappedPlan,
  application: { select: { subscriptions: { select: { catalogProductId: true, state: true } } } },
} as const satisfies Prisma.SubscriptionInclude;

export type SubscriptionWithTarget = Prisma.SubscriptionGetPayload<{ include: typeof withMigrationTarget }>;

/**
 * The migration target of a subscription. Null where nothing is offered, or the application has a subscription to it
 * already: the move could only be refused.
 *
 * @param member the audience keys of a consumer, who is offered only what they may see
 */
export function migrationTargetOf(
  subscription: SubscriptionWithTarget,
  member?: readonly string[],
): SubscriptionTarget | null {
  const target = offeredTarget(subscription, member);
  const isThere = subscription.application.subscriptions.some(
    ({ catalogProductId, state }) => catalogProductId === target?.product.id && blocksNewSubscription(state),
  );
  return isThere ? null : target;
}

/**
 * The plan in the migration target that a subscription's own is mapped to. Null where there is no target, the plan is
 * not mapped, or the target is not published any more.
 */
function offeredTarget(
  {
    catalogPlan,
    catalogProduct: { migrationTarget, migrationPlans },
  }: Prisma.SubscriptionGetPayload<{ include: typeof withMappedPlan }>,
  member?: readonly string[],
): SubscriptionTarget | null {
  if (migrationTarget?.state !== 'PUBLISHED') return null;
  if (member && !isVisibleTo(migrationTarget, member)) return null;
  const name = offeredPlan(stored<PlanMapping[]>(migrationPlans), catalogPlan.name);
  const plan = migrationTarget.plans.find((each) => each.name === name);
  if (!plan || (member && !isForMember(plan.visibleTo, member))) return null;
  return { product: migrationTarget, plan };
}

type SubscriptionMoveInput = {
  readonly subscription: Subscription;
  /** A published product of the same catalog. */
  readonly product: CatalogProduct;
  readonly planName: string;
  readonly path?: readonly string[];
};

/**
 * Moves a subscription to a plan of another product, or to another of its own. The row stays, and with it the id; the
 * credentials of the application are not touched.
 *
 * Decision: a move needs no approval, also where the plan does: the provider makes it or has offered it. Nor does it
 * give one: a subscription that waits for approval waits on. Nor does the subscribability of the product matter,
 * which governs new subscriptions.
 *
 * @throws NOT_SUBSCRIBABLE (not published), NOT_FOUND (the plan), SUBSCRIPTION_EXISTS
 */
export async function moveSubscription(
  transaction: Transaction,
  { subscription, product, planName, path = ['input'] }: SubscriptionMoveInput,
): Promise<Subscription> {
  if (product.state !== 'PUBLISHED')
    refuse('NOT_SUBSCRIBABLE', {
      detail: `${versionedName(product)} is ${product.state}: a subscription moves to a product that is PUBLISHED.`,
      path: [...path, 'product'],
    });
  const plan = await planOf(transaction, product, { name: planName, path: [...path, 'plan'] });
  if (product.id !== subscription.catalogProductId)
    await replaceRejected(transaction, {
      applicationId: subscription.applicationId,
      product,
      path: [...path, 'product'],
    });
  return transaction.subscription.update({
    where: { id: subscription.id },
    data: { catalogProductId: product.id, catalogPlanId: plan.id },
  });
}

export type TargetMoveInput = {
  readonly subscription: Subscription;
  /** Audience keys of a consumer who moves it. */
  readonly member?: readonly string[];
  readonly path?: readonly string[];
};

/**
 * Moves a subscription to its migration target.
 *
 * @throws MIGRATION_TARGET_MISSING, SUBSCRIPTION_EXISTS
 */
export async function moveToMigrationTarget(
  transaction: Transaction,
  { subscription, member, path = ['input'] }: TargetMoveInput,
): Promise<Subscription> {
  const found = await transaction.subscription.findUniqueOrThrow({
    where: { id: subscription.id },
    include: withMappedPlan,
  });
  const target = offeredTarget(found, member);
  if (target)
    return moveSubscription(transaction, {
      subscription,
      product: target.product,
      planName: target.plan.name,
      path,
    });
  return refuse('MIGRATION_TARGET_MISSING', {
    detail: `The plan ${found.catalogPlan.name} of ${versionedName(found.catalogProduct)} has no migration target.`,
    path: [...path, 'id'],
  });
}

/** Ends a subscription. */
export async function unsubscribe(transaction: Transaction, subscription: Subscription): Promise<void> {
  await transaction.subscription.delete({ where: { id: subscription.id } });
}
