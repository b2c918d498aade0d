import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLoader } from '../../../../src/data-plane/snapshot/load.ts';
import { servedTransformations } from '../../../../src/data-plane/snapshot/served-transformations.ts';
import { answerAsGraphQLServer, customerSdl } from '../../../support/apis.ts';
import { CATALOG } from '../../../support/catalog.ts';
import { document, type ManifestWorld, openManifest } from '../../../support/manifest.ts';
import { recordingUpstream, type Upstream } from '../../../support/upstream.ts';

const SETTINGS = `{ timeouts { connectMs answerMs idleMs callMs } maxRequestBytes trustsHtml
  cors { allowedOrigins allowedHeaders exposedHeaders maxAgeSeconds allowCredentials } }`;
const DEFAULTS = {
  timeouts: { connectMs: 5000, answerMs: 30_000, idleMs: 60_000, callMs: 3_600_000 },
  maxRequestBytes: null,
  trustsHtml: false,
  cors: null,
};
const SHOP = 'https://shop.example';
const CORS = {
  allowedOrigins: [SHOP],
  allowedHeaders: ['Content-Type'],
  exposedHeaders: [],
  maxAgeSeconds: 600,
  allowCredentials: false,
};

let world: ManifestWorld;
let server: Upstream;

beforeAll(async () => {
  [world, server] = await Promise.all([openManifest(), recordingUpstream()]);
  answerAsGraphQLServer(server, customerSdl);
});
afterAll(() => Promise.all([world.close(), server.close()]));

const create = (title: string, settings: object = {}) =>
  world.mutate('createApi', { org: 'acme', title, openapi: document(), ...settings }, SETTINGS);
const update = (api: string, settings: object) =>
  world.mutate('updateApi', { org: 'acme', api, ...settings }, SETTINGS);

/** An API as a gateway holds it. */
async function published(path: string, org: string = world.orgId) {
  const { database, deps } = world;
  const context = { database, secrets: deps.secrets, gatewayUrl: deps.urls.gateway };
  const catalogs = await createLoader(context).all(new Map());
  const catalog = [...catalogs.values()].find(({ orgId }) => orgId === org);
  return catalog?.routes.get(path)?.[0];
}

describe('what documents of a GraphQL API cost', () => {
  const COSTS = '{ sdl costs { assumedListSize rules { at weight assumedSize slicingArguments } } }';
  const url = { org: 'acme', graphqlUrl: 'http://127.0.0.1:1/graphql' };
  const sdl = 'type Query { users(max: Int): [String] @listSize(slicingArguments: ["max"]) }';

  it('is what its schema and its rules say; a copy in a catalog has them, and null takes the rules away', async () => {
    const rules = [{ at: 'Query.users', weight: 2.5 }];
    const made = await world.mutate('createApi', { ...url, title: 'costly', sdl, costs: { rules } }, COSTS);
    const all = { assumedSize: null, slicingArguments: null };
    expect(made).toEqual({
      sdl: expect.stringContaining('directive @listSize('),
      costs: { assumedListSize: 10, rules: [{ ...rules[0], ...all }] },
    });
    await world.mutate('createProduct', { org: 'acme', title: 'Costly', apis: ['costly:1.0.0'] });
    await world.mutate(
      'publishProduct',
      { org: 'acme', catalog: CATALOG, product: 'costly:1.0.0' },
      '{ dryRun }',
    );
    expect(await published('/costly')).toMatchObject({ costs: { rules } });
    expect(
      await world.mutate('updateApi', { org: 'acme', api: 'costly:1.0.0', costs: null }, COSTS),
    ).toMatchObject({ costs: { assumedListSize: 10, rules: [] } });
  });

  it.each([
    [{ rules: [{ at: 'Query.user', weight: 1 }] }, 'The cost rule for Query.user is not in the schema.', []],
    [
      { assumedListSize: -1 },
      'assumedListSize is -1: give a whole number from 0 to 1000000.',
      ['assumedListSize'],
    ],
    [
      { rules: [{ at: 'Query.users', weight: 1e9 }] },
      'weight is 1000000000: give a number from -1000000 to 1000000.',
      ['rules', 0, 'weight'],
    ],
  ] as const)('is refused when it is wrong: %j', async (costs, message, path) => {
    const refusal = { code: 'BAD_USER_INPUT', message };
    expect(await world.refused('createApi', { ...url, title: 'wrong', sdl, costs })).toMatchObject({
      status: 400,
      ...refusal,
      path: ['input', 'costs', ...path],
    });
    const apis = [{ name: 'wrong', version: '1.0.0', graphqlUrl: url.graphqlUrl, sdl, costs }];
    expect(await world.applyRefused({ gatehouse: '1', apis })).toMatchObject({ faults: [refusal] });
  });

  it('is nothing for a REST API', async () => {
    expect(
      await world.refused('createApi', { org: 'acme', title: 'rest', openapi: document(), costs: {} }),
    ).toMatchObject({ code: 'BAD_USER_INPUT', path: ['input', 'costs'] });
  });
});

