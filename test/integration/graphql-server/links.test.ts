// OpenAPI links as nested fields: what they may cause, and what they see.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  answering,
  type BuiltWorld,
  documentOf,
  everything,
  openBuiltWorld,
} from '../../support/built-server.ts';

// The server is built in a child process, which takes seconds to begin on a machine that has others to run.
vi.setConfig({ testTimeout: 90_000 });

const text = { type: 'string' };
const id = { type: 'string', format: 'id' };
const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const listOf = (items: object) => ({ type: 'array', items });
const inPath = { name: 'id', in: 'path', required: true, schema: id };
const inQuery = (name: string, of: object) => ({ name, in: 'query', explode: false, schema: of });
const linking = (of: object, links: object) => ({
  responses: { 200: { description: 'It', content: { 'application/json': { schema: of } }, links } },
});
const owner = { owner: { operationId: 'getOwner', parameters: { id: '$response.body#/ownerId' } } };
const document = documentOf(
  {
    '/pets': {
      get: {
        operationId: 'listPets',
        parameters: [inQuery('of', text)],
        ...linking(listOf(schema('Pet')), owner),
      },
      post: { operationId: 'addPet', ...linking(schema('Pet'), owner) },
    },
    '/owners': {
      get: {
        operationId: 'listOwners',
        parameters: [inQuery('ids', listOf(id))],
        ...answering(listOf(schema('Owner'))),
      },
    },
    '/owners/{id}': {
      get: {
        operationId: 'getOwner',
        parameters: [inPath],
        ...linking(schema('Owner'), {
          pets: { operationId: 'listPets', parameters: { of: '$response.body#/id' } },
          itself: { operationId: 'getOwner', parameters: { id: '$response.body#/id' } },
        }),
      },
    },
  },
  {
    Pet: { type: 'object', properties: { name: text, ownerId: id } },
    Owner: { type: 'object', properties: { id, name: text } },
  },
);

let world: BuiltWorld;
beforeAll(async () => {
  world = await openBuiltWorld();
  const sources = [{ name: 'a', url: world.url, openapi: document }];
  expect(await world.make({ title: 'Pets', sources })).toMatchObject({ state: 'READY', failure: null });
}, 90_000);
afterAll(() => world.close());
afterEach(() => {
  world.calls.length = 0;
  world.answers.clear();
});

const petsOf = (...owners: unknown[]) => owners.map((ownerId) => ({ name: 'Rex', ownerId }));
const urls = () => world.calls.map(({ method, url }) => `${method} ${url}`);

it('that several operations have for a type is one field of it', async () => {
  const { sdl } = await world.serverState('pets');
  expect(sdl?.match(/owner\w*: Owner/g)).toEqual(['owner: Owner']);
});

