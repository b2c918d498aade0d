import { afterAll, beforeAll, expect, it } from 'vitest';
import { toStore } from '../../../../src/infrastructure/database/json-columns.ts';
import { allByRole, byRole, fieldOf } from '../../../support/page-elements.ts';
import { type Browser, openPages, type PagesWorld } from '../../../support/portal-pages.ts';

let world: PagesWorld;
let carol: Browser;

beforeAll(async () => {
  world = await openPages();
  const { portal } = world;
  await portal.oauthProvider();
  await portal.product();
  await portal.product({
    name: 'asking',
    plans: [
      { name: 'free', title: 'Free' },
      { name: 'gold', title: 'Gold', approvalRequired: true },
    ],
  });
  await portal.product({ name: 'closed', subscribability: 'DISABLED' });
  const securedApi = {
    securityDefinitions: toStore([
      { name: 'oauth-1', type: 'OAUTH2', flow: 'ACCESS_CODE', oauthProvider: 'customer-oauth' },
    ]),
    security: toStore([{ definition: 'oauth-1', scopes: ['customer'] }]),
  };
  await portal.product({ name: 'secured', api: securedApi });
  await portal.product({ name: 'of-phones', api: securedApi });
  await portal.database.prisma.oAuthProvider.updateMany({ data: { grantTypes: ['ACCESS_CODE'] } });
  carol = await world.signedIn('carol');
});
afterAll(() => world.close());

const TRY = 'Try it with a new application';
const referenceOf = (product: string) => `/apis/${product}:1.0.0/customerdb:1.0.0/reference`;
const secretIn = (text: string) => /cs_[\w-]{20,}/.exec(text)?.[0];

it('a product is tried with a new application at one press: it is subscribed, and its secret is shown, once', async () => {
  const product = await carol.get('/products/customer:1.0.0');
  const button = byRole(product, 'button', `${TRY} to Default Plan`);
  expect(button.text).toContain(TRY);

  const page = await carol.post(referenceOf('customer'), { plan: 'default-plan' });
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(secretIn(page.text)).toBeDefined();
  expect(fieldOf(page, 'Application that calls').value).toMatch(/^my-application/);

  const again = await carol.get(referenceOf('customer'));
  expect(secretIn(again.text)).toBeUndefined();
  const after = await carol.get('/products/customer:1.0.0');
  expect(allByRole(after, 'button', `${TRY} to Default Plan`)).toEqual([]);
});

it('the secret of the new application is filled in where tokens are asked for, and in no address', async () => {
  const page = await carol.post(referenceOf('secured'), { plan: 'default-plan' });
  const secret = secretIn(page.text);
  const form = byRole(page, 'form', 'Access token');
  const field = form.all().find(({ attributes }) => attributes['name'] === 'secret');
  expect(field?.attributes['value']).toBe(secret);
  expect(page.html.replaceAll(/data:text[^"]*/g, '')).not.toMatch(
    new RegExp(`(?:href|action)="[^"]*${secret}`),
  );
});

it('the application is public where the provider gives tokens to no other', async () => {
  const { oAuthProvider } = world.portal.database.prisma;
  await oAuthProvider.updateMany({ data: { clientTypes: ['PUBLIC'] } });
  const page = await carol.post(referenceOf('of-phones'), { plan: 'default-plan' });
  await oAuthProvider.updateMany({ data: { clientTypes: ['CONFIDENTIAL'] } });
  expect(page.status).toBe(200);
  expect(secretIn(page.text)).toBeUndefined();
  expect(page.text).toContain('A public application has no secret');
});

it('a plan that asks for something has no such button, and a press of it leads to the form that asks', async () => {
  const product = await carol.get('/products/asking:1.0.0');
  expect(allByRole(product, 'button', `${TRY} to Free`)).toHaveLength(1);
  expect(allByRole(product, 'button', `${TRY} to Gold`)).toEqual([]);
  const page = await carol.post(referenceOf('asking'), { plan: 'gold' });
  expect(page.text).toContain('Subscribe to');
  expect(secretIn(page.text)).toBeUndefined();
  expect((await carol.get('/products/asking:1.0.0')).text).not.toContain('with My application');
});

it('who is not signed in is asked to, and an API that nobody sees is not there', async () => {
  expect((await world.browser().post(referenceOf('asking'), { plan: 'free' })).location).toContain(
    '/sign-in',
  );
  expect((await carol.post(referenceOf('nobody'), { plan: 'free' })).status).toBe(404);
  const closed = await carol.post(referenceOf('closed'), { plan: 'default-plan' });
  expect(secretIn(closed.text)).toBeUndefined();
});
