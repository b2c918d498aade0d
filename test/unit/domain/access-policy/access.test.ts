import { describe, expect, it } from 'vitest';
import { accessBy } from '../../../../src/domain/access-policy/access.ts';
import { REQUEST_STEPS } from '../../../../src/domain/access-policy/condition.ts';
import { accessPolicies } from '../../../../src/domain/access-policy/policies.ts';
import { PolicyCaller } from '../../../../src/domain/access-policy/policy-caller.ts';
import { checkRootFields } from '../../../../src/domain/access-policy/root-fields.ts';

const policies = accessPolicies(
  {
    access: {
      policies: [
        {
          type: 'Query',
          rules: [
            { name: 'members', condition: 'has(caller.claims.sub)', fields: ['getCustomers', 'getAccounts'] },
            { name: 'own', condition: 'caller.claims.sub == arguments.id', fields: ['getCustomerById'] },
            { name: 'closed', condition: false, fields: ['getSecrets'] },
          ],
          policyDefault: { condition: 'caller.headers["x-tier"] == "gold"' },
        },
        { type: 'Mutation', rules: [{ name: 'open', condition: true, fields: ['createPet'] }] },
      ],
    },
  },
  [],
);
const access = accessBy(policies);
const alice = new PolicyCaller({ claims: { sub: 'alice' } });
const nobody = new PolicyCaller({});
const decide = (coordinate: string, caller: PolicyCaller, args: object = {}) => {
  const [type = '', field = ''] = coordinate.split('.');
  return access.decide({ type, field, args }, () => caller, { steps: REQUEST_STEPS });
};

describe('access policies decide about a field', () => {
  it.each([
    ['Query.getCustomers', alice, true, 'RULE', 'members'],
    ['Query.getAccounts', alice, true, 'RULE', 'members'],
    ['Query.getCustomers', nobody, false, 'RULE', 'members'],
    ['Query.getSecrets', alice, false, 'RULE', 'closed'],
    ['Query.getOthers', new PolicyCaller({ headers: [['X-Tier', 'gold']] }), true, 'DEFAULT', null],
    ['Mutation.createPet', nobody, true, 'RULE', 'open'],
    ['Mutation.deletePet', alice, false, 'NOTHING', null],
    ['Subscription.pets', alice, false, 'NOTHING', null],
  ])(
    '%s: the rule that names it, else the default, else no',
    (coordinate, caller, ...[isAllowed, decidedBy, rule]) => {
      expect(decide(coordinate, caller)).toMatchObject({ isAllowed, decidedBy, rule, fault: null });
    },
  );

  it('by its arguments', () => {
    expect(decide('Query.getCustomerById', alice, { id: 'alice' }).isAllowed).toBe(true);
    expect(decide('Query.getCustomerById', alice, { id: 'bob' }).isAllowed).toBe(false);
  });

  it('and refuse it when the condition cannot be evaluated', () => {
    expect(decide('Query.getCustomerById', nobody, { id: 'alice' })).toEqual({
      isAllowed: false,
      decidedBy: 'RULE',
      rule: 'own',
      condition: 'caller.claims.sub == arguments.id',
      fault: 'No such key: sub.',
    });
  });

  it('without asking for the caller where the condition is true or false', () => {
    const never = () => {
      throw new Error('The caller was asked for.');
    };
    const open = { type: 'Mutation', field: 'createPet', args: {} };
    expect(access.decide(open, never, { steps: 0 }).isAllowed).toBe(true);
    expect(
      [open, { type: 'Query', field: 'getCustomers' }].map((call) => access.reads(call).readsClaims),
    ).toEqual([false, true]);
  });
});

describe('the fields that policies name', () => {
  const schema = new Map([
    [
      'Query',
      new Map<string, string[]>([
        ['getCustomers', []],
        ['getAccounts', []],
        ['getCustomerById', ['id']],
        ['getSecrets', ['key']],
      ]),
    ],
    ['Mutation', new Map([['createPet', ['input']]])],
  ]);
  const stated = (policy: object) => accessPolicies({ access: { policies: [policy] } }, []);

  it('are those of the schema', () => {
    expect(() => checkRootFields(policies, schema, [])).not.toThrow();
    expect(() =>
      checkRootFields(
        stated({ type: 'Subscription', policyDefault: { condition: 'arguments.a == 1' } }),
        schema,
        [],
      ),
    ).not.toThrow();
  });

  it.each([
    [
      { type: 'Query', rules: [{ name: 'a', condition: true, fields: ['getCustomers', 'getCustomer'] }] },
      'Query has no field getCustomer: did you mean getCustomers?',
      ['rules', 0, 'fields', 1],
    ],
    [
      { type: 'Mutation', rules: [{ name: 'a', condition: true, fields: ['somethingElse'] }] },
      'Mutation has no field somethingElse: there are createPet.',
      ['rules', 0, 'fields', 0],
    ],
    [
      {
        type: 'Query',
        rules: [{ name: 'a', condition: 'true ||\n arguments.ids == "1"', fields: ['getCustomerById'] }],
      },
      'Line 2, column 12: there is no argument ids of getCustomerById: did you mean id?',
      ['rules', 0, 'condition'],
    ],
    [
      {
        type: 'Query',
        rules: [{ name: 'a', condition: true, fields: ['getSecrets'] }],
        policyDefault: { condition: 'has(arguments.key)' },
      },
      'Line 1, column 15: there is no argument key of any field: there are id.',
      ['policyDefault', 'condition'],
    ],
  ])('%j is refused with BAD_USER_INPUT at its place', (policy, message, path) => {
    expect(() => checkRootFields(stated(policy), schema, ['input', 'policies'])).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        status: 400,
        message,
        inputPath: ['input', 'policies', 'access', 'policies', 0, ...path],
      }),
    );
  });
});
