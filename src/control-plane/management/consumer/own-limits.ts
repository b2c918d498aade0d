import { Prisma } from '../../../../bundles/prisma.js';
import {
  checkLimitsReason,
  type OwnLimits,
  ownLimits,
  ownLimitsAt,
} from '../../../domain/plan/own-limits.ts';
import { refuse } from '../../../foundation/errors.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { CatalogPlan } from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored, toStore } from '../../../infrastructure/database/json-columns.ts';
import { builder, inOrg } from '../builder.ts';
import { checkMetered } from '../product/metered-limits.ts';
import { RateLimitUnit } from '../product/plan.ts';
import { PlanLimitInput, PlanLimitRef } from '../product/plan-limit.ts';
import { subscriptionOf } from './subscription.ts';

type NamedOwnLimits = OwnLimits & { readonly currentPlan: string };

const OwnLimitsRef = builder.objectRef<NamedOwnLimits>('OwnLimits').implement({
  description: 'Limits of one subscription, in place of all limits of its plan on calls and on cost.',
  fields: (t) => ({
    rateLimit: t.exposeInt('rateLimit', {
      nullable: true,
      description: 'Calls per unit; null is unlimited.',
    }),
    rateLimitUnit: t.expose('rateLimitUnit', {
      type: RateLimitUnit,
      description: 'The unit of the rate limit.',
    }),
    graphQLCostLimit: t.exposeInt('graphQLCostLimit', {
      nullable: true,
      description: 'What its GraphQL documents may cost together per unit; null is unlimited.',
    }),
    graphQLCostLimitUnit: t.expose('graphQLCostLimitUnit', {
      type: RateLimitUnit,
      description: 'The unit of the limit on cost.',
    }),
    limits: t.field({
      type: [PlanLimitRef],
      description: 'Its further limits, at most 10, in their order.',
      resolve: ({ limits }) => limits,
    }),
    until: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the limits of the plan are back; null is never.',
      resolve: ({ until }) => (until === null ? null : new Date(until)),
    }),
    reason: t.exposeString('reason', { description: 'Why it has them. The consumer does not see it.' }),
    plan: t.exposeString('plan', {
      description:
        'The plan that they were set for, by name. They hold under a plan of this name, also of another version.',
    }),
    inEffect: t.boolean({
      description: 'Do they hold? They rest while the subscription is on a plan of another name.',
      resolve: ({ plan, currentPlan }) => plan === currentPlan,
    }),
  }),
});

builder.prismaObjectField('Subscription', 'ownLimits', (t) =>
  t.field({
    type: OwnLimitsRef,
    nullable: true,
    description: "Its own limits, in place of its plan's; null where there are none, or they have ended.",
    select: { ownLimits: true, catalogPlan: { select: { name: true } } },
    resolve: ({ ownLimits, catalogPlan }, _args, { clock }) => {
      const own = ownLimitsAt(stored<OwnLimits | null>(ownLimits), clock());
      return own && { ...own, currentPlan: catalogPlan.name };
    },
  }),
);

export const LimitsInput = builder.inputType('LimitsInput', {
  description: 'Limits on calls and on cost. What is left out is unlimited.',
  fields: (t) => ({
    rateLimit: t.int({ description: 'Calls per unit, at least 1; without it unlimited.' }),
    rateLimitUnit: t.field({
      type: RateLimitUnit,
      defaultValue: 'HOUR',
      description: 'The unit of the rate limit.',
    }),
    graphQLCostLimit: t.int({
      description: 'What its GraphQL documents may cost together per unit, at least 1; without it unlimited.',
    }),
    graphQLCostLimitUnit: t.field({
      type: RateLimitUnit,
      defaultValue: 'HOUR',
      description: 'The unit of the limit on cost.',
    }),
    limits: t.field({
      type: [PlanLimitInput],
      description: 'Further limits, at most 10. A call has to fit all.',
    }),
  }),
});

