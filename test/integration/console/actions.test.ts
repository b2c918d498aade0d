import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { type ConsoleWorld, consoleOf, readPage, type Visitor } from '../../support/console.ts';
import { answering, object, string } from '../../support/openapi.ts';
import { fieldOf, postButtonsOf } from '../../support/page-elements.ts';
import { countUsage } from '../../support/usage.ts';

const HOME = `/console/catalogs/acme/${CATALOG}`;

let world: ConsoleWorld<CatalogWorld>;
let person: Visitor;
let viewer: Visitor;
let round = 0;
let name: string;
beforeAll(async () => {
  world = await consoleOf(await openCatalog());
  await world.api('customerdb:1.0.0');
  person = await world.signedIn();
  viewer = await world.viewer();
});
afterAll(() => world.close());
beforeEach(async () => {
  round += 1;
  name = `customer-${round}`;
  await world.product(`${name}:1.0.0`, { publishTo: CATALOG, plans: [{ title: 'Gold' }, { title: 'Old' }] });
});

const path = (action: string, version = '1.0.0') => `${HOME}/products/${name}/${version}/${action}`;
const get = (address: string, visitor = person) => readPage(visitor.get(address));
const submit = (address: string, fields = {}, visitor = person) => readPage(visitor.submit(address, fields));
const state = (version = '1.0.0') => world.inCatalog(`${name}:${version}`, '{ state }');
async function stage(version = '2.0.0') {
  await world.product(`${name}:${version}`, { plans: [{ title: 'Gold' }, { title: 'New' }] });
  await world.lifecycle('stageProduct', { product: `${name}:${version}` }, '{ dryRun }');
}

describe('superseding in the console', () => {
  it('offers the staged version and plans by name, shows what happens, does it, and leads to undoing it', async () => {
    await stage();
    await world.client(`Client ${round}`, [`${name}:1.0.0`, 'gold']);
    const shown = await get(path('supersede'));
    expect(shown.status).toBe(200);
    expect(fieldOf(shown, 'New product').value).toBe(`${name}:2.0.0`);
    expect(shown.text).toContain(`${name}:1.0.0 Published Deprecated`);
    expect(shown.text).toContain(`${name}:2.0.0 Staged Published`);
    expect(shown.text).toContain(
      `client-${round} of consumers Offered ${name}:1.0.0, gold ${name}:2.0.0, gold`,
    );
    expect(shown.text).toContain('As GraphQL mutation SupersedeProduct($input: SupersedeProductInput!)');
    expect(shown.text).toContain('As curl curl ');
    expect(shown.text).toContain(
      `As manifest catalogs: - name: ${CATALOG} products: - product: ${name}:1.0.0`,
    );
    expect(await state()).toEqual({ state: 'PUBLISHED' });

    const fields = { new: `${name}:2.0.0`, 'plan.gold': 'gold', 'plan.old': 'new', from: HOME };
    const mapped = await get(
      `${path('supersede')}?${new URLSearchParams({ ...fields, sunsetAt: '2001-01-01' })}`,
    );
    expect(mapped.status).toBe(400);
    expect(fieldOf(mapped, 'Sunset').error).toContain('has passed');
    expect(fieldOf(mapped, 'Old').value).toBe('new');

    const done = await submit(path('supersede'), fields);
    expect(done.status).toBe(303);
    expect(await state()).toEqual({ state: 'DEPRECATED' });
    const told = await get(done.location ?? '');
    expect(told.text).toContain(`Superseded: ${name}:2.0.0. Undo`);
    const undo = told.links.find((href) => href.startsWith(`${HOME}/undo/`)) ?? '';
    const preview = await get(undo);
    expect(preview.text).toContain(`${name}:1.0.0 Deprecated Published`);
    const undone = await submit(undo, { from: HOME });
    expect(undone.location).toMatch(new RegExp(`^${HOME}\\?changed=`));
    expect(await state()).toEqual({ state: 'PUBLISHED' });
    expect((await get(undo)).status).toBe(409);
  });

  it('says what is missing where no version is staged', async () => {
    const shown = await get(path('supersede'));
    expect(shown.text).toMatch(/No product in the catalog can take its place|New product Choose a product/);
    expect(postButtonsOf(shown)).toEqual(['Preview']);
  });

  it('lists the calls that break, and asks for a tick before they do', async () => {
    const api = `things-${round}`;
    for (const [version, properties] of [
      ['1.0.0', { id: string, email: string }],
      ['2.0.0', { id: string }],
    ] as const) {
      const openapi = answering(object(properties));
      await world.mutate('createApi', { title: api, name: api, version, openapi });
      await world.product(`${api}:${version}`, { apis: [`${api}:${version}`] });
    }
    await world.lifecycle('publishProduct', { product: `${api}:1.0.0` }, '{ dryRun }');
    await world.lifecycle('stageProduct', { product: `${api}:2.0.0` }, '{ dryRun }');
    const address = `${HOME}/products/${api}/1.0.0/supersede`;
    const shown = await get(address);
    expect(shown.text).toMatch(/Breaking API change: .*GET \/\w+ .*email in the response 200 is removed/);
    const german = await world.signedIn();
    await german.submit('/console/language', { language: 'de' });
    expect((await get(address, german)).text).toMatch(/GET \/\w+ .*email \(Antwort 200\) ist entfallen/);
    expect(shown.text).toContain('I accept that these calls break');
    expect(shown.text).not.toContain('subscribers called');
    await world.client(`Caller ${round}`, [`${api}:1.0.0`, 'default-plan']);
    const { id: subscriptionId } = await world.database.prisma.subscription.findFirstOrThrow({
      where: { catalogProduct: { name: api } },
    });
    const { orgId, deps } = world;
    const series = { orgId, subscriptionId, product: `${api}:1.0.0`, api: `${api}:1.0.0` };
    const count = { hour: deps.clock(), outcome: 'ANSWERED', calls: 7 } as const;
    const called = (operation: string) => countUsage(world.database, [{ ...series, ...count, operation }]);
    await called('GET /another');
    expect((await get(address)).text).toContain(
      'None of 1 subscribers called what changes in the last 30 days.',
    );
    await called('GET /things');
    const told = (await get(address)).text;
    expect(told).toContain('1 of 1 subscribers called what changes in the last 30 days.');
    expect(told).toMatch(/caller-\d+ of consumers.*GET \/things.*7/s);
    const refused = await submit(address, { new: `${api}:2.0.0` });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('Calls that work now would break.');
    expect((await submit(address, { new: `${api}:2.0.0`, acceptBreaking: 'true' })).status).toBe(303);
  });
});