describe('the settings of an API', () => {
  it('are those of every API where nothing is said; a GraphQL document is bounded', async () => {
    expect(await create('plain')).toEqual(DEFAULTS);
    expect(
      await world.mutate('createApi', { org: 'acme', title: 'graph', graphqlUrl: server.url }, SETTINGS),
    ).toEqual({ ...DEFAULTS, maxRequestBytes: 1_000_000 });
  });

  it('are what is said, and for the rest those of every API', async () => {
    expect(await create('slow', { timeouts: { answerMs: 120_000 }, maxRequestBytes: 5000 })).toEqual({
      ...DEFAULTS,
      timeouts: { ...DEFAULTS.timeouts, answerMs: 120_000 },
      maxRequestBytes: 5000,
    });
    const copy = { org: 'acme', api: 'slow:1.0.0', version: '1.1.0' };
    expect(await world.mutate('saveApiAsNewVersion', copy, SETTINGS)).toMatchObject({
      maxRequestBytes: 5000,
    });
  });

  it('change each for itself; null is as for every API again', async () => {
    await create('changing', { timeouts: { answerMs: 120_000 }, maxRequestBytes: 5000, trustsHtml: true });
    const changed = {
      ...DEFAULTS,
      timeouts: { ...DEFAULTS.timeouts, idleMs: 90_000 },
      maxRequestBytes: 5000,
      trustsHtml: true,
    };
    expect(await update('changing:1.0.0', { timeouts: { idleMs: 90_000 } })).toEqual(changed);
    expect(await update('changing:1.0.0', { title: 'Changing' })).toEqual(changed);
    const cors = { allowedOrigins: [SHOP] };
    expect(await update('changing:1.0.0', { cors })).toEqual({ ...changed, cors: CORS });
    const silent = { timeouts: null, maxRequestBytes: null, cors: null, trustsHtml: null };
    expect(await update('changing:1.0.0', silent)).toEqual(DEFAULTS);
  });

  it('reach gateways with the copy in a catalog, and not before', async () => {
    await create('copied', { basePath: '/copied' });
    await world.mutate('createProduct', { org: 'acme', title: 'Copied', apis: ['copied:1.0.0'] });
    const publish = () =>
      world.mutate(
        'publishProduct',
        { org: 'acme', catalog: CATALOG, product: 'copied:1.0.0' },
        '{ dryRun }',
      );
    await publish();
    await update('copied:1.0.0', { timeouts: { connectMs: 250 }, maxRequestBytes: 7 });
    expect(await published('/copied')).toMatchObject(DEFAULTS);
    await publish();
    expect(await published('/copied')).toMatchObject({
      timeouts: { ...DEFAULTS.timeouts, connectMs: 250 },
      maxRequestBytes: 7,
    });
  });

  it.each([
    [{ timeouts: { connectMs: 99 } }, 'connectMs is 99: give a whole number from 100 to 60000.'],
    [{ timeouts: { connectMs: 60_001 } }, 'connectMs is 60001: give a whole number from 100 to 60000.'],
    [{ timeouts: { answerMs: 600_001 } }, 'answerMs is 600001: give a whole number from 100 to 600000.'],
    [{ timeouts: { idleMs: 0 } }, 'idleMs is 0: give a whole number from 1000 to 3600000.'],
    [{ maxRequestBytes: 0 }, 'maxRequestBytes is 0: give a whole number from 1 to 2147483647.'],
  ])('are refused out of bounds: %j', async (settings, message) => {
    const [[member, value]] = Object.entries(settings) as [[string, object | number]];
    const path = ['input', member, ...(typeof value === 'object' ? Object.keys(value) : [])];
    const refusal = { status: 400, code: 'BAD_USER_INPUT', message, path };
    const input = { org: 'acme', title: 'refused', openapi: document(), ...settings };
    expect(await world.refused('createApi', input)).toMatchObject(refusal);
    const apis = [{ name: 'refused', version: '1.0.0', openapi: document(), ...settings }];
    expect(await world.applyRefused({ gatehouse: '1', apis })).toMatchObject({
      faults: [{ code: 'BAD_USER_INPUT', message, path: ['input', 'manifest', 'apis', 0, ...path.slice(1)] }],
    });
  });

  it.each([
    [
      { allowedOrigins: [`${SHOP}/`] },
      `"${SHOP}/" is no origin as browsers send it: write scheme, host and port alone, as in ${SHOP}.`,
      ['allowedOrigins', 0],
    ],
    [
      { allowedOrigins: [SHOP, 'null'] },
      `"null" is no origin as browsers send it: write scheme, host and port alone, as in ${SHOP}.`,
      ['allowedOrigins', 1],
    ],
    [
      { allowedOrigins: [] },
      'allowedOrigins is empty: name an origin, or leave cors out.',
      ['allowedOrigins'],
    ],
    [
      { allowedOrigins: ['*', SHOP] },
      'allowedOrigins has * beside others: let it stand alone.',
      ['allowedOrigins'],
    ],
    [
      { allowedOrigins: ['*'], allowCredentials: true },
      'allowedOrigins is * with allowCredentials: browsers refuse that. Name each, or leave allowCredentials out.',
      ['allowedOrigins'],
    ],
    [
      { allowedOrigins: [SHOP], allowCredentials: true, exposedHeaders: ['*'] },
      'exposedHeaders is * with allowCredentials: browsers refuse that. Name each, or leave allowCredentials out.',
      ['exposedHeaders'],
    ],
    [
      { allowedOrigins: [SHOP], allowedHeaders: ['a: b'] },
      '"a: b" is no name of a header.',
      ['allowedHeaders', 0],
    ],
    [
      { allowedOrigins: [SHOP], maxAgeSeconds: 86_401 },
      'maxAgeSeconds is 86401: give a whole number from 0 to 86400.',
      ['maxAgeSeconds'],
    ],
  ])('refuse CORS that browsers would not take: %j', async (cors, message, path) => {
    const input = { org: 'acme', title: 'refused', openapi: document(), cors };
    expect(await world.refused('createApi', input)).toEqual({
      status: 400,
      code: 'BAD_USER_INPUT',
      message,
      path: ['input', 'cors', ...path],
    });
    const apis = [{ name: 'refused', version: '1.0.0', openapi: document(), cors }];
    expect(await world.applyRefused({ gatehouse: '1', apis })).toMatchObject({
      faults: [{ code: 'BAD_USER_INPUT', message, path: ['input', 'manifest', 'apis', 0, 'cors', ...path] }],
    });
  });

  it('of a GraphQL API hold no more than memory does', async () => {
    const input = { org: 'acme', title: 'huge', graphqlUrl: server.url, maxRequestBytes: 10_000_001 };
    expect(await world.refused('createApi', input)).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'maxRequestBytes is 10000001: give a whole number from 1 to 10000000.',
    });
  });
});

