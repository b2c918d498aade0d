import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../support/eventually.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import { api, catalog, client, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const customer = {
  type: 'object',
  required: ['id', 'name'],
  additionalProperties: false,
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string', pattern: '^(?:[A-Za-z]+ ?)+$', maxLength: 40 },
    email: { type: 'string', format: 'email', nullable: true },
    tags: { type: 'object', additionalProperties: { type: 'integer' } },
    friends: { type: 'array', items: { $ref: '#/components/schemas/Customer' } },
  },
};
/** Each level doubles the work. */
const tree = {
  anyOf: [
    { type: 'object', required: ['x'], properties: { a: { $ref: '#/components/schemas/Tree' } } },
    { type: 'object', required: ['y'], properties: { a: { $ref: '#/components/schemas/Tree' } } },
  ],
};
const doubling = {
  allOf: [
    { properties: { a: { $ref: '#/components/schemas/Doubling' } } },
    { properties: { a: { $ref: '#/components/schemas/Doubling' } } },
  ],
};
const chain = { properties: { a: { $ref: '#/components/schemas/Chain' } } };
const customers = { type: 'array', items: { $ref: '#/components/schemas/Customer' } };
const filter = {
  type: 'object',
  additionalProperties: false,
  properties: { size: { type: 'integer' }, tags: { type: 'array', items: { enum: ['a', 'b'] } }, any: {} },
};
const point = {
  type: 'object',
  required: ['x'],
  properties: { x: { type: 'number' }, y: { type: 'number' } },
};
const fault = { type: 'object', required: ['code'] };
const json = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } });
const paths = {
  '/customers/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
    get: {
      parameters: [
        { name: 'fields', in: 'query', schema: { type: 'array', items: { enum: ['name', 'email'] } } },
        { name: 'sizes', in: 'query', explode: false, schema: { type: 'array', items: { type: 'integer' } } },
        { name: 'full', in: 'query', schema: { type: 'boolean' } },
        { name: 'X-Tenant', in: 'header', required: true, schema: { type: 'string', format: 'uuid' } },
      ],
    },
  },
  '/customers': {
    get: {
      responses: {
        200: { content: { ...json('Customers'), 'text/csv': {} } },
        '4XX': { content: json('Fault') },
      },
    },
    post: {
      requestBody: { required: true, content: { ...json('Customer'), 'text/csv': {} } },
    },
  },
  '/search': {
    get: {
      parameters: [
        { name: 'filter', in: 'query', style: 'deepObject', schema: { $ref: '#/components/schemas/Filter' } },
        { name: 'range', in: 'query', schema: { type: 'object', properties: { from: { type: 'integer' } } } },
        { name: 'point', in: 'query', explode: false, required: true, schema: point },
        { name: 'X-Point', in: 'header', explode: true, schema: point },
        { name: 'session', in: 'cookie', schema: { type: 'string', maxLength: 4 } },
        {
          name: 'nested',
          in: 'query',
          style: 'deepObject',
          schema: { properties: { a: { type: 'object' } } },
        },
      ],
    },
  },
  '/trees': { post: { requestBody: { content: json('Tree') } } },
  '/chains': { post: { requestBody: { content: json('Chain') } } },
  '/doublings': { post: { requestBody: { content: json('Doubling') } } },
};
const document = JSON.stringify({
  openapi: '3.0.3',
  paths,
  components: {
    schemas: {
      Customer: customer,
      Tree: tree,
      Doubling: doubling,
      Chain: chain,
      Customers: customers,
      Fault: fault,
      Filter: filter,
    },
  },
});
const contract = { requests: 'OFF', answers: 'OFF', sample: 1, mock: null, document } as const;
const CANARY = 'canary-of-the-caller';

