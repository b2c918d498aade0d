import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLoader } from '../../../../src/data-plane/snapshot/load.ts';
import { CATALOG } from '../../../support/catalog.ts';
import { compat, newDocument, oldDocument } from '../../../support/compat.ts';
import { type GatewayWorld, openGateway } from '../../../support/gateway.ts';
import { type ManifestWorld, openManifest } from '../../../support/manifest.ts';
import { revoked, snapshot } from '../../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../../support/upstream.ts';

/** 1.0.0 of an API is served by the back-end of 2.0.0. */
const STEP = 'operations condition setHeader { name value } rewritePath json';
const VERIFY =
  '{ verifyCompat { isVerified operations samples failures { operation pointer keyword } unsampled } }';
let world: ManifestWorld;
let upstream: Upstream;
let gateway: GatewayWorld;
let key: string;

const api = { org: 'acme', api: 'customerdb:1.0.0' };
const set = (value: object | null, selection = '{ compat { of } }') =>
  world.mutate('updateApi', { ...api, compat: value }, selection);
const refused = (value: object) => world.refused('updateApi', { ...api, compat: value });

beforeAll(async () => {
  [world, upstream, gateway] = await Promise.all([
    openManifest(),
    recordingUpstream(),
    openGateway(snapshot()),
  ]);
  const name = 'customerdb';
  const made = {
    name,
    version: '1.0.0',
    basePath: '/customerdb/v1',
    openapi: oldDocument,
    targetUrl: 'http://127.0.0.1:1',
  };
  await world.mutate('createApi', made);
  await world.mutate('createApi', {
    name,
    version: '2.0.0',
    basePath: '/customerdb/v2',
    openapi: newDocument,
    targetUrl: `${upstream.url}/crm`,
  });
  await world.product('crm:1.0.0', { apis: ['customerdb:1.0.0'], publishTo: CATALOG });
  ({ clientKey: key } = await world.client('Shop', ['crm:1.0.0', 'default-plan']));
});
afterAll(() => Promise.all([world.close(), upstream.close(), gateway.close()]));

/** Lets the gateway serve what is published. */
async function load(): Promise<void> {
  const { database, deps } = world;
  const loader = createLoader({ database, secrets: deps.secrets, gatewayUrl: deps.urls.gateway });
  gateway.use({ catalogs: await loader.all(new Map()), revocations: revoked() });
}
const call = (path: string, init: RequestInit = {}) =>
  gateway.call(`/acme/${CATALOG}${path}`, {
    ...init,
    headers: { 'x-client-id': key, 'content-type': 'application/json' },
  });

describe('a compat that is saved', () => {
  it.each<[string, object, object]>([
    [
      'itself',
      { of: 'customerdb:1.0.0' },
      { path: ['input', 'compat', 'of'], message: /cannot be served by itself/ },
    ],
    [
      'no version of the org',
      { of: 'customerdb:9.0.0' },
      { path: ['input', 'compat', 'of'], message: /There is no API customerdb:9.0.0/ },
    ],
    [
      'an operation that the document lacks',
      { ...compat, answer: [{ operations: ['GET /people'], json: '$' }] },
      {
        path: ['input', 'compat', 'answer', 0, 'operations'],
        message: /The document has no operation GET \/people/,
      },
    ],
    [
      'an expression that never ends',
      { ...compat, request: [{ json: '($f := function($x) { $f($x) }; $f(1))' }] },
      { path: ['input', 'compat', 'request', 0, 'json'], message: /It never ends/ },
    ],
    [
      'a path of an answer',
      { ...compat, answer: [{ rewritePath: '/x' }] },
      { path: ['input', 'compat', 'answer', 0, 'rewritePath'], message: /An answer has no path/ },
    ],
  ])('is refused where it names %s', async (_, value, expected) => {
    const { message, ...rest } = expected as { message: RegExp };
    expect(await refused(value)).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringMatching(message),
      ...rest,
    });
  });

  it('is refused where the other version is served by one itself, or changes its own calls', async () => {
    await set(compat);
    const input = { org: 'acme', api: 'customerdb:2.0.0' };
    expect((await world.refused('updateApi', { ...input, compat: { of: 'customerdb:1.0.0' } })).message).toBe(
      'customerdb:1.0.0 is served by customerdb:2.0.0 itself: name that version, with the steps to it.',
    );
    await set(null);
    await world.mutate('updateApi', { ...input, transformations: [{ on: 'ANSWER', removeHeader: 'X-Old' }] });
    expect((await refused(compat)).message).toContain('customerdb:2.0.0 changes its own calls on their way');
    await world.mutate('updateApi', { ...input, transformations: null });
  });

  it('is kept by other changes, is in the manifest, and goes with null', async () => {
    const stored = await set(compat, `{ compat { of request { ${STEP} } answer { ${STEP} } } }`);
    expect(stored).toMatchObject({
      compat: { of: compat.of, answer: [{ json: compat.answer[0]?.json }, {}, {}] },
    });
    expect(await world.mutate('updateApi', { ...api, title: 'Same' }, '{ compat { of } }')).toEqual({
      compat: { of: compat.of },
    });
    const written = await world.export();
    expect(written.apis).toContainEqual(expect.objectContaining({ name: 'customerdb', compat }));
    expect((await world.apply(written)).changes).toEqual([]);
    const isOld = ({ name, version }: Record<string, unknown>) =>
      name === 'customerdb' && version === '1.0.0';
    const lost = { of: 'customerdb:3.0.0' };
    const gone = {
      ...written,
      apis: written.apis.map((each) => (isOld(each) ? { ...each, compat: lost } : each)),
    };
    expect((await world.applyRefused(gone)).faults).toMatchObject([
      { message: 'There is no API customerdb:3.0.0: name a version that the org has.' },
    ]);
    expect(await set(null)).toEqual({ compat: null });
  });

  it('is verified with samples, and tells where its steps do not lead', async () => {
    expect(await set(compat, VERIFY)).toMatchObject({
      verifyCompat: { isVerified: true, operations: 3, failures: [], unsampled: [] },
    });
    expect(await set({ ...compat, answer: compat.answer.slice(1) }, VERIFY)).toMatchObject({
      verifyCompat: {
        isVerified: false,
        failures: [{ operation: 'GET /customers', pointer: '/body', keyword: 'type' }],
      },
    });
    expect(await set(null, VERIFY)).toEqual({ verifyCompat: null });
  });
});