describe('steps and error templates of an API', () => {
  const STEPS =
    '{ transformations { on operations setHeader { name value } rewritePath } errorTemplates { codes } }';
  const step = {
    on: 'REQUEST',
    operations: ['GET /customers/{customerId}'],
    rewritePath: '/v2/customers/{customerId}',
  };
  const openapi = {
    openapi: '3.1.0',
    info: { title: 'Stepped', version: '1.0.0' },
    paths: {
      '/customers/{customerId}': {
        parameters: [{ name: 'customerId', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: { 200: { description: 'One' } } },
      },
    },
  };

  it('are kept by other changes, reach gateways with the copy in a catalog, and go with null', async () => {
    const errorTemplates = [{ contentType: 'text/plain', body: '{code}' }];
    const input = {
      org: 'acme',
      title: 'Stepped',
      basePath: '/stepped',
      openapi,
      transformations: [step],
      errorTemplates,
    };
    const kept = { transformations: [{ ...step, setHeader: null }], errorTemplates: [{ codes: [] }] };
    expect(await world.mutate('createApi', input, STEPS)).toEqual(kept);
    const api = { org: 'acme', api: 'stepped:1.0.0' };
    expect(await world.mutate('updateApi', { ...api, title: 'Same' }, STEPS)).toEqual(kept);
    await world.mutate('createProduct', { org: 'acme', title: 'Stepped', apis: ['stepped:1.0.0'] });
    const product = { org: 'acme', catalog: CATALOG, product: 'stepped:1.0.0' };
    await world.mutate('publishProduct', product, '{ dryRun }');
    const copy = await published('/stepped');
    const served = copy?.transformations && servedTransformations(copy.transformations);
    expect(served?.of('GET /customers/{customerId}')?.request.steps).toMatchObject([
      { place: '/transformations/0', rewritePath: step.rewritePath },
    ]);
    expect(copy?.errorTemplates).toEqual([{ codes: [], ...errorTemplates[0] }]);
    const none = { transformations: null, errorTemplates: [] };
    expect(await world.mutate('updateApi', { ...api, ...none }, STEPS)).toEqual({
      transformations: [],
      errorTemplates: [],
    });
  });

  it('are refused for an operation that the document lacks, with the place', async () => {
    const operations = ['GET /elsewhere'];
    const transformations = [{ on: 'ANSWER', operations, removeHeader: 'X-Old' }];
    expect(
      await world.refused('createApi', { org: 'acme', title: 'Unstepped', openapi, transformations }),
    ).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['input', 'transformations', 0, 'operations'],
      message: expect.stringContaining('The document has no operation GET /elsewhere'),
    });
  });
});

