import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documentBoundsOf } from '../../../src/domain/api/document-bounds.ts';
import { until } from '../../support/eventually.ts';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { api, catalog, client, type Plan, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const sdl = `
  directive @defer(if: Boolean, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
  type Item { id: ID items(first: Int = 2): [Item] @listSize(slicingArguments: ["first"]) }
  type Query { item(id: ID): Item other: Item }
  type Mutation { rename(id: ID): Item }
  type Subscription { renamed: Item }`;
const PATH = '/acme/sandbox/items/graphql';
const REGISTERED = '{ item { id } }';

let upstream: Upstream;
let world: GatewayWorld;

beforeAll(async () => {
  upstream = await recordingUpstream();
  const base = { kind: 'GRAPHQL', upstreamUrl: upstream.url, sdl } as const;
  const items = api({
    ...base,
    id: 'items',
    basePath: '/items',
    registeredOperations: [
      { id: 'item', document: REGISTERED },
      { id: hashOf('{ other { id } }'), document: '{ other { id } }' },
    ],
  });
  const others = api({ ...base, id: 'others', basePath: '/others' });
  const batched = api({
    ...base,
    id: 'batched',
    basePath: '/batched',
    documentBounds: documentBoundsOf({
      maxBatch: 2,
      maxTokens: 60,
      maxAliases: 2,
      maxDirectives: 1,
      maxRootFields: 3,
      maxOperations: 2,
      maxFragments: 3,
    }),
  });
  const plan = (key: string, terms: Plan) => client({ key, plans: { 'customer-1': terms } });
  const clients = [
    plan('free', {}),
    plan('closed', { registeredOperationsOnly: true }),
    plan('counted', { name: 'counted', limit: 3, windowSeconds: 60 }),
    plan('cheap', { maxGraphQLCost: 3 }),
  ];
  world = await openGateway(snapshot(catalog({ apis: [items, others, batched], clients })));
});
afterAll(() => Promise.all([world.close(), upstream.close()]));
beforeEach(() => {
  upstream.seen.length = 0;
  upstream.answer = (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{}}');
});

const hashOf = (document: string) => createHash('sha256').update(document).digest('hex');
const named = (sha256Hash: string) => ({ persistedQuery: { version: 1, sha256Hash } });

type Init = { key?: string; path?: string; headers?: Record<string, string> };
const post = (body: object | string, { key = 'free', path = PATH, headers = {} }: Init = {}) =>
  world.call(path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      'x-client-id': key,
      ...headers,
    },
  });
const get = (parameters: Record<string, string>, { key = 'free', path = PATH, headers = {} }: Init = {}) =>
  world.call(`${path}?${new URLSearchParams(parameters)}`, { headers: { 'x-client-id': key, ...headers } });

async function refused(answer: Promise<Response>) {
  const response = await answer;
  const { errors } = await response.json();
  return [response.status, errors[0].extensions.code, errors[0].message];
}

describe('a query in a URL', () => {
  it('reaches the server by POST, its variables as they were written', async () => {
    const query = 'query ($id: ID) { item(id: $id) { id } }';
    const answer = await get({ query, variables: '{"id": 12345678901234567890}', operationName: '' });
    expect(answer.status).toBe(200);
    expect(upstream.seen[0]).toMatchObject({
      method: 'POST',
      url: '/',
      body: `{"query":${JSON.stringify(query)},"operationName":"","variables":{"id": 12345678901234567890}}`,
      headers: { 'content-type': 'application/json' },
    });
  });

  it('may be no mutation', async () => {
    const answer = await get({ query: 'mutation { rename { id } }' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await answer.json()).errors[0].message).toBe('Send a mutation by POST.');
    expect(upstream.seen).toEqual([]);
  });

  it.each([
    ['without a document', 'variables={}', 'Send the GraphQL document as the string `query`.'],
    ['twice', 'query={other{id}}&query={item{id}}', 'The URL has the parameter query twice.'],
    [
      'with variables that hide a second query',
      `query={other{id}}&variables=${encodeURIComponent('{},"query":"{item{id}}"')}`,
      'The parameter variables of the URL is not valid JSON.',
    ],
  ])('%s is refused', async (_, query, message) => {
    const answer = world.call(`${PATH}?${query}`, { headers: { 'x-client-id': 'free' } });
    expect(await refused(answer)).toEqual([400, 'BAD_USER_INPUT', message]);
    expect(upstream.seen).toEqual([]);
  });
});

