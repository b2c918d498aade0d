import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planLimitsOf } from '../../../src/domain/plan/checked-limits.ts';
import { defaultPlan, limitInWords, type PlanDraft, planTerms } from '../../../src/domain/plan/plan.ts';
import {
  calendarOf,
  limitedAmounts,
  limitModes,
  type PlanLimitDraft,
} from '../../../src/domain/plan/plan-limit.ts';
import { planLimitLine, readPlanLimit } from '../../../src/domain/plan/plan-limit-words.ts';

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
      {
        name: 'per-second',
        counts: 'CALLS',
        limit: 10,
        per: 'SECOND',
        every: 1,
        timeZone: null,
        operations: [],
        mode: 'ENFORCE',
      },
      {
        name: 'cost-per-10-minutes',
        counts: 'GRAPHQL_COST',
        limit: 500,
        per: 'MINUTE',
        every: 10,
        timeZone: null,
        operations: [],
        mode: 'ENFORCE',
      },
      {
        name: 'reports',
        counts: 'CALLS',
        limit: 5,
        per: 'HOUR',
        every: 1,
        timeZone: null,
        operations: ['GET /reports', 'POST /reports'],
        mode: 'ENFORCE',
      },
    ]);
  });

  it('count units of a meter, and kilobytes, each for itself', () => {
    const limits = limitsOf([
      { limit: 1_000_000, per: 'MONTH', counts: 'METER', meter: 'tokens' },
      { limit: 2_000_000, per: 'DAY', counts: 'METER', meter: 'rows' },
      { limit: 1, per: 'DAY', counts: 'KILOBYTES', mode: 'MEASURE' },
    ]);
    expect(limits.map(({ name, counts, meter }) => [name, counts, meter])).toEqual([
      ['tokens-per-month', 'METER', 'tokens'],
      ['rows-per-day', 'METER', 'rows'],
      ['measured-kilobytes-per-day', 'KILOBYTES', undefined],
    ]);
    expect(limits.map(planLimitLine)).toEqual([
      '1000000 of tokens per month',
      '2000000 of rows per day',
      'measure 1 kilobyte per day',
    ]);
  });

  it('that only measure are named and compared apart from those that refuse, and are no terms for callers', () => {
    const limits = limitsOf([
      { limit: 10, per: 'SECOND' },
      { limit: 5, per: 'SECOND', mode: 'MEASURE' },
    ]);
    expect(limits.map(planLimitLine)).toEqual(['10 calls per second', 'measure 5 calls per second']);
    expect(limits.map(({ name, mode }) => [name, mode])).toEqual([
      ['per-second', 'ENFORCE'],
      ['measured-per-second', 'MEASURE'],
    ]);
    expect(limitInWords({ ...defaultPlan, rateLimit: null, limits })).toBe('10 calls per second');
  });

  it('on calls at the same time have no window, and are named apart from those that do', () => {
    const limits = limitsOf([
      { counts: 'CONCURRENT', limit: 5 },
      { counts: 'CONCURRENT', limit: 1, operations: ['POST /reports'], name: 'reports' },
      { counts: 'CONCURRENT', limit: 2, mode: 'MEASURE' },
    ]);
    expect(limits.map(planLimitLine)).toEqual([
      '5 calls at the same time',
      'reports: 1 call at the same time of POST /reports',
      'measure 2 calls at the same time',
    ]);
    expect(limits.map(({ name, per, every, timeZone }) => [name, per, every, timeZone])).toEqual([
      ['concurrent', null, 1, null],
      ['reports', null, 1, null],
      ['measured-concurrent', null, 1, null],
    ]);
  });

  it('with a burst say so, and are compared by what they admit at once as well', () => {
    const limits = limitsOf([
      { limit: 10, per: 'SECOND', burst: 50, operations: ['GET /x'] },
      { limit: 100, per: 'MINUTE', operations: ['GET /x'] },
    ]);
    expect(limits.map(planLimitLine)).toEqual([
      '10 calls per second with bursts of 50 of GET /x',
      '100 calls per minute of GET /x',
    ]);
  });

  it('follow the calendar of UTC by the day, week or month, unless another time zone is given', () => {
    const limits = limitsOf([
      { limit: 10, per: 'DAY' },
      { limit: 100, per: 'MONTH', every: 3, timeZone: 'Europe/Berlin' },
    ]);
    expect(limits.map(planLimitLine)).toEqual([
      '10 calls per day',
      '100 calls per 3 months in Europe/Berlin',
    ]);
    const inMarch = Date.UTC(2026, 2, 15, 12);
    expect(limits.map((limit) => calendarOf(limit)?.at(inMarch).endsAt)).toEqual([
      Date.UTC(2026, 2, 16),
      Date.UTC(2026, 2, 31, 22),
    ]);
    expect(limitsOf([{ limit: 10, per: 'HOUR' }]).map(calendarOf)).toEqual([undefined]);
  });

  it.each<[string, readonly PlanLimitDraft[], Refused]>([
    [
      'a window of calls at the same time',
      [{ counts: 'CONCURRENT', limit: 1, per: 'HOUR' }],
      { path: [0, 'per'], message: 'Calls at the same time have no window: leave per out.' },
    ],
    [
      'units of calls at the same time',
      [{ counts: 'CONCURRENT', limit: 1, every: 2 }],
      { path: [0, 'every'], message: 'Calls at the same time have no window: leave every out.' },
    ],
    [
      'a time zone of calls at the same time',
      [{ counts: 'CONCURRENT', limit: 1, timeZone: 'UTC' }],
      { path: [0, 'timeZone'], message: 'Calls at the same time have no window: leave timeZone out.' },
    ],
    [
      'more calls at the same time than there can be',
      [{ counts: 'CONCURRENT', limit: 10_001 }],
      { path: [0, 'limit'], message: 'limit is 10001: give a whole number from 1 to 10000.' },
    ],
    [
      'as many calls at the same time as the plan allows of all',
      [{ counts: 'CONCURRENT', limit: 5, operations: ['GET /x'] }],
      {
        path: [0, 'limit'],
        message:
          '5 calls at the same time of GET /x are never reached, since maxConcurrentCalls is 5: give less, or more there.',
        plan: { maxConcurrentCalls: 5 },
      },
    ],
    [
      'two limits on calls at the same time of the same operations',
      [
        { counts: 'CONCURRENT', limit: 5 },
        { counts: 'CONCURRENT', limit: 4, name: 'fewer' },
      ],
      {
        path: [1],
        message:
          'concurrent allows 5 calls at the same time, and fewer 4 calls at the same time: one of them is never reached.',
      },
    ],
    [
      'a burst that a window admits anyway',
      [{ limit: 10, per: 'SECOND', burst: 10 }],
      {
        path: [0, 'burst'],
        message: 'burst is 10, and a window admits 10 at once anyway: give more, or leave it out.',
      },
    ],
    [
      'a burst of a window of the calendar',
      [{ limit: 10, per: 'DAY', burst: 20 }],
      {
        path: [0, 'burst'],
        message:
          'Only windows of seconds, minutes and hours have a burst: leave it out, or count per HOUR instead of DAY.',
      },
    ],
    [
      'a burst of calls at the same time',
      [{ counts: 'CONCURRENT', limit: 10, burst: 20 }],
      {
        path: [0, 'burst'],
        message: 'Only windows of seconds, minutes and hours have a burst: leave it out.',
      },
    ],
    [
      'a burst that takes more than a day to gather',
      [{ limit: 10, per: 'HOUR', burst: 241 }],
      {
        path: [0, 'burst'],
        message: 'burst is 241, which windows of 10 need more than 24 hours to leave over: give less.',
      },
    ],
    [
      'a burst that a longer window does not admit',
      [
        { limit: 10, per: 'SECOND', burst: 50 },
        { limit: 50, per: 'MINUTE' },
      ],
      {
        path: [1],
        message:
          'per-second allows 10 calls per second with bursts of 50, and per-minute 50 calls per minute: one of them is never reached.',
      },
    ],
    [
      'no unit of a window',
      [{ limit: 1 }],
      {
        path: [0, 'per'],
        message:
          'per is missing: give the unit of the window, one of SECOND, MINUTE, HOUR, DAY, WEEK, MONTH.',
      },
    ],
    [
      'a time zone that does not exist',
      [{ limit: 1, per: 'DAY', timeZone: 'Mars/Olympus' }],
      {
        path: [0, 'timeZone'],
        message: '"Mars/Olympus" is no time zone: give an IANA name, for example "Europe/Berlin".',
      },
    ],
    [
      'a time zone of a window that a call opens',
      [{ limit: 1, per: 'HOUR', timeZone: 'UTC' }],
      {
        path: [0, 'timeZone'],
        message:
          'The first call opens a window of hours, so it has no time zone: leave timeZone out, or give DAY, WEEK or MONTH.',
      },
    ],
    [
      'a window of some days of the calendar',
      [{ limit: 1, per: 'DAY', every: 2 }],
      { path: [0, 'every'], message: 'every is 2: a window of the calendar lasts one day.' },
    ],
    [
      'months that no year is made of',
      [{ limit: 1, per: 'MONTH', every: 5 }],
      {
        path: [0, 'every'],
        message: 'every is 5: windows of months begin with the year, so give 1, 2, 3, 4, 6 or 12.',
      },
    ],
    [
      'a month below a second',
      [
        { limit: 10, per: 'SECOND' },
        { limit: 5, per: 'MONTH' },
      ],
      {
        path: [1],
        message:
          'per-second allows 10 calls per second, and per-month 5 calls per month: one of them is never reached.',
      },
    ],
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
      'a meter without a name',
      [{ limit: 1, per: 'DAY', counts: 'METER' }],
      {
        path: [0, 'meter'],
        message: 'A limit that counts METER names a meter of an API: give meter, for example "tokens".',
      },
    ],
    [
      'a meter that is not counted',
      [{ limit: 1, per: 'DAY', meter: 'tokens' }],
      {
        path: [0, 'meter'],
        message: 'A limit that counts CALLS has no meter: leave meter out, or count METER.',
      },
    ],
    [
      'a meter that could be taken for something else',
      [{ limit: 1, per: 'DAY', counts: 'METER', meter: 'cost' }],
      {
        path: [0, 'meter'],
        message: '"cost" is counted without a meter: give another name.',
      },
    ],
    [
      'too many operations',
      [{ limit: 1, per: 'SECOND', operations: Array.from({ length: 21 }, (_, at) => `GET /${at}`) }],
      { path: [0, 'operations'], message: 'Name at most 20 operations.' },
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
    const windows = fc.oneof(
      fc.record({ per: fc.constantFrom('SECOND', 'MINUTE', 'HOUR'), every: fc.integer({ min: 1, max: 24 }) }),
      fc.record({ per: fc.constant('SECOND'), every: fc.integer({ min: 1, max: 24 }), more: fc.nat(99) }),
      fc.record({
        per: fc.constantFrom('DAY', 'WEEK', 'MONTH'),
        timeZone: fc.constantFrom('UTC', 'Europe/Berlin', undefined),
      }),
      fc.record({ per: fc.constant('MONTH'), every: fc.constantFrom(2, 3, 4, 6, 12) }),
    ) as fc.Arbitrary<Pick<PlanLimitDraft, 'per' | 'every' | 'timeZone'> & { readonly more?: number }>;
    const counted = fc.record({
      counts: fc.constantFrom(
        ...limitedAmounts.filter((amount) => !['CONCURRENT', 'METER'].includes(amount)),
      ),
      limit: fc.integer({ min: 1, max: 2_147_483_547 }),
      window: windows,
    });
    const metered = fc.record({
      counts: fc.constant('METER' as const),
      meter: fc.constantFrom('tokens', 'input-tokens', 'per', 'a'),
      limit: fc.integer({ min: 1, max: 2_147_483_547 }),
      window: windows,
    });
    const concurrent = fc.record({
      counts: fc.constant('CONCURRENT' as const),
      limit: fc.integer({ min: 1, max: 10_000 }),
      window: fc.constant({}),
    });
    const limit = fc.record({
      name: fc.constantFrom('a', 'fair-use', 'per-second', 'concurrent'),
      terms: fc.oneof(counted, metered, concurrent),
      mode: fc.constantFrom(...limitModes),
      operations: fc.uniqueArray(fc.constantFrom('GET /a/{id}', 'POST /b', 'query', 'GET /per second of'), {
        maxLength: 3,
      }),
    });
    const read = (line: string) =>
      planLimitsOf([readPlanLimit(line) as PlanLimitDraft], { shortForms: [], path: [] });
    fc.assert(
      fc.property(limit, ({ terms: { window, ...amount }, ...draft }) => {
        const { more, ...period } = { more: undefined, ...window };
        const burst = more === undefined ? undefined : amount.limit + 1 + more;
        const [made] = planLimitsOf([{ ...draft, ...amount, ...period, burst }], {
          shortForms: [],
          path: [],
        });
        if (!made) return expect.unreachable();
        expect(read(planLimitLine(made))).toEqual([made]);
      }),
    );
  });

  it.each([
    '',
    'ten calls per second',
    '10 calls',
    '10 calls per year',
    '10 per second',
    '-1 calls per hour',
    '10 of cost at the same time',
    '10 calls at the same time in Europe/Berlin',
  ])('are not read from "%s"', (line) => expect(readPlanLimit(line)).toBeUndefined());
});
