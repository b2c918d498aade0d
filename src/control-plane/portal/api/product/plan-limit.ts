import type { PlanLimit } from '../../../../domain/plan/plan-limit.ts';
import type { LimitState } from '../../../consumer/plan-window.ts';
import { builder } from '../builder.ts';

const LimitedAmount = builder.enumType('LimitedAmount', {
  description: 'What a limit of a plan counts.',
  values: {
    CALLS: { description: 'Calls. Each document of a batch is one.' },
    GRAPHQL_COST: { description: 'What GraphQL documents cost.' },
  } as const,
});

const LimitPeriod = builder.enumType('LimitPeriod', {
  description: 'The unit of the window of a limit.',
  values: {
    SECOND: { description: '1 second.' },
    MINUTE: { description: '60 seconds.' },
    HOUR: { description: '3600 seconds.' },
  } as const,
});

/** A limit that a plan has besides its rate limit and its cost limit. */
export const PortalPlanLimit = builder.objectRef<PlanLimit>('PortalPlanLimit').implement({
  description:
    'A further limit of a plan. A call has to fit all limits; one that a limit refuses costs nothing in any.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name within the plan, for example `per-second`.' }),
    counts: t.expose('counts', { type: LimitedAmount, description: 'What it counts.' }),
    limit: t.exposeInt('limit', { description: 'The most that a window admits.' }),
    per: t.expose('per', { type: LimitPeriod, description: 'The unit of its window.' }),
    every: t.exposeInt('every', { description: 'The number of units that a window lasts.' }),
    operations: t.stringList({
      description: 'The operations that it counts, for example `GET /customers/{id}`. Empty means all.',
      resolve: ({ operations }) => [...operations],
    }),
  }),
});

/** A further limit of a subscription's plan, and its window as it stands. */
export const PortalLimitState = builder.objectRef<LimitState>('PortalLimitState').implement({
  description: "A further limit of a subscription's plan, and its window as it stands.",
  fields: (t) => ({
    limit: t.field({ type: PortalPlanLimit, description: 'The limit.', resolve: (state) => state }),
    remaining: t.exposeInt('remaining', { description: 'What is left in its window.' }),
    resetsAt: t.expose('resetsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the window closes; null where none is open, as the first call opens it.',
    }),
  }),
});