describe('an automatic persisted query', () => {
  const query = '{ item { items(first: 3) { id } } }';

  it('is found by its hash once it was sent along, and reaches the server as text', async () => {
    const byHash = () => get({ extensions: JSON.stringify(named(hashOf(query))) });
    expect(await refused(byHash())).toEqual([404, 'PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound']);
    expect((await post({ query, extensions: named(hashOf(query)) })).status).toBe(200);
    const answer = await byHash();
    expect([answer.status, answer.headers.get('x-graphql-cost')]).toEqual([200, '5']);
    expect(JSON.parse(upstream.seen.at(-1)?.body ?? '')).toEqual({ query, extensions: named(hashOf(query)) });
  });

  it('is kept for its own API alone', async () => {
    const query = '{ item { items(first: 4) { id } } }';
    await post({ query, extensions: named(hashOf(query)) });
    const elsewhere = post({ extensions: named(hashOf(query)) }, { path: PATH.replace('items', 'others') });
    expect((await refused(elsewhere)).slice(0, 2)).toEqual([404, 'PERSISTED_QUERY_NOT_FOUND']);
  });

  it('is not kept under a hash that is not its own, or when it is not valid', async () => {
    const wrong = post({ query, extensions: named(hashOf('{ other { id } }')) });
    expect(await refused(wrong)).toEqual([400, 'BAD_USER_INPUT', 'The sha256Hash is not that of the query.']);
    const invalid = '{ nothing }';
    await post({ query: invalid, extensions: named(hashOf(invalid)) });
    const later = post({ extensions: named(hashOf(invalid)) });
    expect((await refused(later))[1]).toBe('PERSISTED_QUERY_NOT_FOUND');
  });

  it.each([
    { persistedQuery: { version: 2, sha256Hash: 'x' } },
    { persistedQuery: { version: 1, sha256Hash: 1 } },
    { persistedQuery: 'x' },
    'x',
  ])('that is named wrongly is refused: %j', async (extensions) => {
    expect((await refused(post({ extensions }))).slice(0, 2)).toEqual([400, 'BAD_USER_INPUT']);
  });
});

describe('a registered operation', () => {
  it('is called by its id or hash, and reaches the server as text', async () => {
    for (const body of [{ documentId: 'item' }, { extensions: named('item') }])
      expect((await post({ ...body, variables: null }, { key: 'closed' })).status).toBe(200);
    const sent = upstream.seen.map(({ body }) => JSON.parse(body));
    expect(sent[0]).toEqual({ query: REGISTERED, variables: null });
    expect(sent[1]).toMatchObject({ query: REGISTERED });
    const other = { documentId: `sha256:${hashOf('{ other { id } }')}` };
    expect((await post(other, { key: 'closed' })).status).toBe(200);
    expect((await post({ query: REGISTERED }, { key: 'closed' })).status).toBe(200);
  });

  it('is all that a plan of registered operations serves, whatever was kept for other plans', async () => {
    const query = '{ item { id } other { id } }';
    const extensions = named(hashOf(query));
    await post({ query, extensions });
    upstream.seen.length = 0;
    for (const body of [{ query }, { query: `${REGISTERED} ` }, { extensions }, { documentId: 'nothing' }])
      expect(await refused(post(body, { key: 'closed' }))).toEqual([
        403,
        'OPERATION_NOT_REGISTERED',
        'The plan serves registered operations only, and this is none of them.',
      ]);
    expect(upstream.seen).toEqual([]);
  });

  it('is named in one way', async () => {
    for (const body of [
      { documentId: 'item', query: REGISTERED },
      { documentId: 'item', extensions: named('item') },
      { documentId: 1 },
    ])
      expect((await refused(post(body))).slice(0, 2)).toEqual([400, 'BAD_USER_INPUT']);
    expect((await refused(post({ documentId: 'nothing' })))[1]).toBe('PERSISTED_QUERY_NOT_FOUND');
  });
});

