import { firstDayOf, USAGE_DAYS, USAGE_DAYS_MAX } from '../../../domain/call/usage-days.ts';
import type { CallsOf } from '../../../domain/product/lifecycle-warning.ts';
import { type PartOfList, takeSkipOf } from '../../../graphql/server/take-skip.ts';
import { type ApiCaller, apiCallers, countApiCallers } from '../../../infrastructure/usage/api-callers.ts';
import { builder, partArgs } from '../builder.ts';
import type { ManagementContext } from '../context.ts';

/** Calls in a catalog that a warning or a break is about. */
export type CallsInCatalog = CallsOf & { readonly catalogId: string };

export const AffectedCallerRef = builder.objectRef<ApiCaller>('AffectedCaller').implement({
  description: 'A subscription that called an operation, and so is touched by its change.',
  fields: (t) => ({
    subscription: t.exposeID('subscriptionId', { description: 'The id of the subscription.' }),
    consumerOrg: t.exposeString('consumerOrg', { description: 'The consumer org.' }),
    application: t.exposeString('application', { description: 'The application.' }),
    plan: t.exposeString('plan', { description: 'The plan of the subscription.' }),
    operation: t.exposeString('operation', {
      nullable: true,
      description:
        'The operation, for example `GET /customers`; of a GraphQL API `query`, `mutation` or `subscription`, or the id of a registered operation.',
    }),
    calls: t.exposeFloat('calls', { description: 'Its calls in these days, also those that were refused.' }),
    lastCallAt: t.expose('lastCallAt', {
      type: 'DateTime',
      description:
        'The beginning of the hour of its last call; of the day (UTC) where hours are no longer kept.',
    }),
  }),
});

const daysArg = builder.args((t) => ({
  days: t.int({
    defaultValue: USAGE_DAYS,
    description: `The last days that are looked at, 1 to ${USAGE_DAYS_MAX}; days are those of UTC.`,
  }),
}));
export const daysArgs = { count: daysArg, list: { ...daysArg, ...partArgs } } as const;

type Days = { readonly days?: number | null | undefined };

/** Reads who made calls of late. Null where no calls are known. @throws BAD_USER_INPUT */
export function affectedCallers(
  calls: CallsInCatalog | undefined,
  { days, ...part }: Days & PartOfList,
  { database, clock }: ManagementContext,
): Promise<ApiCaller[]> | null {
  if (!calls) return null;
  const { take, skip = 0 } = takeSkipOf(part);
  return apiCallers(
    database,
    { ...calls, from: firstDayOf({ days, path: ['days'] }, clock()) },
    { limit: take, offset: skip },
  );
}

/** Counts the subscriptions that made such calls of late. @throws BAD_USER_INPUT */
export function affectedCount(
  calls: CallsInCatalog,
  days: number | null | undefined,
  { database, clock }: ManagementContext,
): Promise<number> {
  return countApiCallers(database, { ...calls, from: firstDayOf({ days, path: ['days'] }, clock()) });
}