describe('an expression of JSONata that is saved', () => {
  it.each([
    ['is none', '{"a": }', 'Line 1, column 7: The symbol "}" cannot be used as a unary operator.'],
    [
      'never ends',
      '($f := function($x) { $f($x) }; $f(1))',
      'It never ends, or takes too much: Evaluation timeout',
    ],
    [
      'calls itself too often',
      '($f := function($x) { 1 + $f($x) }; $f(1))',
      'It never ends, or takes too much: Stack',
    ],
    ['makes a list without end', '[1..9999999]', 'It never ends, or takes too much'],
    [
      'evaluates text',
      '$eval("1")',
      'There is no $eval here: what it evaluates could not be checked before.',
    ],
    ['is another each time', '{"at": $now()}', 'There is no $now here: the same JSON has to become the same'],
    ['backtracks', '$match(a, /(?=x)y/)', 'cannot be matched without backtracking'],
    [
      'has too many parts',
      `[${'1,'.repeat(2_100)}1]`,
      'An expression has at most 2000 parts: divide it into steps.',
    ],
    ['is too long', ' '.repeat(10_001), 'An expression of JSONata has at most 10000 characters'],
  ])('is refused where it %s', async (_, json, message) => {
    const transformations = [
      { on: 'ANSWER', removeHeader: 'X-Old' },
      { on: 'ANSWER', json },
    ];
    expect(
      await world.refused('createApi', {
        org: 'acme',
        title: 'Endless',
        openapi: document(),
        transformations,
      }),
    ).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['input', 'transformations', 1, 'json'],
      message: expect.stringContaining(message),
    });
  });

  it('is kept as it is', async () => {
    const transformations = [{ on: 'ANSWER', json: '{\n  "a": $replace(b, /(x+)/i, "[$1]")\n}' }];
    expect(
      await world.mutate(
        'createApi',
        { org: 'acme', title: 'Json', basePath: '/json', openapi: document(), transformations },
        '{ transformations { on json } }',
      ),
    ).toEqual({ transformations });
  });
});

