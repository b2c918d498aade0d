import { type InputPath, refuse } from '../../foundation/errors.ts';
import { type VersionedName, versionedName } from '../../foundation/text/version.ts';
import type { PlanMapping } from '../plan/plan.ts';
import type { ProductState } from '../product/lifecycle.ts';
import { isForMember, isInAudience } from './audience.ts';

export type Subscribability = 'AUTHENTICATED' | 'CUSTOM' | 'DISABLED';

type Subscribable = {
  readonly state: ProductState;
  readonly subscribability: Subscribability;
  /** Audience keys, for CUSTOM. */
  readonly subscribableBy: readonly string[];
};

/**
 * Is true when the product takes new subscriptions of a member. (spec.md, "not visible to or subscribable by
 * developers")
 *
 * @param member the audience keys of who subscribes
 */
export function isSubscribable(
  { state, subscribability, subscribableBy }: Subscribable,
  member: readonly string[],
): boolean {
  if (state !== 'PUBLISHED') return false;
  if (subscribability === 'CUSTOM') return isInAudience(subscribableBy, member);
  return subscribability === 'AUTHENTICATED';
}

type SubscriberAt = { readonly member: readonly string[]; readonly path: InputPath };

/** @throws NOT_SUBSCRIBABLE, with the reason */
export function checkSubscribable(
  product: Subscribable & VersionedName,
  { member, path }: SubscriberAt,
): void {
  if (isSubscribable(product, member)) return;
  const why =
    product.state === 'PUBLISHED'
      ? `its subscribability is ${product.subscribability}${product.subscribability === 'CUSTOM' ? ', for other consumers' : ''}`
      : `it is ${product.state}, not PUBLISHED`;
  refuse('NOT_SUBSCRIBABLE', {
    detail: `${versionedName(product)} takes no new subscriptions: ${why}.`,
    path,
  });
}

/** @throws NOT_SUBSCRIBABLE when a plan is for other consumers */
export function checkPlanSubscribable(
  plan: { readonly name: string; readonly subscribableBy: readonly string[] },
  { member, path }: SubscriberAt,
): void {
  if (isForMember(plan.subscribableBy, member)) return;
  refuse('NOT_SUBSCRIBABLE', {
    detail: `The plan ${plan.name} takes no new subscriptions of this consumer org: it is for others.`,
    path,
  });
}

export type SubscriptionState = 'PENDING_APPROVAL' | 'ACTIVE' | 'REJECTED';

/** The provider's answer to a requested subscription. */
export type ApprovalDecision = 'APPROVE' | 'REJECT';

type ApprovalTransition = {
  readonly from: SubscriptionState;
  readonly decision: ApprovalDecision;
  readonly to: SubscriptionState;
};

/**
 * The transitions of decisions. Only an active subscription admits calls.
 *
 * Decision: decisions are final. An active subscription is ended, not rejected. A rejected one is requested again.
 */
export const approvalDecisions: readonly ApprovalTransition[] = [
  { from: 'PENDING_APPROVAL', decision: 'APPROVE', to: 'ACTIVE' },
  { from: 'PENDING_APPROVAL', decision: 'REJECT', to: 'REJECTED' },
];

/** The state that a subscription begins in. */
export function firstState({ approvalRequired }: { readonly approvalRequired: boolean }): SubscriptionState {
  return approvalRequired ? 'PENDING_APPROVAL' : 'ACTIVE';
}

/** @throws TRANSITION_REFUSED when the subscription does not wait for a decision */
export function stateDecided(
  from: SubscriptionState,
  decision: ApprovalDecision,
  path: InputPath,
): SubscriptionState {
  const decided = approvalDecisions.find((each) => each.from === from && each.decision === decision);
  if (decided) return decided.to;
  return refuse('TRANSITION_REFUSED', {
    detail: `The subscription is ${from}; ${decision.toLowerCase()} is for one that is PENDING_APPROVAL.`,
    path,
  });
}

/** A change of plan: a request for approval, or the state under the new plan. */
type PlanChange =
  | { readonly isRequest: true }
  | { readonly isRequest: false; readonly state: SubscriptionState };

type SubscribedPlan = { readonly state: SubscriptionState; readonly plan: string };

/**
 * Returns how a subscription gets to another plan of its product.
 *
 * Decision: an active one goes on under its plan until the other one is approved, where that asks for approval. One that
 * waits for approval waits for the other plan instead, or is active at once.
 *
 * @throws BAD_USER_INPUT when it is on that plan; TRANSITION_REFUSED when it was rejected
 */
export function planChangeOf(
  { state, plan }: SubscribedPlan,
  wanted: { readonly name: string; readonly approvalRequired: boolean },
  path: InputPath,
): PlanChange {
  if (state === 'REJECTED')
    refuse('TRANSITION_REFUSED', { detail: 'The subscription was rejected: subscribe once more.', path });
  if (wanted.name === plan)
    refuse('BAD_USER_INPUT', { detail: `The subscription is on the plan ${plan} already.`, path });
  if (state === 'ACTIVE' && wanted.approvalRequired) return { isRequest: true };
  return { isRequest: false, state: state === 'ACTIVE' ? state : firstState(wanted) };
}

const REASON_LENGTH_MAX = 500;

/** @throws BAD_USER_INPUT when the reason is blank or too long */
export function checkRejectionReason(reason: string, path: InputPath): void {
  if (reason.trim() === '')
    refuse('BAD_USER_INPUT', { detail: 'The reason is empty: say why, or leave it out.', path });
  if (reason.length > REASON_LENGTH_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `The reason is longer than ${REASON_LENGTH_MAX} characters.`,
      path,
    });
}

/**
 * Is true when a subscription in this state blocks a new subscription. The new one is of the same application to the
 * same product.
 */
export function blocksNewSubscription(state: SubscriptionState): boolean {
  return state !== 'REJECTED';
}

/** Returns the plan of the migration target that a plan is mapped to. Undefined when it is not mapped. */
export function offeredPlan(mappings: readonly PlanMapping[], plan: string): string | undefined {
  return mappings.find(({ source }) => source === plan)?.target;
}

/** Is true for a UUID, the form of a subscription's id. Other text never reaches the database. */
export function isSubscriptionId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
