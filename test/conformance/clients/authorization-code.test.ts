import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, CLIENT, GATEWAY_URL, PROVIDER, PUBLIC_CLIENT } from '../../support/oauth.ts';
import { allow, openProviderBrowser, type ProviderBrowser } from '../../support/provider-browser.ts';
import { LOOPBACK_URI, openStoredOAuth, REDIRECT_URI, type StoredOAuth } from '../../support/stored-oauth.ts';

const ISSUER = new URL(`${GATEWAY_URL}${CATALOG}/${PROVIDER}`);

let world: StoredOAuth;
let browser: ProviderBrowser;
beforeAll(async () => {
  world = await openStoredOAuth();
  await world.settings({ clientTypes: ['CONFIDENTIAL', 'PUBLIC'] });
  browser = openProviderBrowser(world.url);
});
afterAll(() => world.close());

/** The addresses of the metadata lead to where the endpoints listen in this test. */
const here = (url: string, init: object) => fetch(url.replace(GATEWAY_URL, world.url), init as RequestInit);
const pathOf = (url: URL) => url.pathname + url.search;

describe('openid-client', () => {
  const discover = (authentication: openid.ClientAuth, clientId = CLIENT) =>
    openid.discovery(ISSUER, clientId, undefined, authentication, {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
      [openid.customFetch]: here,
    });

  it.each([
    ['a secret by HTTP Basic', () => openid.ClientSecretBasic(`${CLIENT}-secret`), CLIENT],
    ['a secret in the form', () => openid.ClientSecretPost(`${CLIENT}-secret`), CLIENT],
    ['no secret, as a public client,', () => openid.None(), PUBLIC_CLIENT],
  ] as const)(
    'with %s finds out, asks, redeems the code by PKCE, refreshes and revokes',
    async (_what, authentication, clientId) => {
      const config = await discover(authentication(), clientId);
      const metadata = config.serverMetadata();
      expect(metadata.supportsPKCE()).toBe(true);
      const pkceCodeVerifier = openid.randomPKCECodeVerifier();
      const expectedState = openid.randomState();
      const address = openid.buildAuthorizationUrl(config, {
        redirect_uri: LOOPBACK_URI,
        scope: 'customer',
        state: expectedState,
        code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      });
      const back = await allow(browser, pathOf(address));
      const tokens = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState });
      expect([tokens.scope, tokens.expires_in]).toEqual(['customer', 3600]);
      const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
      expect(refreshed.access_token).not.toBe(tokens.access_token);
      await openid.tokenRevocation(config, refreshed.refresh_token ?? '');
      await expect(openid.refreshTokenGrant(config, refreshed.refresh_token ?? '')).rejects.toMatchObject({
        error: 'invalid_grant',
      });
    },
  );

  it('gets a token in its own name, and learns what it stands for', async () => {
    const config = await discover(openid.ClientSecretBasic(`${CLIENT}-secret`));
    const tokens = await openid.clientCredentialsGrant(config, { scope: 'profile' });
    expect(await openid.tokenIntrospection(config, tokens.access_token)).toMatchObject({
      active: true,
      scope: 'profile',
      client_id: CLIENT,
    });
  });
});

describe('oauth4webapi', () => {
  const insecure = { [oauth.allowInsecureRequests]: true, [oauth.customFetch]: here };

  it('checks the issuer of the answer, and redeems the code', async () => {
    const discovered = await oauth.discoveryRequest(ISSUER, { ...insecure, algorithm: 'oauth2' });
    const server = await oauth.processDiscoveryResponse(ISSUER, discovered);
    const client = { client_id: CLIENT };
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const address = new URL(server.authorization_endpoint ?? '');
    const query = {
      client_id: CLIENT,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      scope: 'customer profile',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const back = oauth.validateAuthResponse(server, client, await allow(browser, pathOf(address)), state);
    const redeemed = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.ClientSecretPost(`${CLIENT}-secret`),
      back,
      REDIRECT_URI,
      verifier,
      insecure,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, redeemed);
    expect([tokens.scope, tokens.token_type]).toEqual(['customer profile', 'bearer']);
  });

  it('hears of a refusal', async () => {
    const discovered = await oauth.discoveryRequest(ISSUER, { ...insecure, algorithm: 'oauth2' });
    const server = await oauth.processDiscoveryResponse(ISSUER, discovered);
    const address = new URL(server.authorization_endpoint ?? '');
    address.search = `${new URLSearchParams({ client_id: CLIENT, redirect_uri: REDIRECT_URI, response_type: 'token' })}`;
    const { location } = await browser.get(pathOf(address));
    expect(() =>
      oauth.validateAuthResponse(server, { client_id: CLIENT }, location ?? address, oauth.expectNoState),
    ).toThrow(expect.objectContaining({ error: 'unsupported_response_type' }));
  });
});
