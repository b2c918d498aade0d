import { Prisma } from '../../../bundles/prisma.js';
import {
  checkPlanSubscribable,
  checkSubscribable,
  planChangeOf,
} from '../../domain/consumer/subscription.ts';
import { type Price, priceId } from '../../domain/plan/price.ts';
import type { Clock } from '../../foundation/clock.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import type {
  Prisma as Models,
  Subscription,
} from '../../infrastructure/database/generated/prisma/client.ts';
import { stored, toStore } from '../../infrastructure/database/json-columns.ts';
import { acceptPlanPrice, checkPriceAccepted } from './accept-price.ts';
import { answersToStore, type FormAnswering } from './ask-form.ts';
import { planOf } from './subscription.ts';

/** Columns of a request for another plan. */
export const withPlanRequest = {
  planRequest: { include: { catalogPlan: true } },
} as const satisfies Models.SubscriptionInclude;

export type PlanRequestWithPlan = Models.PlanRequestGetPayload<{ include: { catalogPlan: true } }>;

type WantedPlan = {
  readonly subscription: Pick<Subscription, 'id'>;
  readonly planName: string;
  /** The member who wants it. */
  readonly username: string;
  /** Audience keys of the member. */
  readonly member: readonly string[];
  /** Id of the price that the member accepts. */
  readonly accepted: string | null | undefined;
  /** Answers to the form of the plan. */
  readonly answering: FormAnswering;
};

/**
 * Moves a subscription to another plan of its product, or requests that.
 *
 * It is a request where the plan asks for approval: the present plan holds until then. The row stays, and with it the id.
 *
 * @throws NOT_SUBSCRIBABLE, NOT_FOUND (the plan), PRICE_NOT_ACCEPTED, and as `planChangeOf` and `answersToStore`
 */
export async function changePlan(
  transaction: Transaction,
  { subscription: { id }, planName, username, member, accepted, answering }: WantedPlan,
  { clock }: { readonly clock: Clock },
): Promise<void> {
  const {
    state,
    catalogPlan,
    catalogProduct,
    formAnswers: before,
  } = await transaction.subscription.findUniqueOrThrow({
    where: { id },
    include: { catalogPlan: true, catalogProduct: true },
  });
  checkSubscribable(catalogProduct, { member, path: ['id'] });
  const plan = await planOf(transaction, catalogProduct, { name: planName, member, path: ['plan'] });
  checkPlanSubscribable(plan, { member, path: ['plan'] });
  const change = planChangeOf({ state, plan: catalogPlan.name }, plan, ['plan']);
  const asked = { product: catalogProduct, plan, before };
  const formAnswers = answersToStore(asked, answering);
  const acceptance = { subscription: { id }, username, accepted, path: ['acceptPrice'] };
  if (change.isRequest) {
    await checkPriceAccepted(transaction, { ...acceptance, plan });
    const request = {
      catalogPlanId: plan.id,
      requestedBy: username,
      acceptedPrice: accepted ?? null,
      formAnswers: formAnswers ?? Prisma.DbNull,
      requestedAt: clock(),
      rejectedAt: null,
      rejectionReason: null,
    };
    await transaction.planRequest.upsert({
      where: { subscriptionId: id },
      create: { subscriptionId: id, ...request },
      update: request,
    });
    return;
  }
  await transaction.subscription.update({
    where: { id },
    data: { catalogPlanId: plan.id, state: change.state, formAnswers },
  });
  await acceptPlanPrice(transaction, acceptance);
}

/** Finds the request of a subscription that waits for approval. */
export function waitingPlanRequest(
  transaction: Transaction,
  subscriptionId: string,
): Promise<PlanRequestWithPlan | null> {
  return transaction.planRequest.findFirst({
    where: { subscriptionId, rejectedAt: null },
    include: { catalogPlan: true },
  });
}

/**
 * Moves a subscription to the requested plan. The accepted price and the answers to its form go along.
 *
 * @throws PRICE_NOT_ACCEPTED when the plan has another price by now
 */
export async function approvePlanRequest(
  transaction: Transaction,
  request: PlanRequestWithPlan,
  path: InputPath,
): Promise<void> {
  const { subscriptionId: id, catalogPlan, requestedBy: username, acceptedPrice: accepted } = request;
  const price = stored<Price | null>(catalogPlan.price);
  if (accepted !== null && (price === null || accepted !== priceId(price)))
    refuse('PRICE_NOT_ACCEPTED', {
      detail: `The plan ${catalogPlan.name} has another price than ${username} accepted: reject the request, so that the consumer asks again.`,
      path,
    });
  const formAnswers = request.formAnswers === null ? undefined : toStore(request.formAnswers);
  await transaction.subscription.update({
    where: { id },
    data: { catalogPlanId: catalogPlan.id, formAnswers },
  });
  await acceptPlanPrice(transaction, { subscription: { id }, username, accepted, path });
}

/** Rejects a request. The row stays, so that the consumer reads why. */
export async function rejectPlanRequest(
  transaction: Transaction,
  { subscriptionId }: PlanRequestWithPlan,
  { at, reason }: { readonly at: Date; readonly reason: string | null },
): Promise<void> {
  await transaction.planRequest.update({
    where: { subscriptionId },
    data: { rejectedAt: at, rejectionReason: reason },
  });
}
