import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPaths } from '../../../src/data-plane/snapshot/read-paths.ts';
import { changedPaths } from '../../../src/domain/manifest/difference.ts';
import { atOnce } from '../../../src/foundation/event-loop-turns.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import {
  copyOpenApis,
  readDocuments,
  readOpenApi,
  readSourceDocuments,
  storedForm,
  writeOpenApi,
  writeSourceDocuments,
} from '../../../src/infrastructure/database/documents.ts';
import { readOperations } from '../../../src/openapi/path-template.ts';
import { emptyDatabase } from '../../support/database.ts';

let database: Database;
let prisma: Database['prisma'];
let orgId: string;
beforeAll(async () => {
  database = await emptyDatabase();
  prisma = database.prisma;
  ({ id: orgId } = await prisma.org.create({ data: { name: 'acme', title: 'Acme' } }));
});
afterAll(() => database.close());

const columns = (name: string) => ({
  name,
  title: name,
  version: '1.0.0',
  kind: 'REST' as const,
  basePath: `/${name}`,
  securityDefinitions: [],
  security: [],
});
const draft = async (name: string) => (await prisma.api.create({ data: { ...columns(name), orgId } })).id;

async function copy(name: string): Promise<string> {
  const catalog = await prisma.catalog.create({ data: { orgId, name, title: name } });
  const { apis } = await prisma.catalogProduct.create({
    data: {
      catalogId: catalog.id,
      name,
      title: name,
      version: '1.0.0',
      state: 'PUBLISHED',
      visibility: 'PUBLIC',
      subscribability: 'AUTHENTICATED',
      apis: { create: [{ ...columns(name), position: 0 }] },
    },
    include: { apis: true },
  });
  return apis[0]?.id ?? '';
}

it('a document is written and read as text, is told to be another or the same, and goes', async () => {
  const row = { table: 'Api', id: await draft('written') } as const;
  expect(await readOpenApi(prisma, 'Api', row.id)).toBeNull();
  expect(await writeOpenApi(prisma, row, '{"paths":{},"info":{"a":[1,"ü"]}}')).toBe(true);
  const stored = '{"info": {"a": [1, "ü"]}, "paths": {}}';
  expect(await readOpenApi(prisma, 'Api', row.id)).toBe(stored);
  expect(await storedForm(prisma, '{"paths":{},"info":{"a":[1,"ü"]}}')).toBe(stored);
  expect(await writeOpenApi(prisma, row, '{"info":{"a":[1,"ü"]},"paths":{}}')).toBe(false);
  expect(await writeOpenApi(prisma, row, null)).toBe(true);
  expect(await readOpenApi(prisma, 'Api', row.id)).toBeNull();
});

it('documents of several are read in statements of about a megabyte', async () => {
  const ids = await Promise.all(['first', 'second', 'third'].map(draft));
  const noise = () => Array.from({ length: 20_000 }, () => randomUUID());
  for (const id of ids.slice(0, 2))
    await writeOpenApi(prisma, { table: 'Api', id }, JSON.stringify({ noise: noise() }));
  const documents = await readDocuments(prisma, 'Api', ids);
  expect([...documents.keys()].sort()).toEqual([...ids].sort());
  for (const [id, { openapi, sdl }] of documents)
    expect([openapi, sdl]).toEqual([await readOpenApi(prisma, 'Api', id), null]);
});

it('the document of a draft is copied into a catalog', async () => {
  const [from, to] = [await draft('copied'), await copy('copied')];
  await writeOpenApi(prisma, { table: 'Api', id: from }, '{"paths":{"/a":{"get":{}}}}');
  await copyOpenApis(prisma, 'CatalogApi', [{ from, to }]);
  expect(await readOpenApi(prisma, 'CatalogApi', to)).toBe('{"paths": {"/a": {"get": {}}}}');
});

it.each<[string, object | null]>([
  [
    'all-kinds',
    {
      components: { schemas: { A: { type: 'object' } } },
      paths: {
        '/pets/{id}': { get: { summary: 'Reads' }, DELETE: {}, summary: 'Pets', parameters: [] },
        '/elsewhere': { $ref: '#/components/pathItems/x' },
        '/nothing': {},
        '/no-item': 'text',
        'x-not-a-path': { get: {} },
      },
    },
  ],
  ['none', { paths: {} }],
  ['no-object', { paths: [] }],
  ['no-paths', {}],
  ['no-document', null],
])('gateways read of a document what they route by: %s', async (name, document) => {
  const id = await copy(name);
  await writeOpenApi(prisma, { table: 'CatalogApi', id }, document && JSON.stringify(document));
  const text = (await readPaths(prisma, [id])).get(id);
  const read = text === undefined ? undefined : { paths: JSON.parse(text) as object };
  expect(readOperations(read)).toEqual(readOperations(document));
  expect(text ?? '').not.toContain('summary');
});

it('documents of a GraphQL server keep the order of their members', async () => {
  const { id } = await prisma.graphQLServer.create({ data: { orgId, name: 'server', title: 'Server' } });
  const documents = { accounts: '{"z":1,"a":2}', "it's": '{}' };
  await writeSourceDocuments(prisma, id, documents);
  expect(await readSourceDocuments(prisma, id)).toEqual(documents);
  await writeSourceDocuments(prisma, id, {});
  expect(await readSourceDocuments(prisma, id)).toEqual({});
});

it('two stored documents are compared by the order that the database gives to their members', async () => {
  const names = ['b', 'a', 'aa', 'é', 'ab', '€', 'zzz', '😀', '"', '\\\\', '~/', 'abcd', '', 'A'];
  const members = (left: readonly string[]) =>
    JSON.stringify(Object.fromEntries(left.map((name) => [name, 1])));
  const all = await storedForm(prisma, members(names));
  for (const [at, name] of names.entries()) {
    const without = await storedForm(prisma, members(names.toSpliced(at, 1)));
    const place = `#/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    expect([atOnce(changedPaths(all, without)), atOnce(changedPaths(without, all))]).toEqual([
      [place],
      [place],
    ]);
  }
});
