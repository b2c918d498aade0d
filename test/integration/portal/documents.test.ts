import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createPortalPages } from '../../../src/control-plane/portal/pages/portal-pages.ts';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { Assets } from '../../../src/ui/kit/assets.ts';
import { CLIENT_ADDRESS, openPortal, type PortalWorld } from '../../support/portal.ts';
import { watchStatements } from '../../support/statements.ts';

let portal: PortalWorld;
let token: string;
let read: (path: string, headers?: Record<string, string>, method?: string) => Promise<Response>;
/** Reads from the portal of another org, which there is not. */
let readElsewhere: (path: string) => Promise<Response>;
const faults: unknown[] = [];

const paths = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `/customers/${index}`,
      { get: { summary: `Customer ${index} at crm.internal`, responses: { 200: { description: 'It.' } } } },
    ]),
  );
const documentOf = (count: number) =>
  toStore({ openapi: '3.0.3', info: { title: 'customerdb', version: '1.0.0' }, paths: paths(count) });

beforeAll(async () => {
  portal = await openPortal();
  token = (await portal.signIn('carol')).token;
  await portal.product({ name: 'public' });
  await portal.product({ name: 'inner', visibility: 'AUTHENTICATED' });
  await portal.product({ name: 'large', api: { name: 'largedb', openapi: documentOf(5_000) } });
  await portal.product({
    name: 'graph',
    plans: [{ hiddenGraphQL: ['Query.secret'] }],
    api: {
      name: 'graph-api',
      kind: 'GRAPHQL',
      basePath: '/graph',
      openapi: undefined,
      sdl: 'type Query { shown: Int secret: Int }',
    },
  });
  const pages = createPortalPages({
    ...portal.deps,
    assets: new Assets(),
    onFault: (fault) => faults.push(fault),
  });
  read = async (path, headers = {}, method = 'GET') =>
    pages.fetch(new Request(`http://control.test/portal/acme/sandbox${path}`, { headers, method }), {
      clientAddress: CLIENT_ADDRESS,
    });
  readElsewhere = async (path) =>
    pages.fetch(new Request(`http://control.test/portal/globex/sandbox${path}`), {
      clientAddress: CLIENT_ADDRESS,
    });
});
afterAll(() => portal.close());

type Api = Record<string, unknown>;
const apiOf = async (product: string, fields: string, client: Pick<PortalWorld, 'run'> = portal) =>
  (
    await client.run<{ product: { apis: Api[] } }>(
      `query ($product: VersionedName!) { product(product: $product) { apis { ${fields} } } }`,
      { product },
    )
  ).product.apis[0] ?? {};
const pathOf = (url: unknown) => String(url).replace('http://control.test/portal/acme/sandbox', '');

