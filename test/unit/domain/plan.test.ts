import { describe, expect, it } from 'vitest';
import { callsPerHour } from '../../../src/domain/plan/compared-limits.ts';
import {
  defaultPlan,
  limitInWords,
  type PlanDraft,
  plansOf,
  planTerms,
  type RateLimit,
} from '../../../src/domain/plan/plan.ts';

const limits: [RateLimit, number, string][] = [
  [{ rateLimit: 500, rateLimitUnit: 'HOUR' }, 500, '500 calls per hour'],
  [{ rateLimit: 250, rateLimitUnit: 'HOUR' }, 250, '250 calls per hour'],
  [{ rateLimit: 2, rateLimitUnit: 'MINUTE' }, 120, '2 calls per minute'],
  [{ rateLimit: 1, rateLimitUnit: 'MINUTE' }, 60, '1 call per minute'],
  [{ rateLimit: null, rateLimitUnit: 'HOUR' }, Number.POSITIVE_INFINITY, 'unlimited calls'],
];

describe('a rate limit', () => {
  it.each(limits)('%o is %d calls per hour, in words: %s', (limit, calls, words) => {
    const plan = { ...planTerms({ title: 'Gold' }, []), ...limit };
    expect(callsPerHour(plan)).toBe(calls);
    expect(limitInWords(plan)).toBe(words);
  });
});

describe('the terms of a plan', () => {
  it('are per hour and ask for no approval, unless it is said otherwise', () => {
    expect(planTerms({ title: 'Gold', rateLimit: 500 }, ['input'])).toEqual({
      name: 'gold',
      title: 'Gold',
      description: null,
      summary: null,
      tags: [],
      links: [],
      rateLimit: 500,
      rateLimitUnit: 'HOUR',
      limits: [],
      maxConcurrentCalls: 100,
      price: null,
      maxGraphQLCost: null,
      maxGraphQLDepth: null,
      hiddenGraphQL: [],
      graphQLCostLimit: null,
      graphQLCostLimitUnit: 'HOUR',
      registeredOperationsOnly: false,
      approvalRequired: false,
    });
  });

  it('have a description of 2000 characters at most, and a blank one is none', () => {
    const described = (description: string | null) => planTerms({ title: 'Gold', description }, ['input']);
    expect(described('x'.repeat(2_000)).description).toHaveLength(2_000);
    expect(described(' \n').description).toBeNull();
    expect(() => described('x'.repeat(2_001))).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        inputPath: ['input', 'description'],
        message: 'The description is longer than 2000 characters.',
      }),
    );
    expect(() => described('a\0b')).toThrow('The description has a NUL character: leave it out.');
  });

  it('have a summary of one line, tags and links, checked as those of a product', () => {
    const terms = { title: 'Terms', url: 'https://example.com/terms' };
    const told = { summary: ' For shops. ', tags: ['new'], links: [terms] };
    expect(planTerms({ title: 'Gold', ...told }, ['input'])).toMatchObject({
      ...told,
      summary: 'For shops.',
    });
    for (const [draft, at, detail] of [
      [{ summary: 'a\nb' }, ['summary'], 'The summary is one line of plain text.'],
      [{ tags: ['new', 'New'] }, ['tags', 1], 'The tag New is there twice.'],
      [
        { links: [{ ...terms, url: 'javascript:alert(1)' }] },
        ['links', 0],
        'The address of a link begins with https:, http: or mailto:, and has at most 2000 characters.',
      ],
    ] as const)
      expect(() => planTerms({ title: 'Gold', ...draft } as PlanDraft, ['input'])).toThrow(
        expect.objectContaining({ code: 'BAD_USER_INPUT', inputPath: ['input', ...at], message: detail }),
      );
  });

  it('lets 1 to 10000 calls be under way at the same time', () => {
    for (const maxConcurrentCalls of [1, 10_000])
      expect(planTerms({ title: 'Gold', maxConcurrentCalls }, ['input'])).toMatchObject({
        maxConcurrentCalls,
      });
    for (const maxConcurrentCalls of [0, 10_001])
      expect(() => planTerms({ title: 'Gold', maxConcurrentCalls }, ['input'])).toThrow(
        `maxConcurrentCalls is ${maxConcurrentCalls}: give a whole number from 1 to 10000.`,
      );
  });

  it.each(['rateLimit', 'maxGraphQLCost', 'maxGraphQLDepth', 'graphQLCostLimit'] as const)(
    '%s is from 1 to 2147483647',
    (member) => {
      for (const value of [1, 2_147_483_647])
        expect(planTerms({ title: 'Gold', [member]: value }, [])[member]).toBe(value);
      for (const value of [0, -1, 1.5, 2_147_483_648, Number.NaN, Number.POSITIVE_INFINITY])
        expect(() => planTerms({ title: 'Gold', [member]: value }, ['input', 'plans', 1])).toThrow(
          expect.objectContaining({
            code: 'BAD_USER_INPUT',
            status: 400,
            message: `${member} is ${value}: give a whole number from 1 to 2147483647, or null for unlimited.`,
            inputPath: ['input', 'plans', 1, member],
          }),
        );
    },
  );
});

describe('the plans of a product', () => {
  const plans = (drafts: PlanDraft[] | null | undefined) => plansOf(drafts, ['input', 'plans']);

  it('are a Default Plan where none are given (spec.md: "starts with a Default plan")', () => {
    expect(plans(undefined)).toEqual([defaultPlan]);
    expect(plans(null)).toEqual([defaultPlan]);
    expect(defaultPlan).toMatchObject({ name: 'default-plan', title: 'Default Plan', rateLimitUnit: 'HOUR' });
  });

  it('stay in their order', () => {
    const titles = ['Gold', 'Silver', 'Bronze'];
    expect(plans(titles.map((title) => ({ title }))).map(({ title }) => title)).toEqual(titles);
  });

  it('are at least one', () => {
    expect(() => plans([])).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', message: expect.stringContaining('needs a plan') }),
    );
  });

  it.each([
    [{ title: ' ' }, 'title', 'The title is empty.'],
    [{ title: 'Gold', name: 'GOLD' }, 'name', '"GOLD" is not a name'],
    [{ title: 'Gold', rateLimit: 0 }, 'rateLimit', 'rateLimit is 0'],
  ])('%j is refused at its place', (plan, member, message) => {
    expect(() => plans([{ title: 'Silver' }, plan])).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        message: expect.stringContaining(message),
        inputPath: ['input', 'plans', 1, member],
      }),
    );
  });

  it('have different names, whether given or made from the title', () => {
    expect(() => plans([{ title: 'Gold' }, { title: 'Best', name: 'gold' }])).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        message: 'There are two plans gold: give one of them another title or name.',
        inputPath: ['input', 'plans', 1],
      }),
    );
  });
});
