// Sound tokens of an external issuer, through the gateway: each is admitted.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  byEcdsa,
  byEd,
  byPss,
  byRsa,
  ec384,
  jwkOf,
  jws,
  mirrored,
  otherEc,
  rsa,
} from '../../support/forged-jws.ts';
import {
  ADMITTED,
  claims,
  ES,
  es,
  type JudgedIssuer,
  KEYS,
  openVerdicts,
  START,
  type TokenVerdicts,
} from '../../support/token-verdicts.ts';

let verdicts: TokenVerdicts;
beforeAll(async () => {
  verdicts = await openVerdicts();
});
afterAll(() => verdicts.close());
beforeEach(() => verdicts.at(START));

describe('a sound token is admitted', () => {
  it.each<[string, string, JudgedIssuer?]>([
    ['ES256', es(ES)],
    ['RS256', jws({ alg: 'RS256', kid: 'rsa' }, claims(), byRsa(rsa))],
    ['PS256', jws({ alg: 'PS256', kid: 'rsa' }, claims(), byPss())],
    ['EdDSA', jws({ alg: 'EdDSA', kid: 'ed' }, claims(), byEd)],
    [
      'ES384, where the settings take it',
      jws({ alg: 'ES384' }, claims(), byEcdsa(ec384, 'sha384')),
      { keys: [jwkOf(ec384.publicKey)], draft: { algorithms: ['ES384'] } },
    ],
    ['without kid', es({ alg: 'ES256' })],
    ['typ at+jwt in any case', es({ ...ES, typ: 'AT+JWT' })],
    ['typ application/at+jwt', es({ ...ES, typ: 'application/at+jwt' })],
    ['members of the header that nobody knows', es({ ...ES, more: { a: 1 } })],
    [
      'addresses of keys, which are not looked at',
      es({ ...ES, jku: 'http://evil.test', x5u: 'http://evil.test' }),
    ],
    ['a key in its header, which is not looked at', es({ ...ES, jwk: jwkOf(otherEc.publicKey) })],
    ['b64 that is not critical, which means nothing (RFC 7797 §6)', es({ ...ES, b64: false })],
    [
      'a doubled member of the header, of which the last counts',
      es('{"alg":"none","alg":"ES256","kid":"ec"}'),
    ],
    ['several audiences', es(ES, claims({ aud: ['https://other.test', 'https://api.acme.test'] }))],
    ['the other signature of the same numbers', es(ES, claims(), mirrored)],
    ['a kid that two keys have', es(ES), { keys: [jwkOf(otherEc.publicKey, { kid: 'ec' }), ...KEYS] }],
    [
      'keys beside it that nobody can use',
      es(ES),
      { keys: [{ kty: 'other' }, { kty: 'oct', k: 'AA' }, ...KEYS] },
    ],
  ])('%s', async (_what, token, issuer) => {
    expect(await verdicts.verdict(token, issuer)).toBe(ADMITTED);
  });

  it.each([
    [
      'A.2, RS256',
      'eyJhbGciOiJSUzI1NiJ9',
      'cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw',
      ADMITTED,
    ],
    [
      'A.3, ES256',
      'eyJhbGciOiJFUzI1NiJ9',
      'DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q',
      ADMITTED,
    ],
    [
      'A.1, HS256, by the policy',
      'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9',
      'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      '401 The access token is signed by an algorithm that is not taken.',
    ],
    [
      'A.5, none',
      'eyJhbGciOiJub25lIn0',
      '',
      '401 The access token is signed by an algorithm that is not taken.',
    ],
  ])('RFC 7515 %s', async (...[, header, signature, expected]) => {
    verdicts.at(new Date(1_300_819_000_000));
    const payload =
      'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ';
    const n =
      'ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ';
    const keys = [
      { kty: 'RSA', n, e: 'AQAB' },
      {
        kty: 'EC',
        crv: 'P-256',
        x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
        y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
      },
    ];
    const draft = { url: 'joe', audiences: [], clientClaim: 'iss' };
    expect(
      await verdicts.verdict(`${header}.${payload}.${signature}`, { keys, draft, clientId: 'joe' }),
    ).toBe(expected);
  });
});
