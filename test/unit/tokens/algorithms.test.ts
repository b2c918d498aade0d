import { createPublicKey, verify as verifySignature } from 'node:crypto';
import fc from 'fast-check';
import { importJWK, jwtVerify } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { type SigningAlgorithm, signingAlgorithms } from '../../../src/domain/oauth/signing-key.ts';
import { createSigningKey, type SigningKey } from '../../../src/infrastructure/tokens/keys.ts';
import { signAccessToken } from '../../../src/infrastructure/tokens/sign.ts';
import { verifyAccessToken } from '../../../src/infrastructure/tokens/verify.ts';
import { signingKey } from '../../support/tokens.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const CLIENT = 'a-client-key';
const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
const ED25519_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const REFUSED = { status: 401, code: expect.stringMatching(/^(CLIENT_ID_MISSING|TOKEN_INVALID)$/) };
const INVALID = { status: 401, code: 'TOKEN_INVALID' };

/** How node:crypto, which knows nothing of JWS, names what each algorithm does. */
const inNode: Record<SigningAlgorithm, { hash: string | null; encoding?: 'ieee-p1363' }> = {
  ES256: { hash: 'sha256', encoding: 'ieee-p1363' },
  EdDSA: { hash: null },
  RS256: { hash: 'sha256' },
};

describe.each(signingAlgorithms)('a token signed with %s', (algorithm) => {
  let key: SigningKey;
  let token: string;
  beforeAll(async () => {
    key = await signingKey(algorithm);
    ({ token } = await sign());
  });
  const sign = () =>
    signAccessToken({
      key,
      clientKey: CLIENT,
      subject: 'alice',
      scopes: ['customer'],
      issuer: 'http://gateway.test/acme/sandbox/customer-oauth',
      audience: 'http://gateway.test/acme/sandbox',
      lifetimeSeconds: 60,
      now: NOW,
    });
  const known = {
    client: (clientKey: string) => clientKey === CLIENT,
    key: (kid: string) => (kid === key.kid ? key : undefined),
  };
  const verify = (text: string) => verifyAccessToken(text, known, () => NOW);

  it('is accepted, by this platform, by jose and by node:crypto', async () => {
    for (let count = 0; count < 20; count += 1) {
      const { token: text } = await sign();
      expect(await verify(text)).toMatchObject({ subject: 'alice', kid: key.kid });
      const { payload, protectedHeader } = await jwtVerify(text, await importJWK(key.publicJwk), {
        algorithms: [algorithm],
        typ: 'at+jwt',
        currentDate: NOW,
      });
      expect([payload.sub, protectedHeader.alg]).toEqual(['alice', algorithm]);
      const [head, body, end = ''] = text.split('.');
      const { hash, encoding } = inNode[algorithm];
      const publicKey = createPublicKey({ key: key.publicJwk as never, format: 'jwk' });
      const verifier = { key: publicKey, ...(encoding && { dsaEncoding: encoding }) };
      const signature = Buffer.from(end, 'base64url');
      expect(verifySignature(hash, Buffer.from(`${head}.${body}`), verifier, signature)).toBe(true);
    }
  });

  it('is refused with each single character changed, left out or doubled', async () => {
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === 'A' ? 'B' : 'A';
      const [before, after] = [token.slice(0, index), token.slice(index + 1)];
      for (const altered of [
        before + other + after,
        before + after,
        before + token[index] + token.slice(index),
      ])
        await expect(verify(altered)).rejects.toMatchObject(REFUSED);
    }
  });

  it('is refused with any of its last three characters changed to any other', async () => {
    for (const index of [1, 2, 3].map((fromEnd) => token.length - fromEnd))
      for (const other of ALPHABET.filter((each) => each !== token[index]))
        await expect(verify(token.slice(0, index) + other + token.slice(index + 1))).rejects.toMatchObject(
          REFUSED,
        );
  });

  it('is refused with any character changed, inserted or swapped, anywhere', async () => {
    const index = () => fc.nat(token.length - 1);
    const edits = fc.tuple(index(), index(), fc.constantFrom(...ALPHABET, '.', '=', ' ', 'é'), fc.boolean());
    await fc.assert(
      fc.asyncProperty(edits, async ([at, other, text, inserted]) => {
        const edited = token.slice(0, at) + text + token.slice(inserted ? at : at + 1);
        const swapped = [...token];
        [swapped[at], swapped[other]] = [swapped[other] ?? '', swapped[at] ?? ''];
        for (const altered of [edited, swapped.join('')])
          if (altered !== token) await expect(verify(altered)).rejects.toMatchObject(REFUSED);
      }),
      { numRuns: 300 },
    );
  });

  it('is refused in the name of another algorithm', async () => {
    const [head = '', body, end] = token.split('.');
    const header = JSON.parse(Buffer.from(head, 'base64url').toString());
    for (const alg of ['none', 'HS256', 'ES384', 'PS256', ...signingAlgorithms].filter(
      (each) => each !== algorithm,
    )) {
      const forged = Buffer.from(JSON.stringify({ ...header, alg })).toString('base64url');
      await expect(verify(`${forged}.${body}.${end}`)).rejects.toMatchObject({ code: 'CLIENT_ID_MISSING' });
    }
  });

  it('is refused with a signature of another length', async () => {
    const [head, body, end = ''] = token.split('.');
    const signature = Buffer.from(end, 'base64url');
    const lengths = [Buffer.alloc(0), signature.subarray(1), Buffer.concat([Buffer.alloc(1), signature])];
    for (const altered of [...lengths, Buffer.alloc(signature.length), Buffer.alloc(signature.length, 255)])
      await expect(verify(`${head}.${body}.${altered.toString('base64url')}`)).rejects.toMatchObject(INVALID);
  });
});

describe('the twin of an EdDSA signature', () => {
  it('(R, S + order) is refused', async () => {
    const key = await signingKey('EdDSA');
    const known = { client: () => true, key: () => key };
    const { token } = await signAccessToken({
      key,
      clientKey: CLIENT,
      subject: 'alice',
      scopes: [],
      issuer: 'http://gateway.test/acme/sandbox/customer-oauth',
      audience: 'http://gateway.test/acme/sandbox',
      lifetimeSeconds: 60,
      now: NOW,
    });
    const [head, body, end = ''] = token.split('.');
    const signature = Buffer.from(end, 'base64url');
    const s = BigInt(`0x${Buffer.from(signature.subarray(32).toReversed()).toString('hex')}`);
    const twin = Buffer.from((s + ED25519_ORDER).toString(16).padStart(64, '0'), 'hex').toReversed();
    const altered = Buffer.concat([signature.subarray(0, 32), twin]).toString('base64url');
    expect(await verifyAccessToken(token, known, () => NOW)).toMatchObject({ subject: 'alice' });
    await expect(verifyAccessToken(`${head}.${body}.${altered}`, known, () => NOW)).rejects.toMatchObject(
      INVALID,
    );
  });
});

describe('a signing key', () => {
  it.each(signingAlgorithms)(
    'for %s is published without its private part, for signatures only',
    async (algorithm) => {
      const { publicJwk, kid } = await createSigningKey(algorithm);
      expect(publicJwk).toMatchObject({ kid, alg: algorithm, use: 'sig' });
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'])
        expect(publicJwk).not.toHaveProperty(secret);
    },
  );
});
