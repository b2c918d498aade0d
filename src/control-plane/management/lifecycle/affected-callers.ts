import { firstDayOf, USAGE_DAYS, USAGE_DAYS_MAX } from '../../../domain/call/usage-days.ts';
import type { CallsOf } from '../../../domain/product/lifecycle-warning.ts';
import { type PartOfList, takeSkipOf } from '../../../graphql/server/take-skip.ts';
import { type ApiCaller, apiCallers, countApiCallers } from '../../../infrastructure/usage/api-callers.ts';
import { countFieldCallers, fieldCallers } from '../../../infrastructure/usage/field-callers.ts';
import { builder, partArgs } from '../builder.ts';
import type { ManagementContext } from '../context.ts';

/** Calls in a catalog that a warning or a break is about. */
export type CallsInCatalog = CallsOf & { readonly catalogId: string };

export const AffectedCallerRef = builder.objectRef<ApiCaller>('AffectedCaller').implement({
  description: 'A subscription that called an operation or a field, and so is touched by its change.',
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
    field: t.exposeString('field', {
      nullable: true,
      description:
        'Of a GraphQL schema the field, argument or enum value that its documents use, as a coordinate: for example `Customer.email`. A variable is named by its type, as `$CustomerInput`, and a fragment by where it is spread, as `Found/Customer`. Of a REST API whose requests are checked against its document the query parameter that its calls send, or its value where the document lists them: `GET /customers?status=ACTIVE`. Null where the fields that it uses are not known, and where all calls of the operation break.',
    }),
    certain: t.exposeBoolean('certain', {
      description:
        'False where these calls only may break: by the values that they send, or because the fields that they use are not known.',
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
  const request = { ...calls, from: firstDayOf({ days, path: ['days'] }, clock()) };
  const { fields } = calls;
  const asked = { limit: take, offset: skip };
  return fields
    ? fieldCallers(database, { ...request, fields }, asked)
    : apiCallers(database, request, asked);
}

/** Counts the subscriptions that made such calls of late. @throws BAD_USER_INPUT */
export function affectedCount(
  calls: CallsInCatalog,
  days: number | null | undefined,
  { database, clock }: ManagementContext,
): Promise<number> {
  const request = { ...calls, from: firstDayOf({ days, path: ['days'] }, clock()) };
  const { fields } = calls;
  return fields ? countFieldCallers(database, { ...request, fields }) : countApiCallers(database, request);
}