describe('the OpenAPI document of an API', () => {
  it('is read at the address that the API tells, the same as by GraphQL', async () => {
    const { openapiUrl, schemaUrl, openapi } = await apiOf('public:1.0.0', 'openapiUrl schemaUrl openapi');
    expect([pathOf(openapiUrl), schemaUrl]).toEqual([
      '/apis/customerdb:1.0.0/openapi.json?product=public:1.0.0',
      null,
    ]);
    const answer = await read(pathOf(openapiUrl));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(openapi);
    expect(JSON.stringify(openapi)).not.toContain('crm.internal');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, no-cache',
      vary: 'Authorization, Cookie',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
    });
  });

  it('is not sent again to who has it, until it changes', async () => {
    const path = '/apis/customerdb:1.0.0/openapi.json?product=public:1.0.0';
    const etag = (await read(path)).headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await read(path, { 'if-none-match': known });
      expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await read(path, { 'if-none-match': '"other"' })).status).toBe(200);
    const head = await read(path, {}, 'HEAD');
    expect([head.status, await head.text(), Number(head.headers.get('content-length')) > 0]).toEqual([
      200,
      '',
      true,
    ]);
    const { database } = portal;
    await database.prisma.catalogApi.updateMany({
      where: { catalogProduct: { name: 'public' } },
      data: { title: 'Renamed' },
    });
    await database.prisma.org.updateMany({ data: { revision: { increment: 1 } } });
    const changed = await read(path, { 'if-none-match': etag });
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
    expect(await changed.json()).toMatchObject({ info: { title: 'Renamed' } });
  });

  it('is for those alone who see the product, and then for no shared cache', async () => {
    const path = '/apis/customerdb:1.0.0/openapi.json?product=inner:1.0.0';
    const refused = await read(path);
    expect([refused.status, refused.headers.get('cache-control'), await refused.json()]).toEqual([
      404,
      'no-store',
      {
        errors: [
          {
            message: 'There is no openapi.json of an API customerdb:1.0.0 here for who asks.',
            extensions: { code: 'NOT_FOUND' },
          },
        ],
      },
    ]);
    const answer = await read(path, { authorization: `Bearer ${token}` });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    const byPage = await read(path, { cookie: `__Host-portal.acme.sandbox=${token}` });
    expect(byPage.status).toBe(200);
    for (const none of [
      '/apis/none:1.0.0/openapi.json',
      '/apis/none/openapi.json',
      '/apis/graph-api:1.0.0/openapi.json',
    ])
      expect((await read(none)).status).toBe(404);
    expect(faults).toEqual([]);
  });

  it('is made once for 90 aliases, and for all who ask at the same time', async () => {
    const statements = watchStatements();
    const aliases = Array.from({ length: 90 }, (_, index) => `a${index}: operationCount`);
    // None of what was made of documents is good any more.
    await portal.database.prisma.org.updateMany({ data: { revision: { increment: 1 } } });
    const documents = () => statements.filter(({ text }) => text.includes('"openapi"::text'));
    const [api, answer] = await Promise.all([
      apiOf('large:1.0.0', aliases.join(' ')),
      read('/apis/largedb:1.0.0/openapi.json'),
    ]);
    expect(new Set(Object.values(api))).toEqual(new Set([5_000]));
    expect(Object.keys(api)).toHaveLength(90);
    expect(Object.keys(((await answer.json()) as { paths: object }).paths)).toHaveLength(5_000);
    expect(documents()).toHaveLength(1);
    await apiOf('large:1.0.0', 'openapi operations { path }');
    expect(documents()).toHaveLength(1);
  });

  it('is refused where a network without a session asked 600 times within the minute', async () => {
    const path = '/apis/none:1.0.0/openapi.json';
    await Promise.all(Array.from({ length: 300 }, () => read(path)));
    await Promise.all(Array.from({ length: 300 }, () => read(path, { authorization: 'Bearer wrong' })));
    const refused = await read(path);
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      429,
      '60',
      {
        errors: [
          {
            message:
              'Your network sent more than 600 requests without a valid token within a minute: try again in 60 seconds, or send a token.',
            extensions: { code: 'RATE_LIMIT_EXCEEDED' },
          },
        ],
      },
    ]);
    expect((await readElsewhere(path)).status).toBe(404);
    const known = '/apis/customerdb:1.0.0/openapi.json';
    expect((await read(known, { authorization: `Bearer ${token}` })).status).toBe(200);
    portal.pass(60_000);
    expect((await read(known)).status).toBe(200);
  }, 120_000);

  it('is sent no faster than it is taken', async () => {
    const { body, headers } = await read('/apis/largedb:1.0.0/openapi.json');
    const reader = body?.getReader();
    const first = await reader?.read();
    expect(first?.value?.byteLength).toBe(65_536);
    expect(Number(headers.get('content-length'))).toBeGreaterThan(500_000);
    await reader?.cancel();
  });

  it('tells the answers and the headers of the gateway', async () => {
    const document = (await (await read('/apis/customerdb:1.0.0/openapi.json')).json()) as {
      paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
      components: Record<'responses' | 'headers' | 'schemas', Record<string, object>>;
    };
    const [operation] = Object.values(document.paths).flatMap((item) => Object.values(item));
    expect(operation?.responses).toMatchObject({
      401: { $ref: '#/components/responses/GatewayUnauthorized' },
      403: { $ref: '#/components/responses/GatewayForbidden' },
      429: { $ref: '#/components/responses/GatewayTooManyRequests' },
    });
    const { responses, headers, schemas } = document.components;
    expect(responses['GatewayTooManyRequests']).toMatchObject({
      headers: { 'Retry-After': { $ref: '#/components/headers/Gateway-Retry-After' } },
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/GatewayProblem' } } },
    });
    expect(Object.keys(headers)).toEqual(
      expect.arrayContaining(['Gateway-Retry-After', 'Gateway-RateLimit', 'Gateway-RateLimit-Policy']),
    );
    expect(Object.keys(schemas)).toContain('GatewayProblem');
    const validator = new Validator();
    expect(await validator.validate(document)).toEqual({ valid: true });
  });

  it('is read as YAML, the same value, and as a collection of Postman', async () => {
    const told = await apiOf('public:1.0.0', 'openapi openapiYamlUrl postmanUrl');
    const yaml = await read(pathOf(told['openapiYamlUrl']));
    expect([yaml.status, yaml.headers.get('content-type')]).toEqual([200, 'application/yaml; charset=utf-8']);
    expect(parse(await yaml.text())).toEqual(told['openapi']);
    const answer = await read(pathOf(told['postmanUrl']));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(await answer.json()).toMatchObject({
      info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      auth: { type: 'apikey' },
      variable: [{ key: 'baseUrl', value: 'http://gateway.test/acme/sandbox/customerdb/v1' }, {}],
      item: expect.arrayContaining([
        expect.objectContaining({
          request: expect.objectContaining({
            method: 'GET',
            url: expect.objectContaining({ host: ['{{baseUrl}}'] }),
          }),
        }),
      ]),
    });
    const etag = answer.headers.get('etag') ?? '';
    expect((await read(pathOf(told['postmanUrl']), { 'if-none-match': etag })).status).toBe(304);
    for (const file of ['openapi.yaml', 'postman.json']) {
      const hidden = await read(`/apis/customerdb:1.0.0/${file}?product=inner:1.0.0`);
      expect([hidden.status, await hidden.json()]).toEqual([
        404,
        {
          errors: [
            {
              message: `There is no ${file} of an API customerdb:1.0.0 here for who asks.`,
              extensions: { code: 'NOT_FOUND' },
            },
          ],
        },
      ]);
    }
  });

  it('lists operations page by page', async () => {
    const { operations, rest } = await apiOf(
      'large:1.0.0',
      'operations { path } rest: operations(first: 200, offset: 4900) { path }',
    );
    expect([(operations as unknown[]).length, (rest as unknown[]).length]).toEqual([50, 100]);
  });
});

describe('the schema of a GraphQL API', () => {
  it('is read at the address that the API tells, as its plans show it', async () => {
    const { schemaUrl, openapiUrl, sdl } = await apiOf('graph:1.0.0', 'schemaUrl openapiUrl sdl');
    expect([pathOf(schemaUrl), openapiUrl]).toEqual([
      '/apis/graph-api:1.0.0/schema.graphql?product=graph:1.0.0',
      null,
    ]);
    const answer = await read(pathOf(schemaUrl));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/graphql; charset=utf-8',
    ]);
    const text = await answer.text();
    expect(text).toBe(sdl);
    expect(text).not.toContain('secret');
    const etag = answer.headers.get('etag') ?? '';
    expect((await read(pathOf(schemaUrl), { 'if-none-match': etag })).status).toBe(304);
    expect((await read(`${pathOf(schemaUrl)}&plan=default-plan`)).status).toBe(404);
  });
});
