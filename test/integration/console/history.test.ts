import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { type ConsoleWorld, consoleOf, readPage, type Visitor } from '../../support/console.ts';
import { instant } from '../../support/instant.ts';

let world: ConsoleWorld<CatalogWorld>;
let visitor: Visitor;

beforeAll(async () => {
  world = await consoleOf(await openCatalog());
  visitor = await world.signedIn();
  await world.api('customerdb:1.0.0');
});
afterAll(() => world.close());

const PAGE = `/console/catalogs/acme/${CATALOG}/history`;
const read = (query: Record<string, string> = {}) =>
  readPage(visitor.get(`${PAGE}?${new URLSearchParams(query)}`));

describe('the history of a catalog', () => {
  it('is a page away from its other pages', async () => {
    expect((await readPage(visitor.get(`/console/catalogs/acme/${CATALOG}`))).links).toContain(PAGE);
  });

  it('shows the catalog as it was, and what has changed since, by whom', async () => {
    const empty = await instant();
    await world.product('customer:1.0.0', { publishTo: CATALOG });
    const then = await instant();
    await world.lifecycle('deprecateProduct', { product: 'customer:1.0.0' });

    const early = await read({ at: empty.toISOString(), until: then.toISOString() });
    expect(early.status).toBe(200);
    expect(early.text).toContain('Product customer:1.0.0 added');
    expect(early.text).toContain('Plan customer:1.0.0/default-plan added');
    expect(early.text).toContain('No product was in it.');

    const { text } = await read({ at: then.toISOString() });
    expect(text).toMatch(/Product customer:1\.0\.0 changed deprecateProduct/);
    expect(text).toMatch(/− ?state: PUBLISHED/);
    expect(text).toMatch(/\+ ?state: DEPRECATED/);
    expect(text).toMatch(/customer 1\.0\.0 Published customerdb:1\.0\.0 · Online Default Plan 0/);
    expect(text).toContain(`gatehouse export --org acme --at ${then.toISOString()}`);
  });

  it('says since when there is history where an instant is before it', async () => {
    const since = '2026-01-05T10:00:00.000Z';
    await world.database.query(
      'INSERT INTO "HistoryStart" (id, since) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET since = $1',
      [since],
    );
    const { text, status } = await read({ at: '2025-12-01T00:00' });
    expect(status).toBe(409);
    expect(text).toContain(`History is kept since ${since}: name that instant or a later one.`);
    await world.database.query('DELETE FROM "HistoryStart"');
  });
});
