import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearer,
  CATALOG,
  CLIENT,
  type OAuthWorld,
  oauthWorld,
  PROVIDER,
  START,
} from '../../support/oauth.ts';

const ISSUER = `http://gateway.test${CATALOG}/${PROVIDER}`;

let world: OAuthWorld;
beforeAll(async () => {
  world = await oauthWorld();
});
afterAll(() => world.close());

const published = async () =>
  (await world.send(`${CATALOG}/${PROVIDER}/oauth2/jwks`)).json as unknown as JSONWebKeySet;

describe('RFC 9068, JWT access tokens', () => {
  it('§2.1 have the type at+jwt and an asymmetric algorithm', async () => {
    const [head = ''] = (await bearer(world)).split('.');
    expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({
      alg: 'ES256',
      typ: 'at+jwt',
      kid: (await published()).keys[0]?.kid,
      client_id: CLIENT,
    });
  });

  it('§2.2 hold iss, exp, aud, sub, client_id, iat and jti, and §2.2.3 the scope', async () => {
    const [, middle = ''] = (await bearer(world, { scope: 'customer' })).split('.');
    const seconds = START.getTime() / 1000;
    expect(JSON.parse(Buffer.from(middle, 'base64url').toString())).toEqual({
      iss: ISSUER,
      sub: 'alice',
      aud: `http://gateway.test${CATALOG}`,
      client_id: CLIENT,
      iat: seconds,
      exp: seconds + 3600,
      jti: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'customer',
    });
  });

  it('§4 are verified by any client library with the published keys', async () => {
    const { payload } = await jwtVerify(await bearer(world), createLocalJWKSet(await published()), {
      typ: 'at+jwt',
      issuer: ISSUER,
      audience: `http://gateway.test${CATALOG}`,
      currentDate: START,
      requiredClaims: ['exp', 'sub', 'client_id', 'iat', 'jti'],
    });
    expect(payload.sub).toBe('alice');
  });

  it('§2.2 live as long as the provider says', async () => {
    world.provider({ accessTokenSeconds: 60 });
    const [, middle = ''] = (await bearer(world)).split('.');
    const { iat, exp } = JSON.parse(Buffer.from(middle, 'base64url').toString());
    expect(exp - iat).toBe(60);
    world.provider({ accessTokenSeconds: 3600 });
  });
});