describe('the contract of a REST API', () => {
  const CONTRACT = '{ contract { requests } }';
  const body = (schema: object) => ({ content: { 'application/json': { schema } } });
  const described = (schema: object, schemas = {}) => ({
    openapi: '3.1.0',
    info: { title: 'Described', version: '1.0.0' },
    paths: {
      '/things': { post: { requestBody: body(schema), responses: { 204: { description: 'Done' } } } },
    },
    components: { schemas },
  });
  const held = (title: string, openapi: object, contract: object | null = { requests: 'ENFORCE' }) =>
    world.mutate('createApi', { org: 'acme', title, openapi, contract }, CONTRACT);

  it('is off unless it is said, is kept by other changes, and reaches gateways with the document', async () => {
    const openapi = described({ type: 'object' });
    expect(await held('unheld', openapi, null)).toEqual({ contract: { requests: 'OFF' } });
    expect(await held('held', openapi)).toEqual({ contract: { requests: 'ENFORCE' } });
    const changed = { org: 'acme', api: 'held:1.0.0', basePath: '/held' };
    expect(await world.mutate('updateApi', changed, CONTRACT)).toEqual({ contract: { requests: 'ENFORCE' } });
    await world.mutate('createProduct', { org: 'acme', title: 'Held', apis: ['held:1.0.0', 'unheld:1.0.0'] });
    const product = { org: 'acme', catalog: CATALOG, product: 'held:1.0.0' };
    await world.mutate('publishProduct', product, '{ dryRun }');
    const { requests, document: text = '' } = (await published('/held'))?.contract ?? {};
    expect([requests, JSON.parse(text).paths]).toEqual(['ENFORCE', openapi.paths]);
    expect(await published('/unheld')).toMatchObject({ contract: null });
  });

  it.each<[string, object, RegExp]>([
    [
      'backtracking',
      described({ type: 'string', pattern: '^(?!a)b' }),
      /^At #\/paths\/~1things\/post\/.*: the pattern "\^\(\?!a\)b" cannot be matched in linear time \(RE2\)/m,
    ],
    [
      'circling',
      described(
        { $ref: '#/components/schemas/A' },
        {
          A: { allOf: [{ $ref: '#/components/schemas/B' }] },
          B: { anyOf: [{ type: 'null' }, { $ref: '#/components/schemas/A' }] },
        },
      ),
      /^At #\/components\/schemas\/[AB]: the schema asks for itself, of the same value\.$/m,
    ],
  ])('is refused with the place where the document cannot be checked: %s', async (title, openapi, detail) => {
    const refused = { code: 'BAD_USER_INPUT', message: expect.stringMatching(detail) };
    const input = { org: 'acme', title, openapi };
    expect(await world.refused('createApi', { ...input, contract: { requests: 'MEASURE' } })).toMatchObject(
      refused,
    );
    await world.mutate('createApi', input);
    const api = `${title}:1.0.0`;
    expect(
      await world.refused('updateApi', { org: 'acme', api, contract: { requests: 'MEASURE' } }),
    ).toMatchObject(refused);
  });

  it('is apart from the source of its answers, which reaches gateways with the document alone', async () => {
    const openapi = described({ type: 'string', pattern: '^(?!a)b' });
    const MOCK = '{ mock contract { requests } }';
    const input = { org: 'acme', title: 'Mocked', openapi, basePath: '/mocked', mock: 'EXAMPLES' };
    const mocked = { mock: 'EXAMPLES', contract: { requests: 'OFF' } };
    expect(await world.mutate('createApi', input, MOCK)).toEqual(mocked);
    await world.mutate('createProduct', { org: 'acme', title: 'Mocked', apis: ['mocked:1.0.0'] });
    const product = { org: 'acme', catalog: CATALOG, product: 'mocked:1.0.0' };
    const { warnings } = await world.mutate<{ warnings: readonly object[] }>(
      'publishProduct',
      product,
      '{ warnings { code facts } }',
    );
    expect(warnings).toEqual([{ code: 'MOCKED', facts: { api: 'mocked:1.0.0' } }]);
    expect((await published('/mocked'))?.contract).toMatchObject({ mock: 'EXAMPLES', requests: 'OFF' });
    const api = { org: 'acme', api: 'mocked:1.0.0' };
    expect(await world.mutate('updateApi', { ...api, title: 'Same' }, MOCK)).toEqual(mocked);
    expect(await world.mutate('updateApi', { ...api, mock: null }, MOCK)).toEqual({ ...mocked, mock: null });
  });

  it('may have schemas that refer to themselves within', async () => {
    const node = { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } };
    const openapi = described({ $ref: '#/components/schemas/Node' }, { Node: node });
    expect(await held('linked', openapi)).toEqual({ contract: { requests: 'ENFORCE' } });
  });

  it('is nothing for a GraphQL API', async () => {
    const contract = { requests: 'MEASURE' };
    const input = {
      org: 'acme',
      title: 'Graph',
      graphqlUrl: 'http://127.0.0.1:1/graphql',
      sdl: 'type Query { a: Int }',
    };
    expect(await world.refused('createApi', { ...input, contract })).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'Calls of a GraphQL API are checked against its schema anyway: leave contract out.',
    });
  });
});