describe('what one document can cause is bounded', () => {
  it('where fragments spread one another twice, before a back-end is asked', async () => {
    const spread = (count: number) =>
      Array.from(
        { length: count },
        (_, n) => `fragment F${n} on Owner { a: itself { ...F${n + 1} } b: itself { ...F${n + 1} } }`,
      ).join(' ');
    const query = (count: number) =>
      `{ getOwner(id: 1) { ...F0 } } ${spread(count)} fragment F${count} on Owner { id }`;
    world.answers.set('GET /owners/1', { id: '1' });
    expect(await world.ask('pets', query(3))).toMatchObject({
      status: 200,
      data: { getOwner: { a: { b: { a: { id: '1' } } } } },
    });
    world.calls.length = 0;
    const { status, errors } = await world.ask('pets', query(14));
    expect({ status, errors }).toEqual({
      status: 400,
      errors: [
        {
          message:
            'An operation may have 2000 fields, those of a fragment wherever it is spread: send it in parts.',
          extensions: { code: 'GRAPHQL_COST_EXCEEDED' },
        },
      ],
    });
    expect(world.calls).toEqual([]);
  });

  it('where lists link to lists, however few calls that takes: 10,000 records by links', async () => {
    world.answers.set('GET /owners/1', { id: '1' });
    const pets = petsOf(...Array.from({ length: 50 }, () => '1'));
    world.answers.set('GET /pets', pets);
    world.answers.set('GET /pets?of=1', pets);
    const once = await world.ask('pets', '{ listPets { owner { pets { name } } } }');
    expect(once.errors).toBeUndefined();
    const { status, errors } = await world.ask(
      'pets',
      '{ listPets { owner { pets { owner { pets { owner { pets { name } } } } } } } }',
    );
    expect(status).toBe(200);
    expect(errors?.[0]).toMatchObject({
      message: 'A request may get 10000 records by links: ask for fewer records, or fewer of their links.',
      extensions: { code: 'GRAPHQL_COST_EXCEEDED' },
    });
  });

  it('where records have more links than that: one error, and none of them is asked for', async () => {
    world.answers.set('GET /pets', petsOf(...Array(10_001).fill('1')));
    expect(await world.ask('pets', '{ listPets { owner { id } } }')).toMatchObject({
      data: { listPets: null },
      errors: [{ path: ['listPets'], extensions: { code: 'GRAPHQL_COST_EXCEEDED' } }],
    });
    expect(urls()).toEqual(['GET /pets']);
  });

  it('where links fail by the thousand: 1,000 errors, and one that tells of the others', async () => {
    world.answers.set('GET /pets', petsOf(...Array(2_000).fill('..')));
    const { data, errors } = await world.ask('pets', '{ listPets { owner { id } } }');
    expect(data?.['listPets']).toEqual(Array(2_000).fill({ owner: null }));
    expect(errors).toHaveLength(1_001);
    expect(errors?.[999]).toMatchObject({ path: ['listPets', 999, 'owner'] });
    expect(errors?.[1_000]).toEqual({
      message: '1000 more errors are left out: ask for fewer records, or fewer of their links.',
      extensions: { code: 'GRAPHQL_COST_EXCEEDED' },
    });
  });

  it('where a field repeats what records hold: 20 million characters of an answer', async () => {
    world.answers.set('GET /pets', [{ name: 'x'.repeat(1_000_000), ownerId: '1' }]);
    world.answers.set('GET /owners/1', { id: '1' });
    const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}: name`).join(' ');
    const asked = (count: number, more = '') =>
      world.ask('pets', `{ getOwner(id: "1") { id } listPets { ${names(count)} ${more} } }`);
    expect((await asked(19)).errors).toBeUndefined();
    for (const link of ['', 'owner { id }'])
      expect(await asked(21, link)).toMatchObject({
        data: { getOwner: { id: '1' }, listPets: null },
        errors: [
          {
            message:
              'An answer may have 20 million characters: ask for fewer records, or fewer of their fields.',
            path: ['listPets'],
            extensions: { code: 'GRAPHQL_COST_EXCEEDED' },
          },
        ],
      });
  });

  it('where links and aliases meet: 250,000 values', async () => {
    world.answers.set('GET /pets', petsOf(...Array(9_000).fill('1')));
    world.answers.set('GET /owners/1', { id: '1', name: 'Ann' });
    const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}: name`).join(' ');
    const asked = (count: number) => world.ask('pets', `{ listPets { ${names(count)} owner { id } } }`);
    expect((await asked(20)).errors).toBeUndefined();
    expect(await asked(27)).toMatchObject({
      data: { listPets: null },
      errors: [
        {
          message:
            'A request with links may get 250000 values: ask for fewer records, or fewer of their fields.',
          extensions: { code: 'GRAPHQL_COST_EXCEEDED' },
        },
      ],
    });
  });

  it('where records with links do not fit: more than 1,000 are one error', async () => {
    world.answers.set('GET /pets', Array(1_001).fill('no record'));
    expect(await world.ask('pets', '{ listPets { owner { id } } }')).toMatchObject({
      data: { listPets: null },
      errors: [{ path: ['listPets'], extensions: { code: 'BACKEND_ANSWER_INVALID' } }],
    });
  });

  it('where answers are large: 50 MB of them, also of one that is shared', async () => {
    world.answers.set('GET /pets', [{ name: 'Rex', ownerId: '1', story: 'x'.repeat(9_000_000) }]);
    const asked = (count: number) =>
      `{ ${Array.from({ length: count }, (_, n) => `a${n}: listPets { name }`).join(' ')} }`;
    expect((await world.ask('pets', asked(5))).errors).toBeUndefined();
    const { data, errors } = await world.ask('pets', asked(6));
    expect(data).toMatchObject({ a4: [{ name: 'Rex' }], a5: null });
    expect(errors).toMatchObject([
      {
        message:
          'A request may use 50 MB of what back-ends answer: ask for fewer records, or fewer of their links.',
        path: ['a5'],
        extensions: { code: 'GRAPHQL_COST_EXCEEDED' },
      },
    ]);
  });
});

it('of a batch: an id that no path can hold fails its own field, and none of the others', async () => {
  world.answers.set('GET /pets', petsOf('1', '..', '2'));
  world.answers.set(
    'GET /owners?ids=1,..,2',
    ['1', '..', '2'].map((each) => ({ id: each })),
  );
  const { data, errors } = await world.ask('pets', '{ listPets { owner { id } } }');
  expect(data).toEqual({ listPets: [{ owner: { id: '1' } }, { owner: null }, { owner: { id: '2' } }] });
  expect(errors).toMatchObject([{ path: ['listPets', 1, 'owner'], extensions: { code: 'BAD_USER_INPUT' } }]);
});

it('are asked for anew after the document has changed something', async () => {
  let version = 0;
  world.answers.set('POST /pets', petsOf('1')[0]);
  world.answers.set('GET /owners/1', (_request: unknown, response: { end(text: string): void }) => {
    version += 1;
    response.end(JSON.stringify({ id: '1', name: `Ann ${version}` }));
  });
  const { data } = await world.ask(
    'pets',
    'mutation { a: addPet { owner { name } } b: addPet { owner { name } } }',
  );
  expect(data).toEqual({ a: { owner: { name: 'Ann 1' } }, b: { owner: { name: 'Ann 2' } } });
  expect(urls()).toEqual(['POST /pets', 'GET /owners/1', 'POST /pets', 'GET /owners/1']);
});

it('are decided with arguments as a caller would give them: an id that a record has as a number is a text', async () => {
  const rule = { name: 'own', condition: 'arguments.id == "1"', fields: ['getOwner'] };
  const [query] = everything.access.policies;
  await world.change({ name: 'pets', policies: { access: { policies: [{ ...query, rules: [rule] }] } } });
  world.answers.set('GET /pets', petsOf(1, 2));
  world.answers.set('GET /owners/1', { id: 1 });
  const { data, errors } = await world.ask('pets', '{ listPets { owner { id } } getOwner(id: 1) { id } }');
  expect(data).toEqual({ listPets: [{ owner: { id: '1' } }, { owner: null }], getOwner: { id: '1' } });
  expect(errors).toMatchObject([{ path: ['listPets', 1, 'owner'], extensions: { code: 'POLICY_REFUSED' } }]);
  await world.change({ name: 'pets', policies: everything });
});