describe('actions in the console', () => {
  it.each([
    ['deprecate', 'DEPRECATED', 'Deprecate'],
    ['retire', 'RETIRED', 'Retire'],
    ['publish', 'PUBLISHED', 'Publish'],
  ])('%s is a page with a preview, a button, and one that proposes it', async (action, after, button) => {
    const shown = await get(path(action));
    expect(shown).toMatchObject({ status: 200 });
    expect(postButtonsOf(shown).filter((name) => name !== 'Preview')).toEqual([button, 'Propose']);
    const done = await submit(path(action));
    expect(done.location).toMatch(new RegExp(`^${HOME}\\?changed=acme%2F`));
    expect(await state()).toEqual({ state: after });
  });

  it('take an API offline with who is touched, and online again', async () => {
    const api = `switched-${round}`;
    await world.api(`${api}:1.0.0`);
    await world.product(`${api}:1.0.0`, {
      apis: [`${api}:1.0.0`],
      publishTo: CATALOG,
      plans: [{ title: 'Gold' }],
    });
    await world.client(`Caller ${round}`, [`${api}:1.0.0`, 'gold']);
    const offline = `${HOME}/apis/${api}/1.0.0/offline`;
    const shown = await get(offline);
    expect(shown.text).toContain(`${api}:1.0.0 ${api}:1.0.0 Online Offline`);
    expect(shown.text).toContain(
      `Calls of ${api}:1.0.0 get 503. It touches 1 application: consumers/caller-${round}.`,
    );
    const done = await submit(offline);
    expect((await get(done.location ?? '')).text).toContain(`Switched: ${api}:1.0.0. Undo`);
    expect((await get(offline)).text).toContain('No change: it is already so.');
    expect((await get(`${HOME}/apis/${api}/1.0.0/online`)).text).toContain('Offline Online');
  });

  it('refuse what the state does not allow, and say so on the page', async () => {
    const shown = await get(path('archive'));
    expect(shown.status).toBe(409);
    expect(shown.text).toContain('is PUBLISHED; archive is for a product that is RETIRED.');
    expect(postButtonsOf(shown)).toEqual([]);
    const sent = await submit(path('archive'));
    expect(sent.status).toBe(409);
  });

  it('are for none who may change nothing, and lead nowhere else', async () => {
    expect((await get(path('retire'), viewer)).status).toBe(403);
    expect((await submit(path('retire'), {}, viewer)).status).toBe(403);
    expect(await state()).toEqual({ state: 'PUBLISHED' });
    for (const unknown of [path('explode'), path('retire', 'x'), `${HOME}/products/Ä/1.0.0/retire`])
      expect((await get(unknown)).status).toBe(404);
    expect((await get(path('retire').replace('/acme/', '/other/'))).status).toBe(404);
    const done = await submit(path('retire'), { from: 'https://elsewhere.example/' });
    expect(done.location).toMatch(/^\/console\/overview\?changed=/);
  });

  it('are in German for who reads German: the page, its table, and the notice of what was done', async () => {
    const german = await world.signedIn();
    await german.submit('/console/language', { language: 'de' });
    const shown = await get(path('deprecate'), german);
    expect(shown.text).toContain(`${name} 1.0.0 als veraltet kennzeichnen`);
    expect(shown.text).toContain(`Jetzt Dann ${name}:1.0.0 Veröffentlicht Veraltet`);
    const { location } = await submit(path('deprecate'), {}, german);
    const told = await get(location ?? '', german);
    expect(told.text).toContain(`Als veraltet gekennzeichnet: ${name}:1.0.0. Rückgängig machen`);
    expect(told.text).toContain('Katalog Sandbox');
  });

  it('tell of no change of an address that is made up', async () => {
    for (const changed of ['acme/x', 'other/01900000-0000-7000-8000-000000000000', 'x'])
      expect((await get(`${HOME}?changed=${encodeURIComponent(changed)}`)).status).toBe(200);
  });
});