describe('the settings of an API in a manifest', () => {
  const settings = {
    timeouts: { answerMs: 45_000 },
    maxRequestBytes: 1234,
    cors: { allowedOrigins: [SHOP], exposedHeaders: ['X-Total'] },
    trustsHtml: true,
  };
  const manifest = (api: object) => ({
    gatehouse: '1',
    apis: [
      { name: 'listed', version: '1.0.0', title: 'Listed', basePath: '/listed', openapi: document(), ...api },
    ],
    products: [{ name: 'listed', version: '1.0.0', apis: ['listed:1.0.0'] }],
    catalogs: [{ name: CATALOG, products: [{ product: 'listed:1.0.0', state: 'PUBLISHED' }] }],
  });

  it('are written as they were said, make no second change, and reach gateways', async () => {
    await world.emptyOrg('listed');
    const org = 'listed';
    await world.apply(manifest(settings), { org });
    expect((await world.export(org)).apis).toEqual([expect.objectContaining(settings)]);
    expect((await world.apply(manifest(settings), { org })).changes).toEqual([]);
    expect((await world.apply(await world.export(org), { org })).changes).toEqual([]);
    const { id } = await world.database.prisma.org.findUniqueOrThrow({ where: { name: org } });
    expect(await published('/listed', id)).toMatchObject({
      timeouts: { ...DEFAULTS.timeouts, ...settings.timeouts },
      maxRequestBytes: 1234,
      cors: { ...CORS, exposedHeaders: ['X-Total'] },
      trustsHtml: true,
    });
  });

  it('go when the manifest says them no more', async () => {
    await world.emptyOrg('forgetful');
    const org = 'forgetful';
    await world.apply(manifest(settings), { org });
    const { changes } = await world.apply(manifest({}), { org });
    expect(changes[0]).toMatchObject({
      kind: 'Api',
      diff: { settings: { before: { ...settings, cors: { ...CORS, ...settings.cors } }, after: {} } },
    });
    expect((await world.export(org)).apis[0]).not.toHaveProperty('timeouts');
  });
});

