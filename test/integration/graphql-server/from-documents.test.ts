import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { answering, type BuiltWorld, documentOf, openBuiltWorld } from '../../support/built-server.ts';

// Each server is built in a child process, which takes seconds to begin on a machine that has others to run.
vi.setConfig({ testTimeout: 90_000 });

let world: BuiltWorld;
let count = 0;
beforeAll(async () => {
  world = await openBuiltWorld();
});
afterAll(() => world.close());
afterEach(() => {
  world.calls.length = 0;
  world.answers.clear();
});

/** A server of one source; gives its name. */
async function made(openapi: unknown, more: object = {}): Promise<string> {
  const name = `server-${++count}`;
  const source = { name: 'a', url: world.url, openapi, ...more };
  expect(await world.make({ title: name, sources: [source] })).toMatchObject({
    state: 'READY',
    failure: null,
  });
  return name;
}

const text = { type: 'string' };
const Pet = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', format: 'int64' },
    name: text,
    nick: { ...text, nullable: true },
    status: { type: 'string', enum: ['for-sale', 'sold'] },
    'kebab-name': text,
    ownerId: { type: 'string', format: 'uuid' },
    parent: { $ref: '#/components/schemas/Pet' },
  },
};
const pet = { $ref: '#/components/schemas/Pet' };
const petId = { name: 'petId', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } };
const pets = documentOf(
  {
    '/pets': {
      get: {
        operationId: 'listPets',
        parameters: [
          { name: 'tags', in: 'query', explode: false, schema: { type: 'array', items: text } },
          {
            name: 'near',
            in: 'query',
            style: 'deepObject',
            schema: { type: 'object', properties: { lat: { type: 'number' } } },
          },
          { name: 'X-Trace', in: 'header', schema: text },
          { name: 'session', in: 'cookie', schema: text },
        ],
        ...answering({ type: 'array', items: pet }),
      },
      post: {
        operationId: 'createPet',
        requestBody: { required: true, content: { 'application/json': { schema: pet } } },
        ...answering(pet),
      },
    },
    '/pets/{petId}': {
      get: {
        operationId: 'getPet',
        parameters: [petId],
        ...answering(pet, {}),
        responses: {
          200: {
            description: 'The pet',
            content: { 'application/json': { schema: pet } },
            links: { owner: { operationId: 'getOwner', parameters: { ownerId: '$response.body#/ownerId' } } },
          },
        },
      },
      delete: { operationId: 'deletePet', parameters: [petId], responses: { 204: { description: 'Gone' } } },
    },
    '/owners/{ownerId}': {
      get: {
        operationId: 'getOwner',
        parameters: [
          { name: 'ownerId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
        ],
        ...answering({ type: 'object', title: 'Owner', properties: { name: text } }),
      },
    },
    '/photo': {
      put: {
        operationId: 'setPhoto',
        requestBody: { content: { 'image/png': {} } },
        responses: { 204: { description: 'Set' } },
      },
    },
    '/ping': { head: { operationId: 'ping', responses: { 204: { description: 'There' } } } },
  },
  { Pet },
);

describe('a server made of a document', () => {
  it('has a query for each GET and a mutation for each other call; its report tells of every operation', async () => {
    const name = await made(pets);
    const { graphqlServer } = await world.query<{
      graphqlServer: { report: { operations: object[] }; sources: { operations: string[] }[] };
    }>(
      `{ graphqlServer(name: "${name}") { sources { operations } report { operations { operation outcome field reason } } } }`,
    );
    expect(graphqlServer.report.operations).toEqual([
      { operation: 'listPets', outcome: 'FIELD', field: 'Query.listPets', reason: null },
      { operation: 'createPet', outcome: 'FIELD', field: 'Mutation.createPet', reason: null },
      { operation: 'getPet', outcome: 'FIELD', field: 'Query.getPet', reason: null },
      { operation: 'deletePet', outcome: 'FIELD', field: 'Mutation.deletePet', reason: null },
      { operation: 'getOwner', outcome: 'FIELD', field: 'Query.getOwner', reason: null },
      {
        operation: 'setPhoto',
        outcome: 'FIELD',
        field: 'Mutation.setPhoto',
        reason: null,
      },
      {
        operation: 'ping',
        outcome: 'LEFT_OUT',
        field: null,
        reason: '#/paths/~1ping/head: HEAD reads and changes nothing that a field could tell.',
      },
    ]);
    expect(graphqlServer.sources).toEqual([
      { operations: ['listPets', 'createPet', 'getPet', 'deletePet', 'getOwner', 'setPhoto'] },
    ]);
  });

  it('sends arguments where the document says, and nothing can leave its place', async () => {
    const name = await made(pets);
    const target = '/pets?tags=a%26b,c%2Cd&near%5Blat%5D=1.5';
    world.answers.set(`GET ${target}`, []);
    const { errors } = await world.ask(
      name,
      '{ listPets(tags: ["a&b", "c,d"], near: {lat: 1.5}, X_Trace: "t", session: "s; admin=1") { id } }',
    );
    expect(errors).toBeUndefined();
    expect(world.calls).toMatchObject([
      { method: 'GET', url: target, headers: { 'x-trace': 't', cookie: 'session=s%3B%20admin%3D1' } },
    ]);
    const owner = (id: string) => world.ask(name, `{ getOwner(ownerId: ${JSON.stringify(id)}) { name } }`);
    await owner('../../admin?x#y');
    expect(world.calls.at(-1)?.url).toBe('/owners/..%2F..%2Fadmin%3Fx%23y');
    expect((await owner('..')).errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
    const { errors: split } = await world.ask(name, '{ listPets(X_Trace: "a\\r\\nx-admin: 1") { id } }');
    expect(split?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
    expect(world.calls).toHaveLength(2);
  });

  it('keeps every digit of int64, both ways, and the names that JSON has', async () => {
    const name = await made(pets);
    world.answers.set(
      'POST /pets',
      '{"id":9007199254740993,"name":"Rex","kebab-name":"k","status":"for-sale"}',
    );
    const { data, errors } = await world.ask(
      name,
      'mutation { createPet(input: {id: "9007199254740993", name: "Rex", kebab_name: "k", status: for_sale}) { id name kebab_name status } }',
    );
    expect(errors).toBeUndefined();
    expect(world.calls[0]?.body).toBe(
      '{"id":9007199254740993,"name":"Rex","status":"for-sale","kebab-name":"k"}',
    );
    expect(data).toEqual({
      createPet: { id: '9007199254740993', name: 'Rex', kebab_name: 'k', status: 'for_sale' },
    });
  });

  it('follows links, calls once for one thing, and gives null for what is not there', async () => {
    const name = await made(pets);
    world.answers.set('GET /pets/1', { id: 1, name: 'Rex', ownerId: 'o' });
    world.answers.set('GET /owners/o', { name: 'Ann' });
    const { data, errors } = await world.ask(
      name,
      '{ getPet(petId: 1) { name owner { name } } again: getPet(petId: 1) { owner { name } } none: getPet(petId: 2) { id } }',
    );
    expect({ data, errors }).toEqual({
      data: {
        getPet: { name: 'Rex', owner: { name: 'Ann' } },
        again: { owner: { name: 'Ann' } },
        none: null,
      },
      errors: undefined,
    });
    expect(world.calls.map(({ url }) => url).sort()).toEqual(['/owners/o', '/pets/1', '/pets/2']);
  });

  it('tells a back-end that breaks its own document by a field error; all else is answered', async () => {
    const name = await made(pets);
    world.answers.set('GET /pets', [
      { id: 1, name: 'Rex', status: 'lost' },
      { id: 2 },
      'secret',
      { id: 4, name: 'Tom', parent: 'secret' },
    ]);
    const {
      data,
      errors,
      text: whole,
    } = await world.ask(name, '{ listPets { id name status parent { id } } }');
    expect(data).toEqual({
      listPets: [
        { id: 1, name: 'Rex', status: null, parent: null },
        null,
        null,
        { id: 4, name: 'Tom', status: null, parent: null },
      ],
    });
    expect(errors?.map(({ path, extensions }) => [path?.join('.'), extensions['code']]).sort()).toEqual([
      ['listPets.0.status', 'BACKEND_ANSWER_INVALID'],
      ['listPets.1.name', 'BACKEND_ANSWER_INVALID'],
      ['listPets.2', 'BACKEND_ANSWER_INVALID'],
      ['listPets.3.parent', 'BACKEND_ANSWER_INVALID'],
    ]);
    expect(whole).not.toContain('secret');
    world.answers.set('GET /pets', { id: 1 });
    const broken = await world.ask(name, '{ listPets { id } }');
    expect(broken.errors?.[0]?.extensions['code']).toBe('BACKEND_ANSWER_INVALID');
  });

  it('answers a mutation of something that is not there with NOT_FOUND, and one without content with null', async () => {
    const name = await made(pets);
    world.answers.set(
      'DELETE /pets/1',
      (_request: unknown, response: { writeHead(status: number): { end(): void } }) =>
        response.writeHead(204).end(),
    );
    const { data, errors } = await world.ask(
      name,
      'mutation { deletePet(petId: 1) other: deletePet(petId: 2) }',
    );
    expect(data).toEqual({ deletePet: null, other: null });
    expect(errors).toMatchObject([{ path: ['other'], extensions: { code: 'NOT_FOUND' } }]);
  });

  it('passes on the headers that its source asks for, those of traces, and no others', async () => {
    const headers = {
      authorization: 'Bearer x',
      cookie: 'a=b',
      'x-request-id': 'r',
      traceparent: 't',
      'x-other': 'o',
    };
    world.answers.set('GET /pets', []);
    await world.ask(await made(pets, { headers: ['Authorization'] }), '{ listPets { id } }', { headers });
    await world.ask(await made(pets), '{ listPets { id } }', { headers });
    const [asked, notAsked] = world.calls;
    expect(asked?.headers).toMatchObject({
      authorization: 'Bearer x',
      'x-request-id': 'r',
      traceparent: 't',
    });
    expect(notAsked?.headers).toMatchObject({ 'x-request-id': 'r', traceparent: 't' });
    for (const call of world.calls) expect(Object.keys(call.headers)).not.toContain('x-other');
    expect(notAsked?.headers['authorization'] ?? notAsked?.headers['cookie']).toBeUndefined();
  });

  it('gives each source its own time', async () => {
    const name = await made(pets, { timeoutMs: 50 });
    world.answers.set('GET /pets', () => {});
    const { errors } = await world.ask(name, '{ listPets { id } }');
    expect(errors).toMatchObject([{ path: ['listPets'], extensions: { code: 'BACKEND_TIMEOUT' } }]);
  });

  it('bounds the calls of one request: links of a long list', async () => {
    const name = await made(pets);
    const list = Array.from({ length: 300 }, (_, index) => ({ id: index, name: 'n', ownerId: `o${index}` }));
    world.answers.set('GET /pets', list);
    const { errors } = await world.ask(name, '{ listPets { owner { name } } }');
    expect(errors?.every(({ extensions }) => extensions['code'] === 'GRAPHQL_COST_EXCEEDED')).toBe(true);
    expect(world.calls.length).toBe(200);
  });
});

describe('documents of other forms', () => {
  it.each<
    [form: string, openapi: object, mutation: string, call: { method: string; url: string; body: string }]
  >([
    [
      'OpenAPI 2.0',
      {
        swagger: '2.0',
        info: { title: 't', version: '1' },
        paths: {
          '/a/{id}': {
            post: {
              operationId: 'change',
              consumes: ['application/x-www-form-urlencoded'],
              parameters: [
                { name: 'id', in: 'path', required: true, type: 'string' },
                {
                  name: 'ids',
                  in: 'query',
                  type: 'array',
                  collectionFormat: 'multi',
                  items: { type: 'integer' },
                },
                { name: 'word', in: 'formData', type: 'string', required: true },
              ],
              responses: { 200: { description: 'It', schema: { $ref: '#/definitions/A' } } },
            },
          },
        },
        definitions: { A: { type: 'object', properties: { b: { type: 'boolean' } } } },
      },
      'mutation { change(id: "x", ids: [1, 2], input: {word: "a b"}) { b } }',
      { method: 'POST', url: '/a/x?ids=1&ids=2', body: 'word=a%20b' },
    ],
    [
      'OpenAPI 3.1',
      {
        openapi: '3.1.0',
        info: { title: 't', version: '1' },
        paths: {
          '/a': {
            post: {
              requestBody: {
                content: {
                  'application/json': {
                    schema: { type: 'object', properties: { n: { type: ['integer', 'null'] } } },
                  },
                },
              },
              responses: {
                '2XX': {
                  description: 'It',
                  content: {
                    'application/json': {
                      schema: { anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] },
                    },
                  },
                },
              },
            },
          },
        },
        components: { schemas: { A: { type: 'object', properties: { b: { type: ['boolean', 'null'] } } } } },
      },
      'mutation { postA(input: {n: null}) { b } }',
      { method: 'POST', url: '/a', body: '{"n":null}' },
    ],
  ])('%s is read', async (_form, ...[openapi, mutation, call]) => {
    const name = await made(JSON.stringify(openapi));
    world.answers.set(`POST ${call.url}`, { b: true });
    const { data, errors } = await world.ask(name, mutation);
    expect({ errors, b: Object.values(data ?? {})[0] }).toEqual({ errors: undefined, b: { b: true } });
    expect(world.calls).toMatchObject([call]);
  });
});

describe('what is sent', () => {
  it('is a form of several parts with files, XML as a text, bytes, and JSON in a path, as the document says', async () => {
    const sent = (mediaType: string, schema: object) => ({
      requestBody: { content: { [mediaType]: { schema } } },
      ...answering(text),
    });
    const form = {
      type: 'object',
      properties: {
        'a"b': text,
        list: { type: 'array', items: text },
        o: { type: 'object' },
        file: { ...text, format: 'binary' },
      },
    };
    const content = { 'application/json': { schema: { type: 'object', properties: { n: text } } } };
    const name = await made(
      documentOf({
        '/form': { post: { operationId: 'form', ...sent('multipart/form-data', form) } },
        '/xml': { post: { operationId: 'xml', ...sent('application/xml', form) } },
        '/bytes': {
          post: {
            operationId: 'bytes',
            requestBody: { content: { 'image/png': {} } },
            responses: { 200: { description: 'It', content: { 'application/pdf': {} } } },
          },
        },
        '/of/{what}': {
          put: {
            operationId: 'of',
            parameters: [{ name: 'what', in: 'path', required: true, content }],
            ...answering(text),
          },
        },
      }),
    );
    world.answers.set('POST /bytes', (_request: unknown, response: ServerResponse) =>
      response.end(Buffer.from([0, 255, 128])),
    );
    for (const call of ['POST /form', 'POST /xml', 'PUT /of/%7B%22n%22%3A%22%2F%22%7D'])
      world.answers.set(call, '"done"');
    const { data, errors } = await world.ask(
      name,
      'mutation { form(input: {a_b: "1", list: ["2", "3"], o: {x: 4}, file: "aGk="}) xml(input: "<a>é</a>") bytes(input: "aGk=") of(what: {n: "/"}) }',
    );
    const done = { form: 'done', xml: 'done', bytes: 'AP+A', of: 'done' };
    expect({ data, errors }).toEqual({ data: done, errors: undefined });
    const [parts, xml, bytes] = world.calls;
    const read = await new Response(parts?.body ?? '', {
      headers: { 'content-type': String(parts?.headers['content-type']) },
    }).formData();
    const texts = await Promise.all(
      [...read].map(async ([key, value]) => [key, typeof value === 'string' ? value : await value.text()]),
    );
    expect(texts).toEqual([
      ['a"b', '1'],
      ['list', '2'],
      ['list', '3'],
      ['o', '{"x":4}'],
      ['file', 'hi'],
    ]);
    expect(bytes).toMatchObject({ body: 'hi', headers: { 'content-type': 'image/png' } });
    const { errors: refused } = await world.ask(name, 'mutation { bytes(input: "no base64!") }');
    expect(refused?.[0]?.message).toContain('Byte is a text in base64');
    expect(world.calls).toHaveLength(4);
    expect(xml).toMatchObject({ body: '<a>é</a>', headers: { 'content-type': 'application/xml' } });
  });
});

describe('several sources', () => {
  const get = (operationId: string, schema: string) => ({
    get: { operationId, ...answering({ $ref: `#/components/schemas/${schema}` }) },
  });
  const object = (properties: object, required: string[] = []) => ({
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
  });

  it('have a type in common where it is alike, and told apart where it is not; the report says so', async () => {
    const name = 'united';
    const { sdl } = await world.make({
      title: name,
      sources: [
        {
          name: 'customers',
          url: world.url,
          openapi: documentOf(
            { '/c': get('getCustomer', 'Customer'), '/s': get('getStatus', 'Place') },
            {
              Customer: object({
                id: text,
                address: { $ref: '#/components/schemas/Address' },
                place: { $ref: '#/components/schemas/Place' },
              }),
              Address: object({ city: text, lines: { type: 'integer' } }),
              Place: object({ name: text, zip: text }, ['name', 'zip']),
            },
          ),
        },
        {
          name: 'accounts',
          url: world.url,
          openapi: documentOf(
            { '/a': get('getAccount', 'Account'), '/s': get('getStatus', 'Place') },
            {
              Account: object({ address: { $ref: '#/components/schemas/Address' } }),
              Address: object({ city: text, lines: { type: 'array', items: text } }),
              Place: object({ name: text, country: text }, ['name', 'country']),
            },
          ),
        },
      ],
    });
    expect(sdl).toContain('type Address {\n  city: String\n  lines: Int\n}');
    expect(sdl).toContain('type Accounts_Address {\n  city: String\n  lines: [String]\n}');
    expect(sdl).toContain('type Account {\n  address: Accounts_Address\n}');
    expect(sdl).toContain('type Place {\n  name: String!\n  zip: String\n  country: String\n}');
    expect(sdl).toMatch(/accounts_getStatus: Place/);
    const { graphqlServer } = await world.query<{ graphqlServer: { report: { notes: string[] } } }>(
      `{ graphqlServer(name: "${name}") { report { notes } } }`,
    );
    expect(graphqlServer.report.notes).toEqual([
      'accounts: the type Address is another than that of an earlier source, and is called Accounts_Address.',
      'accounts: the type Place is one with that of an earlier source.',
      "accounts: Query.getStatus is another's, and is called accounts_getStatus.",
    ]);
  });
});

describe('a change', () => {
  const of = (operationId: string, schema: object = text) =>
    documentOf({ '/x': { get: { operationId, ...answering(schema) } } });
  const source = (openapi: object) => [{ name: 'a', url: world.url, openapi }];

  it('takes its place when it is built', async () => {
    const name = await made(of('before'));
    world.answers.set('GET /x', '"answer"');
    expect((await world.change({ name, sources: source(of('after')) })).sdl).toContain('after: String');
    expect((await world.ask(name, '{ after }')).data).toEqual({ after: 'answer' });
    expect((await world.ask(name, '{ before }')).status).toBe(400);
  });

  it('that fails leaves the old one serving, also after a start', async () => {
    const name = await made(of('after'));
    world.answers.set('GET /x', '"answer"');
    const head = documentOf({ '/x': { head: { responses: { 200: { description: 'It' } } } } });
    const failed = await world.change({ name, sources: source(head) });
    const failure =
      'There is no operation that a field can be made of. #/paths/~1x/head: HEAD reads and changes nothing that a field could tell. The server goes on as it was before.';
    expect(failed).toMatchObject({ state: 'FAILED', failure });
    expect((await world.ask(name, '{ after }')).data).toEqual({ after: 'answer' });
    await world.restart();
    expect(await world.serverState(name)).toMatchObject({ state: 'FAILED', failure });
    expect((await world.ask(name, '{ after }')).data).toEqual({ after: 'answer' });
    expect(await world.change({ name, sources: source(of('mended')) })).toMatchObject({
      state: 'READY',
      failure: null,
    });
    expect((await world.ask(name, '{ mended }')).data).toEqual({ mended: 'answer' });
  });

  it('is served after a start without being built again, and no longer when it is deleted', async () => {
    const name = await made(of('kept'));
    world.answers.set('GET /x', '"answer"');
    await world.restart();
    expect(await world.serverState(name)).toMatchObject({ state: 'READY' });
    expect((await world.ask(name, '{ kept }')).data).toEqual({ kept: 'answer' });
    await world.mutate('deleteGraphQLServer', { name }, '');
    await world.servers.refresh();
    expect((await world.ask(name, '{ kept }')).status).toBe(404);
  });

  it('lets nobody through before there is a policy', async () => {
    const name = await made(of('closed'));
    await world.change({ name, policies: {} });
    expect((await world.ask(name, '{ closed }')).errors?.[0]?.extensions['code']).toBe('POLICY_REFUSED');
    expect(world.calls).toEqual([]);
  });
});

describe('what is sent as a form', () => {
  it('has objects and lists in brackets where the document says deepObject, as deep as they are', async () => {
    const list = { type: 'array', items: { type: 'object', properties: { price: text } } };
    const properties = {
      email: text,
      address: { type: 'object', properties: { city: text } },
      items: list,
      tags: { type: 'array', items: text },
    };
    const deep = { style: 'deepObject', explode: true };
    const encoding = { address: deep, items: deep, tags: { style: 'form', explode: false } };
    const form = { schema: { type: 'object', properties }, encoding };
    const expand = { name: 'expand', in: 'query', ...deep, schema: { type: 'array', items: text } };
    const name = await made(
      documentOf({
        '/customers': {
          post: {
            operationId: 'create',
            parameters: [expand],
            requestBody: { content: { 'application/x-www-form-urlencoded': form } },
            ...answering({ type: 'object', properties: { id: text } }),
          },
        },
      }),
    );
    const url = '/customers?expand%5B0%5D=a&expand%5B1%5D=b';
    world.answers.set(`POST ${url}`, { id: 'c' });
    const { data, errors } = await world.ask(
      name,
      'mutation { create(expand: ["a", "b"], input: {email: "e", address: {city: "B&n"}, items: [{price: "5"}], tags: ["x", "y"]}) { id } }',
    );
    expect({ data, errors }).toEqual({ data: { create: { id: 'c' } }, errors: undefined });
    const [{ body = '' } = {}] = world.calls;
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      email: 'e',
      'address[city]': 'B&n',
      'items[0][price]': '5',
      tags: 'x,y',
    });
  });
});

describe('the type of a record of a union', () => {
  it('is the one whose members it has, by their names in the document; of several, the one it lacks nothing of', async () => {
    const user = { login: text, 'public-repos': { type: 'integer' } };
    const schemas = {
      Private: {
        type: 'object',
        required: ['login', 'plan'],
        properties: { ...user, plan: text },
      },
      Public: { type: 'object', required: ['login'], properties: user },
    };
    const oneOf = ['Private', 'Public'].map((each) => ({ $ref: `#/components/schemas/${each}` }));
    const query = { get: { operationId: 'user', ...answering({ type: 'array', items: { oneOf } }) } };
    const name = await made(documentOf({ '/users': query }, schemas));
    world.answers.set('GET /users', [
      { login: 'a', 'public-repos': 1 },
      { login: 'b', 'public-repos': 2, plan: 'x' },
    ]);
    const { data, errors } = await world.ask(
      name,
      '{ user { __typename ... on Public { login public_repos } ... on Private { plan } } }',
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      user: [
        { __typename: 'Public', login: 'a', public_repos: 1 },
        { __typename: 'Private', plan: 'x' },
      ],
    });
  });
});
