import { bucketStarts, type UsageBucket, type UsagePeriod } from '../../../../domain/call/usage.ts';
import { usageHistory } from '../../../../infrastructure/usage/history.ts';
import { unitsSince } from '../../../../infrastructure/usage/meter-units.ts';
import { builder } from '../builder.ts';
import { endedIdsOf } from '../consumer/ended-subscription.ts';
import type { PortalContext } from '../context.ts';

const UsagePeriodEnum = builder.enumType('UsagePeriod', {
  description: 'How far back usage is told, and in what pieces.',
  values: {
    DAY: { description: 'The last 24 hours, by hour; the last one is the present hour.' },
    MONTH: { description: 'The last 30 days (UTC), by day; the last one is today.' },
  } as const,
});

const PortalUsageBucket = builder.objectRef<UsageBucket>('PortalUsageBucket').implement({
  description: 'The calls of an hour or a day, by what became of them.',
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime', description: 'When it begins.' }),
    answered: t.exposeInt('answered', {
      description: 'Calls that the back-end answered with a status below 400.',
    }),
    clientErrors: t.exposeInt('clientErrors', {
      description: 'Calls that the back-end answered with 4xx, or whose caller left before the answer.',
    }),
    limited: t.exposeInt('limited', { description: "Calls refused with 429: the plan's limit was reached." }),
    refused: t.exposeInt('refused', {
      description: 'Calls that the gateway refused for another reason (4xx).',
    }),
    serverErrors: t.exposeInt('serverErrors', {
      description: 'Calls that failed with 5xx, here or at the back-end.',
    }),
  }),
});

const PortalMeterUsage = builder
  .objectRef<{ readonly meter: string; readonly units: number }>('PortalMeterUsage')
  .implement({
    description: 'The units of a meter that answers told, for example tokens of a language model.',
    fields: (t) => ({
      name: t.exposeString('meter', { description: 'The name of the units.' }),
      units: t.exposeFloat('units', { description: 'The units, whole.' }),
    }),
  });

const period = {
  type: UsagePeriodEnum,
  required: true,
  defaultValue: 'DAY',
  description: 'How far back.',
} as const;

const historyOf = (
  { database, clock }: PortalContext,
  subscriptionIds: readonly string[],
  period: UsagePeriod,
) => usageHistory(database.prisma, subscriptionIds, { period, now: clock() });

const metersOf = (
  { database, clock }: PortalContext,
  subscriptionIds: readonly string[],
  period: UsagePeriod,
) => unitsSince(database, subscriptionIds, bucketStarts(period, clock())[0] ?? clock());

const ownUsage = {
  name: true,
  createdAt: true,
  consumerOrg: { select: { id: true, name: true } },
  subscriptions: { select: { id: true } },
} as const;

type OwnUsage = Parameters<typeof endedIdsOf>[1] & {
  readonly subscriptions: readonly { readonly id: string }[];
};

/** Lists the ids of an application's subscriptions, with those of its ended ones. */
const subscriptionIdsOf = async (application: OwnUsage, context: PortalContext): Promise<string[]> => [
  ...application.subscriptions.map(({ id }) => id),
  ...(await endedIdsOf(context, application)),
];

builder.prismaObjectField('Subscription', 'meters', (t) =>
  t.field({
    type: [PortalMeterUsage],
    description: 'The units that answers to its calls told, by meter.',
    args: { period: t.arg(period) },
    select: { id: true },
    resolve: ({ id }, args, context) => metersOf(context, [id], args.period),
  }),
);

builder.prismaObjectField('Application', 'meters', (t) =>
  t.field({
    type: [PortalMeterUsage],
    description:
      'The units that answers to calls of all its subscriptions told, by meter; also of those that have ended.',
    args: { period: t.arg(period) },
    select: ownUsage,
    resolve: async (application, args, context) =>
      metersOf(context, await subscriptionIdsOf(application, context), args.period),
  }),
);

builder.prismaObjectField('Subscription', 'usageHistory', (t) =>
  t.field({
    type: [PortalUsageBucket],
    description: 'Its calls over time: every hour or day, also those without a call, the oldest first.',
    args: { period: t.arg(period) },
    select: { id: true },
    resolve: ({ id }, args, context) => historyOf(context, [id], args.period),
  }),
);

builder.prismaObjectField('Application', 'usageHistory', (t) =>
  t.field({
    type: [PortalUsageBucket],
    description:
      'The calls of all its subscriptions over time, also of those that have ended: every hour or day, also those without a call, the oldest first.',
    args: { period: t.arg(period) },
    select: ownUsage,
    resolve: async (application, args, context) =>
      historyOf(context, await subscriptionIdsOf(application, context), args.period),
  }),
);
