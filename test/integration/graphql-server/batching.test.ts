import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BuiltWorld, documentOf, openBuiltWorld } from '../../support/built-server.ts';

// Each server is built in a child process, which takes seconds to begin on a machine that has others to run.
vi.setConfig({ testTimeout: 90_000 });

const text = { type: 'string' };
const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const listOf = (items: object) => ({ type: 'array', items });
const answer = (of: object, links: object = {}) => ({
  responses: { 200: { description: 'It', content: { 'application/json': { schema: of } }, links } },
});
const ids = { name: 'ids', in: 'query', explode: false, schema: { ...listOf(text), maxItems: 3 } };
const document = documentOf(
  {
    '/pets': {
      get: {
        operationId: 'listPets',
        ...answer(listOf(schema('Pet')), {
          owner: { operationId: 'getOwner', parameters: { ownerId: '$response.body#/ownerId' } },
        }),
      },
    },
    '/owners': {
      get: { operationId: 'listOwners', parameters: [ids], ...answer(listOf(schema('Owner'))) },
    },
    '/owners/{ownerId}': {
      get: {
        operationId: 'getOwner',
        parameters: [{ name: 'ownerId', in: 'path', required: true, schema: text }],
        ...answer(schema('Owner'), {
          friends: { operationId: 'listFriends', parameters: { of: '$request.path.ownerId' } },
        }),
      },
    },
    '/friends': {
      get: {
        operationId: 'listFriends',
        parameters: [{ name: 'of', in: 'query', required: true, schema: text }],
        ...answer(listOf(text)),
      },
    },
  },
  {
    Pet: { type: 'object', properties: { name: text, ownerId: text } },
    Owner: { type: 'object', required: ['id'], properties: { id: text, name: text } },
  },
);

let world: BuiltWorld;
beforeAll(async () => {
  world = await openBuiltWorld();
  const sources = [{ name: 'a', url: world.url, openapi: document }];
  expect(await world.make({ title: 'Pets', sources })).toMatchObject({ state: 'READY', failure: null });
});
afterAll(() => world.close());
afterEach(() => {
  world.calls.length = 0;
  world.answers.clear();
});

const owner = (id: string) => ({ id, name: `Name of ${id}` });
const petsOf = (...owners: (string | null)[]) =>
  world.answers.set(
    'GET /pets',
    owners.map((ownerId, index) => ({ name: `p${index}`, ownerId })),
  );
const urls = () => world.calls.map(({ url }) => url).sort();

describe('links of a list whose API has an operation for a list of ids', () => {
  it('are asked for together, each id once, in batches that the document allows, and come in their order', async () => {
    petsOf('a', 'b', 'a', 'c', null, 'd', 'e');
    world.answers.set('GET /owners?ids=a,b,c', [owner('c'), owner('a'), owner('b')]);
    world.answers.set('GET /owners?ids=d,e', [owner('e'), owner('d'), owner('z')]);
    const { data, errors } = await world.ask('pets', '{ listPets { owner { id name } } }');
    const found = ['a', 'b', 'a', 'c', null, 'd', 'e'].map((id) => ({ owner: id && owner(id) }));
    expect({ data, errors }).toEqual({ data: { listPets: found }, errors: undefined });
    expect(urls()).toEqual(['/owners?ids=a,b,c', '/owners?ids=d,e', '/pets']);
  });

  it('ask by itself for what the list lacks, and give null for what is not there then', async () => {
    petsOf('a', 'b', 'c');
    world.answers.set('GET /owners?ids=a,b,c', [owner('a')]);
    world.answers.set('GET /owners/b', owner('b'));
    const { data, errors } = await world.ask('pets', '{ listPets { owner { name } } }');
    const found = [{ owner: { name: 'Name of a' } }, { owner: { name: 'Name of b' } }, { owner: null }];
    expect({ data, errors }).toEqual({ data: { listPets: found }, errors: undefined });
    expect(urls()).toEqual(['/owners/b', '/owners/c', '/owners?ids=a,b,c', '/pets']);
  });

  it('fail field by field: only those of the batch that failed', async () => {
    petsOf('a', 'b', 'c', 'd', 'e');
    world.answers.set('GET /owners?ids=a,b,c', { not: 'a list' });
    world.answers.set('GET /owners?ids=d,e', [owner('d'), owner('e')]);
    const { status, data, errors } = await world.ask('pets', '{ listPets { name owner { id } } }');
    expect(status).toBe(200);
    expect(data).toEqual({
      listPets: [
        ...['p0', 'p1', 'p2'].map((name) => ({ name, owner: null })),
        { name: 'p3', owner: { id: 'd' } },
        { name: 'p4', owner: { id: 'e' } },
      ],
    });
    expect(errors?.map(({ path, extensions }) => [path?.join('.'), extensions['code']])).toEqual(
      [0, 1, 2].map((index) => [`listPets.${index}.owner`, 'BACKEND_ANSWER_INVALID']),
    );
  });

  it('ask for a single one as the link says', async () => {
    petsOf('a');
    world.answers.set('GET /owners/a', owner('a'));
    const { data } = await world.ask('pets', '{ listPets { owner { id } } }');
    expect(data).toEqual({ listPets: [{ owner: { id: 'a' } }] });
    expect(urls()).toEqual(['/owners/a', '/pets']);
  });

  it('have links of their own, as if each had been asked for alone', async () => {
    petsOf('a', 'b');
    world.answers.set('GET /owners?ids=a,b', [owner('a'), owner('b')]);
    world.answers.set('GET /friends?of=a', ['Ann']);
    world.answers.set('GET /friends?of=b', ['Ben']);
    const { data, errors } = await world.ask('pets', '{ listPets { owner { friends } } }');
    const found = [{ owner: { friends: ['Ann'] } }, { owner: { friends: ['Ben'] } }];
    expect({ data, errors }).toEqual({ data: { listPets: found }, errors: undefined });
  });

  it('are told of in the report', async () => {
    const { graphqlServer } = await world.query<{ graphqlServer: { report: { notes: string[] } } }>(
      '{ graphqlServer(name: "pets") { report { notes } } }',
    );
    expect(graphqlServer.report.notes).toEqual([
      'a: #/paths/~1pets/get/responses/200/links/owner: the link owner asks listOwners for up to 3 records at once, by ids.',
    ]);
  });
});
