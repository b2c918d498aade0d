import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { type ConsoleWorld, consoleOf, readPage, type Visitor } from '../../support/console.ts';
import { allByRole, fieldsOf, hrefsOf } from '../../support/page-elements.ts';

const PAGE = '/console/catalogs/acme/sandbox/messages';

let world: ConsoleWorld<CatalogWorld>;
let person: Visitor;
beforeEach(async () => {
  world = await consoleOf(await openCatalog());
  person = await world.signedIn();
});
afterEach(() => world.close());

describe('the messages of a catalog', () => {
  it('have no form where no product is published, and lead to the products', async () => {
    const page = await readPage(person.get(PAGE));
    expect(page.text).toContain('No product has subscribers to write to');
    expect(page.text).toContain('A product gets subscribers once it is published.');
    expect(hrefsOf(page, 'To the products')).toEqual(['/console/catalogs/acme/sandbox']);
    expect(fieldsOf(page, 'Title')).toEqual([]);
  });

  it('are written to subscribers of published products, which are called by their titles', async () => {
    await world.api('orders:1.0.0');
    await world.product('orders:1.0.0', { title: 'Orders and returns', apis: ['orders:1.0.0'] });
    await world.product('drafts:1.0.0', { title: 'Drafts', apis: ['orders:1.0.0'] });
    await world.lifecycle('stageProduct', { product: 'drafts:1.0.0' });
    await world.lifecycle('publishProduct', { product: 'orders:1.0.0' });
    const page = await readPage(person.get(PAGE));
    expect(fieldsOf(page, 'Title')).toHaveLength(1);
    expect(allByRole(page, 'option').map(({ name }) => name)).toEqual(['Orders and returns 1.0.0']);
  });
});