let upstream: Upstream;
let world: GatewayWorld;
beforeAll(async () => {
  upstream = await recordingUpstream();
  const settings = { upstreamUrl: upstream.url, openapi: { paths } };
  const apis = (['ENFORCE', 'MEASURE'] as const).map((requests) =>
    api({ ...settings, basePath: `/${requests.toLowerCase()}`, contract: { ...contract, requests } }),
  );
  apis.push(
    api({
      ...settings,
      basePath: '/small',
      maxRequestBytes: 150_000,
      contract: { ...contract, requests: 'ENFORCE' },
    }),
  );
  const enforced = { ...contract, requests: 'ENFORCE' } as const;
  apis.push(api({ ...settings, basePath: '/tiny', maxRequestBytes: 10, contract: enforced }));
  apis.push(api({ ...settings, basePath: '/answers', contract: { ...contract, answers: 'MEASURE' } }));
  apis.push(
    api({ ...settings, basePath: '/tenth', contract: { ...contract, answers: 'MEASURE', sample: 0.1 } }),
  );
  world = await openGateway(
    snapshot(catalog({ apis, clients: [client({ key: 'key', plans: { 'customer-1': {} } })] })),
  );
});
beforeEach(async () => {
  await world.gateway.flush();
  upstream.seen.length = 0;
  upstream.answer = (_request, response) => response.end();
});
afterAll(() => Promise.all([world.close(), upstream.close()]));

const call = (path: string, init: RequestInit = {}) =>
  world.call(`/acme/sandbox${path}`, { ...init, headers: { 'x-client-id': 'key', ...init.headers } });
const get = (path: string, headers: Record<string, string> = {}) =>
  call(`/enforce${path}`, { headers: { 'x-tenant': '123e4567-e89b-12d3-a456-426614174000', ...headers } });
