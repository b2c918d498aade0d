// Forged and altered tokens of an external issuer, through the gateway: each is refused by a rule.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  always,
  byEcdsa,
  byHmac,
  byPss,
  byRsa,
  ec,
  ec384,
  jwkOf,
  jws,
  order,
  otherEc,
  pair,
  rsa,
  secp256k1,
  shortRsa,
} from '../../support/forged-jws.ts';
import {
  claims,
  ES,
  es,
  type JudgedIssuer,
  KEYS,
  openVerdicts,
  START,
  type TokenVerdicts,
} from '../../support/token-verdicts.ts';

const SECONDS = START.getTime() / 1_000;

let verdicts: TokenVerdicts;
beforeAll(async () => {
  verdicts = await openVerdicts();
});
afterAll(() => verdicts.close());

const forged = (signature: Buffer) => es(ES, claims(), always(signature));
const partsOf = (token: string) => token.split('.');

const NOT_TAKEN = 'is signed by an algorithm that is not taken';
const UNKNOWN = 'is signed with a key that its issuer does not publish';
const SIGNATURE = 'The signature of the access token is not that of its issuer';
const UNREAD = 'cannot be read as a JWT';
const HEADER = 'The header of the access token cannot be read';
const SPELLING = 'is not spelt as a JWT';
const STRANGER = 'is of an issuer that this API does not take';
const good = es(ES);
const [head = '', body = '', tail = ''] = partsOf(good);
const signature = Buffer.from(tail, 'base64url');
const pem = ec.publicKey.export({ type: 'spki', format: 'pem' });

