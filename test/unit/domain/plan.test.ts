import { describe, expect, it } from 'vitest';
import { callsPerHour, defaultPlan, limitInWords, plansOf, planTerms } from '../../../src/domain/plan.ts';

describe('the plans of a product', () => {
  it('are Default Plan, 100 calls per hour, unless given', () => {
    expect(plansOf(undefined, ['input', 'plans'])).toEqual([defaultPlan]);
    expect(plansOf(null, ['input', 'plans'])).toEqual([defaultPlan]);
    expect(limitInWords(defaultPlan)).toBe('100 calls per hour');
  });

  it('keep their order, are named after their titles, and count by the hour unless said', () => {
    const plans = plansOf(
      [
        { title: 'Gold', rateLimit: 500 },
        { title: 'Two Words', name: 'two', rateLimit: 2, rateLimitUnit: 'MINUTE' },
      ],
      ['input', 'plans'],
    );
    expect(plans).toMatchObject([
      { name: 'gold', title: 'Gold', rateLimit: 500, rateLimitUnit: 'HOUR', approvalRequired: false },
      { name: 'two', title: 'Two Words', rateLimit: 2, rateLimitUnit: 'MINUTE' },
    ]);
  });

  it('are unlimited without a rate limit', () => {
    expect(planTerms({ title: 'Free' }, [])).toMatchObject({
      rateLimit: null,
      maxGraphQLCost: null,
      maxGraphQLDepth: null,
    });
  });

  it.each([
    [[], ['input', 'plans'], 'A product needs a plan'],
    [[{ title: 'Gold' }, { title: 'gold' }], ['input', 'plans', 1], 'There are two plans gold'],
    [[{ title: 'Gold', rateLimit: 0 }], ['input', 'plans', 0, 'rateLimit'], 'rateLimit is 0'],
    [[{ title: 'Gold', rateLimit: -5 }], ['input', 'plans', 0, 'rateLimit'], 'rateLimit is -5'],
    [
      [{ title: 'Gold', maxGraphQLDepth: 0 }],
      ['input', 'plans', 0, 'maxGraphQLDepth'],
      'maxGraphQLDepth is 0',
    ],
    [[{ title: ' ' }], ['input', 'plans', 0, 'title'], 'The title is empty'],
    [[{ title: 'Gold', name: 'GOLD' }], ['input', 'plans', 0, 'name'], 'is not a name'],
  ])('%j are refused', (plans, path, message) => {
    expect(() => plansOf(plans, ['input', 'plans'])).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', path, message: expect.stringContaining(message) }),
    );
  });
});

describe('limits of different units', () => {
  it('are compared by the hour', () => {
    expect(callsPerHour({ rateLimit: 2, rateLimitUnit: 'MINUTE' })).toBe(120);
    expect(callsPerHour({ rateLimit: 250, rateLimitUnit: 'HOUR' })).toBe(250);
    expect(callsPerHour({ rateLimit: null, rateLimitUnit: 'HOUR' })).toBe(Number.POSITIVE_INFINITY);
  });
});
