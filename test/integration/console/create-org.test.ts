import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, openConsole, readPage, type Visitor } from '../../support/console.ts';

let world: ConsoleWorld;
let admin: Visitor;
beforeAll(async () => {
  world = await openConsole();
  admin = await world.signedIn();
  await world.mutate('createOrg', { title: 'Acme' });
});
afterAll(() => world.close());

const newCatalog = (org: string) => `/console/catalogs/new?org=${org}`;
const page = (path: string, visitor = admin) => readPage(visitor.get(path));

describe('an org of the console', () => {
  it('is created by a form, which leads on to its first catalog, and that to the catalog', async () => {
    const created = await admin.submit('/console/orgs/new', { title: 'Shop', name: '' });
    expect(created.status).toBe(303);
    const next = created.headers.get('location') ?? '';
    expect(next).toBe(`${newCatalog('shop')}&done=orgCreated`);
    expect((await page(next)).text).toContain('The org is created. Now it needs a catalog');
    const catalog = await admin.submit(newCatalog('shop'), {
      title: 'Sandbox',
      name: 'try',
      selfServiceSignUp: 'yes',
    });
    expect([catalog.status, catalog.headers.get('location')]).toEqual([
      303,
      '/console/catalogs/shop/try?done=catalogCreated',
    ]);
    expect((await page('/console/catalogs/shop/try?done=catalogCreated')).text).toContain(
      'The catalog is created. Products can be published here now.',
    );
    for (const path of ['/console/overview?org=shop', '/console/catalogs/shop/try'])
      expect((await page(path)).links, `the next step on ${path}`).toContain('/console/import?org=shop');
    expect((await page('/console/calls?org=shop')).text).toContain('No calls yet.');
    const { org } = await world.query<{ org: { catalogs: object[] } }>(
      '{ org(name: "shop") { catalogs { name title selfServiceSignUp } } }',
    );
    expect(org.catalogs).toEqual([{ name: 'try', title: 'Sandbox', selfServiceSignUp: true }]);
  });

  it('that is refused keeps what was typed, and says beside the field what to change', async () => {
    const org = await readPage(admin.submit('/console/orgs/new', { title: 'Another', name: 'acme' }));
    expect(org.status).toBe(409);
    expect(org.text).toContain('acme');
    expect(org.html).toContain('value="Another"');
    const untitled = await readPage(admin.submit(newCatalog('acme'), { title: ' ', name: '' }));
    expect(untitled.status).toBe(400);
    const nowhere = await readPage(admin.submit(newCatalog('nowhere'), { title: 'Sandbox', name: '' }));
    expect(nowhere.status).toBe(404);
  });

  it('is offered in the menu to who may create one, and to nobody else', async () => {
    const viewer = await world.viewer();
    expect((await page('/console/overview?org=acme')).links).toContain('/console/orgs/new');
    expect((await page('/console/overview?org=acme', viewer)).links).not.toContain('/console/orgs/new');
    for (const path of ['/console/orgs/new', newCatalog('acme')])
      expect((await page(path, viewer)).status).toBe(403);
    expect((await readPage(viewer.submit('/console/orgs/new', { title: 'No', name: '' }))).status).toBe(403);
  });
});
