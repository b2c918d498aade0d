import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PlanDraft, planTerms } from '../../../src/domain/plan/plan.ts';
import {
  limitedAmounts,
  limitPeriods,
  type PlanLimitDraft,
  planLimitLine,
  planLimitsOf,
  readPlanLimit,
} from '../../../src/domain/plan/plan-limit.ts';

const limitsOf = (limits: readonly PlanLimitDraft[], plan: Partial<PlanDraft> = {}) =>
  planTerms({ title: 'Gold', ...plan, limits }, ['input', 'plan']).limits;

/** Where a limit is refused, and how; `plan` has other terms of its plan. */
type Refused = {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly plan?: Partial<PlanDraft>;
};

describe('the limits of a plan', () => {
  it('count calls of all operations in one unit, and are named after their window, unless it is said otherwise', () => {
    expect(
      limitsOf([
        { limit: 10, per: 'SECOND' },
        { limit: 500, per: 'MINUTE', every: 10, counts: 'GRAPHQL_COST' },
        {
          name: 'reports',
          limit: 5,
          per: 'HOUR',
          operations: ['POST /reports', 'GET /reports', 'GET /reports'],
        },
      ]),
    ).toEqual([
      { name: 'per-second', counts: 'CALLS', limit: 10, per: 'SECOND', every: 1, operations: [] },
      {
        name: 'cost-per-10-minutes',
        counts: 'GRAPHQL_COST',
        limit: 500,
        per: 'MINUTE',
        every: 10,
        operations: [],
      },
      {
        name: 'reports',
        counts: 'CALLS',
        limit: 5,
        per: 'HOUR',
        every: 1,
        operations: ['GET /reports', 'POST /reports'],
      },
    ]);
  });

  it.each<[string, readonly PlanLimitDraft[], Refused]>([
    [
      'a limit of nothing',
      [{ limit: 0, per: 'SECOND' }],
      { path: [0, 'limit'], message: 'limit is 0: give a whole number from 1 to 2147483647.' },
    ],
    [
      'a window of more than a day',
      [{ limit: 1, per: 'HOUR', every: 25 }],
      { path: [0, 'every'], message: 'every is 25: give a whole number from 1 to 24.' },
    ],
    [
      'a window of nothing',
      [{ limit: 1, per: 'SECOND', every: 0 }],
      { path: [0, 'every'], message: 'every is 0: give a whole number from 1 to 86400.' },
    ],
    [
      'no name',
      [{ name: 'Per Second', limit: 1, per: 'SECOND' }],
      {
        path: [0, 'name'],
        message: '"Per Second" is not a name: use lower case letters, digits and single hyphens, at most 63.',
      },
    ],
    [
      'the name of another limit',
      [{ name: 'graphql-cost', limit: 1, per: 'SECOND' }],
      { path: [0, 'name'], message: '"graphql-cost" is the name of graphQLCostLimit.' },
    ],
    [
      'a name twice',
      [
        { limit: 1, per: 'SECOND' },
        { limit: 2, per: 'SECOND', operations: ['GET /a'] },
      ],
      { path: [1, 'name'], message: 'There are two limits per-second: give one of them another name.' },
    ],
    [
      'an operation without a name',
      [{ limit: 1, per: 'SECOND', operations: ['  '] }],
      {
        path: [0, 'operations'],
        message: '"  " is no operation: write it as usage does, for example "GET /customers/{id}".',
      },
    ],
    [
      'too many operations',
      [{ limit: 1, per: 'SECOND', operations: Array.from({ length: 21 }, (_, at) => `GET /${at}`) }],
      { path: [0, 'operations'], message: 'A limit names at most 20 operations.' },
    ],
    [
      'an operation that is too long',
      [{ limit: 1, per: 'SECOND', operations: [`GET /${'x'.repeat(300)}`] }],
      {
        path: [0, 'operations'],
        message: `"GET /${'x'.repeat(54)}…" is no operation: write it as usage does, for example "GET /customers/{id}".`,
      },
    ],
    [
      'a limit below that of a shorter window',
      [
        { limit: 10, per: 'SECOND' },
        { limit: 5, per: 'MINUTE' },
      ],
      {
        path: [1],
        message:
          'per-second allows 10 calls per second, and per-minute 5 calls per minute: one of them is never reached.',
      },
    ],
    [
      'a limit below the rate limit of a shorter window',
      [{ limit: 5, per: 'HOUR', every: 2 }],
      {
        path: [0],
        message:
          'rateLimit allows 10 calls per hour, and per-2-hours 5 calls per 2 hours: one of them is never reached.',
        plan: { rateLimit: 10 },
      },
    ],
    [
      'eleven limits',
      Array.from({ length: 11 }, (_, at) => ({ limit: at + 1, per: 'SECOND' as const, every: at + 1 })),
      { path: [], message: 'A plan has at most 10 limits.' },
    ],
  ])('are refused with %s', (_, limits, { path, message, plan }) => {
    expect(() => limitsOf(limits, plan)).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        message,
        inputPath: ['input', 'plan', 'limits', ...path],
      }),
    );
  });

  it('are read from the line that they are written as', () => {
    const limit = fc.record({
      name: fc.constantFrom('a', 'fair-use', 'per-second'),
      counts: fc.constantFrom(...limitedAmounts),
      limit: fc.integer({ min: 1, max: 2_147_483_647 }),
      per: fc.constantFrom(...limitPeriods),
      every: fc.integer({ min: 1, max: 24 }),
      operations: fc.uniqueArray(fc.constantFrom('GET /a/{id}', 'POST /b', 'query', 'GET /per second of'), {
        maxLength: 3,
      }),
    });
    const read = (line: string) =>
      planLimitsOf([readPlanLimit(line) as PlanLimitDraft], { shortForms: [], path: [] });
    fc.assert(
      fc.property(limit, (draft) => {
        const [made] = planLimitsOf([draft], { shortForms: [], path: [] });
        if (!made) return expect.unreachable();
        expect(read(planLimitLine(made))).toEqual([made]);
      }),
    );
  });

  it.each(['', 'ten calls per second', '10 calls', '10 calls per day', '10 per second', '-1 calls per hour'])(
    'are not read from "%s"',
    (line) => expect(readPlanLimit(line)).toBeUndefined(),
  );
});
