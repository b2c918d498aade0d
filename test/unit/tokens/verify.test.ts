import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SigningKey } from '../../../src/infrastructure/tokens/keys.ts';
import { signAccessToken } from '../../../src/infrastructure/tokens/sign.ts';
import {
  type AccessToken,
  isIssuedBy,
  type TokenKeyring,
  verifyAccessToken,
} from '../../../src/infrastructure/tokens/verify.ts';
import { runs } from '../../support/runs.ts';
import { forge, signingKey } from '../../support/tokens.ts';

const CLIENT = 'a-client-key';
const OTHER_CLIENT = 'b-client-key';
const ISSUER = 'http://gateway.test/acme/sandbox/customer-oauth';
const AUDIENCE = 'http://gateway.test/acme/sandbox';
const NOW = new Date('2026-01-01T00:00:00.400Z');
const NOW_SECONDS = Math.floor(NOW.getTime() / 1000);
const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n\tä\u0000'];
const RUNS = { numRuns: runs(400) };

const MISSING = { status: 401, code: 'CLIENT_ID_MISSING', message: 'Client id missing' };
const INVALID = { status: 401, code: 'TOKEN_INVALID', message: 'The access token is not valid.' };
const REFUSED = { status: 401, code: expect.stringMatching(/^(CLIENT_ID_MISSING|TOKEN_INVALID)$/) };

let key: SigningKey;
let otherKey: SigningKey;
let strangersKey: SigningKey;
let known: TokenKeyring;
let token: string;

beforeAll(async () => {
  [key, otherKey, strangersKey] = await Promise.all([signingKey(), signingKey(), signingKey()]);
  known = {
    client: (clientKey) => [CLIENT, OTHER_CLIENT].includes(clientKey),
    key: (kid) => [key, otherKey].find((each) => each.kid === kid),
  };
  token = (await signAccessToken(request())).token;
});

const request = () => ({
  key,
  clientKey: CLIENT,
  subject: 'alice',
  scopes: ['customer', 'profile'],
  issuer: ISSUER,
  audience: AUDIENCE,
  lifetimeSeconds: 60,
  now: NOW,
});
const claims = () => ({
  iss: ISSUER,
  sub: 'alice',
  aud: AUDIENCE,
  client_id: CLIENT,
  iat: NOW_SECONDS,
  exp: NOW_SECONDS + 60,
  jti: 'x',
  scope: 'customer',
});
const verify = (text: string, now = NOW) => verifyAccessToken(text, known, () => now);
const secondsOn = (seconds: number) => new Date((NOW_SECONDS + seconds) * 1000);
const parts = () => token.split('.') as [string, string, string];

describe('an access token', () => {
  it('is read as it was signed', async () => {
    const signed = await signAccessToken(request());
    expect(await verify(signed.token)).toEqual({
      clientKey: CLIENT,
      subject: 'alice',
      scopes: new Set(['customer', 'profile']),
      issuer: ISSUER,
      audience: AUDIENCE,
      issuedAt: NOW_SECONDS * 1000,
      expiresAt: (NOW_SECONDS + 60) * 1000,
      familyId: undefined,
      jti: signed.jti,
      kid: key.kid,
      boundTo: undefined,
    } satisfies AccessToken);
    expect(signed.expiresAt).toBe((NOW_SECONDS + 60) * 1000);
  });

  it('without a scope has none', async () => {
    const { token: bare } = await signAccessToken({ ...request(), scopes: [] });
    expect((await verify(bare)).scopes).toEqual(new Set());
  });

  it('names a person in any script', async () => {
    const { token: signed } = await signAccessToken({ ...request(), subject: 'Zoë 🦔' });
    expect((await verify(signed)).subject).toBe('Zoë 🦔');
  });

  it('is unlike any other, by 256 random bits', async () => {
    const made = await Promise.all(Array.from({ length: 200 }, () => signAccessToken(request())));
    expect(new Set(made.map(({ jti }) => jti)).size).toBe(200);
    expect(made.every(({ jti }) => Buffer.from(jti, 'base64url').length === 32)).toBe(true);
  });

  it('that was just signed always verifies: the lower twin of its signature is taken', async () => {
    for (let count = 0; count < 50; count += 1) await verify((await signAccessToken(request())).token);
  });
});

