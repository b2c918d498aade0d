import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifiesQuickly } from '../../../src/foundation/public-key-bounds.ts';

const rsa = (modulusLength: number, publicExponent = 65_537) =>
  generateKeyPairSync('rsa', { modulusLength, publicExponent }).publicKey;
const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).publicKey;
/** A key that would take minutes to make. */
const described = (asymmetricKeyDetails: object) =>
  ({ asymmetricKeyType: 'rsa', asymmetricKeyDetails }) as KeyObject;

describe('a public key', () => {
  it.each([
    ['RSA of 4096 bits', rsa(4_096)],
    ['RSA for PSS', generateKeyPairSync('rsa-pss', { modulusLength: 2_048 }).publicKey],
    ['RSA of 8192 bits', described({ modulusLength: 8_192, publicExponent: 65_537n })],
    ['P-256', ec('P-256')],
    ['P-521', ec('P-521')],
    ['Ed25519', generateKeyPairSync('ed25519').publicKey],
  ])('verifies quickly: %s', (_, key) => {
    expect(verifiesQuickly(key)).toBe(true);
  });

  it.each([
    ['RSA of 16384 bits', described({ modulusLength: 16_384, publicExponent: 65_537n })],
    ['RSA of a long exponent', described({ modulusLength: 2_048, publicExponent: 2n ** 32n + 1n })],
    ['DSA', generateKeyPairSync('dsa', { modulusLength: 1_024, divisorLength: 160 }).publicKey],
    ['another curve', ec('secp256k1')],
  ])('takes long to verify with: %s', (_, key) => {
    expect(verifiesQuickly(key)).toBe(false);
  });
});