describe('a batch', () => {
  const path = PATH.replace('items', 'batched');
  const [one, two] = [{ query: '{ item { id } }' }, { query: '{ other { id } }' }];

  it('is refused where the API takes none, and above what it takes', async () => {
    expect(await refused(post([one]))).toEqual([
      400,
      'GRAPHQL_BATCH_EXCEEDED',
      'Send one JSON object with the member `query`: this API takes no batches.',
    ]);
    expect(await refused(post([one, two, one], { path }))).toEqual([
      400,
      'GRAPHQL_BATCH_EXCEEDED',
      'The batch has 3 documents; this API takes 1 to 2.',
    ]);
    expect((await refused(post([], { path })))[1]).toBe('GRAPHQL_BATCH_EXCEEDED');
  });

  it('passes as it came, each of its documents a call, and what they cost added up', async () => {
    const body = `[ ${JSON.stringify(one)}, ${JSON.stringify(two)} ]`;
    const answer = await post(body, { path, key: 'counted' });
    expect([answer.status, answer.headers.get('x-graphql-cost')]).toEqual([200, '4']);
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('1');
    expect(upstream.seen[0]?.body).toBe(body);
    expect((await refused(post(body, { path, key: 'counted' })))[1]).toBe('RATE_LIMIT_EXCEEDED');
    expect(await refused(post(body, { path, key: 'cheap' }))).toEqual([
      400,
      'GRAPHQL_COST_EXCEEDED',
      'The document costs 4; the plan allows 3.',
    ]);
  });

  it.each([
    ['two documents in one', `[${JSON.stringify(one)},{"query":"{ item { id } }","query":"{ x }"}]`],
    ['a document that is only named', '[{"documentId":"item"}]'],
    ['something else', '[1]'],
    ['a nested batch', '[[{"query":"{ item { id } }"}]]'],
  ])('with %s is refused', async (_, body) => {
    expect((await refused(post(body, { path }))).slice(0, 2)).toEqual([400, 'BAD_USER_INPUT']);
  });
});

describe('a document', () => {
  const path = PATH.replace('items', 'batched');

  it.each([
    [
      '{ a: item { ...F } b: item { ...F } } fragment F on Item { c: id }',
      'GRAPHQL_ALIASES_EXCEEDED',
      'The document has 4 aliases, fragments expanded; this API takes 2.',
    ],
    [
      '{ item @skip(if: false) { id @skip(if: false) } }',
      'GRAPHQL_DIRECTIVES_EXCEEDED',
      'The document has 2 directives, fragments expanded; this API takes 1.',
    ],
    [
      '{ item { id } other { id } ...F ...F } fragment F on Query { other { id } }',
      'GRAPHQL_ROOT_FIELDS_EXCEEDED',
      'The document has 4 root fields, fragments expanded; this API takes 3.',
    ],
    [`{ ${'item { id } '.repeat(20)} }`, 'GRAPHQL_TOKENS_EXCEEDED', 'The document has more than 60 tokens.'],
  ])('that asks for more than the API takes at once is refused: %s', async (query, code, message) => {
    expect(await refused(post({ query }, { path }))).toEqual([400, code, message]);
    expect(upstream.seen).toEqual([]);
    expect((await post({ query })).status).toBe(200);
  });

  it.each([
    [
      '{ ...F ...F ... { id } } fragment F on Nothing { id }',
      'GRAPHQL_FRAGMENTS_EXCEEDED',
      'The document has 4 fragments and spreads; at most 3 are allowed. Ask in several requests.',
    ],
    [
      '{ item { id } } { item { id } } query b { nothing }',
      'GRAPHQL_OPERATIONS_EXCEEDED',
      'The document has 3 operations; at most 2 are allowed. Send them in several documents.',
    ],
  ])(
    'that defines more than the API takes is refused before it is checked: %s',
    async (query, code, message) => {
      expect(await refused(post({ query }, { path }))).toEqual([400, code, message]);
      expect((await refused(post({ query })))[1]).toBe('GRAPHQL_VALIDATION_FAILED');
      expect(upstream.seen).toEqual([]);
    },
  );

  it('that asks for just as much as the API takes at once is served', async () => {
    const query = '{ a: item { b: id } item { id @skip(if: false) } other { id } }';
    expect((await post({ query }, { path })).status).toBe(200);
    const defined = 'query a { ...F ...F } query b { other { id } } fragment F on Query { item { id } }';
    expect((await post({ query: defined, operationName: 'a' }, { path })).status).toBe(200);
  });

  it('does not come with files', async () => {
    const body = new FormData();
    body.set('operations', '{"query":"{ item { id } }"}');
    const answer = world.call(PATH, { method: 'POST', body, headers: { 'x-client-id': 'free' } });
    expect(await refused(answer)).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'Files are not taken along with a GraphQL document: upload them elsewhere, and send application/json.',
    ]);
  });
});

