import type { OwnLimits } from '../../../../domain/plan/own-limits.ts';
import { isMeasured } from '../../../../domain/plan/plan-limit.ts';
import { ownLimitsOf } from '../../../consumer/own-limits.ts';
import { builder } from '../builder.ts';
import { RateLimitUnit } from '../product/plan.ts';
import { PortalPlanLimit } from '../product/plan-limit.ts';

/** The reason is the provider's alone. */
const PortalOwnLimits = builder.objectRef<Omit<OwnLimits, 'reason'>>('PortalOwnLimits').implement({
  description: 'Limits that hold for one subscription, in place of those of its plan on calls and on cost.',
  fields: (t) => ({
    rateLimit: t.exposeInt('rateLimit', {
      nullable: true,
      description: 'Calls per unit; null is unlimited.',
    }),
    rateLimitUnit: t.expose('rateLimitUnit', { type: RateLimitUnit, description: 'The unit of the limit.' }),
    graphQLCostLimit: t.exposeInt('graphQLCostLimit', {
      nullable: true,
      description: 'What GraphQL documents may cost together per unit; null is unlimited.',
    }),
    graphQLCostLimitUnit: t.expose('graphQLCostLimitUnit', {
      type: RateLimitUnit,
      description: 'The unit of the limit on cost.',
    }),
    limits: t.field({
      type: [PortalPlanLimit],
      description: 'Further limits, at most 10, in their order.',
      resolve: ({ limits }) => limits.filter((each) => !isMeasured(each)),
    }),
    until: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the limits of the plan are back; null where no end is planned.',
      resolve: ({ until }) => (until === null ? null : new Date(until)),
    }),
  }),
});

builder.prismaObjectField('Subscription', 'ownLimits', (t) =>
  t.field({
    type: PortalOwnLimits,
    nullable: true,
    description: 'Limits of its own that the provider has given it; null where those of the plan hold.',
    select: { ownLimits: true, catalogPlan: { select: { name: true } } },
    resolve: (subscription, _args, { clock }) => ownLimitsOf(subscription, clock()),
  }),
);
