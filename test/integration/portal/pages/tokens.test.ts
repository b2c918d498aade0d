import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toStore } from '../../../../src/infrastructure/database/json-columns.ts';
import { allByRole, byRole, hiddenOf, hrefsOf } from '../../../support/page-elements.ts';
import { type Browser, openPages, type Page, type PagesWorld } from '../../../support/portal-pages.ts';

const ISSUER = 'http://gateway.test/acme/sandbox/customer-oauth';
const METADATA = 'http://gateway.test/.well-known/oauth-authorization-server/acme/sandbox/customer-oauth';
const AUTHORIZE = 'http://sign-in.test/acme/sandbox/customer-oauth/oauth2/authorize';
const TITLE = 'Get a token';

let world: PagesWorld;
let carol: Browser;

const byToken = (flow: string | null) => ({
  securityDefinitions: toStore([{ name: 'oauth-1', type: 'OAUTH2', flow, oauthProvider: 'customer-oauth' }]),
  security: toStore([{ definition: 'oauth-1', scopes: ['customer'] }]),
});

beforeAll(async () => {
  world = await openPages();
  const { portal } = world;
  await portal.oauthProvider();
  await portal.database.prisma.oAuthProvider.updateMany({
    data: { grantTypes: ['RESOURCE_OWNER_PASSWORD', 'ACCESS_CODE', 'APPLICATION'] },
  });
  await portal.product();
  await portal.product({ name: 'any-flow', api: byToken(null) });
  await portal.product({ name: 'by-code', api: byToken('ACCESS_CODE') });
  carol = await world.signedIn('carol');
});
afterAll(() => world.close());

/** The settings of the file that a page offers, once a secret was issued. */
function settingsOf(page: Page): Record<string, string> {
  const [file = ''] = hrefsOf(page, 'Download as .env');
  const [, text = ''] = file.split(',');
  return Object.fromEntries(
    decodeURIComponent(text)
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

describe('where a token comes from', () => {
  it('is on the page of a product, for anybody: issuer, metadata, addresses, scopes and the call of each flow', async () => {
    const { text } = byRole(await world.browser().get('/products/any-flow:1.0.0'), 'region', TITLE);
    for (const address of [ISSUER, METADATA, `${ISSUER}/oauth2/token`, AUTHORIZE])
      expect(text).toContain(`${address} Copy`);
    expect(text).toContain('customer access to the customer API');
    for (const flow of [
      'authorization code with PKCE',
      'client credentials',
      'with their username and password',
    ])
      expect(text).toContain(flow);
    expect(text).toContain("-d 'grant_type=client_credentials&scope=customer'");
    for (const language of ['curl', 'JavaScript', 'Python', 'Java', 'Go']) expect(text).toContain(language);
  });

  it('is not where no API takes tokens', async () => {
    const page = await carol.get('/products/customer:1.0.0');
    expect([page.status, allByRole(page, 'region', TITLE)]).toEqual([200, []]);
    expect(hrefsOf(page, 'How to get one')).toEqual([]);
  });

  it('is one link away from each place that says that a token is needed', async () => {
    const there = '/portal/acme/sandbox/products/any-flow:1.0.0#token-heading';
    const api = '/apis/any-flow:1.0.0/customerdb:1.0.0/operations';
    for (const path of ['/products/any-flow:1.0.0', api, `${api}/GET?path=%2Fcustomers`])
      expect(hrefsOf(await carol.get(path), 'How to get one'), path).toEqual([there]);
    expect((await carol.get('/products/any-flow:1.0.0')).html).toContain('id="token-heading"');
  });

  it('is in the language of the reader', async () => {
    const german = await world.browser('de').get('/products/any-flow:1.0.0');
    expect(german.text).toContain('Aussteller');
    const french = await world.browser('fr').get('/products/any-flow:1.0.0');
    expect(french.text).toContain('Émetteur');
  });
});

describe('an application with a subscription to an API that takes tokens', () => {
  it('gets the addresses in the file with its secret, at the subscription and when the secret is replaced', async () => {
    const page = await carol.post('/products/any-flow:1.0.0/subscribe', {
      plan: 'default-plan',
      application: '',
      title: 'Shop',
    });
    const addresses = {
      OAUTH_ISSUER: ISSUER,
      OAUTH_METADATA_URL: METADATA,
      OAUTH_TOKEN_URL: `${ISSUER}/oauth2/token`,
      OAUTH_AUTHORIZE_URL: AUTHORIZE,
      OAUTH_SCOPE: '"customer"',
    };
    const settings = settingsOf(page);
    expect(settings).toMatchObject({ CLIENT_SECRET: expect.stringMatching(/^cs_/), ...addresses });
    const replace = `/applications/shop/credentials/${settings['CLIENT_ID']}/replace`;
    const [seen = ''] = hiddenOf(await carol.get(replace), 'seen');
    expect(settingsOf(await carol.post(replace, { overlap: '0', seen }))).toMatchObject(addresses);
    const own = await carol.get('/applications/shop');
    expect(byRole(own, 'region', TITLE).text).toContain(METADATA);
    expect(byRole(own, 'region', TITLE).text).not.toContain(settings['CLIENT_ID']);
  });

  it('has none in the file before it has a subscription', async () => {
    const page = await carol.post('/applications', { title: 'Alone', redirectUris: '' });
    expect(Object.keys(settingsOf(page))).toEqual(['GATEWAY_URL', 'CLIENT_ID', 'CLIENT_SECRET']);
    expect(allByRole(await carol.get('/applications/alone'), 'region', TITLE)).toEqual([]);
  });

  it('is told of no secret, and of no flow of its own credentials, where it is public', async () => {
    const page = await carol.post('/products/any-flow:1.0.0/subscribe', {
      plan: 'default-plan',
      application: '',
      title: 'Page',
      clientType: 'PUBLIC',
      redirectUris: 'https://page.test/back',
    });
    expect(Object.keys(settingsOf(page))).not.toContain('CLIENT_SECRET');
    const { text } = byRole(await carol.get('/applications/page'), 'region', TITLE);
    expect(text).toContain('redirect_uri=https%3A%2F%2Fpage.test%2Fback');
    expect(text).not.toContain('YOUR_CLIENT_SECRET');
    expect(text).not.toContain('client credentials');
    expect(text).toContain('needs the issuer and the client key alone, and no secret');
    expect(text).not.toContain('the client key and the secret');
  });
});
