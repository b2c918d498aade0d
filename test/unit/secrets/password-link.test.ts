import { describe, expect, it } from 'vitest';
import { isPasswordCode, passwordCode } from '../../../src/infrastructure/secrets/password-link.ts';
import { Secrets } from '../../../src/infrastructure/secrets/secrets.ts';

const secrets = new Secrets('a'.repeat(64));
const owner = { id: 'zoe', passwordHash: 'of the present password' };
const endsAt = new Date('2027-01-08T00:00:00Z');
const now = new Date('2027-01-01T00:00:00Z');
const code = passwordCode(secrets, owner, endsAt);

describe('the code of a link by which a person chooses a password', () => {
  it('holds until it ends', () => {
    expect(isPasswordCode(secrets, code, { owner, now })).toBe(true);
    expect(isPasswordCode(secrets, code, { owner, now: endsAt })).toBe(false);
  });

  it.each([
    ['another person', { ...owner, id: 'yves' }],
    ['the same person with another password', { ...owner, passwordHash: 'of another password' }],
  ])('is no code of %s', (_what, other) => {
    expect(isPasswordCode(secrets, code, { owner: other, now })).toBe(false);
  });

  it.each([
    ['', 'nothing'],
    [code.replace(/^\d+/, '9999999999'), 'one whose end is put off'],
    [code.slice(0, -1), 'one that is cut'],
    [passwordCode(new Secrets('b'.repeat(64)), owner, endsAt), 'one under another key'],
  ])('is not %j: %s', (given) => {
    expect(isPasswordCode(secrets, given, { owner, now })).toBe(false);
  });
});
