import { describe, expect, it } from 'vitest';
import { includesRole } from '../../../src/domain/people/roles.ts';

describe('a role includes the rights of those below it', () => {
  it.each([
    ['ADMINISTRATOR', 'ADMINISTRATOR', true],
    ['ADMINISTRATOR', 'DEVELOPER', true],
    ['ADMINISTRATOR', 'VIEWER', true],
    ['DEVELOPER', 'ADMINISTRATOR', false],
    ['DEVELOPER', 'DEVELOPER', true],
    ['DEVELOPER', 'VIEWER', true],
    ['VIEWER', 'ADMINISTRATOR', false],
    ['VIEWER', 'DEVELOPER', false],
    ['VIEWER', 'VIEWER', true],
  ] as const)('%s has those of %s: %s', (held, wanted, expected) => {
    expect(includesRole(held, wanted)).toBe(expected);
  });
});
