import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { issuerKeys } from '../../../src/infrastructure/issuers/issuer-keys.ts';

const jwk = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey.export({ format: 'jwk' });
/** An odd exponent of so many bytes, as a key has it. */
const exponent = (bytes: number) =>
  Buffer.concat([Buffer.from([0x7f]), randomBytes(bytes - 2), Buffer.from([1])]).toString('base64url');
const read = (...keys: JsonWebKey[]) => issuerKeys({ members: { keys } });

describe('a key set', () => {
  it.each([
    ['as most have it', 'AQAB'],
    ['of four bytes', exponent(4)],
  ])('is used with the RSA exponent %s', (_, e) => {
    expect(read({ ...jwk, e })).toHaveLength(1);
  });

  it.each([5, 8, 256])(
    'leaves out a key whose RSA exponent has %i bytes: each token would cost more',
    (bytes) => {
      expect(() => read({ ...jwk, e: exponent(bytes) })).toThrow(
        'its key set has no key that verifies signatures: RSA of 2048 bits, EC or Ed25519',
      );
      expect(read({ ...jwk, e: exponent(bytes) }, jwk)).toHaveLength(1);
    },
  );

  it('has at most 100 keys', () => {
    expect(read(...Array(100).fill(jwk))).toHaveLength(100);
    expect(() => read(...Array(101).fill(jwk))).toThrow('its key set has 101 keys: 100 are read at most');
  });
});
