import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { inDer, numbersOf } from '../../../src/infrastructure/tokens/der-signature.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const dsaEncoding = 'ieee-p1363';
/** Enough signatures for numbers that begin with zeros, and with a set bit. */
const SIGNATURES = 1_000;

test('a signature of OpenSSL reads as JWS writes it, whatever its numbers begin with', () => {
  for (let at = 0; at < SIGNATURES; at += 1) {
    const text = Buffer.from(`${at}`);
    const numbers = numbersOf(sign('sha256', text, privateKey));
    expect(verify('sha256', text, { key: publicKey, dsaEncoding }, numbers)).toBe(true);
  }
});

test('a signature of JWS is written as OpenSSL reads it, whatever its numbers begin with', () => {
  for (let at = 0; at < SIGNATURES; at += 1) {
    const text = Buffer.from(`${at}`);
    const der = inDer(sign('sha256', text, { key: privateKey, dsaEncoding }));
    expect(verify('sha256', text, publicKey, der)).toBe(true);
  }
});

test.each([
  ['zero', Buffer.alloc(32)],
  ['one', Buffer.from('01'.padStart(64, '0'), 'hex')],
  ['a set first bit behind zeros', Buffer.from('80'.padStart(64, '0'), 'hex')],
  ['all bits', Buffer.alloc(32, 0xff)],
])('%s comes back as it was', (_, number) => {
  const numbers = Buffer.concat([number, Buffer.alloc(32, 0x7f)]);
  expect(numbersOf(inDer(numbers)).toString('hex')).toBe(numbers.toString('hex'));
  const turned = Buffer.concat([Buffer.alloc(32, 0x7f), number]);
  expect(numbersOf(inDer(turned)).toString('hex')).toBe(turned.toString('hex'));
});