describe('how much one request to a GraphQL API may ask for', () => {
  const BOUNDS =
    '{ documentBounds { maxTokens maxOperations maxFragments maxAliases maxDirectives maxRootFields maxBatch } }';
  const url = { org: 'acme', graphqlUrl: 'http://127.0.0.1:1/graphql', sdl: 'type Query { a: Int }' };

  it('is as for every API unless it is said, and a copy in a catalog has it', async () => {
    const documentBounds = { maxAliases: 3, maxBatch: 2 };
    const made = await world.mutate('createApi', { ...url, title: 'bounded', documentBounds }, BOUNDS);
    const defaults = {
      maxTokens: 2000,
      maxOperations: 50,
      maxFragments: 200,
      maxDirectives: 50,
      maxRootFields: 30,
    };
    expect(made).toEqual({ documentBounds: { ...defaults, ...documentBounds } });
    await world.mutate('createProduct', { org: 'acme', title: 'Bounded', apis: ['bounded:1.0.0'] });
    const product = { org: 'acme', catalog: CATALOG, product: 'bounded:1.0.0' };
    await world.mutate('publishProduct', product, '{ dryRun }');
    expect(await published('/bounded')).toMatchObject({ documentBounds: { ...defaults, ...documentBounds } });
  });

  it.each([
    [{ maxBatch: 11 }, 'maxBatch is 11: give a whole number from 0 to 10.', 'maxBatch'],
    [{ maxOperations: 0 }, 'maxOperations is 0: give a whole number from 1 to 200.', 'maxOperations'],
    [{ maxFragments: 1001 }, 'maxFragments is 1001: give a whole number from 0 to 1000.', 'maxFragments'],
    [{ maxTokens: 0 }, 'maxTokens is 0: give a whole number from 1 to 10000.', 'maxTokens'],
  ] as const)('is refused when it is wrong: %j', async (documentBounds, message, member) => {
    expect(await world.refused('createApi', { ...url, title: 'wrong', documentBounds })).toMatchObject({
      code: 'BAD_USER_INPUT',
      message,
      path: ['input', 'documentBounds', member],
    });
  });
});

describe('the registered operations of a GraphQL API', () => {
  const OPERATIONS = '{ registeredOperations { id document } }';
  const url = { org: 'acme', graphqlUrl: 'http://127.0.0.1:1/graphql', sdl: 'type Query { a: Int }' };

  it('are called by their hash unless they have an id', async () => {
    const registeredOperations = [{ document: '{ a }' }, { id: 'again', document: '{ b: a }' }];
    const made = await world.mutate(
      'createApi',
      { ...url, title: 'registered', registeredOperations },
      OPERATIONS,
    );
    const id = createHash('sha256').update('{ a }').digest('hex');
    expect(made).toEqual({ registeredOperations: [{ id, document: '{ a }' }, registeredOperations[1]] });
  });

  it.each([
    [[{ document: '{ b }' }], expect.stringContaining('Cannot query field "b"'), [0, 'document']],
    [[{ document: '{' }], expect.stringContaining('Syntax Error'), [0, 'document']],
    [
      [{ id: 'many', document: `{ a ${'... { a } '.repeat(201)} }` }],
      'The operation many is not valid: The document has 201 fragments and spreads; at most 200 are allowed. Ask in several requests.',
      [0, 'document'],
    ],
    [[{ id: 'a b', document: '{ a }' }], expect.stringContaining('1 to 128 letters'), [0, 'id']],
    [
      [
        { id: 'x', document: '{ a }' },
        { id: 'x', document: '{ b: a }' },
      ],
      'There are two operations x: give one of them another id.',
      [1, 'id'],
    ],
  ] as const)('are refused when one is wrong: %j', async (registeredOperations, message, path) => {
    expect(await world.refused('createApi', { ...url, title: 'wrong', registeredOperations })).toMatchObject({
      code: 'BAD_USER_INPUT',
      message,
      path: ['input', 'registeredOperations', ...path],
    });
  });

  it('are of a GraphQL API alone', async () => {
    const given = { org: 'acme', title: 'rest', openapi: document(), registeredOperations: [] };
    expect(await world.refused('createApi', given)).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['input', 'registeredOperations'],
    });
  });
});
