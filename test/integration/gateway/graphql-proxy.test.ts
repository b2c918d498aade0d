import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documentBoundsOf } from '../../../src/domain/api/document-bounds.ts';
import { until } from '../../support/eventually.ts';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { api, catalog, client, type Plan, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const sdl = `
  type Customer { id: ID lastname: String address: Address friends(first: Int): [Customer] @listSize(slicingArguments: ["first"], assumedSize: 2, requireOneSlicingArgument: false) }
  type Address { city: String }
  type Query { getCustomers: [Customer] getCustomerById(id: ID!): Customer }
  type Mutation { rename(id: ID!): Customer }
  type Subscription { renamed: Customer }`;
const PATH = '/acme/sandbox/sample/graphql';
let upstream: Upstream;
let world: GatewayWorld;

beforeAll(async () => {
  upstream = await recordingUpstream();
  const sample = api({
    basePath: '/sample',
    kind: 'GRAPHQL',
    upstreamUrl: `${upstream.url}/api/sample?v=1`,
    sdl,
    costs: { assumedListSize: 2 },
  });
  const plan = (key: string, terms: Plan) => client({ key, plans: { 'customer-1': terms } });
  const clients = [
    plan('free', {}),
    plan('shallow', { maxGraphQLDepth: 2 }),
    plan('cheap', { maxGraphQLCost: 6 }),
    plan('asker', { maxGraphQLCost: 6 }),
    plan('strict', { name: 'strict', limit: 1, windowSeconds: 60 }),
    plan('tight', { name: 'tight', limit: 1, windowSeconds: 60 }),
  ];
  const broken = api({ basePath: '/broken', kind: 'GRAPHQL', upstreamUrl: upstream.url, sdl: 'type {' });
  const documentBounds = documentBoundsOf({ maxTokens: 20_000 });
  const roomy = { ...sample, id: 'roomy', basePath: '/roomy', documentBounds };
  const rooted = { ...sample, id: 'rooted', basePath: '/rooted', upstreamUrl: `${upstream.url}/?v=1` };
  world = await openGateway(snapshot(catalog({ apis: [sample, roomy, rooted, broken], clients })));
});
afterAll(() => Promise.all([world.close(), upstream.close()]));
beforeEach(() => {
  upstream.seen.length = 0;
  upstream.answer = (_, response) => response.end('{"ok":true}');
  (world.faults as unknown[]).length = 0;
});

const GRAPHQL = 'application/graphql-response+json';
type Init = { key?: string; path?: string; headers?: Record<string, string> };

const send = (body: string | Buffer<ArrayBuffer>, { key = 'free', path = PATH, headers = {} }: Init = {}) =>
  world.call(path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', accept: GRAPHQL, 'x-client-id': key, ...headers },
  });
const ask = (query: string, key?: string) =>
  send(JSON.stringify({ query }), key === undefined ? {} : { key });
async function refused(answer: Promise<Response>) {
  const response = await answer;
  const { errors } = await response.json();
  return [response.status, errors[0].extensions.code, errors[0].message];
}

describe('a GraphQL API', () => {
  it('gets the body as it came, to the byte, at the URL of its server, and its answer is passed on', async () => {
    upstream.answer = (_, response) => response.end('{"data":{"getCustomers":[]}}');
    const body = '{ "variables": {"big": 12345678901234567890}, "query":"{ getCustomers { \\u0069d } }" }';
    const answer = await send(body, { headers: { 'content-type': 'application/json; charset=utf-8' } });
    expect([answer.status, await answer.json()]).toEqual([200, { data: { getCustomers: [] } }]);
    expect(upstream.seen[0]).toMatchObject({ method: 'POST', url: '/api/sample?v=1', body });
    expect(upstream.seen[0]?.headers['content-length']).toBe(`${body.length}`);
    expect(upstream.seen[0]?.headers).not.toHaveProperty('x-client-id');
  });

  it('is asked at the root of its target where that has no path', async () => {
    await send('{"query":"{ getCustomers { id } }"}', { path: '/acme/sandbox/rooted/graphql' });
    expect(upstream.seen[0]?.url).toBe('/?v=1');
  });

  it('tells refusals as GraphQL errors with their status, in the type that the caller accepts', async () => {
    const plain = await send('{}', { key: 'nobody', headers: { accept: '*/*' } });
    expect([plain.status, plain.headers.get('content-type')]).toEqual([
      401,
      'application/json; charset=utf-8',
    ]);
    expect(await plain.json()).toEqual({
      errors: [
        {
          message: 'Client id missing',
          extensions: {
            code: 'CLIENT_ID_MISSING',
            hint: 'The key in the header x-client-id is none of an application of this catalog. This API takes the client key of an application in the header x-client-id.',
            type: 'urn:gatehouse:problem:client-id-missing',
            title: 'Client id missing',
            status: 401,
            requestId: plain.headers.get('x-request-id'),
          },
        },
      ],
    });
    const accept = 'application/graphql-response+json, application/json;q=0.9';
    const modern = await send('{}', { key: 'nobody', headers: { accept } });
    expect([modern.status, modern.headers.get('content-type')]).toEqual([
      401,
      'application/graphql-response+json; charset=utf-8',
    ]);
  });

  it('is served at its base path and /graphql alone, by POST and GET alone', async () => {
    const put = await world.call(PATH, { method: 'PUT', headers: { 'x-client-id': 'free' } });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST, HEAD']);
    for (const path of ['/acme/sandbox/sample', `${PATH}/`, `${PATH}/x`])
      expect(await refused(send('{}', { path }))).toEqual([404, 'API_NOT_FOUND', expect.any(String)]);
  });
});