const post = (body: unknown, { path = '/enforce/customers', type = 'application/json' } = {}) =>
  call(path, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const counted = (result: string, side = 'REQUEST') =>
  world.gateway.metrics().contractChecks.find((each) => each.side === side && each.result === result)
    ?.count ?? 0;

/** The places that a refusal names. */
async function breaks(answer: Promise<Response>): Promise<string[]> {
  const { status, code, detail } = await problemOf(await answer);
  expect({ status, code }).toEqual({ status: 400, code: 'REQUEST_INVALID' });
  const [, places = ''] =
    /^The request is not as the document of the API describes it: (.*)\.$/.exec(detail ?? '') ?? [];
  return places.split(', ');
}

describe('a request of an API whose contract is enforced', () => {
  it.each<[string, Record<string, string>]>([
    ['/customers/7', {}],
    ['/customers/7?fields=name&fields=email&full=true', {}],
    ['/customers/7?sizes=1,2,3&other=anything', {}],
  ])('reaches the back-end where it keeps to the document: GET %s', async (path, headers) => {
    expect((await get(path, headers)).status).toBe(200);
    expect(upstream.seen.map(({ url }) => url)).toEqual([path]);
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['/customers/0', {}, ['/path/id (minimum)']],
    ['/customers/abc', {}, ['/path/id (type)']],
    ['/customers/7?fields=name&fields=secret', {}, ['/query/fields/1 (enum)']],
    ['/customers/7?sizes=1,x', {}, ['/query/sizes/1 (type)']],
    ['/customers/7?full=yes', { 'x-tenant': 'nobody' }, ['/query/full (type)', '/header/X-Tenant (format)']],
  ])('is refused with the places of its parameters: GET %s', async (path, headers, places) => {
    expect(await breaks(get(path, headers))).toEqual(places);
    expect(upstream.seen).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ['filter[size]=1&filter[tags]=a&filter[tags]=b&filter[any]=7&from=2&point=x,1,y,2.5', {}],
    ['point=x,1&nested[a][b]=1&session=longer', { 'x-point': 'x=1,y=2', cookie: 'a=1; session=abcd; b=2' }],
  ])(
    'reaches the back-end with objects and cookies that keep to the document: %s',
    async (query, headers) => {
      expect((await get(`/search?${query}`, headers)).status).toBe(200);
    },
  );

  it.each<[string, Record<string, string>, string[]]>([
    ['filter[size]=x&point=x,1', {}, ['/query/filter/size (type)']],
    ['filter[tags]=a&filter[tags]=c&point=x,1', {}, ['/query/filter/tags/1 (enum)']],
    [
      'filter[secret]=1&from=no&point=x,1',
      {},
      ['/query/filter (additionalProperties)', '/query/range/from (type)'],
    ],
    ['point=x', {}, ['/query/point (type)']],
    ['point=y,2', { 'x-point': 'x' }, ['/query/point/x (required)', '/header/X-Point (type)']],
    [
      '',
      { 'x-point': 'x=a', cookie: 'session=abcde' },
      ['/query/point (required)', '/header/X-Point/x (type)', '/cookie/session (maxLength)'],
    ],
  ])('is refused with the places of its objects and cookies: %s', async (query, headers, places) => {
    expect(await breaks(get(`/search?${query}`, headers))).toEqual(places);
    expect(upstream.seen).toEqual([]);
  });

  it('is refused where a header that it needs is missing', async () => {
    expect(await breaks(call('/enforce/customers/7'))).toEqual(['/header/X-Tenant (required)']);
  });

  it('brings its body to the back-end byte by byte', async () => {
    const body = '{ "name" : "Ada Lovelace","email":null }';
    expect((await post(body)).status).toBe(200);
    expect(upstream.seen.map((each) => [each.body, each.headers['content-length']])).toEqual([
      [body, `${body.length}`],
    ]);
  });

  it.each<[string, unknown, string]>([
    ['a member that is missing', { email: null }, '/body/name (required)'],
    ['a member too many', { name: 'Ada', [CANARY]: 1 }, '/body (additionalProperties)'],
    ['a pattern', { name: CANARY }, '/body/name (pattern)'],
    [
      'a member of a list',
      { name: 'Ada', friends: [{ name: 'Bo' }, { name: 1 }] },
      '/body/friends/1/name (type)',
    ],
    ['a member that the caller named', { name: 'Ada', tags: { [CANARY]: 'x' } }, '/body/tags/* (type)'],
    ['a format', { name: 'Ada', email: CANARY }, '/body/email (format)'],
    ['no JSON', '{"name":', '/body (json)'],
  ])('is refused with the place in its body: %s', async (_, body, place) => {
    world.writes.length = 0;
    expect(await breaks(post(body))).toEqual([place]);
    await world.gateway.flush();
    expect(JSON.stringify(world.writes)).toContain(place);
    expect(JSON.stringify(world.writes)).not.toContain(CANARY);
  });

  it('needs a body, and a media type that the document has', async () => {
    expect(await breaks(call('/enforce/customers', { method: 'POST' }))).toEqual(['/body (required)']);
    expect(await breaks(post('<a/>', { type: 'application/xml' }))).toEqual([
      '/header/Content-Type (mediaType)',
    ]);
  });

  it('passes unchecked, and is counted so, where it is large or no JSON', async () => {
    const before = counted('unchecked');
    const large = JSON.stringify({ name: 'x'.repeat(100_000) });
    expect((await post(large)).status).toBe(200);
    expect((await post('a;b', { type: 'text/csv' })).status).toBe(200);
    expect(upstream.seen.map(({ body }) => body.length)).toEqual([large.length, 3]);
    expect(counted('unchecked') - before).toBe(2);
  });

  it('passes whole where a body without a length turns out to be large, within what the API takes', async () => {
    const chunk = Buffer.alloc(30_000, 'x');
    expect([
      await chunked('/small/customers', [chunk, chunk, chunk, chunk]),
      upstream.seen.at(-1)?.body.length,
    ]).toEqual([200, 120_000]);
    expect(
      await chunked(
        '/small/customers',
        Array.from({ length: 8 }, () => chunk),
      ),
    ).toBe(413);
  });

  it('is refused where a body without a length is larger than the API takes, however small that is', async () => {
    expect(await chunked('/tiny/customers', [Buffer.from('{"name":'), Buffer.from('"Ada"}')])).toBe(413);
    expect(await chunked('/tiny/customers', [Buffer.from('{"a":1}')])).toBe(400);
  });

  it('is checked where its body comes in chunks', async () => {
    expect(await chunked('/enforce/customers', [Buffer.from('{"name":'), Buffer.from('"Ada"}')])).toBe(200);
    expect(upstream.seen.map(({ body }) => body)).toEqual(['{"name":"Ada"}']);
    expect(await chunked('/enforce/customers', [Buffer.from('{"name":'), Buffer.from('1}')])).toBe(400);
  });

  it('takes no time that grows faster than its body', async () => {
    const nested = (depth: number) => `${'{"a":'.repeat(depth)}{}${'}'.repeat(depth)}`;
    const started = performance.now();
    expect(await breaks(post({ name: `${'a'.repeat(39)}!` }))).toEqual(['/body/name (pattern)']);
    const answers = [
      await post(nested(60), { path: '/enforce/trees' }),
      await post(nested(60), { path: '/enforce/doublings' }),
      await post(nested(15_000), { path: '/enforce/chains' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 200, 200]);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

it('lets a request pass that breaks a contract which is measured, and counts it once it is compiled', async () => {
  const before = counted('broken');
  await until(async () => {
    expect((await post({ name: 1 }, { path: '/measure/customers' })).status).toBe(200);
    return counted('broken') > before;
  });
  expect(upstream.seen.at(-1)?.body).toBe('{"name":1}');
});

describe('an answer of an API whose answers are measured', () => {
  type Row = { readonly operation: string; readonly pointer: string; readonly keyword: string };

  /** The drift that was written since the last time, as one row for each way. */
  async function drift(): Promise<readonly (Row & { readonly side: string; readonly calls: number })[]> {
    await world.gateway.flush();
    const rows = world.writes.flatMap((values) =>
      values.flatMap((value) =>
        typeof value === 'string' && value.includes('"keyword"') ? JSON.parse(value) : [],
      ),
    );
    world.writes.length = 0;
    return rows;
  }

  type Answered = { readonly head?: Record<string, string>; readonly status?: number };

  async function answered(body: string, { head = {}, status = 200 }: Answered = {}) {
    world.writes.length = 0;
    upstream.answer = (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...head });
      response.end(head['content-encoding'] === 'gzip' ? gzipSync(body) : body);
    };
    const response = await call('/answers/customers');
    expect([response.status, await response.text()]).toEqual([status, body]);
    return (await drift()).map(({ side, operation, pointer, keyword, calls }) => {
      expect([side, operation, calls]).toEqual(['ANSWER', 'GET /customers', 1]);
      return `${pointer} ${keyword}`;
    });
  }

  it.each<[string, string, Answered]>([
    ['a document that is kept', '[{"id":1,"name":"Ada"}]', {}],
    ['a status of a class', '{"code":"GONE"}', { status: 410 }],
    ['a failure that nobody described', 'oops', { head: { 'content-type': 'text/plain' }, status: 500 }],
  ])('is no drift: %s', async (_, body, head) => {
    const before = counted('kept', 'ANSWER');
    expect(await answered(body, head)).toEqual([]);
    expect(counted('kept', 'ANSWER')).toBe(before + 1);
  });

  it.each<[string, string, Answered]>([
    ['/body/*/name type', `[{"id":1,"name":"Ada"},{"id":2,"name":7,"email":"${CANARY}"}]`, {}],
    ['/body/*/id required', '[{"name":"Ada"}]', { head: { 'content-encoding': 'gzip' } }],
    ['/body/*/tags/* type', `[{"id":1,"name":"Ada","tags":{"${CANARY}":"x"}}]`, {}],
    ['/body json', '[{]', {}],
    ['/body/code required', '{}', { status: 404 }],
    ['/header/Content-Type mediaType', '<p>', { head: { 'content-type': 'text/html' } }],
    ['/status/201 status', '[]', { status: 201 }],
  ])('reaches its caller as it is, and is drift: %s', async (way, body, head) => {
    expect(await answered(body, head)).toEqual([way]);
    expect(JSON.stringify(world.writes)).not.toContain(CANARY);
  });

  it('passes unchecked where it is large', async () => {
    const before = counted('unchecked', 'ANSWER');
    expect(await answered(JSON.stringify([{ name: 'x'.repeat(100_000) }]))).toEqual([]);
    expect(counted('unchecked', 'ANSWER')).toBe(before + 1);
  });

  it('is one of a sample', async () => {
    upstream.answer = (_request, response) => response.end('[]');
    const results = () =>
      counted('kept', 'ANSWER') + counted('broken', 'ANSWER') + counted('unchecked', 'ANSWER');
    const before = results();
    await Promise.all(Array.from({ length: 30 }, () => call('/tenth/customers')));
    await world.gateway.flush();
    expect(results()).toBe(before + 3);
  });
});

/** Sends a body without its length, and returns the status. */
async function chunked(path: string, chunks: readonly Buffer[]): Promise<number | undefined> {
  const sent = httpRequest(`${world.url}/acme/sandbox${path}`, {
    method: 'POST',
    headers: { 'x-client-id': 'key', 'content-type': 'application/json' },
  });
  for (const chunk of chunks) sent.write(chunk);
  sent.end();
  const [response] = await once(sent, 'response');
  response.resume();
  return response.statusCode;
}

/** The shapes that are written, once so many calls have ended. */
async function shapesWritten(count: number) {
  const all = () =>
    world.writes
      .flat()
      .filter((value) => `${value}`.includes('"shape":'))
      .flatMap(
        (value) =>
          JSON.parse(`${value}`) as {
            side: string;
            operation: string;
            status: string | null;
            shape: object;
            calls: number;
          }[],
      );
  await until(async () => {
    await world.gateway.flush();
    return all().length >= count;
  });
  return all().map(({ side, operation, status, shape }) => ({ side, operation, status, shape }));
}

describe('the shapes of sampled calls', () => {
  beforeEach(async () => {
    await world.gateway.flush();
    world.writes.length = 0;
  });

  it('are recorded of requests that are measured, without a value of the caller', async () => {
    const path = `/measure/customers?${CANARY}=${CANARY}`;
    const sent = { name: 'Ada', email: 'ada@example.com', tags: { [CANARY]: 1 } };
    const shape = { name: 'string', email: 'string', tags: { object: {}, further: true } };
    // The first call of an operation finds no checks, and its body is not read.
    await until(async () => {
      await post(sent, { path });
      await world.gateway.flush();
      return world.writes.some((values) => `${values}`.includes('"shape":'));
    });
    expect((await shapesWritten(1))[0]).toEqual({
      side: 'REQUEST',
      operation: 'POST /customers',
      status: null,
      shape: { parameters: {}, body: { type: 'application/json', shape: { object: shape } } },
    });
    expect(JSON.stringify(world.writes)).not.toContain(CANARY);
    expect(JSON.stringify(world.writes)).not.toContain('ada@example.com');
    expect(world.faults).toEqual([]);
  });

  it('are recorded of answers that keep to the document, and of their requests', async () => {
    upstream.answer = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'x-more': CANARY })
        .end(JSON.stringify([{ id: 1, name: CANARY.slice(0, 5), tags: { [CANARY]: 1 } }]));
    await (await call('/answers/customers', { headers: { cookie: CANARY } })).text();
    const [answer, request] = await shapesWritten(2);
    expect([answer, request]).toMatchObject([
      { side: 'ANSWER', operation: 'GET /customers', status: '200' },
      { side: 'REQUEST', operation: 'GET /customers', status: null, shape: { parameters: {}, body: null } },
    ]);
    expect(JSON.stringify(answer)).toContain('"array":"1"');
    expect(JSON.stringify(world.writes)).not.toContain(CANARY);
  });
});
