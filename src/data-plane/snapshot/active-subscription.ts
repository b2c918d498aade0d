import { limitKeyOf } from '../../domain/plan/limit-keys.ts';
import type { OwnLimits } from '../../domain/plan/own-limits.ts';
import { allLimits } from '../../domain/plan/plan.ts';
import type { Clock } from '../../foundation/clock.ts';
import { limitWindows } from './limit-windows.ts';
import type { ActiveSubscription } from './served-subscription.ts';
import type { CallingApplication } from './snapshot.ts';

/** Own limits of a subscription as `readClients` packs them. */
export type PackedLimits = Omit<OwnLimits, 'reason'>;

type ActiveSubscriptionInput = {
  readonly id: string;
  readonly applicationId: string;
  readonly plan: ActiveSubscription['plan'];
  readonly own: PackedLimits | undefined;
};

/**
 * Makes a subscription that admits calls. Own limits hold under the plan that they were set for. They are counted by the
 * keys of that plan, so a window that both have keeps its count.
 */
export function activeSubscription({
  id,
  applicationId,
  plan,
  own,
}: ActiveSubscriptionInput): ActiveSubscription {
  const limitKey = limitKeyOf(applicationId, plan.id);
  const usual: ActiveSubscription = { id, limitKey, plan, temporary: undefined };
  if (own?.plan !== plan.name) return usual;
  const windows = limitWindows(plan.name, allLimits(own));
  const subscription: ActiveSubscription = { ...usual, plan: { ...plan, ...windows } };
  if (own.until === null) return subscription;
  return { ...usual, temporary: { endsAt: Date.parse(own.until), subscription } };
}

/** Finds the subscription of a client to a product, with the limits that hold now. */
export function subscriptionNow(
  client: CallingApplication | undefined,
  productId: string,
  clock: Clock,
): ActiveSubscription | undefined {
  const subscription = client?.subscriptions.get(productId);
  const temporary = subscription?.temporary;
  return temporary && clock().getTime() < temporary.endsAt ? temporary.subscription : subscription;
}
