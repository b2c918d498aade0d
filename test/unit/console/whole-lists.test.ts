import { buildSchema, type DocumentNode, execute, parse, print } from 'graphql';
import { expect, it } from 'vitest';
import { withWholeLists } from '../../../src/control-plane/console/whole-lists.ts';
import type { ExecuteDocument } from '../../../src/graphql/server/run-document.ts';

const schema = buildSchema(`
  type Org { name: String catalogs(first: Int, offset: Int): [Org!]! }
  type Viewer { orgs(first: Int, offset: Int): [Org!]! }
  type Query { viewer: Viewer org: Org log(first: Int, after: String): [Org!]! }
  type Mutation { make: Org }`);

type Page = { readonly first?: number; readonly offset?: number };
const list = (name: string, length: number) => {
  const all = Array.from({ length }, (_, at) => ({ name: `${name}${at}`, catalogs: [] }));
  return ({ first = 50, offset = 0 }: Page) => all.slice(offset, offset + first);
};
const large = (length: number) => ({ name: 'large', catalogs: list('c', length) });

/** What a document gives over an API with so many orgs and catalogs, and the documents that were run for it. */
async function given(document: string, { orgs = 0, catalogs = 0 }) {
  const ran: string[] = [];
  const rootValue = {
    viewer: { orgs: list('o', orgs) },
    org: large(catalogs),
    log: ({ first }: Page) => list('l', 500)({ ...(first !== undefined && { first }) }),
    make: large(catalogs),
  };
  const run = (async (which: DocumentNode) => {
    ran.push(print(which));
    const { data, errors } = await execute({ schema, document: which, rootValue });
    expect(errors).toBeUndefined();
    return data;
  }) as unknown as ExecuteDocument;
  const data = (await withWholeLists(run)(parse(document) as never)) as Record<string, never>;
  return { data, ran };
}

it.each([
  [0, 1],
  [199, 1],
  [200, 2],
  [201, 2],
  [1_000, 6],
])('a list of %i is given whole, by %i documents', async (orgs, documents) => {
  const { data, ran } = await given('{ viewer { orgs(first: 200) { name } } }', { orgs });
  const { viewer } = data as unknown as { viewer: { orgs: { name: string }[] } };
  expect(viewer.orgs.map(({ name }) => name)).toEqual(Array.from({ length: orgs }, (_, at) => `o${at}`));
  expect(ran).toHaveLength(documents);
});

it('several lists are, each by itself, also by way of fragments and other names', async () => {
  const { data } = await given(
    `{ viewer { mine: orgs(first: 200) { name } ...V } org { catalogs(first: 200) { name } } }
     fragment V on Viewer { mine: orgs(first: 200) { name } few: orgs(first: 200, offset: 400) { name } }`,
    { orgs: 450, catalogs: 201 },
  );
  const { viewer, org } = data as unknown as {
    viewer: { mine: { name: string }[]; few: unknown[] };
    org: { catalogs: { name: string }[] };
  };
  expect(viewer.mine.map(({ name }) => name)).toEqual(Array.from({ length: 450 }, (_, at) => `o${at}`));
  expect([viewer.few.length, org.catalogs.length, org.catalogs.at(-1)?.name]).toEqual([50, 201, 'c200']);
});

it('what asks for a part, or changes something, is run once', async () => {
  for (const document of [
    '{ viewer { orgs(first: 50) { name } } }',
    '{ viewer { orgs(first: 200, offset: 0) { name } } }',
    '{ log(first: 200, after: "a") { name } }',
    'mutation { make { catalogs(first: 200) { name } } }',
  ])
    expect((await given(document, { orgs: 500, catalogs: 500 })).ran).toHaveLength(1);
});

it('it ends after ten thousand rows', async () => {
  const { data, ran } = await given('{ viewer { orgs(first: 200) { name } } }', { orgs: 10_300 });
  expect(ran).toHaveLength(50);
  expect((data as unknown as { viewer: { orgs: unknown[] } }).viewer.orgs).toHaveLength(10_000);
});
