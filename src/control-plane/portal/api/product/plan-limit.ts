import type { PlanLimit } from '../../../../domain/plan/plan-limit.ts';
import type { LimitState } from '../../../consumer/plan-window.ts';
import { builder } from '../builder.ts';

const LimitedAmount = builder.enumType('LimitedAmount', {
  description: 'What a limit of a plan counts.',
  values: {
    CALLS: { description: 'Calls. Each document of a batch is one.' },
    GRAPHQL_COST: { description: 'What GraphQL documents cost.' },
    METER: { description: 'Units that answers tell, for example tokens of a language model.' },
    KILOBYTES: {
      description:
        'Bodies of requests and answers together, in units of 1000 bytes, rounded up for each call.',
    },
    CONCURRENT: { description: 'Calls at the same time, in each gateway process. They have no window.' },
  } as const,
});

const LimitPeriod = builder.enumType('LimitPeriod', {
  description: 'The unit of the window of a limit.',
  values: {
    SECOND: { description: '1 second.' },
    MINUTE: { description: '60 seconds.' },
    HOUR: { description: '3600 seconds.' },
    DAY: { description: 'A day of the calendar, from midnight on.' },
    WEEK: { description: 'A week of the calendar, from Monday on.' },
    MONTH: { description: 'A month of the calendar.' },
  } as const,
});

/** A limit that a plan has besides its rate limit and its cost limit. */
export const PortalPlanLimit = builder.objectRef<PlanLimit>('PortalPlanLimit').implement({
  description:
    'A further limit of a plan. A call has to fit all limits; one that a limit refuses costs nothing in any.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name within the plan, for example `per-second`.' }),
    counts: t.expose('counts', { type: LimitedAmount, description: 'What it counts.' }),
    meter: t.exposeString('meter', {
      nullable: true,
      description:
        'The name of the units that it counts, for example `tokens`. Null where it counts something else than METER.',
    }),
    limit: t.exposeInt('limit', { description: 'The most that a window admits, or calls at the same time.' }),
    per: t.expose('per', {
      type: LimitPeriod,
      nullable: true,
      description: 'The unit of its window. Null where it counts CONCURRENT.',
    }),
    every: t.exposeInt('every', { description: 'The number of units that a window lasts.' }),
    timeZone: t.exposeString('timeZone', {
      nullable: true,
      description:
        'The IANA name of the time zone whose days, weeks or months it follows. Null where the first call opens a window.',
    }),
    burst: t.int({
      nullable: true,
      description:
        'The most that may come at once, where earlier windows have left it over. Null where a window admits no more than its limit.',
      resolve: ({ burst }) => burst ?? null,
    }),
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
      description: 'When the window closes. Null while nothing is counted in one that the first call opens.',
    }),
  }),
});
