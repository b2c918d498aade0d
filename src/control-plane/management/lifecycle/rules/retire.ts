import type { LifecycleWarning } from '../../../../domain/product/lifecycle-warning.ts';
import {
  byConsumer,
  type Subscriber,
  type SubscriptionMove,
} from '../../../../domain/product/plan-migration.ts';
import { type VersionedName, versionedName } from '../../../../foundation/text/version.ts';

/** Plans the end of the subscriptions to a product that is retired. */
export function planRetirement(
  product: VersionedName,
  subscribers: readonly Subscriber[],
): { subscriptions: SubscriptionMove[]; warnings: LifecycleWarning[] } {
  const subscriptions = subscribers
    .map(({ consumerOrg, application, plan }) => ({
      consumerOrg,
      application,
      kind: 'ENDS' as const,
      fromProduct: versionedName(product),
      fromPlan: plan,
      toProduct: null,
      toPlan: null,
    }))
    .sort(byConsumer);
  return { subscriptions, warnings: endWarnings(subscriptions) };
}

/** Maximum of names in a sentence; the moves name all subscriptions. */
const NAMED = 20;

/** Makes a warning for each product whose subscriptions end. */
export function endWarnings(ends: readonly SubscriptionMove[]): LifecycleWarning[] {
  return [...new Set(ends.map(({ fromProduct }) => fromProduct))].map((subject) => {
    const subscriptions = ends
      .filter(({ fromProduct }) => fromProduct === subject)
      .map(({ consumerOrg, application, fromPlan }) => `${consumerOrg}/${application} (${fromPlan})`);
    const more = subscriptions.length > NAMED ? `, and ${subscriptions.length - NAMED} more` : '';
    const count = subscriptions.length === 1 ? '1 subscription' : `${subscriptions.length} subscriptions`;
    return {
      code: 'SUBSCRIPTIONS_END',
      message: `${count} to ${subject} ${subscriptions.length === 1 ? 'ends' : 'end'}: ${subscriptions.slice(0, NAMED).join(', ')}${more}.`,
      subject,
      facts: { product: subject, count: subscriptions.length, first: subscriptions.slice(0, NAMED) },
    };
  });
}