describe('a document', () => {
  it.each([
    ['that does not parse', '{ getCustomers {', {}, 'GRAPHQL_PARSE_FAILED'],
    ['that is not valid', '{ nothing }', {}, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'whose variables do not fit',
      'query ($name: String!) { __type(name: $name) { name } }',
      { name: null },
      'BAD_USER_INPUT',
    ],
    [
      'whose variables ask for no number of items',
      'query ($n: Int) { getCustomers { friends(first: $n) { id } } }',
      { n: -1 },
      'GRAPHQL_VALIDATION_FAILED',
    ],
  ])('%s is refused with 400, and with 200 in application/json', async (...[, query, variables, code]) => {
    const body = JSON.stringify({ query, variables });
    const statusOf = async (accept: string) =>
      (await refused(send(body, { headers: { accept } }))).slice(0, 2);
    expect(await statusOf(GRAPHQL)).toEqual([400, code]);
    expect(await statusOf('application/json')).toEqual([200, code]);
    expect(await statusOf('*/*')).toEqual([200, code]);
    expect(upstream.seen).toEqual([]);
  });

  it('that does not parse is refused, with the place', async () => {
    const answer = await ask('{ getCustomers {');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      errors: [
        {
          message: 'Syntax Error: Expected Name, found <EOF>.',
          locations: [{ line: 1, column: 17 }],
          extensions: { code: 'GRAPHQL_PARSE_FAILED' },
        },
      ],
    });
  });

  it('that is not valid for the schema is refused, each time, fault by fault', async () => {
    for (let i = 0; i < 2; i += 1) {
      const answer = await ask('{ getCustomers { nickname } nothing }');
      const { errors } = await answer.json();
      expect(answer.status).toBe(400);
      expect(errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code)).toEqual([
        'GRAPHQL_VALIDATION_FAILED',
        'GRAPHQL_VALIDATION_FAILED',
      ]);
    }
    expect(upstream.seen).toEqual([]);
  });

  it('of too many tokens is refused before it is parsed', async () => {
    expect(await refused(ask(`{ ${'getCustomers { id } '.repeat(2_000)} }`))).toEqual([
      400,
      'GRAPHQL_TOKENS_EXCEEDED',
      'The document has more than 2000 tokens.',
    ]);
  });

  it('nested deeper than it can be checked is refused, and is nobody’s fault', async () => {
    const path = '/acme/sandbox/roomy/graphql';
    const nested = `{ getCustomers { ${'friends { '.repeat(4_000)} id ${'}'.repeat(4_000)} } }`;
    expect(await refused(send(JSON.stringify({ query: nested }), { path }))).toEqual([
      400,
      'GRAPHQL_VALIDATION_FAILED',
      'The document is nested too deep to be checked.',
    ]);
    expect(world.faults).toEqual([]);
  });

  it('deeper than the plan allows is refused, fragments expanded', async () => {
    expect((await ask('{ getCustomers { id lastname } }', 'shallow')).status).toBe(200);
    for (const query of [
      '{ getCustomers { address { city } } }',
      '{ getCustomers { ...on Customer { ...A } } } fragment A on Customer { address { ...B } } fragment B on Address { city }',
    ])
      expect(await refused(ask(query, 'shallow'))).toEqual([
        400,
        'GRAPHQL_DEPTH_EXCEEDED',
        'The document is 3 fields deep; the plan allows 2.',
      ]);
  });

  it('dearer than the plan allows is refused, each alias and spread counted', async () => {
    const fragment = 'fragment A on Customer { address { city } }';
    expect((await ask('{ a: getCustomers { id } b: getCustomers { id } }', 'cheap')).status).toBe(200);
    expect(
      await refused(ask(`{ a: getCustomers { ...A } b: getCustomers { ...A } } ${fragment}`, 'cheap')),
    ).toEqual([400, 'GRAPHQL_COST_EXCEEDED', 'The document costs 9; the plan allows 6.']);
  });

  it('just as dear as the plan allows is served', async () => {
    const query = '{ a: getCustomers { id } b: getCustomers { id } getCustomerById(id: 1) { id } }';
    const answer = await ask(query, 'cheap');
    expect([answer.status, answer.headers.get('x-graphql-cost')]).toEqual([200, '6']);
  });

  it('is told its cost and depth with every answer, as the plan counts them', async () => {
    upstream.answer = (_, response) =>
      response.writeHead(200, { 'X-GraphQL-Cost': '99', 'X-GraphQL-Depth': '99' }).end('{}');
    const measured = async (answer: Promise<Response>) => {
      const { status, headers } = await answer;
      return [status, headers.get('x-graphql-cost'), headers.get('x-graphql-depth')];
    };
    const nested = '{ getCustomers { address { city } friends { id } } }';
    expect(await measured(ask(nested))).toEqual([200, '9', '3']);
    expect(await measured(ask(nested, 'shallow'))).toEqual([400, '9', '3']);
    expect(
      await measured(
        ask('{ a: getCustomers { friends { address { city } } } b: getCustomers { id } }', 'cheap'),
      ),
    ).toEqual([400, '13', '4']);
    expect(await measured(ask('{ nothing }'))).toEqual([400, null, null]);
  });

  it('costs what the variables of the call make of it, though it is checked once', async () => {
    const query = 'query ($n: Int = 1) { getCustomers { friends(first: $n) { id } } }';
    const costOf = async (variables: unknown) => {
      const answer = await send(JSON.stringify({ query, variables }), { key: 'cheap' });
      return [answer.status, answer.headers.get('x-graphql-cost')];
    };
    expect(await costOf({})).toEqual([200, '5']);
    expect(await costOf(null)).toEqual([200, '5']);
    expect(await costOf({ n: 2 })).toEqual([400, '7']);
    expect(await costOf({ n: 1 })).toEqual([200, '5']);
    const bad = (variables: unknown) => refused(send(JSON.stringify({ query, variables })));
    expect(await bad({ n: -1 })).toEqual([
      400,
      'GRAPHQL_VALIDATION_FAILED',
      'Give first as a whole number of at least 0: it says how long the list may be.',
    ]);
    expect((await bad([1]))[1]).toBe('BAD_USER_INPUT');
    const text = JSON.stringify(query);
    for (const twice of [
      `{"variables":{"n":1},"query":${text},"variables":{"n":99}}`,
      `{"query":${text},"variables":{"n":99,"n":1}}`,
    ])
      expect(await refused(send(twice, { key: 'cheap' }))).toEqual([
        400,
        'BAD_USER_INPUT',
        'A JSON object has two members of one name.',
      ]);
  });

  it('that comes again is read as it was the first time', async () => {
    const query = JSON.stringify('{ getCustomers { id } }');
    const answers: unknown[] = [];
    for (let time = 1; time <= 3; time += 1) {
      const answer = await send(`{"query":${query}}`);
      answers.push([answer.status, answer.headers.get('x-graphql-cost')]);
      expect(await refused(send(`{"query":${query},"query":${query}}`))).toEqual([
        400,
        'BAD_USER_INPUT',
        'A JSON object has two members of one name.',
      ]);
      expect((await refused(send(`{"query":${query},"id":"1"}`)))[1]).toBe('BAD_USER_INPUT');
    }
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    expect(answers[0]).toEqual([200, expect.stringMatching(/^\d+$/)]);
  });

  it('whose spreads multiply beyond all bounds is measured at once', async () => {
    const levels = Array.from(
      { length: 60 },
      (_, i) => `fragment F${i} on Customer { friends { ...F${i + 1} } friends { ...F${i + 1} } }`,
    );
    const query = `{ getCustomers { ...F0 } } ${levels.join(' ')} fragment F60 on Customer { id }`;
    expect((await refused(ask(query, 'cheap'))).slice(0, 2)).toEqual([400, 'GRAPHQL_COST_EXCEEDED']);
  });

  it('with several operations runs, and is measured by, the one that is named', async () => {
    const query = 'query A { getCustomers { id } } query B { getCustomers { address { city } } }';
    const named = (operationName: string | null) =>
      send(JSON.stringify({ query, operationName }), { key: 'shallow' });
    expect((await named('A')).status).toBe(200);
    expect((await refused(named('B')))[1]).toBe('GRAPHQL_DEPTH_EXCEEDED');
    expect((await refused(named('C')))[1]).toBe('BAD_USER_INPUT');
    expect((await refused(named(null)))[1]).toBe('BAD_USER_INPUT');
  });
});

