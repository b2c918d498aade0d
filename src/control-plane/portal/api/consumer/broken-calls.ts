import type { BrokenParts } from '../../../../domain/api/api-break.ts';
import { firstDayOf, USAGE_DAYS } from '../../../../domain/call/usage-days.ts';
import { callsOfBreaks } from '../../../../domain/product/lifecycle-warning.ts';
import { readVersionedName, type VersionedName, versionedName } from '../../../../foundation/text/version.ts';
import { callsOfSubscription, type SubscriptionCalls } from '../../../../infrastructure/usage/api-callers.ts';
import { fieldCallsOfSubscription } from '../../../../infrastructure/usage/field-callers.ts';
import { builder } from '../builder.ts';
import type { PortalContext } from '../context.ts';
import { type ProductChanges, type ProductPair, productChanges } from '../product/product-changes.ts';

export const PortalBrokenCalls = builder.objectRef<SubscriptionCalls>('PortalBrokenCalls').implement({
  description: 'Calls of an operation, or that use a field, that would break.',
  fields: (t) => ({
    api: t.expose('api', { type: 'VersionedName', description: 'The API.' }),
    operation: t.exposeString('operation', {
      nullable: true,
      description: 'The operation, for example `GET /customers`; null where none was known.',
    }),
    field: t.exposeString('field', {
      nullable: true,
      description:
        'Of a GraphQL API the field, argument or enum value that the documents use, for example `Customer.email`; of a REST API the query parameter that the calls send, or its value, for example `GET /customers?status=ACTIVE`. Null where it is not known, and where all calls of the operation break.',
    }),
    certain: t.exposeBoolean('certain', {
      description:
        'False where these calls only may break: by the values that they send, or because the fields that they use are not known.',
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
  const changes = await productChanges(context, pair);
  if (changes.breaking.length === 0 && changes.removedApis.length === 0) return [];
  const from = firstDayOf({ days: USAGE_DAYS, path: [] }, context.clock());
  const request = { subscriptionId, product: versionedName(product), from };
  const broken: SubscriptionCalls[] = [];
  for (const calls of byApi(await callsOfSubscription(context.database, request))) {
    const { operations, fields } = brokenIn(changes, calls.api);
    if (fields)
      broken.push(
        ...(await fieldCallsOfSubscription(context.database, {
          ...request,
          api: calls.api,
          operations,
          fields,
        })),
      );
    else broken.push(...ofOperations(calls.all, operations));
  }
  return broken.sort((a, b) => b.lastCallAt.getTime() - a.lastCallAt.getTime());
}

type CallsOfApi = { readonly api: string; readonly all: readonly SubscriptionCalls[] };

const byApi = (calls: readonly SubscriptionCalls[]): CallsOfApi[] =>
  [...new Set(calls.map(({ api }) => api))].map((api) => ({
    api,
    all: calls.filter((each) => each.api === api),
  }));

/** Picks the calls of operations that break. */
function ofOperations(
  calls: readonly SubscriptionCalls[],
  operations: BrokenParts | null,
): SubscriptionCalls[] {
  if (operations === null) return [...calls];
  const [certain, possible] = [
    new Set<string | null>(operations.certain),
    new Set<string | null>(operations.possible),
  ];
  return calls
    .filter(({ operation }) => certain.has(operation) || possible.has(operation))
    .map((each) => ({ ...each, certain: certain.has(each.operation) }));
}

/** Returns the part of an API's calls that breaks. Null is all. */
function brokenIn({ breaking, removedApis }: ProductChanges, api: string) {
  const { name } = readVersionedName(api);
  if (removedApis.some((removed) => removed.name === name)) return { operations: null, fields: null };
  const breaks = breaking.filter((each) => each.api === name);
  return breaks.length === 0
    ? { operations: { certain: [], possible: [] }, fields: null }
    : callsOfBreaks(breaks);
}
