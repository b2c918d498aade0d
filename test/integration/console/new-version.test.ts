import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { type ConsoleWorld, consoleOf, readPage, type Visitor } from '../../support/console.ts';
import { allByRole, fieldOf } from '../../support/page-elements.ts';

let world: ConsoleWorld<CatalogWorld>;
let person: Visitor;
beforeEach(async () => {
  world = await consoleOf(await openCatalog());
  person = await world.signedIn();
  await world.api('orders:1.0.0');
  await world.product('shop:1.0.0', { title: 'Shop', apis: ['orders:1.0.0'] });
});
afterEach(() => world.close());

const API = '/console/apis/acme/orders/1.0.0';
const PRODUCT = '/console/products/acme/shop/1.0.0';
const page = (path: string, visitor = person) => readPage(visitor.get(path));
const send = (path: string, fields: Record<string, string>, visitor = person) =>
  readPage(visitor.submit(path, fields));

describe('a new version', () => {
  it('is a copy, whose page says what comes next; that of a product holds the newest version of each API', async () => {
    expect((await page('/console/apis?org=acme')).links).toContain(`${API}/new-version`);
    const ofApi = await page(`${API}/new-version`);
    expect(fieldOf(ofApi, 'New version').value).toBe('2.0.0');
    const copied = await send(`${API}/new-version`, { version: '2.0.0' });
    expect(copied).toMatchObject({
      status: 303,
      location: '/console/apis/acme/orders/2.0.0?tab=document&done=apiVersion',
    });
    expect((await page(copied.location ?? '')).text).toContain('Replace its document here');
    const ofProduct = await page(`${PRODUCT}/new-version`);
    expect(fieldOf(ofProduct, 'Version of orders').value).toBe('2.0.0');
    const next = await send(`${PRODUCT}/new-version`, { version: '2.0.0', 'api-orders': '2.0.0' });
    expect(next).toMatchObject({
      status: 303,
      location: '/console/products/acme/shop/2.0.0?done=productVersion',
    });
    const made = await page(next.location ?? '');
    expect(made.text).toContain('The version is created, as a draft.');
    expect(made.links).toContain('/console/apis/acme/orders/2.0.0');
    for (const action of ['publish', 'stage'])
      expect(made.links).toContain(`/console/catalogs/acme/${CATALOG}/products/shop/2.0.0/${action}`);
  });

  it('that is there already, or is none, is refused beside its field', async () => {
    for (const version of ['1.0.0', 'two']) {
      const refused = await send(`${API}/new-version`, { version });
      expect([400, 409]).toContain(refused.status);
      expect(fieldOf(refused, 'New version')).toMatchObject({ value: version });
    }
    expect((await page('/console/apis/acme/nowhere/1.0.0/new-version')).status).toBe(404);
  });

  it('is made by nobody who may only look, who deletes nothing either', async () => {
    const viewer = await world.viewer();
    for (const path of [`${API}/new-version`, `${PRODUCT}/delete`]) {
      expect((await page(path, viewer)).status).toBe(403);
      expect((await send(path, { version: '9.0.0' }, viewer)).status).toBe(403);
    }
  });
});

it('a draft is deleted once that is confirmed; an API that a product holds is not, and the page says why', async () => {
  const held = await send(`${API}/delete`, {});
  expect(held.status).toBe(409);
  expect(held.text).toContain('The product shop:1.0.0 holds orders:1.0.0: take it out of the product first.');
  const asked = await page(`${PRODUCT}/delete`);
  expect(asked.text).toContain('Copies in catalogs stay, and so do their subscriptions.');
  expect(allByRole(asked, 'button', 'Delete it')).toHaveLength(1);
  const deleted = await send(`${PRODUCT}/delete`, {});
  expect(deleted).toMatchObject({ status: 303, location: '/console/apis?org=acme&done=productDeleted' });
  expect((await page(deleted.location ?? '')).text).toContain('The draft of the product is deleted.');
  expect((await page(PRODUCT)).status).toBe(404);
});