describe('a forged or altered token is refused', () => {
  it.each<[string, string, string, JudgedIssuer?]>([
    // §2.1, §3.1: the algorithm is that of the settings and of the key.
    ...['none', 'None', 'NONE', 'nOnE', 'es256', 'HS256', 'ES256K', ''].map(
      (alg): [string, string, string] => [
        `alg ${JSON.stringify(alg)}`,
        es({ ...ES, alg }, claims(), always(Buffer.alloc(0))),
        NOT_TAKEN,
      ],
    ),
    ['HMAC with the public key as PEM', es({ alg: 'HS256', kid: 'ec' }, claims(), byHmac(pem)), NOT_TAKEN],
    [
      'HMAC with the public key as JWK',
      es({ alg: 'HS256' }, claims(), byHmac(JSON.stringify(KEYS[0]))),
      NOT_TAKEN,
    ],
    [
      'HMAC with a shared secret of the set',
      es({ alg: 'HS256', kid: 'k' }, claims(), byHmac('secret')),
      NOT_TAKEN,
      {
        keys: [...KEYS, { kty: 'oct', kid: 'k', k: Buffer.from('secret').toString('base64url') }],
      },
    ],
    ['HMAC by the name of a taken algorithm', es(ES, claims(), byHmac(pem)), SIGNATURE],
    ['the algorithm of another key', es({ alg: 'RS256', kid: 'ec' }), UNKNOWN],
    [
      'PS256 by a key for RS256 alone',
      jws({ alg: 'PS256', kid: 'r' }, claims(), byPss()),
      UNKNOWN,
      {
        keys: [jwkOf(rsa.publicKey, { kid: 'r', alg: 'RS256' })],
      },
    ],
    ['PS256 with RSASSA-PKCS1-v1_5', jws({ alg: 'PS256', kid: 'rsa' }, claims(), byRsa(rsa)), SIGNATURE],
    ['RS256 with SHA-1', jws({ alg: 'RS256', kid: 'rsa' }, claims(), byRsa(rsa, 'sha1')), SIGNATURE],
    [
      'ES256 by a key of P-384',
      es({ alg: 'ES256', kid: '384' }, claims(), byEcdsa(ec384)),
      UNKNOWN,
      {
        keys: [...KEYS, jwkOf(ec384.publicKey, { kid: '384' })],
      },
    ],
    [
      'ES256 by a key of secp256k1',
      es({ alg: 'ES256', kid: 'k1' }, claims(), byEcdsa(secp256k1)),
      UNKNOWN,
      {
        keys: [...KEYS, jwkOf(secp256k1.publicKey, { kid: 'k1' })],
      },
    ],
    ['ES256 with SHA-384', es(ES, claims(), byEcdsa(ec, 'sha384')), SIGNATURE],
    // §3.2, §3.5: keys that may not verify.
    [
      'an RSA key of 1024 bits',
      jws({ alg: 'RS256', kid: 's' }, claims(), byRsa(shortRsa)),
      UNKNOWN,
      {
        keys: [...KEYS, jwkOf(shortRsa.publicKey, { kid: 's' })],
      },
    ],
    [
      'a key for encryption',
      es({ alg: 'ES256', kid: 'e' }),
      UNKNOWN,
      {
        keys: [jwkOf(otherEc.publicKey, { kid: 'ec' }), jwkOf(ec.publicKey, { kid: 'e', use: 'enc' })],
      },
    ],
    [
      'a key whose operations do not verify',
      es({ alg: 'ES256', kid: 'e' }),
      UNKNOWN,
      {
        keys: [jwkOf(otherEc.publicKey), jwkOf(ec.publicKey, { kid: 'e', key_ops: ['encrypt'] })],
      },
    ],
    [
      'a point that is not on the curve',
      es(ES),
      UNKNOWN,
      {
        keys: [jwkOf(otherEc.publicKey, { kid: 'o' }), jwkOf(ec.publicKey, { kid: 'ec', y: 'AA' })],
      },
    ],
    ['a key that the set does not have', es({ alg: 'ES256', kid: 'other' }), UNKNOWN],
    [
      'the key in its own header',
      es({ ...ES, jwk: jwkOf(otherEc.publicKey) }, claims(), byEcdsa(otherEc)),
      SIGNATURE,
    ],
    ['another key by the same kid', es(ES, claims(), byEcdsa(otherEc)), SIGNATURE],
    // §3.3: every signature is verified.
    ['r and s of zero', forged(pair(0n, 0n)), SIGNATURE],
    ['r of zero', forged(pair(0n, 1n)), SIGNATURE],
    ['s of zero', forged(pair(1n, 0n)), SIGNATURE],
    ['r and s of one', forged(pair(1n, 1n)), SIGNATURE],
    ['r and s of the order', forged(pair(order, order)), SIGNATURE],
    ['the largest numbers', forged(Buffer.alloc(64, 0xff)), SIGNATURE],
    ['a signature in DER', es(ES, claims(), byEcdsa(ec, 'sha256', 'der')), SIGNATURE],
    ['no signature', `${head}.${body}.`, SIGNATURE],
    ['half a signature', forged(signature.subarray(0, 32)), SIGNATURE],
    ['a signature that lacks a byte', forged(signature.subarray(0, 63)), SIGNATURE],
    ['a signature with a byte more', forged(Buffer.concat([signature, Buffer.alloc(1)])), SIGNATURE],
    [
      'the signature of other claims',
      `${head}.${partsOf(es(ES, claims({ sub: 'bob' })))[1]}.${tail}`,
      SIGNATURE,
    ],
    ['the signature of another header', `${partsOf(es({ ...ES, more: 1 }))[0]}.${body}.${tail}`, SIGNATURE],
    // RFC 7515 §4.1.11, RFC 7797: extensions that nobody knows.
    ['an unknown extension', es({ ...ES, crit: ['more'], more: 1 }), UNREAD],
    ['an extension that it lacks', es({ ...ES, crit: ['more'] }), UNREAD],
    ['a registered name as extension', es({ ...ES, crit: ['kid'] }), UNREAD],
    ['no extensions at all in crit', es({ ...ES, crit: [] }), UNREAD],
    ['crit that is no list', es({ ...ES, crit: 'exp' }), UNREAD],
    ['an unencoded payload', es({ ...ES, crit: ['b64'], b64: false }), UNREAD],
    // §3.11: tokens for other ends.
    ...['JWE', 'logout+jwt', 'dpop+jwt', 'id_token+jwt', 'at+jwt '].map((typ): [string, string, string] => [
      `typ ${typ}`,
      es({ ...ES, typ }),
      'is no access token',
    ]),
    // One spelling.
    ['a header that is no JSON', es('{"alg":"ES256"'), HEADER],
    ['a header that is a list', es([ES]), HEADER],
    ['a header that is null', es('null'), HEADER],
    ['a kid that is a number', es({ ...ES, kid: 1 }), HEADER],
    ['alg that is a list', es({ ...ES, alg: ['ES256'] }), HEADER],
    ['padding', `${good}==`, SPELLING],
    [
      'the alphabet of base64',
      `${head}.${body}.${signature.toString('base64').replace('==', '')}/+`,
      SPELLING,
    ],
    ['two parts', `${head}.${body}`, UNREAD],
    ['four parts', `${good}.${tail}`, STRANGER],
    ['five parts, as a JWE has', `${head}.${body}.${tail}.${tail}.${tail}`, STRANGER],
    ['a payload that is a text', es(ES, '"alice"'), STRANGER],
    ['a payload that is no JSON', es(ES, '{'), STRANGER],
    ['a token of 9 KB', es(ES, claims({ more: 'x'.repeat(7_000) })), 'The access token is too long'],
    // §3.8, §3.9 and the times.
    ['another issuer', es(ES, claims({ iss: 'https://evil.test' })), STRANGER],
    ['the issuer with a slash more', es(ES, claims({ iss: 'https://login.acme.example/' })), STRANGER],
    ['a list of issuers', es(ES, claims({ iss: ['https://login.acme.example'] })), STRANGER],
    ['another audience', es(ES, claims({ aud: 'https://other.test' })), 'is for another audience'],
    ['no audience', es(ES, claims({ aud: [] })), 'is for another audience'],
    ['no end', es(ES, claims({ exp: undefined })), 'has no end'],
    ['an end that is a text', es(ES, claims({ exp: `${SECONDS + 60}` })), 'has no end'],
    ['an end that has passed', es(ES, claims({ exp: SECONDS - 31 })), 'has expired'],
    ['a beginning to come', es(ES, claims({ nbf: SECONDS + 31 })), 'is not valid yet'],
    ['a client that is a number', es(ES, claims({ client_id: 1 })), 'names no client'],
  ])('%s', async (...[, token, rule, issuer]) => {
    expect(await verdicts.verdict(token, issuer)).toMatch(/^401 /);
    expect(await verdicts.verdict(token, issuer)).toContain(rule);
    expect(verdicts.forwarded()).toBe(0);
  });

  it('and nothing is, while the set has a private key', async () => {
    expect(await verdicts.verdict(good, { keys: [jwkOf(ec.privateKey, { kid: 'ec' })] })).toMatch(/^503 /);
  });
});