describe('what a document would cost', () => {
  const asked = (query: string, init: Init = {}) =>
    send(JSON.stringify({ query }), { path: `${PATH}/cost`, ...init });

  it('is told beside what the plan allows, above it too, without asking the back-end or counting a call', async () => {
    const query = '{ getCustomers { friends(first: 3) { address { city } } } }';
    const answer = await asked(query, { key: 'asker' });
    expect([
      answer.status,
      answer.headers.get('cache-control'),
      answer.headers.get('x-graphql-cost'),
    ]).toEqual([200, 'no-store', '15']);
    expect(await answer.json()).toEqual({
      operation: 'query',
      fieldCost: 9,
      typeCost: 15,
      cost: 15,
      maxCost: 6,
      depth: 4,
      maxDepth: null,
    });
    expect((await asked('subscription { renamed { id } }')).status).toBe(200);
    for (let i = 0; i < 3; i += 1)
      expect((await asked('{ getCustomers { id } }', { key: 'strict' })).status).toBe(200);
    expect((await ask('{ getCustomers { id } }', 'strict')).status).toBe(200);
    expect((await ask('{ getCustomers { id } }', 'strict')).status).toBe(429);
    expect(upstream.seen).toHaveLength(1);
    await world.gateway.flush();
    const usage = world.writes.flat().filter((written) => String(written).includes('"lastDay"'));
    expect(usage.join()).toContain('strict to customer-1');
    expect(usage.join()).not.toContain('asker to customer-1');
  });

  it('is told to who may call, and of a document that could run, alone', async () => {
    const query = '{ getCustomers { id } }';
    expect((await refused(asked(query, { key: 'nobody' })))[1]).toBe('CLIENT_ID_MISSING');
    expect(
      (await refused(asked('{ nothing }', { headers: { accept: 'application/json' } }))).slice(0, 2),
    ).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
    const get = await world.call(`${PATH}/cost`, { headers: { 'x-client-id': 'free' } });
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('a body', () => {
  it.each([
    ['that is no JSON', '{'],
    ['without a document', '{"variables":{}}'],
    ['with a document that is no text', '{"query":1}'],
    ['with a list of variables', '{"query":"{ getCustomers { id } }","variables":[]}'],
    ['with variables that are a text', '{"query":"{ getCustomers { id } }","variables":"{}"}'],
    ['with a name that is no text', '{"query":"{ getCustomers { id } }","operationName":1}'],
    ['with two documents', '{"query":"{ getCustomers { id } }","query":"{ getCustomers { id } }"}'],
    [
      'with two documents, one of them disguised',
      '{"query":"{ getCustomers { id } }","\\u0071uery":"{ x }"}',
    ],
    [
      'with a second document for servers that know no case',
      '{"query":"{ getCustomers { id } }","Query":"{ x }"}',
    ],
    ['with the name of another document', '{"query":"{ getCustomers { id } }","id":"x"}'],
    [
      'that is not in UTF-8',
      Buffer.from('{"query":"{ getCustomers { id } }","variables":{"x":"\xc0\xa2"}}', 'latin1'),
    ],
    [
      'whose variables are nested beyond all bounds',
      `{"query":"{ getCustomers { id } }","variables":${'{"x":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
    ],
  ])('%s is refused', async (_, body) => {
    expect((await refused(send(body))).slice(0, 2)).toEqual([400, 'BAD_USER_INPUT']);
    expect(upstream.seen).toEqual([]);
  });

  it('is sent on as what it was read as, whatever charset its caller gives it', async () => {
    const query = '{ getCustomers { id } }';
    for (const type of ['application/json; charset=utf-7', 'application/json; charset=utf-16le'])
      expect((await send(JSON.stringify({ query }), { headers: { 'content-type': type } })).status).toBe(200);
    expect(upstream.seen.map(({ headers }) => headers['content-type'])).toEqual([
      'application/json',
      'application/json',
    ]);
  });

  it('may have a variable that is called query', async () => {
    const body = JSON.stringify({ query: '{ getCustomers { id } }', variables: { query: 'x' } });
    expect((await send(body)).status).toBe(200);
  });

  it.each([
    ['of another type', { 'content-type': 'text/plain' }],
    ['of a type that only begins alike', { 'content-type': 'application/json-seq' }],
    ['that is compressed', { 'content-encoding': 'gzip' }],
  ] as [string, Record<string, string>][])('%s is refused with 415', async (_, headers) => {
    const answer = refused(send('{"query":"{ getCustomers { id } }"}', { headers }));
    expect((await answer).slice(0, 2)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('above 1 MB is refused with 413, whether its length is told or not', async () => {
    const body = JSON.stringify({
      query: '{ getCustomers { id } }',
      variables: { x: 'x'.repeat(1_100_000) },
    });
    expect((await refused(send(body))).slice(0, 2)).toEqual([413, 'REQUEST_TOO_LARGE']);
    const status = await new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'x-client-id': 'free' };
      const request = httpRequest(`${world.url}${PATH}`, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.on('error', reject);
      request.write(body.slice(0, 600_000));
      request.end(body.slice(600_000));
    });
    expect(status).toBe(413);
  });

  it('whose caller leaves in its midst is nobody’s fault', async () => {
    const headers = `Host: a\r\nX-Client-Id: free\r\nContent-Type: application/json\r\nContent-Length: 99\r\n`;
    const socket = connect(Number(new URL(world.url).port), '127.0.0.1');
    socket.write(`POST ${PATH} HTTP/1.1\r\n${headers}Expect: 100-continue\r\n\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    world.records.length = 0;
    socket.write('{"query":');
    socket.destroy();
    await until(() => world.records.length === 1);
    expect(world.records[0]?.outcome).toBe('ABANDONED');
    expect(world.faults).toEqual([]);
  });

  it('is read only of who may call', async () => {
    expect((await refused(send('no JSON', { key: 'nobody' })))[1]).toBe('CLIENT_ID_MISSING');
  });
});

describe('the plan', () => {
  it('is not charged for a refused document, and then counts each call', async () => {
    expect((await ask('{ nothing }', 'tight')).status).toBe(400);
    const answer = await ask('{ getCustomers { id } }', 'tight');
    expect([answer.status, answer.headers.get('ratelimit')]).toEqual([
      200,
      expect.stringMatching(/^"tight";r=0;t=\d+$/),
    ]);
    const third = await ask('{ getCustomers { id } }', 'tight');
    expect(third.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await refused(Promise.resolve(third))).toMatchObject([
      429,
      'RATE_LIMIT_EXCEEDED',
      expect.any(String),
    ]);
  });
});

describe('what is no answer of a GraphQL server', () => {
  it.each([
    ['a page', 200, { 'content-type': 'text/html; charset=utf-8' }],
    ['a page that tells of a fault', 500, { 'content-type': 'Text/HTML' }],
    ['a redirect', 302, { location: 'http://10.0.0.1/login' }],
  ])('%s is told as a fault of the back-end, without a word of it', async (_, status, headers) => {
    upstream.answer = (_request, response) =>
      response.writeHead(status, headers).end('<html>Error: x at /srv/app/index.js:10</html>');
    const answer = await ask('{ getCustomers { id } }');
    expect(answer.headers.get('location')).toBeNull();
    expect(await refused(Promise.resolve(answer))).toEqual([
      502,
      'BACKEND_ANSWER_INVALID',
      'The back-end did not answer as a GraphQL server does.',
    ]);
    upstream.answer = (_request, response) => response.writeHead(500).end('{"errors":[]}');
    expect((await ask('{ getCustomers { id } }')).status).toBe(500);
  });
});

describe('an API whose schema cannot be built', () => {
  it('is a fault for the operator, and tells the caller nothing of it', async () => {
    const answer = send('{"query":"{ x }"}', { path: '/acme/sandbox/broken/graphql' });
    expect(await refused(answer)).toEqual([500, 'INTERNAL', 'Something went wrong here.']);
    expect(world.faults).toHaveLength(1);
  });
});
