import type { PlanLimit } from '../../../domain/plan/plan-limit.ts';
import type { LimitState } from '../../consumer/plan-window.ts';
import { builder } from '../builder.ts';

const LimitedAmount = builder.enumType('LimitedAmount', {
  description: 'What a limit of a plan counts.',
  values: {
    CALLS: { description: 'Calls. Each document of a batch is one.' },
    GRAPHQL_COST: { description: 'What GraphQL documents cost.' },
    METER: {
      description:
        'The units of a meter, as answers tell them. A call reserves what calls usually use, and is settled after its answer; one that fails costs nothing.',
    },
    KILOBYTES: {
      description:
        'Bodies of requests and answers together, in units of 1000 bytes, rounded up for each call. A call that fails costs nothing.',
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

const LimitMode = builder.enumType('LimitMode', {
  description: 'What a limit does with a call that exceeds it.',
  values: {
    ENFORCE: { description: 'It refuses the call.' },
    MEASURE: {
      description:
        'It admits the call, and usage counts it among `measuredRefusals`. Consumers do not see the limit.',
    },
  } as const,
});

const terms = {
  name: 'Its name within the plan, for example `per-second`.',
  counts: 'What it counts.',
  meter: 'The name of a meter of an API of the product, for example `tokens`.',
  limit:
    'The most that a window admits, at least 1; of CONCURRENT the most calls at the same time, at most 10000.',
  per: 'The unit of its window.',
  every:
    'The number of units that a window lasts: 1 for DAY and WEEK; 1, 2, 3, 4, 6 or 12 for MONTH; at most 24 hours for the others.',
  timeZone:
    'The IANA name of the time zone whose days, weeks or months it follows, for example `Europe/Berlin`.',
  burst:
    'The most that may come at once, where earlier windows have left it over; more than `limit`. A window then admits `limit` and what they left over, up to `burst`: a bucket of this size, filled by `limit` a window. Only for SECOND, MINUTE and HOUR.',
  operations:
    'The operations that it counts, at most 20, named as usage names them, for example `GET /customers/{id}`. Empty means all.',
  mode: 'What it does with a call that exceeds it.',
};

/** A limit that a plan has besides its rate limit and its cost limit. */
export const PlanLimitRef = builder.objectRef<PlanLimit>('PlanLimit').implement({
  description:
    'A limit that a plan has besides its rate limit and its limit on cost. A call has to fit all limits; one that a limit refuses costs nothing in any.',
  fields: (t) => ({
    name: t.exposeString('name', { description: terms.name }),
    counts: t.expose('counts', { type: LimitedAmount, description: terms.counts }),
    meter: t.exposeString('meter', {
      nullable: true,
      description: `${terms.meter} Null where it counts something else than METER.`,
    }),
    limit: t.exposeInt('limit', { description: terms.limit }),
    per: t.expose('per', {
      type: LimitPeriod,
      nullable: true,
      description: `${terms.per} Null where it counts CONCURRENT.`,
    }),
    every: t.exposeInt('every', { description: terms.every }),
    timeZone: t.exposeString('timeZone', {
      nullable: true,
      description: `${terms.timeZone} Null where the first call opens a window.`,
    }),
    burst: t.int({
      nullable: true,
      description: `${terms.burst} Null where a window admits no more than its limit.`,
      resolve: ({ burst }) => burst ?? null,
    }),
    operations: t.stringList({
      description: terms.operations,
      resolve: ({ operations }) => [...operations],
    }),
    mode: t.field({
      type: LimitMode,
      description: terms.mode,
      resolve: ({ mode }) => mode ?? 'ENFORCE',
    }),
  }),
});

export const PlanLimitInput = builder.inputType('PlanLimitInput', {
  description: 'A further limit of a plan.',
  fields: (t) => ({
    name: t.string({
      description: `${terms.name} Made from its window unless given.`,
    }),
    counts: t.field({ type: LimitedAmount, defaultValue: 'CALLS', description: terms.counts }),
    meter: t.string({ description: `${terms.meter} Required for METER, and for nothing else.` }),
    limit: t.int({ required: true, description: terms.limit }),
    per: t.field({ type: LimitPeriod, description: `${terms.per} Required, but for CONCURRENT.` }),
    every: t.int({ defaultValue: 1, description: terms.every }),
    timeZone: t.string({ description: `${terms.timeZone} UTC unless given. Only for DAY, WEEK and MONTH.` }),
    burst: t.int({ description: terms.burst }),
    operations: t.stringList({ description: terms.operations }),
    mode: t.field({ type: LimitMode, defaultValue: 'ENFORCE', description: terms.mode }),
  }),
});

/** A further limit of a subscription's plan, and its window as it stands. */
export const LimitStateRef = builder.objectRef<LimitState>('LimitState').implement({
  description: "A further limit of a subscription's plan, and its window as it stands.",
  fields: (t) => ({
    limit: t.field({ type: PlanLimitRef, description: 'The limit.', resolve: (state) => state }),
    remaining: t.exposeInt('remaining', { description: 'What is left in its window.' }),
    resetsAt: t.expose('resetsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the window closes. Null while nothing is counted in one that the first call opens.',
    }),
  }),
});
