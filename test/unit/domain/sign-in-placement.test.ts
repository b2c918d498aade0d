import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  claimsRead,
  needsVerifiedEmail,
  type ProvidedIdentity,
  placementOf,
} from '../../../src/domain/consumer/sign-in-placement.ts';
import { signInPolicyFrom } from '../../../src/domain/consumer/sign-in-policy.ts';

const rule = { claim: null, value: null, consumerOrg: null, create: false };
const somebody: ProvidedIdentity = {
  subject: '1',
  username: 'nora',
  email: 'nora@acme.test',
  isEmailVerified: true,
  claims: { groups: ['owners', 'everybody'], tenant: ['acme'] },
};
const owners = { claim: 'groups', value: 'owners', role: 'OWNER' } as const;

describe('the place that rules give to a person', () => {
  it('is one of two thousand at most, the first ones, however many values a hundred rules may have', () => {
    const groups = Array.from({ length: 1_000 }, (_, at) => `group-${at}`);
    const { targets } = placementOf(
      { consumerOrgs: Array(100).fill({ ...rule, claim: 'groups' }), roles: [] },
      { ...somebody, claims: { groups } },
    );
    const place = (value: string) => ({ by: 'VALUE', value, create: false });
    expect(targets).toEqual([...groups, ...groups].map(place));
  });

  it.each([
    ['everybody', { ...rule, consumerOrg: 'partners' }, [{ by: 'NAME', name: 'partners' }]],
    [
      'who has a value',
      { ...rule, claim: 'groups', value: 'owners', consumerOrg: 'partners' },
      [{ by: 'NAME', name: 'partners' }],
    ],
    ['nobody without the value', { ...rule, claim: 'groups', value: 'owner', consumerOrg: 'partners' }, []],
    ['nobody without the claim', { ...rule, claim: 'team', consumerOrg: 'partners' }, []],
    ['nobody by a name of all objects', { ...rule, claim: 'constructor', consumerOrg: 'partners' }, []],
    [
      'who is of a value',
      { ...rule, claim: 'tenant', create: true },
      [{ by: 'VALUE', value: 'acme', create: true }],
    ],
    [
      'the domain of a verified address',
      { ...rule, claim: 'email_domain', value: 'acme.test', consumerOrg: 'partners' },
      [{ by: 'NAME', name: 'partners' }],
    ],
  ] as const)('holds for %s', (_whom, consumerOrg, targets) => {
    expect(placementOf({ consumerOrgs: [consumerOrg], roles: [] }, somebody).targets).toEqual(targets);
  });

  it('reads no address that nobody has verified, whatever the provider claims by its name', () => {
    const unverified = {
      ...somebody,
      isEmailVerified: false,
      claims: { email: ['nora@acme.test'], email_domain: ['acme.test'] },
    };
    for (const claim of ['email', 'email_domain']) {
      const rules = { consumerOrgs: [{ ...rule, claim, consumerOrg: 'partners' }], roles: [] };
      expect(placementOf(rules, unverified).targets).toEqual([]);
      expect(needsVerifiedEmail(rules, unverified)).toBe(true);
      expect(needsVerifiedEmail(rules, somebody)).toBe(false);
      expect(claimsRead(rules)).toEqual([]);
    }
  });

  it('gives the role of the first rule that holds, a viewer where none does, and none without rules', () => {
    const viewers = { claim: 'groups', value: 'everybody', role: 'VIEWER' } as const;
    const roleBy = (...roles: (typeof owners | typeof viewers)[]) =>
      placementOf({ consumerOrgs: [], roles }, somebody).role;
    expect(roleBy(owners, viewers)).toBe('OWNER');
    expect(roleBy(viewers, owners)).toBe('VIEWER');
    expect(roleBy({ ...owners, value: 'admins' } as unknown as typeof owners)).toBe('VIEWER');
    expect(roleBy()).toBeNull();
  });

  it('never makes an owner of somebody without the value of a rule for owners, nor a place out of nothing', () => {
    const text: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c');
    const claims = fc.dictionary(text, fc.array(text));
    const roles = fc.array(
      fc.record({ claim: text, value: text, role: fc.constantFrom('OWNER', 'DEVELOPER', 'VIEWER') }),
    );
    const consumerOrgs = fc.array(
      fc.record({
        claim: text,
        value: fc.option(text),
        consumerOrg: fc.option(text),
        create: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(claims, roles, consumerOrgs, (values, roleRules, orgRules) => {
        const identity = { ...somebody, claims: values };
        const { role, targets } = placementOf(
          { roles: roleRules, consumerOrgs: orgRules } as never,
          identity,
        );
        const has = (claim: string, value: string) => (values[claim] ?? []).includes(value);
        if (role === 'OWNER')
          expect(roleRules.some((each) => each.role === 'OWNER' && has(each.claim, each.value))).toBe(true);
        for (const target of targets)
          expect(
            orgRules.some(({ claim, value, consumerOrg }) =>
              target.by === 'NAME'
                ? consumerOrg === target.name &&
                  (values[claim] ?? []).some((v) => value === null || v === value)
                : has(claim, target.value) && (value === null || value === target.value),
            ),
          ).toBe(true);
      }),
    );
  });
});

describe('a sign-in policy', () => {
  const path = ['input', 'signIn'];
  const provider = { userRegistry: 'people', consumerOrgs: [{ consumerOrg: 'partners' }] };

  it('is completed by its defaults', () => {
    expect(signInPolicyFrom({ providers: [provider] }, path)).toEqual({
      passwords: true,
      providers: [
        {
          userRegistry: 'people',
          title: null,
          consumerOrgs: [{ claim: null, value: null, consumerOrg: 'partners', create: false }],
          roles: [],
          unmatched: 'REFUSE',
        },
      ],
    });
  });

  it.each([
    [{ passwords: false }, 'Nobody could sign in: allow passwords, or name a provider.'],
    [{ providers: [{ userRegistry: 'people' }] }, 'Nobody could sign in: give a rule for consumer orgs'],
    [{ providers: [provider, provider] }, 'The user registry people is named twice.'],
    [{ providers: [{ ...provider, title: 'x'.repeat(61) }] }, 'at most 60 characters'],
    [{ providers: [{ ...provider, consumerOrgs: [{}] }] }, 'A rule for everybody names the consumer org.'],
    [
      { providers: [{ ...provider, consumerOrgs: [{ value: 'x', consumerOrg: 'y' }] }] },
      'Name the claim that has the value.',
    ],
    [
      { providers: [{ ...provider, consumerOrgs: [{ consumerOrg: 'y', create: true }] }] },
      'Only the consumer org of a value is made',
    ],
    [
      { providers: [{ ...provider, consumerOrgs: [{ consumerOrg: 'Not a name' }] }] },
      'named by its path segment',
    ],
    [{ providers: [{ ...provider, roles: [{ ...owners, value: '' }] }] }, 'A value has 1 to 255 characters'],
    [{ providers: [{ ...provider, roles: [{ ...owners, role: 'KING' }] }] }, 'A role is one of OWNER'],
    [{ providers: [{ ...provider, roles: Array(101).fill(owners) }] }, 'at most 100 rules'],
    [
      { providers: Array.from({ length: 11 }, (_, at) => ({ ...provider, userRegistry: `r${at}` })) },
      'at most 10 sign-in providers',
    ],
  ])('is refused as %j', (draft, detail) => {
    expect(() => signInPolicyFrom(draft as never, path)).toThrow(detail);
  });
});
