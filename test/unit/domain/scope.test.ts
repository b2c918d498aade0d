import { describe, expect, it } from 'vitest';
import { grantedScopes } from '../../../src/data-plane/oauth/scope.ts';

const OFFERED = ['customer', 'profile'];

describe('the scopes of a token', () => {
  it('are all that the provider has, when none is asked for', () => {
    expect(grantedScopes(undefined, OFFERED)).toEqual(OFFERED);
  });

  it('are those asked for, each once', () => {
    expect(grantedScopes('profile', OFFERED)).toEqual(['profile']);
    expect(grantedScopes('profile customer profile', OFFERED)).toEqual(['profile', 'customer']);
  });

  it.each(['admin', 'customer admin', 'Customer', 'toString'])(
    'are never more than the provider has: %s',
    (scope) => {
      const unknown = scope.split(' ').at(-1);
      expect(() => grantedScopes(scope, OFFERED)).toThrow(
        expect.objectContaining({
          code: 'SCOPE_INVALID',
          status: 400,
          message: `The OAuth provider has no scope ${unknown}.`,
        }),
      );
    },
  );

  it.each(['', ' ', 'customer ', 'customer  profile', 'customer\nprofile', '"', '\\', 'é'])(
    'are named as RFC 6749 §3.3 has it, not as %j',
    (scope) => {
      expect(() => grantedScopes(scope, OFFERED)).toThrow(
        expect.objectContaining({
          code: 'SCOPE_INVALID',
          message: 'A scope is a list of names with one space between them.',
        }),
      );
    },
  );
});
