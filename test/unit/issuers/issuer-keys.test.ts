import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { issuerKeys } from '../../../src/infrastructure/issuers/issuer-keys.ts';

const jwk = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey.export({ format: 'jwk' });
/** An odd exponent of so many bytes, as a key has it. */
const exponent = (bytes: number) =>
  Buffer.concat([Buffer.from([0x7f]), randomBytes(bytes - 2), Buffer.from([1])]).toString('base64url');
const read = (...keys: JsonWebKey[]) => issuerKeys({ members: { keys } });

afterEach(() => vi.restoreAllMocks());

describe('a key set', () => {
  it.each([
    ['as most have it', 'AQAB'],
    ['of four bytes', exponent(4)],
  ])('is used with the RSA exponent %s', async (_, e) => {
    expect(await read({ ...jwk, e })).toHaveLength(1);
  });

  it.each([5, 8, 256])(
    'leaves out a key whose RSA exponent has %i bytes: each token would cost more',
    async (bytes) => {
      await expect(read({ ...jwk, e: exponent(bytes) })).rejects.toThrow(
        'its key set has no key that verifies signatures: RSA of 2048 bits, EC or Ed25519',
      );
      expect(await read({ ...jwk, e: exponent(bytes) }, jwk)).toHaveLength(1);
    },
  );

  it('has at most 100 keys', async () => {
    expect(await read(...Array(100).fill(jwk))).toHaveLength(100);
    await expect(read(...Array(101).fill(jwk))).rejects.toThrow(
      'its key set has 101 keys: 100 are read at most',
    );
  });

  it('is read in turns of the event loop, so that a hundred expensive keys hold up nobody', async () => {
    let now = performance.now();
    // Each key takes a millisecond.
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 1;
      return now;
    });
    let isRead = false;
    const reading = read(...Array(100).fill(jwk)).then(() => {
      isRead = true;
    });
    let turns = 0;
    for (; !isRead; turns += 1) await nextTurn();
    await reading;
    expect(turns).toBeGreaterThan(25);
  });
});
