import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { type ConsoleWorld, consoleOf, readPage, type Visitor } from '../../support/console.ts';

const PAGE = `/console/catalogs/acme/${CATALOG}/undo`;

let world: ConsoleWorld<CatalogWorld>;
let person: Visitor;
let viewer: Visitor;
let round = 0;
let product: string;
beforeAll(async () => {
  world = await consoleOf(await openCatalog());
  await world.api('customerdb:1.0.0');
  person = await world.signedIn();
  viewer = await world.viewer();
});
afterAll(() => world.close());
beforeEach(async () => {
  round += 1;
  product = `customer-${round}:1.0.0`;
  await world.product(product, { publishTo: CATALOG, plans: [{ title: 'Gold' }] });
  await world.database.prisma.lifecycleUndo.deleteMany();
});

const page = (path = PAGE, visitor = person) => readPage(visitor.get(path));
const submit = (path: string, visitor = person) => readPage(visitor.submit(path, {}));
const deprecate = () => world.lifecycle('deprecateProduct', { product }, '{ dryRun }');
const state = () => world.inCatalog(product, '{ state }');

/** Deprecates the product. @returns the page of undoing that */
async function previewOfUndo(): Promise<string> {
  await deprecate();
  const { links } = await page();
  return links.find((link) => link.startsWith(`${PAGE}/`)) ?? '';
}

describe('undoing in the console', () => {
  it('begins at the catalog, whose changes are listed; where there is none it says so', async () => {
    expect((await page(`/console/catalogs/acme/${CATALOG}`)).links).toContain(PAGE);
    expect((await page()).text).toContain('There is nothing to undo.');
    await deprecate();
    const { status, text } = await page();
    expect(status).toBe(200);
    expect(text).toContain(`Deprecated ${product} Undo`);
  });

  it('shows what it does, and changes nothing until it is told to', async () => {
    const preview = await page(await previewOfUndo());
    expect(preview.status).toBe(200);
    expect(preview.text).toContain(`Deprecated: ${product},`);
    expect(preview.text).toContain(`${product} Deprecated Published`);
    expect(preview.text).toContain('Undo the change');
    expect(await state()).toEqual({ state: 'DEPRECATED' });
  });

  it('brings back what was before, and can itself be undone', async () => {
    const path = await previewOfUndo();
    const done = await submit(path);
    expect(done.status).toBe(303);
    expect(done.location).toMatch(new RegExp(`^${PAGE}\\?changed=acme%2F[\\da-f-]{36}$`));
    expect(await state()).toEqual({ state: 'PUBLISHED' });
    const { text } = await page(done.location ?? '');
    expect(text).toContain(`Undone: ${product}. Undo , until`);
    expect(text).toContain(`Undone ${product} Undo`);
  });

  it('names what stands in its way, and has no button then', async () => {
    const path = await previewOfUndo();
    await world.lifecycle('retireProduct', { product }, '{ dryRun }');
    for (const refused of [await page(path), await submit(path)]) {
      expect(refused.status).toBe(409);
      expect(refused.text).toContain(product);
      expect(refused.text).not.toContain('Undo the change');
    }
    expect(await state()).toEqual({ state: 'RETIRED' });
  });

  it('is refused for a change that there is not, and to readers, who see the list alone', async () => {
    const unknown = await page(`${PAGE}/01900000-0000-7000-8000-000000000000`);
    expect(unknown.status).toBe(404);
    expect(unknown.text).toContain('No change of this org has this id');
    const path = await previewOfUndo();
    expect((await page(PAGE, viewer)).links.filter((href) => href.startsWith(`${PAGE}/`))).toEqual([]);
    expect((await page(path, viewer)).status).toBe(403);
    expect((await submit(path, viewer)).status).toBe(403);
    expect(await state()).toEqual({ state: 'DEPRECATED' });
  });
});
