import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { CATALOG, CLIENT, GATEWAY_URL, PROVIDER } from '../../support/oauth.ts';
import { openStoredOAuth, type StoredOAuth } from '../../support/stored-oauth.ts';

const ISSUER = `${GATEWAY_URL}${CATALOG}/${PROVIDER}`;
const person = { username: 'alice', password: 'alice-password', scope: 'customer' };

let world: StoredOAuth;
let config: openid.Configuration;
beforeAll(async () => {
  world = await openStoredOAuth();
  config = await configured(`${CLIENT}-secret`);
});
afterAll(() => world.close());

const configured = (secret: string) =>
  openid.discovery(new URL(ISSUER), CLIENT, secret, undefined, {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
    [openid.customFetch]: (url, init) =>
      fetch(url.replace(GATEWAY_URL, world.url), init as unknown as RequestInit),
  });

describe('openid-client', () => {
  it('discovers the provider, and what it supports (RFC 8414)', () => {
    const server = config.serverMetadata();
    expect(server.issuer).toBe(ISSUER);
    expect(server.grant_types_supported).toEqual(
      expect.arrayContaining(['password', 'client_credentials', 'authorization_code', 'refresh_token']),
    );
    expect(server.supportsPKCE('S256')).toBe(true);
  });

  it('gets a token with a password', async () => {
    const granted = await openid.genericGrantRequest(config, 'password', person);
    expect(granted).toMatchObject({ token_type: 'bearer', scope: 'customer' });
    expect(granted.expiresIn()).toBeGreaterThan(3590);
  });

  it('is told of a wrong password and a wrong secret', async () => {
    const wrong = { ...person, password: 'wrong' };
    await expect(openid.genericGrantRequest(config, 'password', wrong)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    const stranger = await configured('wrong');
    await expect(openid.clientCredentialsGrant(stranger)).rejects.toMatchObject({
      status: 401,
      cause: [{ scheme: 'basic', parameters: { realm: PROVIDER, charset: 'UTF-8' } }],
    });
  });

  it('gets a token for itself', async () => {
    const granted = await openid.clientCredentialsGrant(config, { scope: 'profile' });
    expect(granted).toMatchObject({ token_type: 'bearer', scope: 'profile' });
  });

  it('introspects a token until it is revoked', async () => {
    const { access_token } = await openid.genericGrantRequest(config, 'password', person);
    const active = async () => (await openid.tokenIntrospection(config, access_token)).active;
    expect(await active()).toBe(true);
    await openid.tokenRevocation(config, access_token);
    await eventually(async () => expect(await active()).toBe(false));
  });
});
