import { firstDayOf, USAGE_DAYS } from '../../../../domain/call/usage-days.ts';
import { readVersionedName, type VersionedName, versionedName } from '../../../../foundation/text/version.ts';
import { callsOfSubscription, type SubscriptionCalls } from '../../../../infrastructure/usage/api-callers.ts';
import { builder } from '../builder.ts';
import type { PortalContext } from '../context.ts';
import { type ProductPair, productChanges } from '../product/product-changes.ts';

export const PortalBrokenCalls = builder.objectRef<SubscriptionCalls>('PortalBrokenCalls').implement({
  description: 'Calls of an operation that would break.',
  fields: (t) => ({
    api: t.expose('api', { type: 'VersionedName', description: 'The API.' }),
    operation: t.exposeString('operation', {
      nullable: true,
      description: 'The operation, for example `GET /customers`; null where none was known.',
    }),
    calls: t.exposeFloat('calls', { description: 'How many, also those that were refused.' }),
    lastCallAt: t.expose('lastCallAt', {
      type: 'DateTime',
      description:
        'The beginning of the hour of the last one; of the day (UTC) where hours are no longer kept.',
    }),
  }),
});

type Move = {
  readonly subscriptionId: string;
  readonly from: VersionedName;
  readonly pair: ProductPair;
};

/** Finds the calls of a subscription that would break in another product. */
export async function brokenCallsOf(
  context: PortalContext,
  { subscriptionId, from: product, pair }: Move,
): Promise<SubscriptionCalls[]> {
  const { breaking, removedApis } = await productChanges(context, pair);
  if (breaking.length === 0 && removedApis.length === 0) return [];
  const from = firstDayOf({ days: USAGE_DAYS, path: [] }, context.clock());
  const request = { subscriptionId, product: versionedName(product), from };
  const calls = await callsOfSubscription(context.database, request);
  return calls.filter(({ api, operation }) => {
    const { name } = readVersionedName(api);
    const breaks = breaking.some((each) => each.api === name && [null, operation].includes(each.operation));
    return breaks || removedApis.some((removed) => removed.name === name);
  });
}
