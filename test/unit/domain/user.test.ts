import { describe, expect, it } from 'vitest';
import {
  isLastAdministrator,
  writtenEmail,
} from '../../../src/control-plane/management/people/user-rules.ts';
import { weakerRole } from '../../../src/domain/people/roles.ts';

const ADMINISTRATOR = { id: 'ada', role: 'ADMINISTRATOR', state: 'ENABLED' } as const;

describe('the last administrator of an org', () => {
  it.each([
    ['who is alone', [], true],
    ['beside a developer', [{ id: 'bob', role: 'DEVELOPER', state: 'ENABLED' }], true],
    ['beside one who has not accepted yet', [{ ...ADMINISTRATOR, id: 'bob', state: 'INVITED' }], true],
    ['beside one who is suspended', [{ ...ADMINISTRATOR, id: 'bob', state: 'SUSPENDED' }], true],
    ['beside another', [{ ...ADMINISTRATOR, id: 'bob' }], false],
  ] as const)('is one %s: %#', (_who, others, isLast) => {
    expect(isLastAdministrator([ADMINISTRATOR, ...others], 'ada')).toBe(isLast);
  });

  it('is nobody who is none', () => {
    expect(isLastAdministrator([ADMINISTRATOR, { ...ADMINISTRATOR, id: 'bob', role: 'VIEWER' }], 'bob')).toBe(
      false,
    );
  });
});

it('one email address is written in one way', () => {
  expect(['Ada@Acme.Example ', 'ADA@acme.example'].map(writtenEmail)).toEqual(
    Array(2).fill('ada@acme.example'),
  );
});

it.each([
  ['ADMINISTRATOR', 'VIEWER', 'VIEWER'],
  ['VIEWER', 'ADMINISTRATOR', 'VIEWER'],
  ['DEVELOPER', 'DEVELOPER', 'DEVELOPER'],
] as const)('the weaker of %s and %s is %s', (one, other, weaker) => {
  expect(weakerRole(one, other)).toBe(weaker);
});
