import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { CATALOG, CLIENT, GATEWAY_URL, PROVIDER } from '../../support/oauth.ts';
import { openStoredOAuth, type StoredOAuth } from '../../support/stored-oauth.ts';

const ISSUER = `${GATEWAY_URL}${CATALOG}/${PROVIDER}`;
const AUDIENCE = `${GATEWAY_URL}${CATALOG}`;
const SECRET = `${CLIENT}-secret`;
const client: oauth.Client = { client_id: CLIENT };
const person = { username: 'alice', password: 'alice-password', scope: 'customer' };

let world: StoredOAuth;
let server: oauth.AuthorizationServer;
beforeAll(async () => {
  world = await openStoredOAuth();
  // The library has the system's clock.
  world.state.now = new Date();
  server = await oauth.processDiscoveryResponse(
    new URL(ISSUER),
    await oauth.discoveryRequest(new URL(ISSUER), { ...http(), algorithm: 'oauth2' }),
  );
});
afterAll(() => world.close());

/** The provider's address leads to where it listens. */
const http = () => ({
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: (url: string, init: object) => fetch(url.replace(GATEWAY_URL, world.url), init),
});
const password = async (authentication: oauth.ClientAuth, parameters: Record<string, string> = person) =>
  oauth.processGenericTokenEndpointResponse(
    server,
    client,
    await oauth.genericTokenEndpointRequest(server, client, authentication, 'password', parameters, http()),
  );
const introspected = async (token: string) =>
  oauth.processIntrospectionResponse(
    server,
    client,
    await oauth.introspectionRequest(server, client, oauth.ClientSecretBasic(SECRET), token, http()),
  );
const revoked = async (token: string) =>
  oauth.processRevocationResponse(
    await oauth.revocationRequest(server, client, oauth.ClientSecretPost(SECRET), token, http()),
  );

describe('oauth4webapi, a client of its own making,', () => {
  it('discovers the endpoints (RFC 8414)', () => {
    expect(server).toMatchObject({
      issuer: ISSUER,
      token_endpoint: `${ISSUER}/oauth2/token`,
      authorization_endpoint: `${ISSUER}/oauth2/authorize`,
      authorization_response_iss_parameter_supported: true,
    });
  });

  it('gets a token with a password, by HTTP Basic and by the form (RFC 6749 §4.3)', async () => {
    for (const authentication of [oauth.ClientSecretBasic(SECRET), oauth.ClientSecretPost(SECRET)])
      expect(await password(authentication)).toMatchObject({
        token_type: 'bearer',
        expires_in: 3600,
        scope: 'customer',
      });
  });

  it('validates the token as a resource server does (RFC 9068 §4)', async () => {
    const { access_token } = await password(oauth.ClientSecretBasic(SECRET));
    const headers = { authorization: `Bearer ${access_token}` };
    const request = new Request('https://api.test/customers', { headers });
    const claims = await oauth.validateJwtAccessToken(server, request, AUDIENCE, http());
    expect(claims).toMatchObject({ iss: ISSUER, sub: 'alice', client_id: CLIENT, scope: 'customer' });
    const altered = new Request('https://api.test/customers', {
      headers: { authorization: `Bearer ${access_token.slice(0, -4)}AAAA` },
    });
    await expect(oauth.validateJwtAccessToken(server, altered, AUDIENCE, http())).rejects.toThrow();
  });

  it('reads the refusal of a wrong password, and of a wrong secret (RFC 6749 §5.2)', async () => {
    const wrong = password(oauth.ClientSecretBasic(SECRET), { ...person, password: 'wrong' });
    await expect(wrong).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
    await expect(password(oauth.ClientSecretPost('wrong'))).rejects.toMatchObject({
      status: 401,
      cause: [{ scheme: 'basic', parameters: { realm: PROVIDER, charset: 'UTF-8' } }],
    });
  });

  it('gets a token for itself (RFC 6749 §4.4)', async () => {
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      oauth.ClientSecretBasic(SECRET),
      { scope: 'profile' },
      http(),
    );
    const granted = await oauth.processClientCredentialsResponse(server, client, response);
    expect(granted).toMatchObject({ token_type: 'bearer', scope: 'profile' });
    expect(granted).not.toHaveProperty('refresh_token');
  });

  it('introspects a token until it is revoked (RFC 7662, RFC 7009)', async () => {
    const { access_token } = await password(oauth.ClientSecretBasic(SECRET));
    expect(await introspected(access_token)).toMatchObject({
      active: true,
      sub: 'alice',
      client_id: CLIENT,
      iss: ISSUER,
    });
    expect(await revoked(access_token)).toBeUndefined();
    await eventually(async () => expect(await introspected(access_token)).toEqual({ active: false }));
    expect(await revoked('unknown')).toBeUndefined();
  });
});
