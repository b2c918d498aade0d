import {
  callWindow,
  graphQLCostWindow,
  type LimitedSubscription,
  limitStates,
  type PlanWindow,
} from '../../consumer/plan-window.ts';
import { builder } from '../builder.ts';
import { LimitStateRef } from '../product/plan-limit.ts';

const GraphQLCostWindowRef = builder.objectRef<PlanWindow>('GraphQLCostWindow').implement({
  description: 'What the GraphQL documents of a subscription may cost together in a window, as it stands.',
  fields: (t) => ({
    limit: t.exposeInt('limit', { description: 'Cost per window.' }),
    remaining: t.exposeInt('remaining', { description: 'Cost left in it.' }),
    resetsAt: t.expose('resetsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it closes; null while nothing is counted, as the first document opens it.',
    }),
  }),
});

export const UsageRef = builder.objectRef<LimitedSubscription>('Usage').implement({
  description: 'The windows of a subscription as they stand, of its own limits or of its plan.',
  fields: (t) => ({
    limit: t.int({
      nullable: true,
      description: 'Calls per window; null is unlimited.',
      resolve: async (subscribed, _args, context) => (await callWindow(context, subscribed))?.limit ?? null,
    }),
    remaining: t.int({
      nullable: true,
      description: 'Calls left in it; null is unlimited.',
      resolve: async (subscribed, _args, context) =>
        (await callWindow(context, subscribed))?.remaining ?? null,
    }),
    resetsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it closes; null while no call is counted, as the first call opens it.',
      resolve: async (subscribed, _args, context) =>
        (await callWindow(context, subscribed))?.resetsAt ?? null,
    }),
    graphQLCost: t.field({
      type: GraphQLCostWindowRef,
      nullable: true,
      description: 'The window of what GraphQL documents cost together; null is unlimited.',
      resolve: (subscribed, _args, context) => graphQLCostWindow(context, subscribed),
    }),
    limits: t.field({
      type: [LimitStateRef],
      description: 'The further limits that hold, its own or those of its plan, in their order.',
      resolve: (subscribed, _args, context) => limitStates(context, subscribed),
    }),
  }),
});

/** The windows of a subscription, read without counting a call. */
export const usageOf = ({
  applicationId,
  ownLimits,
  catalogPlan,
}: LimitedSubscription): LimitedSubscription => ({ applicationId, ownLimits, catalogPlan });
