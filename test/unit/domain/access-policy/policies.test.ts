import { describe, expect, it } from 'vitest';
import { accessPolicies } from '../../../../src/domain/access-policy/policies.ts';

const policies = (...list: unknown[]) => ({ access: { policies: list } });
const query = (condition: unknown) => ({ type: 'Query', policyDefault: { condition } });

const rule = (more: object = {}) => ({ name: 'members', condition: true, fields: ['a'], ...more });
const ruled = (...rules: unknown[]) => policies({ type: 'Query', rules });

describe('access policies', () => {
  it('are kept as they are given', () => {
    const given = policies(
      {
        ...query(true),
        rules: [rule({ condition: 'has(caller.claims.sub)' }), rule({ name: 'b', fields: ['b'] })],
      },
      { type: 'Mutation', policyDefault: { condition: false } },
      { type: 'Subscription', rules: [rule()] },
    );
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
      'Give an object with type and policyDefault and rules.',
      ['access', 'policies', 0],
    ],
    [
      'no root type',
      policies({ ...query(true), type: 'Customer' }),
      'The type of a policy is one of Query, Mutation, Subscription.',
      ['access', 'policies', 0, 'type'],
    ],
    [
      'rules that are no list',
      policies({ type: 'Query', rules: rule() }),
      'rules is a list of at most 100, for example [{name: "members", condition: "has(caller.claims.sub)", fields: ["getCustomers"]}].',
      ['access', 'policies', 0, 'rules'],
    ],
    [
      'a rule without a name',
      ruled(rule(), rule({ name: ' ' })),
      'Give the rule a name of at most 80 characters: it is told where the rule decided.',
      ['access', 'policies', 0, 'rules', 1, 'name'],
    ],
    [
      'two rules of one name',
      ruled(rule(), rule({ fields: ['b'] })),
      'There are two rules "members": give each a name of its own.',
      ['access', 'policies', 0, 'rules', 1, 'name'],
    ],
    [
      'a field in two rules',
      ruled(rule(), rule({ name: 'more', fields: ['b', 'a'] })),
      'a is named twice, and one condition decides about a field: join them there with && or ||.',
      ['access', 'policies', 0, 'rules', 1, 'fields', 1],
    ],
    [
      'a rule of no fields',
      ruled(rule({ fields: [] })),
      'fields is a list of fields of the type, for example ["getCustomers"].',
      ['access', 'policies', 0, 'rules', 0, 'fields'],
    ],
    ...['', 'a b', '__schema', 1, null].map((field): [string, unknown, string, (string | number)[]] => [
      `the field ${JSON.stringify(field)}`,
      ruled(rule({ fields: ['a', field] })),
      'Give the name of a field of the type. Introspection is open to everybody and needs no rule.',
      ['access', 'policies', 0, 'rules', 0, 'fields', 1],
    ]),
    [
      'a rule with an expression at fault',
      ruled(rule({ condition: 'caller.claims.sub == "x" &&\n  nobody' })),
      'Line 2, column 3: Unknown variable: nobody: there are caller and arguments.',
      ['access', 'policies', 0, 'rules', 0, 'condition'],
    ],
    [
      'no default',
      policies({ type: 'Query' }),
      'Give an object with condition.',
      ['access', 'policies', 0, 'policyDefault'],
    ],
    ...[1, null, undefined, {}].map((condition): [string, unknown, string, (string | number)[]] => [
      `the condition ${JSON.stringify(condition)}`,
      policies(query(condition)),
      'A condition is true, false or an expression, for example "has(caller.claims.sub)".',
      ['access', 'policies', 0, 'policyDefault', 'condition'],
    ]),
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
});
