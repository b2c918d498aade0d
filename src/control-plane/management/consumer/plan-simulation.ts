import type { PlanLimit } from '../../../domain/plan/plan-limit.ts';
import { judgementOf, type SimulatedCalls } from '../../../domain/plan/plan-simulation.ts';
import type { BusySubscription } from '../../../infrastructure/usage/busy-subscriptions.ts';
import { builder } from '../builder.ts';
import { type Page, PageInfoRef } from '../page.ts';
import { PlanLimitRef } from '../product/plan-limit.ts';

export type SimulatedSubscription = BusySubscription & SimulatedCalls;
/** A page of subscriptions, and what a plan would have refused of their calls. */
export type PlanSimulation = Page<SimulatedSubscription> & {
  readonly from: Date;
  readonly to: Date;
  readonly limits: readonly PlanLimit[];
};
type RefusedCalls = { readonly limit: string; readonly calls: number };

const LimitJudgementEnum = builder.enumType('LimitJudgement', {
  description: 'How a limit can be judged by usage, which is read by the hour.',
  values: {
    ESTIMATED: {
      description:
        'Its windows are taken to begin with an hour. The real ones begin with a call, so the number may be higher or lower. Windows of the calendar begin as it says; of the first one only calls since `from` are known. All calls of an hour are taken to use as many units of a meter each.',
    },
    AT_LEAST: {
      description:
        'Its windows are shorter than an hour. Only calls count that could not have fitted in, however they were spread over their hour.',
    },
    NOT_JUDGED: {
      description:
        'Usage keeps neither the cost of GraphQL documents nor kilobytes, calls at the same time, or the units of some operations.',
    },
  } as const,
});

const SimulatedLimitRef = builder.objectRef<PlanLimit>('SimulatedLimit').implement({
  description: 'A limit of a simulated plan.',
  fields: (t) => ({
    limit: t.field({
      type: PlanLimitRef,
      description: 'The limit; `rateLimit` and `graphQLCostLimit` are those of these fields.',
      resolve: (limit) => limit,
    }),
    judgement: t.field({
      type: LimitJudgementEnum,
      description: 'How it was judged.',
      resolve: judgementOf,
    }),
  }),
});

const RefusedCallsRef = builder.objectRef<RefusedCalls>('SimulatedRefusals').implement({
  description: 'Calls that one limit would have refused.',
  fields: (t) => ({
    limit: t.exposeString('limit', { description: 'The name of the limit.' }),
    calls: t.exposeFloat('calls', { description: 'The number of calls.' }),
  }),
});

const SimulatedSubscriptionRef = builder.objectRef<SimulatedSubscription>('SimulatedSubscription').implement({
  description:
    'A subscription under a simulated plan. Numbers of calls are whole, and may be more than an Int holds.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The subscription.' }),
    catalog: t.exposeString('catalog', { description: 'Its catalog.' }),
    consumerOrg: t.exposeString('consumerOrg', { description: 'The consumer org of its application.' }),
    application: t.exposeString('application', { description: 'Its application.' }),
    product: t.expose('product', { type: 'VersionedName', description: 'The product that it is to.' }),
    plan: t.exposeString('plan', { description: 'The plan that it is on.' }),
    calls: t.exposeFloat('calls', {
      description: 'Its calls of the time: those that were admitted, and those that a limit refused.',
    }),
    refused: t.exposeFloat('refused', { description: 'The calls of them that would have been refused.' }),
    refusedBy: t.field({
      type: [RefusedCallsRef],
      description: 'The same by limit, the most calls first; only limits that would have refused any.',
      resolve: ({ refusedBy }) =>
        [...refusedBy]
          .map(([limit, calls]) => ({ limit, calls }))
          .sort((one, other) => other.calls - one.calls),
    }),
  }),
});

export const PlanSimulationRef = builder.objectRef<PlanSimulation>('PlanSimulation').implement({
  description: 'What a plan would have refused.',
  fields: (t) => ({
    from: t.expose('from', {
      type: 'DateTime',
      description:
        'The first hour that was looked at: later than asked for where older usage is not kept by the hour.',
    }),
    to: t.expose('to', { type: 'DateTime', description: 'The end of what was looked at: now.' }),
    limits: t.field({
      type: [SimulatedLimitRef],
      description: 'The limits of the plan that refuse calls, at most 12, and how each was judged.',
      resolve: ({ limits }) => [...limits],
    }),
    nodes: t.field({
      type: [SimulatedSubscriptionRef],
      description: 'The subscriptions with calls in that time, those with most calls first.',
      resolve: ({ nodes }) => nodes,
    }),
    pageInfo: t.field({
      type: PageInfoRef,
      description: 'Where the page ends.',
      resolve: ({ pageInfo }) => pageInfo,
    }),
  }),
});