describe('an altered token is refused', () => {
  const position = () => fc.nat(token.length - 1);

  it('with each single character changed, anywhere', async () => {
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === 'A' ? 'B' : 'A';
      await expect(verify(token.slice(0, index) + other + token.slice(index + 1))).rejects.toMatchObject(
        index <= token.indexOf('.') ? MISSING : INVALID,
      );
    }
  });

  it('with its last character changed to any other', async () => {
    for (const other of ALPHABET.filter((each) => each !== token.at(-1)))
      await expect(verify(token.slice(0, -1) + other)).rejects.toMatchObject(REFUSED);
  });

  it('by any change, insertion or deletion of a character', async () => {
    const edit = fc.tuple(position(), fc.constantFrom(...ALPHABET, ''), fc.constantFrom(0, 1));
    await fc.assert(
      fc.asyncProperty(edit, async ([index, text, removed]) => {
        const altered = token.slice(0, index) + text + token.slice(index + removed);
        fc.pre(altered !== token);
        await expect(verify(altered)).rejects.toMatchObject(REFUSED);
      }),
      RUNS,
    );
  });

  it('by any swap of two characters, and any cut', async () => {
    await fc.assert(
      fc.asyncProperty(position(), position(), async (a, b) => {
        const swapped = [...token];
        [swapped[a], swapped[b]] = [swapped[b] ?? '', swapped[a] ?? ''];
        fc.pre(swapped.join('') !== token);
        await expect(verify(swapped.join(''))).rejects.toMatchObject(REFUSED);
        await expect(verify(token.slice(a, Math.max(a, b)))).rejects.toMatchObject(REFUSED);
      }),
      RUNS,
    );
  });

  it('with anything put before or after it', async () => {
    for (const more of [' ', '\n', '=', '==', '.', 'A', '\u0000', token]) {
      await expect(verify(token + more)).rejects.toMatchObject(INVALID);
      await expect(verify(more + token)).rejects.toMatchObject(REFUSED);
    }
  });

  it('with the twin of its signature, that verifies as well', async () => {
    const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
    const signature = Buffer.from(parts()[2], 'base64url');
    const s = BigInt(`0x${signature.subarray(32).toString('hex')}`);
    const twin = Buffer.concat([
      signature.subarray(0, 32),
      Buffer.from((order - s).toString(16).padStart(64, '0'), 'hex'),
    ]);
    const altered = `${parts()[0]}.${parts()[1]}.${twin.toString('base64url')}`;
    await expect(verify(altered)).rejects.toMatchObject(INVALID);
  });

  it('with a signature of zeros, of another form, or none', async () => {
    const [head, body] = parts();
    for (const bytes of [0, 1, 63, 64, 65, 70])
      await expect(
        verify(`${head}.${body}.${Buffer.alloc(bytes).toString('base64url')}`),
      ).rejects.toMatchObject(INVALID);
  });

  it('with the middle or the end of another token', async () => {
    const [head, body, end] = parts();
    const [, otherBody, otherEnd] = (await signAccessToken(request())).token.split('.');
    await expect(verify(`${head}.${otherBody}.${end}`)).rejects.toMatchObject(INVALID);
    await expect(verify(`${head}.${body}.${otherEnd}`)).rejects.toMatchObject(INVALID);
  });

  it('when it is empty, in one part, too long, or any other text', async () => {
    const [head] = parts();
    for (const text of ['', 'x', 'a.b.c', head.slice(1), 'é'.repeat(9000), 'A'.repeat(20_000)])
      await expect(verify(text)).rejects.toMatchObject(MISSING);
    for (const text of [head, `${head}.`, `${head}..`, `${head}.x.${'A'.repeat(20_000)}`])
      await expect(verify(text)).rejects.toMatchObject(INVALID);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        await expect(verify(text)).rejects.toMatchObject(REFUSED);
      }),
      RUNS,
    );
  });
});

describe('the first part', () => {
  const part = (header: unknown) =>
    Buffer.from(typeof header === 'string' ? header : JSON.stringify(header)).toString('base64url');
  const first = () => ({ alg: 'ES256', typ: 'at+jwt', kid: key.kid, client_id: CLIENT });

  it('must name a known client', async () => {
    const { token: strange } = await signAccessToken({ ...request(), clientKey: 'stranger' });
    await expect(verify(strange)).rejects.toMatchObject(MISSING);
  });

  it('must name a known key', async () => {
    const { token: strange } = await signAccessToken({ ...request(), key: strangersKey });
    await expect(verify(strange)).rejects.toMatchObject(MISSING);
  });

  it.each([
    ['another algorithm', { alg: 'none' }],
    ['an algorithm of the same family', { alg: 'ES384' }],
    ['a symmetric algorithm', { alg: 'HS256' }],
    ['another type', { typ: 'JWT' }],
    ['a list for a key', { kid: ['x'] }],
    ['a path for a key', { kid: '../../dev/null' }],
    ['a number for a client', { client_id: 7 }],
    ['a key of its own', { jwk: { kty: 'EC' } }],
    ['an address of keys', { jku: 'http://127.0.0.1/keys' }],
    ['extensions that must be understood', { crit: ['b64'], b64: false }],
  ])('with %s is none', async (_what, change) => {
    const [, body, end] = parts();
    await expect(verify(`${part({ ...first(), ...change })}.${body}.${end}`)).rejects.toMatchObject(MISSING);
  });

  it('must be the very text that this platform writes', async () => {
    const { alg, typ, kid, client_id } = first();
    const written = [
      JSON.stringify({ typ, alg, kid, client_id }),
      `${JSON.stringify(first())} `,
      `\uFEFF${JSON.stringify(first())}`,
      JSON.stringify(first()).replace('{', '{"alg":"none",'),
      JSON.stringify(first()).replace('ES256', 'ES25\\u0036'),
      'null',
      '[]',
      '"x"',
    ];
    for (const text of written)
      await expect(verify(`${part(text)}.${parts()[1]}.${parts()[2]}`)).rejects.toMatchObject(MISSING);
  });

  it('of another client or key that is known does not fit the signature', async () => {
    const [, body, end] = parts();
    for (const change of [{ client_id: OTHER_CLIENT }, { kid: otherKey.kid }])
      await expect(verify(`${part({ ...first(), ...change })}.${body}.${end}`)).rejects.toMatchObject(
        INVALID,
      );
  });
});

