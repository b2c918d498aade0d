import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, PROVIDER } from '../../support/oauth.ts';
import { allow, authorizePath, openProviderBrowser } from '../../support/provider-browser.ts';
import { openStoredOAuth, type StoredOAuth } from '../../support/stored-oauth.ts';

let world: StoredOAuth;
let issuer: unknown;
beforeAll(async () => {
  world = await openStoredOAuth();
  const { json } = await world.send(`/.well-known/oauth-authorization-server${CATALOG}/${PROVIDER}`);
  expect(json['authorization_response_iss_parameter_supported']).toBe(true);
  issuer = json['issuer'];
});
afterAll(() => world.close());

describe('RFC 9207, the issuer in authorization responses', () => {
  it('§2 comes with a code, and is that of the metadata', async () => {
    const location = await allow(openProviderBrowser(world.url));
    expect(location.searchParams.get('code')).toMatch(/^ac_/);
    expect(location.searchParams.getAll('iss')).toEqual([issuer]);
  });

  it.each([{ response_type: 'token' }, { scope: 'admin' }, { prompt: 'none' }])(
    '§2 comes with an error, for %j',
    async (change) => {
      const { location } = await openProviderBrowser(world.url).get(authorizePath(change));
      expect(location?.searchParams.has('error')).toBe(true);
      expect(location?.searchParams.getAll('iss')).toEqual([issuer]);
    },
  );

  it('§2 is that of the settings, whatever host was asked for', async () => {
    const browser = openProviderBrowser(world.url);
    const headers = { 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' };
    const { location } = await browser.get(authorizePath({ prompt: 'none' }), headers);
    expect(location?.searchParams.get('iss')).toBe(issuer);
  });
});