describe('an answer in parts', () => {
  it('passes event by event to a subscription, as the server sends them', async () => {
    let next = () => {};
    upstream.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: next\ndata: 1\n\n');
      next = () => response.end('event: complete\n\n');
    };
    const answer = await post(
      { query: 'subscription { renamed { items(first: 4) { id } } }' },
      { headers: { accept: 'Text/Event-Stream' } },
    );
    expect([answer.headers.get('content-type'), answer.headers.get('x-graphql-cost')]).toEqual([
      'text/event-stream',
      '6',
    ]);
    const reader = answer.body?.getReader();
    const read = async () => new TextDecoder().decode((await reader?.read())?.value);
    expect(await read()).toBe('event: next\ndata: 1\n\n');
    next();
    expect(await read()).toBe('event: complete\n\n');
  });

  it('is asked for in the form that the caller of a subscription accepts', async () => {
    upstream.answer = (_, response) =>
      response.writeHead(200, { 'content-type': 'multipart/mixed; boundary="-"' }).end('--');
    const accept = 'multipart/mixed; subscriptionSpec=1.0';
    const answer = await post({ query: 'subscription { renamed { id } }' }, { headers: { accept } });
    expect([answer.status, await answer.text()]).toEqual([200, '--']);
    expect(upstream.seen[0]?.headers.accept).toBe(accept);
  });

  it('is refused to a subscription that does not accept one, and held to the cost that the plan allows', async () => {
    const query = 'subscription { renamed { items(first: 4) { id } } }';
    expect(await refused(post({ query }))).toEqual([
      406,
      'NOT_ACCEPTABLE',
      'A subscription is answered event by event: accept text/event-stream or multipart/mixed.',
    ]);
    const dear = get({ query }, { key: 'cheap', headers: { accept: 'text/event-stream' } });
    expect((await refused(dear))[1]).toBe('GRAPHQL_COST_EXCEEDED');
    expect(upstream.seen).toEqual([]);
  });

  it('passes part by part to a document with @defer, all of whose fields cost', async () => {
    let next = () => {};
    upstream.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'multipart/mixed; boundary="-"' });
      response.write('\r\n---\r\n\r\n{"data":{"item":{}},"hasNext":true}\r\n---');
      next = () => response.end('--\r\n');
    };
    const answer = await post(
      { query: '{ item { ... @defer { items(first: 2) { id } } } }' },
      { headers: { accept: 'multipart/mixed' } },
    );
    expect(answer.headers.get('x-graphql-cost')).toBe('4');
    const reader = answer.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('"hasNext":true');
    next();
    await until(() => world.records.at(-1)?.outcome === 'ANSWERED');
  });
});
