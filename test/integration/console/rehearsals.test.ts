import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RehearsalFindings } from '../../../src/data-plane/recorded/rehearsal-findings.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { type ConsoleWorld, consoleOf, readPage, type Visitor } from '../../support/console.ts';

let world: ConsoleWorld<CatalogWorld>;
let ada: Visitor;
let viewer: Visitor;
const PATH = `/console/catalogs/acme/${CATALOG}/rehearsals`;
const OLD = 'customer:1.0.0';
const NEW = 'customer:2.0.0';

beforeAll(async () => {
  world = await consoleOf(await openCatalog());
  for (const version of ['1.0.0', '2.0.0']) {
    await world.api(`customerdb:${version}`);
    await world.product(`customer:${version}`, { apis: [`customerdb:${version}`] });
  }
  await world.lifecycle('publishProduct', { product: OLD });
  await world.lifecycle('stageProduct', { product: NEW });
  ada = await world.signedIn();
  viewer = await world.viewer();
});
afterEach(() => world.database.prisma.rehearsal.deleteMany());
afterAll(() => world.close());

const page = (path: string, visitor = ada) => readPage(visitor.get(path));
const submit = (path: string, fields: Record<string, string>, visitor = ada) =>
  readPage(visitor.submit(path, fields));
const fields = { old: OLD, new: NEW, minutes: '5', sample: '50', ignore: '/body/*/at\n/body/etag' };

describe('rehearsals in the console', () => {
  it('begin at the page of a product, tell what they find, and are stopped', async () => {
    const product = await page('/console/products/acme/customer/2.0.0');
    expect(product.html).toContain(`href="${PATH}?new=${NEW}"`);
    const form = await page(`${PATH}?new=${NEW}`);
    expect(form.text).toContain('No rehearsals');
    expect(form.html).toContain(`<option value="${NEW}" selected="">`);

    const sent = await submit(PATH, fields);
    expect([sent.status, sent.location?.startsWith(`${PATH}/`)]).toEqual([303, true]);
    const path = sent.location ?? '';
    const empty = await page(path);
    expect(empty.text).toContain('Running');
    expect(empty.text).toContain('No call yet.');
    expect(empty.text).toContain('/body/*/at, /body/etag');

    const rehearsalId = path.split('/').at(-1) ?? '';
    const findings = new RehearsalFindings({ database: world.database, clock: world.deps.clock });
    const at = { rehearsalId, api: 'customerdb', operation: 'GET /customers' };
    findings.count(at, 'compared', { beforeMs: 3, afterMs: 30 });
    findings.count(at, 'compared', { beforeMs: 3, afterMs: 30 });
    findings.differ(at, { kind: 'TYPE_CHANGED', pointer: '/body/*/id', was: 'string', now: 'number' });
    await findings.write();
    const full = await page(path);
    expect(full.text).toContain('GET /customers Other type /body/*/id string → number 1 50%');
    expect(full.text).toContain('GET /customers 2 0 0 3.4 ms → ');
    expect((await page(PATH)).text).toContain(`${OLD} → ${NEW} Running 1`);

    expect((await submit(path, {})).location).toBe(path);
    expect((await page(path)).text).toContain('Stopped');
  });

  it('show a refusal beside its field with what was typed, and start nothing for viewers', async () => {
    const refused = await submit(PATH, { ...fields, minutes: '9999' });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('minutes is 9999: give 1 to 1440.'),
    ]);
    expect(refused.html).toContain('value="9999"');
    expect((await page(PATH, viewer)).html).not.toContain('name="minutes"');
    expect((await submit(PATH, fields, viewer)).status).toBe(403);
    expect((await page(`${PATH}/none`)).status).toBe(404);
  });
});
