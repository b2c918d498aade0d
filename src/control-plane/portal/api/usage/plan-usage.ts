import { isMeasured } from '../../../../domain/plan/plan-limit.ts';
import {
  callWindow,
  graphQLCostWindow,
  type LimitedSubscription,
  limitStates,
  type PlanWindow,
} from '../../../consumer/plan-window.ts';
import { builder } from '../builder.ts';
import { PortalLimitState } from '../product/plan-limit.ts';

type Usage = LimitedSubscription & {
  readonly subscriptionId: string;
};

const PortalCostWindow = builder.objectRef<PlanWindow>('PortalGraphQLCostWindow').implement({
  description: 'What the GraphQL documents of a subscription may cost together in a window, as it stands.',
  fields: (t) => ({
    limit: t.exposeInt('limit', { description: 'Cost per window.' }),
    remaining: t.exposeInt('remaining', {
      description:
        'Cost left in the window: what a document costs at most is taken, and what its answer costs less is given back.',
    }),
    resetsAt: t.expose('resetsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the window closes; null where none is open, as the first document opens it.',
    }),
  }),
});

export const PortalUsage = builder.objectRef<Usage>('PortalUsage').implement({
  description: "What was used of a subscription: the plan's windows as they stand, and the calls of today.",
  fields: (t) => ({
    limit: t.int({
      nullable: true,
      description: 'Calls per window; null is unlimited.',
      resolve: async (subscribed, _args, context) => (await callWindow(context, subscribed))?.limit ?? null,
    }),
    remaining: t.int({
      nullable: true,
      description: 'Calls left in the window; null is unlimited.',
      resolve: async (subscribed, _args, context) =>
        (await callWindow(context, subscribed))?.remaining ?? null,
    }),
    resetsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the window closes; null where none is open, as the first call opens it.',
      resolve: async (subscribed, _args, context) =>
        (await callWindow(context, subscribed))?.resetsAt ?? null,
    }),
    graphQLCost: t.field({
      type: PortalCostWindow,
      nullable: true,
      description: 'What is left of the cost of GraphQL documents; null is unlimited.',
      resolve: (subscribed, _args, context) => graphQLCostWindow(context, subscribed),
    }),
    limits: t.field({
      type: [PortalLimitState],
      description: 'The further limits that hold, its own or those of its plan, in their order.',
      resolve: async (subscribed, _args, context) =>
        (await limitStates(context, subscribed)).filter((each) => !isMeasured(each)),
    }),
    callsToday: t.int({
      description: 'Calls that were admitted since midnight, UTC.',
      resolve: ({ subscriptionId }, _args, { callsToday }) => callsToday.load(subscriptionId),
    }),
  }),
});

/** The usage of a subscription as the gateway counts it. */
export const usageOf = ({
  id: subscriptionId,
  applicationId,
  ownLimits,
  catalogPlan,
}: LimitedSubscription & { readonly id: string }): Usage => ({
  subscriptionId,
  applicationId,
  ownLimits,
  catalogPlan,
});
