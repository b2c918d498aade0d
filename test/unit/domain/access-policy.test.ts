import { describe, expect, it } from 'vitest';
import { accessPolicies, allowsAccess } from '../../../src/domain/access-policy.ts';

const policies = (...list: unknown[]) => ({ access: { policies: list } });
const query = (condition: unknown) => ({ type: 'Query', policyDefault: { condition } });

describe('access policies', () => {
  it('are kept as they are given', () => {
    const given = policies(query(true), { type: 'Mutation', policyDefault: { condition: false } });
    expect(accessPolicies(given, ['input', 'policies'])).toEqual(given);
  });

  it.each([null, undefined, {}, policies()])('%j is no policy', (given) => {
    expect(accessPolicies(given, [])).toEqual(policies());
  });

  it.each([
    ['a list', [query(true)], 'Give an object with access.', []],
    ['a text', 'all', 'Give an object with access.', []],
    ['another member', { acces: {} }, 'There is no "acces" here: only access.', ['acces']],
    ['access that is null', { access: null }, 'Give an object with policies.', ['access']],
    [
      'policies that are no list',
      { access: { policies: query(true) } },
      'policies is a list, for example [{type: "Query", policyDefault: {condition: true}}].',
      ['access', 'policies'],
    ],
    [
      'a policy that is no object',
      policies('Query'),
      'Give an object with type and policyDefault.',
      ['access', 'policies', 0],
    ],
    [
      'no root type',
      policies({ ...query(true), type: 'Customer' }),
      'The type of a policy is one of Query, Mutation, Subscription.',
      ['access', 'policies', 0, 'type'],
    ],
    [
      'rules for single fields',
      policies({ ...query(true), rules: [] }),
      'There is no "rules" here: only type and policyDefault.',
      ['access', 'policies', 0, 'rules'],
    ],
    [
      'no default',
      policies({ type: 'Query' }),
      'Give an object with condition.',
      ['access', 'policies', 0, 'policyDefault'],
    ],
    ...['true', '?$jwt', 1, null, undefined, {}].map(
      (condition): [string, unknown, string, (string | number)[]] => [
        `the condition ${JSON.stringify(condition)}`,
        policies(query(condition)),
        'A condition is true or false: expressions are not supported yet.',
        ['access', 'policies', 0, 'policyDefault', 'condition'],
      ],
    ),
    [
      'two policies of one type',
      policies(query(true), query(false)),
      'There are two policies of type Query: leave one out.',
      ['access', 'policies', 1, 'type'],
    ],
  ])('%s: refused with BAD_USER_INPUT at its place', (...[, given, message, path]) => {
    expect(() => accessPolicies(given, ['input', 'policies'])).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        status: 400,
        message,
        inputPath: ['input', 'policies', ...path],
      }),
    );
  });

  it.each([
    ['true', policies(query(true)), true],
    ['false', policies(query(false)), false],
    ['none', policies(), false],
    ['one of another type', policies({ ...query(true), type: 'Mutation' }), false],
  ])('%s: may Query be used? %s', (_name, given, expected) => {
    expect(allowsAccess(accessPolicies(given, []), 'Query')).toBe(expected);
  });
});
