import { type InputPath, refuse } from '../../foundation/errors.ts';
import { type VersionedName, versionedName } from '../../foundation/text/version.ts';
import type { ProductState } from '../product/lifecycle.ts';
import type { PlanMapping } from '../product/supersede.ts';

export type Subscribability = 'AUTHENTICATED' | 'CUSTOM' | 'DISABLED';

type Subscribable = { readonly state: ProductState; readonly subscribability: Subscribability };

/**
 * Does the product take new subscriptions? (spec.md, "not visible to or subscribable by developers")
 *
 * Decision: CUSTOM, which spec.md does not show, is for named consumer orgs; as none can be named yet, it takes none.
 */
export function isSubscribable({ state, subscribability }: Subscribable): boolean {
  return state === 'PUBLISHED' && subscribability === 'AUTHENTICATED';
}

/** @throws NOT_SUBSCRIBABLE, saying why */
export function checkSubscribable(product: Subscribable & VersionedName, path: InputPath): void {
  if (isSubscribable(product)) return;
  const why =
    product.state === 'PUBLISHED'
      ? `its subscribability is ${product.subscribability}`
      : `it is ${product.state}, not PUBLISHED`;
  refuse('NOT_SUBSCRIBABLE', {
    detail: `${versionedName(product)} takes no new subscriptions: ${why}.`,
    path,
  });
}

export type SubscriptionState = 'PENDING_APPROVAL' | 'ACTIVE' | 'REJECTED';

/** What a provider says to a subscription that was asked for. */
export type ApprovalDecision = 'APPROVE' | 'REJECT';

type ApprovalTransition = {
  readonly from: SubscriptionState;
  readonly decision: ApprovalDecision;
  readonly to: SubscriptionState;
};

/**
 * Where a decision leads. Only an active subscription admits calls.
 *
 * Decision: what was decided stays. An active subscription is ended, not rejected; a rejected one is asked for again.
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

/** Does a subscription in this state keep its application from subscribing to the product once more? */
export function blocksNewSubscription(state: SubscriptionState): boolean {
  return state !== 'REJECTED';
}

/** The plan of the migration target that subscribers of a plan are offered; undefined when it is not mapped. */
export function offeredPlan(mappings: readonly PlanMapping[], plan: string): string | undefined {
  return mappings.find(({ source }) => source === plan)?.target;
}

/** Does it have the form of a subscription's id, a UUID? Nothing else is asked of the database. */
export function isSubscriptionId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