const SetSubscriptionLimitsInput = builder.inputType('SetSubscriptionLimitsInput', {
  description: 'A subscription and its own limits.',
  fields: (t) => ({
    org: t.string(inOrg),
    id: t.id({ required: true, description: 'Which subscription.' }),
    limits: t.field({
      type: LimitsInput,
      description: 'Its limits, which replace any that it has of its own; null gives it those of its plan.',
    }),
    until: t.field({
      type: 'DateTime',
      description: 'When the limits of the plan are back by themselves; without it never.',
    }),
    reason: t.string({
      required: true,
      description: 'Why, in at most 500 characters. The audit keeps it; the consumer does not see it.',
    }),
  }),
});

type SetInput = typeof SetSubscriptionLimitsInput.$inferInput;

/** @throws BAD_USER_INPUT when limits are left out, or null with an end */
function checkRestored({ limits, until }: SetInput): void {
  if (limits === undefined)
    refuse('BAD_USER_INPUT', {
      detail: 'limits is missing: give limits, or null for those of the plan.',
      path: ['input', 'limits'],
    });
  if (limits === null && until != null)
    refuse('BAD_USER_INPUT', {
      detail: 'until is the end of own limits: leave it out where limits is null.',
      path: ['input', 'until'],
    });
}

const withNames = {
  catalogPlan: true,
  catalogProduct: true,
  application: { include: { consumerOrg: true } },
} as const satisfies Prisma.SubscriptionInclude;

/** Details for the audit. The row before and after has the limits. */
const auditDetail = (
  { application, catalogProduct, catalogPlan }: Prisma.SubscriptionGetPayload<{ include: typeof withNames }>,
  { until, reason }: SetInput,
) => ({
  application: `${application.consumerOrg.name}/${application.name}`,
  product: versionedName(catalogProduct),
  plan: catalogPlan.name,
  ...(until != null && { until: until.toISOString() }),
  reason,
});

builder.mutationField('setSubscriptionLimits', (t) =>
  t.prismaField({
    type: 'Subscription',
    description:
      'Gives one subscription limits of its own, in place of all limits of its plan on calls and on cost, or takes them back. Windows that stay the same keep their counts. They rest under a plan of another name, and hold again when the subscription comes back. A call that is under way keeps the limits that it began with.',
    args: {
      input: t.arg({
        type: SetSubscriptionLimitsInput,
        required: true,
        description: 'Which subscription, and its limits.',
      }),
    },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      checkRestored(input);
      checkLimitsReason(input.reason, ['input', 'reason']);
      const detailOf = (set: Parameters<typeof auditDetail>[0]) => auditDetail(set, input);
      const { id } = await context.change(
        { orgId, action: 'setSubscriptionLimits', subject: input.id, detailOf },
        async (transaction) => {
          const { id, catalogPlanId } = await subscriptionOf(transaction, { orgId, id: input.id });
          const plan = await transaction.catalogPlan.findUniqueOrThrow({ where: { id: catalogPlanId } });
          const own = input.limits && ownLimitsIn(input, plan.name, context.clock());
          if (own) await checkOwnMeters(transaction, plan, own);
          return transaction.subscription.update({
            where: { id },
            data: { ownLimits: own ? toStore(own) : Prisma.DbNull },
            include: withNames,
          });
        },
      );
      return context.database.prisma.subscription.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

/** @throws BAD_USER_INPUT for a meter that no API of the product has */
async function checkOwnMeters(
  { catalogApi }: Transaction,
  { name, catalogProductId }: CatalogPlan,
  { limits }: OwnLimits,
): Promise<void> {
  if (limits.every(({ meter }) => meter == null)) return;
  const apis = await catalogApi.findMany({ where: { catalogProductId }, select: { settings: true } });
  checkMetered({ plans: [{ name, limits }], apis }, ['input', 'limits']);
}

function ownLimitsIn({ limits, until, reason }: SetInput, plan: string, now: Date): OwnLimits {
  return ownLimits(limits ?? {}, { plan, until: until ?? null, reason, now, path: ['input'] });
}
