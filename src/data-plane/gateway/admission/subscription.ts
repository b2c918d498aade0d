import { refuse } from '../../../foundation/errors.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import type { Call } from '../call.ts';
import type { Step, StepFacts } from './step.ts';
import { holdToBudget } from './wave-budget.ts';

/**
 * Leaves the versions whose product the application subscribes to, and those open to everybody.
 *
 * @throws SUBSCRIPTION_MISSING when none is left; one that was asked for is named
 */
export const subscription: Step = (call, deps) => {
  if (call.client?.moved) holdToBudget(call, call.client.moved, deps);
  const { client, candidates } = call;
  if (!client) return;
  call.candidates = candidates.filter(
    ({ isOpen, api }) => isOpen || client.subscriptions.has(api.product.id),
  );
  if (call.candidates.length > 0) return;
  const detail = unapprovedRefusal(client, candidates);
  refuse('SUBSCRIPTION_MISSING', { ...(detail !== undefined && { detail }) });
};

/** The refusal for a subscription that is not approved. Of several versions, it is that of the newest. */
function unapprovedRefusal(
  { unapproved }: NonNullable<Call['client']>,
  candidates: Call['candidates'],
): string | undefined {
  for (const { api } of candidates) {
    const found = unapproved.get(api.product.id);
    if (!found) continue;
    const subject = `The subscription to ${versionedName(api.product)}`;
    if (found.state === 'PENDING_APPROVAL') return `${subject} waits for the approval of its provider.`;
    const rejected = `${subject} was rejected by its provider`;
    return found.reason === null ? `${rejected}.` : `${rejected}: ${found.reason}`;
  }
  return undefined;
}

/** The subscription of the application to each product at the path. Other products are left out. */
export const subscriptionFacts: StepFacts = ({ client, route }) => {
  if (!client) return {};
  const subscriptions = route.candidates.flatMap(({ api: { product } }) => {
    const state = client.subscriptions.has(product.id) ? 'ACTIVE' : client.unapproved.get(product.id)?.state;
    return state ? [{ product: versionedName(product), state }] : [];
  });
  return { subscriptions };
};
