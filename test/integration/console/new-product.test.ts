import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import {
  type ConsoleWorld,
  consoleOf,
  type FormFields,
  readPage,
  type Visitor,
} from '../../support/console.ts';
import { fieldErrorsOf, fieldOf } from '../../support/page-elements.ts';

let world: ConsoleWorld<CatalogWorld>;
let person: Visitor;
beforeEach(async () => {
  world = await consoleOf(await openCatalog());
  person = await world.signedIn();
});
afterEach(() => world.close());

const NEW = '/console/products/new?org=acme';
const PRODUCT = '/console/products/acme/shop/2.1.0';
const form = {
  title: 'Shop',
  name: '',
  version: '2.1.0',
  apis: ['orders:1.0.0', 'parcels:1.0.0'],
  planTitle: 'Starter',
  rateLimit: '20',
  rateLimitUnit: 'MINUTE',
};
const page = (path: string, visitor = person) => readPage(visitor.get(path));
const send = (path: string, fields: FormFields, visitor = person) => readPage(visitor.submit(path, fields));
const makeApis = async () => {
  for (const api of ['orders:1.0.0', 'orders:2.0.0', 'parcels:1.0.0']) await world.api(api);
};
const shop = async () =>
  (
    await world.query<{ product: unknown }>(
      '{ product(product: "shop:2.1.0") { title apis { name version } plans { title rateLimit rateLimitUnit } } }',
    )
  ).product;

describe('a new product', () => {
  it('leads to the first API where there is none', async () => {
    const { text, links } = await page(NEW);
    expect(text).toContain('No API to choose yet');
    expect(links).toContain('/console/import?org=acme');
  });

  it('is made of chosen APIs and a plan, and its page says what comes next', async () => {
    await makeApis();
    expect((await page('/console/apis?org=acme')).links).toContain(NEW);
    const made = await send(NEW, form);
    expect(made).toMatchObject({ status: 303, location: `${PRODUCT}?done=product` });
    expect(await shop()).toEqual({
      title: 'Shop',
      apis: [
        { name: 'orders', version: '1.0.0' },
        { name: 'parcels', version: '1.0.0' },
      ],
      plans: [{ title: 'Starter', rateLimit: 20, rateLimitUnit: 'MINUTE' }],
    });
    const { text, links } = await page(made.location ?? '');
    expect(text).toContain('Publish it to a catalog: there developers find it.');
    expect(links).toContain(`/console/catalogs/acme/${CATALOG}/products/shop/2.1.0/publish`);
  });

  it('has what is known of the API that it is begun from', async () => {
    await makeApis();
    const begun = await page(`${NEW}&api=orders%3A2.0.0`);
    expect([fieldOf(begun, 'Title').value, fieldOf(begun, 'Version').value]).toEqual(['orders', '2.0.0']);
    expect([/orders 2\.0\.0/, /orders 1\.0\.0/].map((api) => begun.html.match(api) !== null)).toEqual([
      true,
      true,
    ]);
    expect(fieldOf(begun, 'orders 2.0.0').value).toBe('orders:2.0.0');
    expect(fieldOf(begun, 'orders 1.0.0').value).not.toBe('orders:1.0.0');
  });

  it('says beside its field what is wrong, and keeps what was typed', async () => {
    await makeApis();
    await send(NEW, form);
    for (const [label, wrong] of [
      ['Version', {}],
      ['Version', { version: 'two' }],
      ['Title', { title: '' }],
      ['Title of the plan', { planTitle: '' }],
      ['Calls', { version: '3.0.0', rateLimit: '0' }],
    ] as const) {
      const refused = await send(NEW, { ...form, ...wrong });
      expect([400, 409], label).toContain(refused.status);
      expect(fieldOf(refused, label).error, label).toEqual(expect.any(String));
      const kept = ['orders 1.0.0', 'parcels 1.0.0'].map((api) => fieldOf(refused, api).value);
      expect(kept, label).toEqual(form.apis);
      expect(fieldOf(refused, 'Version').value).toBe({ ...form, ...wrong }.version);
    }
    const none = await send(NEW, { ...form, version: '3.0.0', apis: [] });
    expect(fieldErrorsOf(none)).toEqual(['A product holds one API or more: name one.']);
    expect(fieldOf(none, 'Title of the plan').value).toBe('Starter');
  });

  it('is made, and its APIs are chosen, by nobody who may only look', async () => {
    await makeApis();
    await send(NEW, form);
    const viewer = await world.viewer();
    for (const path of [NEW, `${PRODUCT}/apis`]) {
      expect((await page(path, viewer)).status).toBe(403);
      expect((await send(path, form, viewer)).status).toBe(403);
    }
    expect((await page(PRODUCT, viewer)).links).not.toContain(`${PRODUCT}/apis`);
  });
});

describe('the APIs of a product', () => {
  it('are added and taken out; those that stay keep their order', async () => {
    await makeApis();
    await send(NEW, form);
    expect((await page(PRODUCT)).links).toContain(`${PRODUCT}/apis`);
    const apis = ['orders:2.0.0', 'parcels:1.0.0'];
    const saved = await send(`${PRODUCT}/apis`, { apis });
    expect(saved).toMatchObject({ status: 303, location: `${PRODUCT}?done=productSaved` });
    expect(await shop()).toMatchObject({
      apis: [
        { name: 'parcels', version: '1.0.0' },
        { name: 'orders', version: '2.0.0' },
      ],
    });
  });

  it('are at least one, and the page says so beside the choice', async () => {
    await makeApis();
    await send(NEW, form);
    const refused = await send(`${PRODUCT}/apis`, {});
    expect(refused.status).toBe(400);
    expect(fieldErrorsOf(refused)).toEqual(['A product holds one API or more: name one.']);
    const gone = await send(`${PRODUCT}/apis`, { apis: ['nowhere:1.0.0'] });
    expect([gone.status, ...fieldErrorsOf(gone)]).toEqual([404, 'There is no API nowhere:1.0.0.']);
    expect((await page('/console/products/acme/nowhere/1.0.0/apis')).status).toBe(404);
  });
});
