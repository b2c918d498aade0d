import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { pythonWithAuthlib, startAuthlib } from '../../support/authlib.ts';
import { CATALOG, CLIENT, GATEWAY_URL, PROVIDER, PUBLIC_CLIENT } from '../../support/oauth.ts';
import { allow, openProviderBrowser } from '../../support/provider-browser.ts';
import { LOOPBACK_URI, openStoredOAuth, type StoredOAuth } from '../../support/stored-oauth.ts';

const METADATA = `${GATEWAY_URL}/.well-known/oauth-authorization-server${CATALOG}/${PROVIDER}`;

describe.skipIf(pythonWithAuthlib === undefined)('Authlib', () => {
  let world: StoredOAuth;
  beforeAll(async () => {
    world = await openStoredOAuth();
    await world.settings({ clientTypes: ['CONFIDENTIAL', 'PUBLIC'] });
  });
  afterAll(() => world.close());

  const start = (client: Readonly<Record<string, unknown>>) => {
    const authlib = startAuthlib({ origin: GATEWAY_URL, metadata: METADATA }, world.url, client);
    onTestFinished(() => authlib.close());
    return authlib;
  };
  const confidential = { client_id: CLIENT, client_secret: `${CLIENT}-secret` };

  it.each([
    ['a secret by HTTP Basic', { ...confidential, token_endpoint_auth_method: 'client_secret_basic' }],
    ['a secret in the form', { ...confidential, token_endpoint_auth_method: 'client_secret_post' }],
    ['no secret, as a public client,', { client_id: PUBLIC_CLIENT, token_endpoint_auth_method: 'none' }],
  ])('with %s asks, redeems the code by PKCE, refreshes and revokes', async (_what, client) => {
    const authlib = start({
      ...client,
      scope: 'customer',
      redirect_uri: LOOPBACK_URI,
      code_challenge_method: 'S256',
      revocation_endpoint_auth_method: client.token_endpoint_auth_method,
    });
    const { address, state } = await authlib.run('authorize');
    const { pathname, search } = new URL(String(address));
    const response = await allow(openProviderBrowser(world.url), pathname + search);
    const tokens = await authlib.run('redeem', { state, response: response.href });
    expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'customer', expires_in: 3600 });
    const refreshed = await authlib.run('refresh');
    expect(refreshed).toMatchObject({ token_type: 'Bearer', scope: 'customer' });
    expect(refreshed['access_token']).not.toBe(tokens['access_token']);
    expect(await authlib.run('revoke')).toEqual({ status: 200 });
    expect(await authlib.run('refresh')).toMatchObject({ error: 'invalid_grant' });
  });

  it('gets a token in its own name, and learns what it stands for', async () => {
    const authlib = start(confidential);
    expect(await authlib.run('credentials', { scope: 'profile' })).toMatchObject({ scope: 'profile' });
    expect(await authlib.run('introspect')).toMatchObject({
      active: true,
      scope: 'profile',
      client_id: CLIENT,
    });
  });

  it('hears why a token is refused', async () => {
    const authlib = start({ client_id: CLIENT, client_secret: 'wrong' });
    expect(await authlib.run('credentials', { scope: 'profile' })).toMatchObject({ error: 'invalid_client' });
  });
});
