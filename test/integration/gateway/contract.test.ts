import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
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
    post: {
      requestBody: { required: true, content: { ...json('Customer'), 'text/csv': {} } },
    },
  },
  '/trees': { post: { requestBody: { content: json('Tree') } } },
  '/chains': { post: { requestBody: { content: json('Chain') } } },
  '/doublings': { post: { requestBody: { content: json('Doubling') } } },
};
const document = JSON.stringify({
  openapi: '3.0.3',
  paths,
  components: { schemas: { Customer: customer, Tree: tree, Doubling: doubling, Chain: chain } },
});
const CANARY = 'canary-of-the-caller';

let upstream: Upstream;
let world: GatewayWorld;
beforeAll(async () => {
  upstream = await recordingUpstream();
  const settings = { upstreamUrl: upstream.url, openapi: { paths } };
  const apis = (['ENFORCE', 'MEASURE'] as const).map((requests) =>
    api({ ...settings, basePath: `/${requests.toLowerCase()}`, contract: { requests, document } }),
  );
  apis.push(
    api({
      ...settings,
      basePath: '/small',
      maxRequestBytes: 150_000,
      contract: { requests: 'ENFORCE', document },
    }),
  );
  world = await openGateway(
    snapshot(catalog({ apis, clients: [client({ key: 'key', plans: { 'customer-1': {} } })] })),
  );
});
beforeEach(() => {
  upstream.seen.length = 0;
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
const counted = (result: string) =>
  world.gateway.metrics().contractChecks.find((each) => each.result === result)?.count ?? 0;

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