describe('a version that another one serves', () => {
  const move = {
    old: 'crm:1.0.0',
    new: 'crm:3.0.0',
    plans: [{ source: 'default-plan', target: 'default-plan' }],
    dryRun: true,
  };

  it('breaks nobody where its compat is verified, which supersede says, and breaks whom the steps forget', async () => {
    await set(compat);
    await world.product('crm:3.0.0', { apis: ['customerdb:1.0.0', 'customerdb:2.0.0'] });
    await world.lifecycle('stageProduct', { product: 'crm:3.0.0' });
    const served = {
      code: 'SERVED_BY_COMPAT',
      subject: 'customerdb:1.0.0',
      message:
        'customerdb:1.0.0 is served by the back-end of customerdb:2.0.0, through the steps of its compat.',
    };
    expect((await world.lifecycle('supersedeProduct', move)).warnings).toEqual([served]);
    await set({ ...compat, answer: compat.answer.slice(1) });
    await world.lifecycle('stageProduct', { product: 'crm:3.0.0' });
    const { warnings } = await world.lifecycle('supersedeProduct', move);
    expect(warnings).toMatchObject([
      {
        code: 'BREAKING_API_CHANGE',
        message: expect.stringContaining(
          '1 break: GET /customers (/body breaks type in the response 200 of customerdb:2.0.0, behind the steps). It touches 1 application',
        ),
      },
      served,
    ]);
  });

  it('is called at the back-end of the other, there and back, also after that has moved', async () => {
    await set(compat);
    await world.product('crm:2.0.0', { apis: ['customerdb:1.0.0', 'customerdb:2.0.0'] });
    await world.lifecycle('publishProduct', { product: 'crm:1.0.0' });
    await load();
    const lacking = await call('/customerdb/v1/customers/7');
    expect([lacking.status, (await lacking.json()).code]).toEqual([503, 'BACKEND_MISSING']);
    await world.lifecycle('publishProduct', { product: 'crm:2.0.0' });
    await load();
    upstream.answer = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"id":7,"first":"Ada","last":"Lovelace","contact":{"email":"ada@example.com"},"more":1}');
    const one = await call('/customerdb/v1/customers/7?x=1');
    expect(await one.json()).toEqual({ id: '7', name: 'Ada Lovelace', email: 'ada@example.com' });
    const made = await call('/customerdb/v1/customers', { method: 'POST', body: '{"name":"Ada Lovelace"}' });
    expect(made.status).toBe(200);
    upstream.answer = (_, response) =>
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"gone"}');
    const gone = await call('/customerdb/v1/customers/8');
    expect([gone.status, await gone.json()]).toEqual([404, { error: 'gone' }]);
    expect(upstream.seen.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', '/crm/people/7?x=1', ''],
      ['POST', '/crm/people', '{"first":"Ada","last":"Lovelace"}'],
      ['GET', '/crm/people/8', ''],
    ]);
    await world.mutate('updateApi', {
      org: 'acme',
      api: 'customerdb:2.0.0',
      targetUrl: `${upstream.url}/moved`,
    });
    await world.lifecycle('publishProduct', { product: 'crm:2.0.0' });
    await load();
    await call('/customerdb/v1/customers/9');
    expect(upstream.seen.at(-1)?.url).toBe('/moved/people/9');
  });

  it('lets its successor have a minor version, where the steps lead there', async () => {
    const wide = (properties: object) => ({
      openapi: '3.1.0',
      info: { title: 'Things', version: '1' },
      paths: {
        '/things': {
          get: {
            responses: {
              200: {
                description: 'x',
                content: {
                  'application/json': {
                    schema: { type: 'object', required: Object.keys(properties), properties },
                  },
                },
              },
            },
          },
        },
      },
    });
    const name = 'things';
    await world.mutate('createApi', { name, version: '1.0.0', openapi: wide({ a: { type: 'string' } }) });
    await world.mutate('createApi', { name, version: '1.1.0', openapi: wide({ a: { type: 'string' } }) });
    const change = { org: 'acme', api: 'things:1.1.0', openapi: wide({ b: { type: 'string' } }) };
    expect(await world.refused('updateApi', change)).toMatchObject({ code: 'VERSION_BREAKS' });
    const served = { of: 'things:1.1.0', answer: [{ json: '{ "a": b ? b : "" }' }] };
    await world.mutate('updateApi', { org: 'acme', api: 'things:1.0.0', compat: served });
    expect(await world.mutate('updateApi', change)).toMatchObject({ name });
    await world.mutate('updateApi', {
      org: 'acme',
      api: 'things:1.0.0',
      compat: { ...served, answer: [{ json: '{ "c": b }' }] },
    });
    const other = { ...change, openapi: wide({ b: { type: 'string' }, d: { type: 'string' } }) };
    expect(await world.refused('updateApi', other)).toMatchObject({ code: 'VERSION_BREAKS' });
  });
});
