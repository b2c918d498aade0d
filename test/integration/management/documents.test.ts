import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createManagementDocuments } from '../../../src/control-plane/management/api/document-downloads.ts';
import { writeOpenApi } from '../../../src/infrastructure/database/documents.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { answering } from '../../support/openapi.ts';
import { watchStatements } from '../../support/statements.ts';

let world: CatalogWorld;
let read: (path: string, headers?: Record<string, string>) => Promise<Response>;
let viewer: Record<string, string>;
const faults: unknown[] = [];

beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  const { prisma } = world.database;
  const { id: draftId } = await prisma.api.findFirstOrThrow();
  await writeOpenApi(prisma, { table: 'Api', id: draftId }, JSON.stringify(answering({ type: 'object' })));
  await world.product('customer:1.0.0', { publishTo: CATALOG });
  const { deps } = world;
  const documents = createManagementDocuments({ ...deps, onFault: (fault) => faults.push(fault) });
  const token = deps.secrets.issue('gh_');
  const { id: orgId } = await deps.database.prisma.org.findUniqueOrThrow({ where: { name: 'acme' } });
  await deps.database.prisma.accessToken.create({
    data: { orgId, name: 'reader', role: 'VIEWER', tokenHash: deps.secrets.hash(token) },
  });
  viewer = { authorization: `Bearer ${token}` };
  read = (path, headers = viewer) => {
    const { pathname, searchParams } = new URL(path, 'http://control.test');
    const [, , org = '', , api = '', file = ''] = pathname.split('/').map(decodeURIComponent);
    const wanted = { org, api, file, ...Object.fromEntries(searchParams) };
    return documents(new Request(`http://control.test${path}`, { headers }), wanted, { network: 'network' });
  };
});
afterAll(() => world.close());

const pathOf = (url: string) => url.replace('http://control.test', '');

describe('the documents of an API', () => {
  it('are read where the API tells: of the draft, and of its copy in a product', async () => {
    type Api = { openapiUrl: string; schemaUrl: null; openapi: unknown };
    const { api, catalogProduct } = await world.query<{ api: Api; catalogProduct: { apis: Api[] } }>(
      `{ api(org: "acme", api: "customerdb:1.0.0") { openapiUrl schemaUrl openapi }
        catalogProduct(org: "acme", catalog: "${CATALOG}", product: "customer:1.0.0") {
          apis { openapiUrl schemaUrl openapi } } }`,
    );
    expect([api.openapiUrl, catalogProduct.apis[0]?.openapiUrl, api.schemaUrl].map(String)).toEqual([
      'http://control.test/management/acme/apis/customerdb:1.0.0/openapi.json',
      `http://control.test/management/acme/apis/customerdb:1.0.0/openapi.json?catalog=${CATALOG}&product=customer:1.0.0`,
      'null',
    ]);
    for (const each of [api, ...catalogProduct.apis]) {
      const answer = await read(pathOf(each.openapiUrl));
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
      expect(await answer.json()).toEqual(each.openapi);
      const etag = answer.headers.get('etag') ?? '';
      const again = await read(pathOf(each.openapiUrl), { ...viewer, 'if-none-match': etag });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
  });

  it.each([
    [
      'nobody',
      '/management/acme/apis/customerdb:1.0.0/openapi.json',
      { status: 401, code: 'UNAUTHENTICATED' },
    ],
    [
      'what is not there',
      '/management/acme/apis/none:1.0.0/openapi.json',
      { status: 404, code: 'NOT_FOUND' },
    ],
    ['what is no API', '/management/acme/apis/none/openapi.json', { status: 404, code: 'NOT_FOUND' }],
    [
      "another kind's document",
      '/management/acme/apis/customerdb:1.0.0/schema.graphql',
      { status: 404, code: 'NOT_FOUND' },
    ],
    [
      'another org',
      '/management/beta/apis/customerdb:1.0.0/openapi.json',
      { status: 404, code: 'NOT_FOUND' },
    ],
    [
      'half a copy',
      `/management/acme/apis/customerdb:1.0.0/openapi.json?catalog=${CATALOG}`,
      { status: 400, code: 'BAD_USER_INPUT' },
    ],
  ])('are refused to %s', async (_what, path, { status, code }) => {
    const answer = await read(path, status === 401 ? {} : viewer);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
    expect(await answer.json()).toEqual({
      errors: [{ message: expect.stringMatching(/\.$/), extensions: { code } }],
    });
    expect(faults).toEqual([]);
  });

  it('are refused to a network that asked 600 times without a valid token within the minute', async () => {
    const path = '/management/acme/apis/customerdb:1.0.0/openapi.json';
    let last = await read(path, {});
    for (let asked = 1; last.status === 401 && asked <= 600; asked += 1) last = await read(path, {});
    expect([last.status, last.headers.get('retry-after'), await last.json()]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
      {
        errors: [
          {
            message: expect.stringContaining('more than 600 requests without a valid token within a minute'),
            extensions: { code: 'RATE_LIMIT_EXCEEDED' },
          },
        ],
      },
    ]);
    expect((await read(path)).status).toBe(200);
    world.pass(60_000);
    expect((await read(path, {})).status).toBe(401);
  });
});

describe('a document that an operation asks for many times', () => {
  const aliases = (count: number) =>
    `{ ${Array.from({ length: count }, (_, at) => `a${at}: api(org: "acme", api: "customerdb:1.0.0") { openapi }`).join(' ')} }`;

  const change = (title: string) =>
    world.mutate('updateApi', {
      org: 'acme',
      api: 'customerdb:1.0.0',
      openapi: { ...answering({ type: 'string' }), info: { title, version: '1.0.0' } },
    });

  it('is read and made once, also for the next one, until something of its org changes', async () => {
    await change('First');
    const statements = watchStatements();
    await world.query(aliases(3));
    const parse = vi.spyOn(JSON, 'parse');
    const answer = await world.query<Record<string, { openapi: object }>>(aliases(20));
    // The client of these tests reads the whole answer, once.
    expect(parse.mock.calls.filter(([text]) => text.includes('"paths"'))).toHaveLength(1);
    vi.restoreAllMocks();
    expect(statements.filter(({ text }) => text.includes('"openapi"::text'))).toHaveLength(1);
    expect(Object.values(answer).map(({ openapi }) => openapi)).toEqual(
      Array(20).fill(answer['a0']?.openapi),
    );
    await change('Another');
    const { a0 } = await world.query<{ a0: { openapi: object } }>(aliases(1));
    expect(a0.openapi).toMatchObject({ info: { title: 'Another' } });
  });
});
