import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toStore } from '../../../../src/infrastructure/database/json-columns.ts';
import { allByRole, byRole, fieldOf, hrefsOf } from '../../../support/page-elements.ts';
import { type Browser, openPages, type PagesWorld } from '../../../support/portal-pages.ts';

let world: PagesWorld;
let carol: Browser;
beforeAll(async () => {
  world = await openPages();
  await world.portal.product({
    name: 'customer',
    title: 'Customer',
    plans: [
      { name: 'gold', title: 'Gold' },
      { name: 'bronze', title: 'Bronze', approvalRequired: true },
    ],
  });
  await world.portal.product({ name: 'closed', subscribability: 'DISABLED' });
  carol = await world.signedIn('carol');
});
afterAll(() => world.close());

const URL = '/products/customer:1.0.0/subscribe';
const titled = (title: string) => ({ plan: 'gold', application: '', title, redirectUris: '' });

/** The subscriptions of an application, as its owner reads them by the API. */
async function subscriptionsOf(name: string) {
  const client = await world.portal.signIn('carol');
  const { application } = await client.run<{ application: { subscriptions: unknown[] } | null }>(
    'query ($name: String!) { application(name: $name) { subscriptions { state plan { name } } } }',
    { name },
  );
  return application?.subscriptions;
}

const secretIn = (html: string) => /cs_[\w-]+/.exec(html)?.[0] ?? '';
const keyIn = (html: string) => /ck_[\w-]+/.exec(html)?.[0] ?? '';

async function isSecretOf(clientKey: string, clientSecret: string) {
  const client = await world.portal.signIn('carol');
  const { verifyClientSecret } = await client.run(
    'mutation ($key: String!, $secret: String!) { verifyClientSecret(clientKey: $key, clientSecret: $secret) }',
    { key: clientKey, secret: clientSecret },
  );
  return verifyClientSecret;
}

