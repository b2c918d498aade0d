import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, listening, PROVIDER } from '../../support/oauth.ts';
import { authorizePath, CONSENTS, openProviderBrowser, SIGN_IN } from '../../support/provider-browser.ts';
import { openStoredOAuth, type StoredOAuth } from '../../support/stored-oauth.ts';

const PAGES_URL = 'https://sign-in.test';

describe('the pages of OAuth providers on an origin of their own', () => {
  let world: StoredOAuth;
  let pages: Awaited<ReturnType<typeof listening>>;
  beforeAll(async () => {
    world = await openStoredOAuth({ pagesUrl: PAGES_URL });
    pages = await listening((request, response) => {
      if (!world.handlePage(request, response)) response.writeHead(404).end();
    });
  });
  afterAll(() => Promise.all([pages.close(), world.close()]));

  it.each([authorizePath(), CONSENTS, `${CATALOG}/${PROVIDER}/oauth2/assets/style.css`])(
    'are left by a redirect on the gateway: %s',
    async (path) => {
      const { status, headers, html } = await openProviderBrowser(world.url).get(path);
      expect([status, headers.get('location'), html]).toEqual([302, `${PAGES_URL}${path}`, '']);
      expect(headers.getSetCookie()).toEqual([]);
    },
  );

  it('are sent no form there', async () => {
    const body = new URLSearchParams({ ...SIGN_IN, action: 'sign-in' });
    const { status, json, headers } = await world.send(authorizePath(), { method: 'POST', body });
    expect([status, json['error'], headers.get('allow')]).toEqual([405, 'invalid_request', 'GET, HEAD']);
    expect(world.registry.asked).toEqual([]);
  });

  it('sign people in, and lead them back with a code', async () => {
    const browser = openProviderBrowser(pages.url);
    expect((await browser.get(authorizePath())).headers.get('cross-origin-opener-policy')).toBeNull();
    await browser.submit('sign-in', SIGN_IN);
    await browser.get(authorizePath());
    const { location } = await browser.submit('allow');
    expect([location?.host, location?.searchParams.has('code')]).toEqual(['client.test', true]);
  });

  it('are named by the metadata, which stay on the gateway as all other endpoints do', async () => {
    const path = `/.well-known/oauth-authorization-server${CATALOG}/${PROVIDER}`;
    const { json } = await world.send(path);
    expect(json).toMatchObject({
      issuer: `http://gateway.test${CATALOG}/${PROVIDER}`,
      authorization_endpoint: `${PAGES_URL}${CATALOG}/${PROVIDER}/oauth2/authorize`,
      token_endpoint: `http://gateway.test${CATALOG}/${PROVIDER}/oauth2/token`,
    });
    for (const other of [path, `${CATALOG}/${PROVIDER}/oauth2/token`, `${CATALOG}/${PROVIDER}/oauth2/jwks`])
      expect((await fetch(`${pages.url}${other}`)).status).toBe(404);
  });
});
