import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';

let world: CatalogWorld;
beforeAll(async () => {
  world = await openCatalog();
});
afterAll(() => world.close());
afterEach(() => expect(world.faults, 'no refusal was a fault').toEqual([]));

const setPage = (page: object) =>
  world.mutate('setPage', { catalog: CATALOG, ...page }, '{ path title audience order product }');
const pages = async () =>
  (
    await world.query<{ catalog: { pages: { path: string; title: string; markdown: string }[] } }>(
      'query ($name: String!) { catalog(name: $name) { pages { path title markdown } } }',
      { name: CATALOG },
    )
  ).catalog.pages;

describe('pages of a portal', () => {
  it('are written, written again and deleted, in their order', async () => {
    expect(await setPage({ path: 'start', title: 'Start', markdown: 'Begin.', order: 2 })).toEqual({
      path: 'start',
      title: 'Start',
      audience: 'EVERYBODY',
      order: 2,
      product: null,
    });
    await setPage({ path: '/', title: 'Welcome', markdown: 'Hello.', audience: 'SIGNED_IN' });
    await setPage({ path: 'start', title: 'Getting started', markdown: 'Begin here.', order: 2 });
    const about = { path: 'start', title: 'Getting started', markdown: 'Begin here.', product: 'shop' };
    expect(await setPage(about)).toMatchObject({ product: 'shop' });
    expect(await pages()).toEqual([
      { path: '/', title: 'Welcome', markdown: 'Hello.' },
      { path: 'start', title: 'Getting started', markdown: 'Begin here.' },
    ]);
    expect(await world.mutate('deletePage', { catalog: CATALOG, path: '/' }, '')).toBe(true);
    expect(await pages()).toHaveLength(1);
  });

  it('are refused by what is wrong with them', async () => {
    expect(
      await world.refused('setPage', { catalog: CATALOG, path: 'A', title: 'a', markdown: '' }, '{ path }'),
    ).toMatchObject({ code: 'BAD_USER_INPUT', path: ['input', 'path'] });
    expect(await world.refused('deletePage', { catalog: CATALOG, path: 'nothing' }, '')).toMatchObject({
      code: 'NOT_FOUND',
      message: `There is no page nothing in the catalog ${CATALOG}.`,
      path: ['input', 'path'],
    });
    expect(
      await world.refused('setPage', { catalog: 'nothing', path: 'a', title: 'a', markdown: '' }, '{ path }'),
    ).toMatchObject({ code: 'NOT_FOUND', path: ['input', 'catalog'] });
  });
});