describe('the page that subscribes', () => {
  it('leads whoever is not signed in to signing in, and back', async () => {
    const { status, location } = await world.browser().get(`${URL}?plan=gold`);
    const returnTo = encodeURIComponent(`/portal/acme/sandbox${URL}?plan=gold`);
    expect([status, location]).toEqual([303, `/sign-in?returnTo=${returnTo}`]);
  });

  it('has the plan chosen that was asked for, and a new application where there is none', async () => {
    const page = await (await world.signedIn('dave')).get(`${URL}?plan=bronze`);
    expect(fieldOf(page, 'Plan').value).toBe('bronze');
    expect(byRole(page, 'radio', 'A new application').attributes).toHaveProperty('checked');
    expect(fieldOf(page, 'Name of the application').value).toBe('My application');
  });

  it('makes an application and subscribes it: its secret is shown once, kept by no cache, and leads on', async () => {
    const page = await carol.post(URL, titled('Shop'));
    const { status, text, headers } = page;
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await isSecretOf(keyIn(text), secretIn(text))).toBe(true);
    expect(await subscriptionsOf('shop')).toEqual([{ state: 'ACTIVE', plan: { name: 'gold' } }]);
    expect(text).toContain('Gold of Customer 1.0.0 Subscribed.');
    expect(hrefsOf(page, 'I have stored it: try it')).toEqual([
      '/portal/acme/sandbox/apis/customer:1.0.0/customerdb:1.0.0/reference?application=shop',
    ]);
    expect((await carol.get('/products/customer:1.0.0')).html).not.toContain(secretIn(text));
  });

  it('makes the API key that the calls need with the application, and shows it once, before what they do not need', async () => {
    const definition = {
      name: 'key',
      type: 'API_KEY',
      kind: 'KEY',
      keyLocation: 'HEADER',
      keyName: 'X-API-Key',
    };
    await world.portal.product({
      name: 'keyed',
      plans: [{ name: 'gold', title: 'Gold' }],
      api: {
        name: 'keyed',
        securityDefinitions: toStore([definition]),
        security: toStore([{ definition: 'key', scopes: [] }]),
      },
    });
    const { text } = await carol.post('/products/keyed:1.0.0/subscribe', titled('Caller'));
    expect(text).toMatch(
      /Keep the keys of Caller .*API key gk_[\w-]+ .*in the header X-API-Key\. Client key ck_/,
    );
    const [key = ''] = /gk_[\w-]+/.exec(text) ?? [];
    expect(text, 'a call that can be sent as it stands').toContain(
      `Your first call It works as it stands: the keys are in it. Language of the example curl curl 'http://gateway.test/acme/sandbox/customerdb/v1/customers' \\ -H 'X-API-Key: ${key}'`,
    );
    const made = (await carol.get('/applications/caller')).text;
    expect(made).toMatch(/First key gk_\w+ Never Never/);
    expect(made, 'its text').not.toContain(key);
    expect((await carol.post(URL, titled('Keyless'))).text, 'of a client key alone').not.toContain('API key');
  });

  it('shows no first call where one needs more than the keys: an access token, or what its path names', async () => {
    await world.portal.oauthProvider('reads customers');
    const oauth = { name: 'oauth', type: 'OAUTH2', flow: 'APPLICATION', oauthProvider: 'customer-oauth' };
    await world.portal.product({
      name: 'by-token',
      plans: [{ name: 'gold', title: 'Gold' }],
      api: {
        name: 'by-token',
        basePath: '/by-token',
        securityDefinitions: toStore([oauth]),
        security: toStore([{ definition: 'oauth', scopes: ['customer'] }]),
      },
    });
    const { text } = await carol.post('/products/by-token:1.0.0/subscribe', titled('By token'));
    expect(text).toContain('Keep the secret of By token');
    expect(text).not.toContain('Your first call');
  });

  it('gives the secret as a file of settings', async () => {
    const page = await carol.post(URL, titled('Settings'));
    const { href = '', download } = byRole(page, 'link', 'Download as .env').attributes;
    expect(download).toBe('settings.env');
    expect(await (await fetch(href)).text()).toBe(
      `GATEWAY_URL=http://gateway.test/acme/sandbox\nCLIENT_ID=${keyIn(page.text)}\nCLIENT_SECRET=${secretIn(page.text)}\n`,
    );
  });

  it('subscribes an application that is there, on the plan that was chosen, and says what it waits for', async () => {
    await world.portal.product({ name: 'another', plans: [{ name: 'gold', approvalRequired: true }] });
    await carol.post(URL, titled('Waiting'));
    const { status, location } = await carol.post('/products/another:1.0.0/subscribe', {
      plan: 'gold',
      application: 'waiting',
    });
    expect([status, location]).toEqual([303, '/products/another:1.0.0?done=requested']);
    expect((await carol.get(location ?? '')).text).toContain('Asked for. The provider has to approve it');
    expect(await subscriptionsOf('waiting')).toEqual([
      { state: 'ACTIVE', plan: { name: 'gold' } },
      { state: 'PENDING_APPROVAL', plan: { name: 'gold' } },
    ]);
  });

  it('marks an application that is subscribed, and refuses it once more', async () => {
    await carol.post(URL, titled('Twice'));
    const page = await carol.get(URL);
    expect(byRole(page, 'radio', 'Twice').attributes).toHaveProperty('disabled');
    expect(page.text).toContain('Twice Subscribed already: Gold.');
    const again = await carol.post(URL, { plan: 'bronze', application: 'twice' });
    expect(again.status).toBe(409);
    expect(again.text).toContain(
      'The application is subscribed to customer:1.0.0 already, on the plan gold.',
    );
    expect(await subscriptionsOf('twice')).toEqual([{ state: 'ACTIVE', plan: { name: 'gold' } }]);
  });

  it('says beside the field what is wrong with the new application, with what was typed, and makes none', async () => {
    await carol.post(URL, titled('Taken'));
    const taken = await carol.post(URL, { ...titled('Taken'), redirectUris: 'https://shop.test/back' });
    expect(taken.status).toBe(409);
    expect(fieldOf(taken, 'Name of the application').error).toContain('You have an application of that name');
    expect(taken.text).toContain('https://shop.test/back');
    const uri = await carol.post(URL, {
      ...titled('Uri'),
      redirectUris: 'https://shop.test/ ftp://shop.test',
    });
    expect(uri.status).toBe(400);
    expect(fieldOf(uri, 'Redirect URIs').error).toContain('ftp://shop.test');
    expect(await subscriptionsOf('uri')).toBeUndefined();
  });

  it('shows the secret also where the subscription was refused after it was made', async () => {
    const { status, text } = await carol.post(URL, { ...titled('Half'), plan: 'platinum' });
    expect(status).toBe(200);
    expect(text).toContain('The application is there, but it is not subscribed to Customer 1.0.0');
    expect(text).toContain('customer:1.0.0 has no plan platinum; it has gold, bronze.');
    expect(await isSecretOf(keyIn(text), secretIn(text))).toBe(true);
    expect(await subscriptionsOf('half')).toEqual([]);
  });

  it('has no form for a product that takes no subscriptions, and refuses one that was sent', async () => {
    const page = await carol.get('/products/closed:1.0.0/subscribe');
    expect(page.text).toContain('The provider takes no new subscriptions to this product.');
    expect(allByRole(page, 'radio')).toEqual([]);
    await carol.post(URL, titled('Eager'));
    const sent = await carol.post('/products/closed:1.0.0/subscribe', {
      plan: 'default-plan',
      application: 'eager',
    });
    expect(sent.status).toBe(409);
    expect(sent.text).toContain('closed:1.0.0 takes no new subscriptions');
  });

  it('makes no application for somebody who is not signed in', async () => {
    expect((await world.browser().post(URL, titled('Nobody'))).location).toContain('/sign-in');
    expect(await subscriptionsOf('nobody')).toBeUndefined();
  });

  it('is not there for a product that is not', async () => {
    expect((await carol.get('/products/customer:9.0.0/subscribe')).status).toBe(404);
    expect((await carol.post('/products/customer/subscribe', titled('Lost'))).status).toBe(404);
    expect(await subscriptionsOf('lost')).toBeUndefined();
  });
});