describe('the claims', () => {
  const forged = (payload: unknown) => forge({ key, clientKey: CLIENT, payload });

  it('that this platform writes are accepted', async () => {
    expect(await verify(await forged(claims()))).toMatchObject({ subject: 'alice' });
    expect(await verify(await forged({ ...claims(), nbf: NOW_SECONDS, more: 1 }))).toMatchObject({
      subject: 'alice',
    });
  });

  it.each(['iss', 'sub', 'aud', 'client_id', 'exp', 'iat', 'jti'])('must hold %s', async (name) => {
    await expect(verify(await forged({ ...claims(), [name]: undefined }))).rejects.toMatchObject(INVALID);
    for (const value of [null, '', true, {}, [], ['x']])
      await expect(verify(await forged({ ...claims(), [name]: value }))).rejects.toMatchObject(INVALID);
  });

  it.each([
    ['an end in words', { exp: '9999999999' }],
    ['an end with a fraction', { exp: NOW_SECONDS + 1.5 }],
    ['an end before 1970', { exp: -1 }],
    ['an end after all calendars', { exp: Number.MAX_SAFE_INTEGER }],
    ['an issue before 1970', { iat: -1 }],
    ['a beginning in words', { nbf: 'now' }],
    ['a scope that is a list', { scope: ['customer'] }],
    ['the client of another token', { client_id: OTHER_CLIENT }],
  ])('with %s are refused', async (_what, change) => {
    await expect(verify(await forged({ ...claims(), ...change }))).rejects.toMatchObject(INVALID);
  });

  it('that are no object, or not written as this platform writes, are refused', async () => {
    const text = JSON.stringify(claims());
    const written = [
      'null',
      '[]',
      '7',
      '',
      '{',
      `${text} `,
      text.replace('{', '{"sub":"bob",'),
      text.replace(`"exp":${NOW_SECONDS + 60}`, '"exp":1e400'),
      `${'['.repeat(1000)}${']'.repeat(1000)}`,
    ];
    for (const each of written) await expect(verify(await forged(each))).rejects.toMatchObject(INVALID);
  });

  it('end with exp, to the second', async () => {
    expect(await verify(token, secondsOn(59.999))).toMatchObject({ subject: 'alice' });
    await expect(verify(token, secondsOn(60))).rejects.toMatchObject(INVALID);
  });

  it('begin with iat and nbf, but for 30 seconds by which clocks may differ', async () => {
    expect(await verify(token, secondsOn(-30))).toMatchObject({ subject: 'alice' });
    await expect(verify(token, secondsOn(-31))).rejects.toMatchObject(INVALID);
    const later = await forged({ ...claims(), nbf: NOW_SECONDS + 40 });
    await expect(verify(later)).rejects.toMatchObject(INVALID);
    expect(await verify(later, secondsOn(10))).toMatchObject({ subject: 'alice' });
  });
});

describe('a token is issued by a provider', () => {
  it('when issuer, catalog and key are the provider’s', async () => {
    const read = await verify(token);
    expect(isIssuedBy(read, { issuer: ISSUER, keys: [otherKey, key] })).toBe(true);
    expect(isIssuedBy(read, { issuer: ISSUER, keys: [otherKey] })).toBe(false);
    expect(isIssuedBy(read, { issuer: `${AUDIENCE}/other-oauth`, keys: [key] })).toBe(false);
    expect(
      isIssuedBy({ ...read, audience: 'http://gateway.test/acme/preview' }, { issuer: ISSUER, keys: [key] }),
    ).toBe(false);
  });
});
