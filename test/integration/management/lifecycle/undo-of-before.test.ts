import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProductImage } from '../../../../src/domain/product/undo.ts';
import { readOpenApi } from '../../../../src/infrastructure/database/documents.ts';
import { toStore } from '../../../../src/infrastructure/database/json-columns.ts';
import { CATALOG, type CatalogWorld, type Change, openCatalog } from '../../../support/catalog.ts';

const OPENAPI = {
  openapi: '3.0.3',
  info: { version: '1.0.0', title: 'Müller & “Söhne”' },
  paths: { '/orders': { get: { responses: { 200: { description: 'All\nof them.' } } } } },
  'x-numbers': { b: 1e21, aa: 0.1, c: [] },
};
const TOKEN = '{ dryRun undoToken }';
const product = 'shop:1.0.0';

let world: CatalogWorld;
beforeEach(async () => {
  world = await openCatalog();
  await world.mutate('createApi', {
    title: 'Orders',
    version: '1.0.0',
    openapi: OPENAPI,
    targetUrl: 'https://orders.test',
  });
  await world.product(product, { apis: ['orders:1.0.0'] });
});
afterEach(() => world.close());

const act = async (mutation: string) =>
  ((await world.lifecycle(mutation, { product }, TOKEN)) as Change & { undoToken: string }).undoToken;
const undo = (token: string) => world.mutate('undoLifecycleChange', { token }, TOKEN);
async function documents(): Promise<unknown[]> {
  const { prisma } = world.database;
  const apis = await prisma.catalogApi.findMany({
    where: { catalogProduct: { catalogId: world.catalogId } },
  });
  return Promise.all(
    apis.map(async ({ id }) => JSON.parse((await readOpenApi(prisma, 'CatalogApi', id)) ?? 'null')),
  );
}

/** Keeps the documents of the change done last as the version before did: values, not texts. */
async function asBefore(side: 'before' | 'after'): Promise<void> {
  const { lifecycleUndo } = world.database.prisma;
  const row = await lifecycleUndo.findFirstOrThrow({ orderBy: { id: 'desc' } });
  const image = row[side] as unknown as ProductImage;
  const apis = image.apis.map((api) => {
    const openapi = JSON.parse(api.columns['openapi'] as string);
    return { ...api, columns: { ...api.columns, openapi } };
  });
  expect(apis.map(({ columns }) => columns.openapi)).toEqual([OPENAPI]);
  await lifecycleUndo.update({ where: { id: row.id }, data: { [side]: toStore({ ...image, apis }) } });
}

describe('undoing a change whose image the version before has kept', () => {
  it('finds nothing changed where nothing was, and brings back what was removed, with its document', async () => {
    const staged = await act('stageProduct');
    await asBefore('after');
    await undo(staged);
    expect(await documents()).toEqual([]);

    await act('stageProduct');
    const removed = await act('removeProduct');
    expect(await documents()).toEqual([]);
    await asBefore('before');
    await undo(removed);
    expect(await documents()).toEqual([OPENAPI]);
    expect(await world.inCatalog(product, `{ state apis { name } catalog { name } }`)).toEqual({
      state: 'STAGED',
      apis: [{ name: 'orders' }],
      catalog: { name: CATALOG },
    });
  });

  it('is refused where the document was changed since', async () => {
    const other = { ...OPENAPI, info: { version: '1.0.0', title: 'Another' } };
    const staged = await act('stageProduct');
    await asBefore('after');
    await world.database.prisma
      .$executeRaw`UPDATE "CatalogApi" SET "openapi" = ${JSON.stringify(other)}::jsonb`;
    expect(await world.refused('undoLifecycleChange', { token: staged }, TOKEN)).toMatchObject({
      status: 409,
      code: 'UNDO_CONFLICT',
    });
  });
});
