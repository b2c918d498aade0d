import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  recoveryCodeOf,
  secondFactorNeed,
  writtenRecoveryCode,
} from '../../../src/control-plane/management/people/second-factor-rules.ts';
import { consoleParty } from '../../../src/control-plane/passkeys/passkey-party.ts';

describe('what a session lacks', () => {
  it.each([
    { own: null, isRequired: false, shown: [], need: undefined },
    { own: null, isRequired: true, shown: [], need: 'REGISTER' },
    { own: null, isRequired: true, shown: ['other'], need: 'REGISTER' },
    { own: 'own', isRequired: false, shown: [], need: 'VERIFY' },
    { own: 'own', isRequired: true, shown: [], need: 'VERIFY' },
    { own: 'own', isRequired: true, shown: ['other'], need: 'VERIFY' },
    { own: 'own', isRequired: true, shown: ['other', 'own'], need: undefined },
  ])('of %o', ({ own, isRequired, shown, need }) => {
    const entered = { secondFactorId: own, org: { requiresSecondFactor: isRequired } };
    expect(secondFactorNeed(entered, shown)).toBe(need);
  });

  it('is what she has set up herself where it reaches every org', () => {
    expect(secondFactorNeed({ secondFactorId: null, org: null }, [])).toBeUndefined();
    expect(secondFactorNeed({ secondFactorId: 'own', org: null }, [])).toBe('VERIFY');
  });
});

describe('whom browsers bind passkeys to', () => {
  it.each([
    ['https://console.example', { id: 'console.example', origin: 'https://console.example' }],
    ['http://localhost:9000', { id: 'localhost', origin: 'http://localhost:9000' }],
  ])('%s', (url, party) => {
    expect(consoleParty(url)).toMatchObject(party);
  });

  it.each(['http://127.0.0.1:9000', 'https://[::1]:9000', 'https://10.1.2.3'])('never %s', (url) => {
    expect(() => consoleParty(url)).toThrow(expect.objectContaining({ code: 'PASSKEYS_UNAVAILABLE' }));
  });
});

describe('a recovery code', () => {
  it('is the same however it is typed, and another for other bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 10, maxLength: 10 }),
        fc.uint8Array({ minLength: 10, maxLength: 10 }),
        (bytes, others) => {
          const code = recoveryCodeOf(bytes);
          expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
          const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'i')}`;
          expect(writtenRecoveryCode(typed)).toBe(writtenRecoveryCode(code));
          const isSame = Buffer.from(bytes).equals(Buffer.from(others));
          expect(writtenRecoveryCode(recoveryCodeOf(others)) === writtenRecoveryCode(code)).toBe(isSame);
        },
      ),
    );
  });
});
