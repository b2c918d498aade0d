import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerAsGraphQLServer, customerDocument, customerSdl, SECURITY } from '../../../support/apis.ts';
import { type ManagementWorld, openManagement } from '../../../support/management.ts';
import { recordingUpstream } from '../../../support/upstream.ts';

let world: ManagementWorld;

beforeAll(async () => {
  world = await openManagement();
  const server = await recordingUpstream();
  answerAsGraphQLServer(server, customerSdl);
  await world.mutate('createOrg', { title: 'Acme' });
  const scopes = [{ name: 'customer', description: 'all' }];
  await world.mutate('createOAuthProvider', { title: 'Customer OAuth', scopes });
  await world.mutate('createApi', { openapi: customerDocument });
  await world.mutate('createApi', { openapi: customerDocument, title: 'Named', version: '3.0.0' });
  await world.mutate('createApi', { title: 'Sample Proxy', graphqlUrl: server.url });
  await server.close();
});
afterAll(() => world.close());

describe('the changelog of an API or a product', () => {
  const CHANGELOG = 'kind api operation message';

  it('tells by operation what a version broke and added since another, breaks first, and part by part', async () => {
    const { paths, ...rest } = customerDocument as { paths: Record<string, object> };
    const [path = '', ...others] = Object.keys(paths);
    const later = { '/added': { get: { responses: { 200: { description: 'All' } } } } };
    const changed = Object.fromEntries(others.map((each) => [each, paths[each]]));
    const made = { title: 'Told', openapi: { ...rest, paths } };
    await world.mutate('createApi', { ...made, version: '1.0.0' });
    const openapi = { ...rest, paths: { ...changed, ...later } };
    await world.mutate('createApi', { ...made, openapi, version: '2.0.0' });
    type Told = { kind: string; operation: string | null; message: string };
    const told = async (which: string) =>
      Object.values(await world.query<Record<string, Told[]>>(`{ ${which} { ${CHANGELOG} } }`)).flat();
    const all = await told('apiChangelog(api: "told:2.0.0", since: "1.0.0")');
    expect(all[0]).toMatchObject({ kind: 'BROKEN', api: 'told', operation: expect.stringContaining(path) });
    expect(all.at(-1)).toMatchObject({ kind: 'ADDED', api: 'told', operation: 'GET /added' });
    const part = 'apiChangelog(api: "told:2.0.0", since: "1.0.0", first: 1, offset: 1)';
    expect(await told(part)).toEqual([all[1]]);
    for (const [version, api] of [
      ['1.0.0', 'told:1.0.0'],
      ['2.0.0', 'told:2.0.0'],
    ] as const)
      await world.mutate('createProduct', {
        title: 'Told',
        version,
        apis: [api],
        plans: [{ title: 'Plan' }],
      });
    expect(await told('productChangelog(product: "told:2.0.0", since: "1.0.0")')).toEqual(all);
    expect(await told('productChangelog(product: "told:2.0.0", since: "2.0.0")')).toEqual([]);
    await expect(told('apiChangelog(api: "told:2.0.0", since: "0.9.0")')).rejects.toThrow(
      'There is no api told:0.9.0 in this org.',
    );
  });
});

describe('updateApi', () => {
  it('replaces document and target of a REST API', async () => {
    const openapi = { ...customerDocument, info: { title: 'New', version: '9.9.9' } };
    const input = { api: 'named:3.0.0', openapi, targetUrl: null };
    expect(await world.mutate('updateApi', input, '{ title version targetUrl openapi }')).toEqual({
      title: 'Named',
      version: '3.0.0',
      targetUrl: null,
      openapi,
    });
  });

  it('lets the header Authorization through to the back-end only where it is said, and copies say it too', async () => {
    const selection = '{ name version forwardAuthorization }';
    const made = { openapi: customerDocument, title: 'Trusted', version: '1.0.0' };
    expect(await world.mutate('createApi', { ...made, version: '1.0.1' }, selection)).toMatchObject({
      forwardAuthorization: false,
    });
    const trusted = { ...made, forwardAuthorization: true };
    expect(await world.mutate('createApi', trusted, selection)).toMatchObject({ forwardAuthorization: true });
    const copy = { api: 'trusted:1.0.0', version: '1.1.0' };
    expect(await world.mutate('saveApiAsNewVersion', copy, selection)).toMatchObject({
      version: '1.1.0',
      forwardAuthorization: true,
    });
    const change = (forwardAuthorization: boolean | null) => ({ api: 'trusted:1.1.0', forwardAuthorization });
    expect(await world.mutate('updateApi', { api: 'trusted:1.1.0', title: 'T' }, selection)).toMatchObject({
      forwardAuthorization: true,
    });
    expect(await world.mutate('updateApi', change(false), selection)).toMatchObject({
      forwardAuthorization: false,
    });
    expect(await world.refused('updateApi', change(null), selection)).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['input', 'forwardAuthorization'],
    });
  });

  it('replaces the lists of security as a whole, and keeps the one that is not given', async () => {
    const oauth = [{ name: 'oauth-1', type: 'OAUTH2', oauthProvider: 'customer-oauth' }];
    const api = 'named:3.0.0';
    expect(await world.refused('updateApi', { api, securityDefinitions: oauth })).toMatchObject({
      code: 'BAD_USER_INPUT',
      message:
        'security asks for client-key, which securityDefinitions lack: define it there, or change security with them.',
    });
    const security = [{ definition: 'oauth-1', scopes: ['customer'] }];
    expect(
      await world.mutate('updateApi', { api, securityDefinitions: oauth, security }, SECURITY),
    ).toMatchObject({
      securityDefinitions: [{ name: 'oauth-1', flow: null }],
      security,
    });
    expect(await world.mutate('updateApi', { api, security: [] }, SECURITY)).toMatchObject({
      securityDefinitions: [{ name: 'oauth-1' }],
      security: [],
    });
  });

  it.each([
    ['null for a title', { title: null }, ['BAD_USER_INPUT', 'title']],
    ['null for a document', { openapi: null }, ['BAD_USER_INPUT', 'openapi']],
    ['null for the security', { security: null }, ['BAD_USER_INPUT', 'security']],
    [
      'a GraphQL server for a REST API',
      { graphqlUrl: 'http://127.0.0.1/' },
      ['BAD_USER_INPUT', 'graphqlUrl'],
    ],
    [
      'a document for a GraphQL API',
      { api: 'sample-proxy:1.0.0', openapi: customerDocument },
      ['BAD_USER_INPUT', 'openapi'],
    ],
    [
      'a target for a GraphQL API',
      { api: 'sample-proxy:1.0.0', targetUrl: 'http://127.0.0.1/' },
      ['BAD_USER_INPUT', 'targetUrl'],
    ],
    ['a base path that is none', { basePath: 'a' }, ['BAD_USER_INPUT', 'basePath']],
    ['a document with a fault', { openapi: {} }, ['OPENAPI_INVALID', 'openapi']],
    ['an unknown API', { api: 'no-such:1.0.0' }, ['NOT_FOUND', 'api']],
  ])('refuses %s', async (_what, changes, [code, member]) => {
    expect(await world.refused('updateApi', { api: 'named:3.0.0', ...changes })).toMatchObject({
      code,
      path: ['input', member],
    });
  });
});

describe('saveApiAsNewVersion', () => {
  it('copies everything but the version; the original stays as it is', async () => {
    const selection = `{ name title kind basePath targetUrl openapi securityDefinitions { name } security { definition } onlineState version }`;
    const api = 'customer-database:1.2.0';
    const copy = await world.mutate('saveApiAsNewVersion', { api, version: '2.0.0' }, selection);
    const { api: original } = await world.query<{ api: object }>(`{ api(api: "${api}") ${selection} }`);
    expect(copy).toEqual({ ...original, version: '2.0.0' });
    await world.mutate('updateApi', { api: 'customer-database:2.0.0', security: [] });
    expect(await world.query(`{ api(api: "${api}") { security { definition } } }`)).toEqual({
      api: { security: [{ definition: 'client-key' }] },
    });
  });

  it.each([
    ['a version that exists', { version: '1.2.0' }, ['NAME_TAKEN', 'version']],
    ['an API that does not', { api: 'no-such:1.0.0', version: '2.0.0' }, ['NOT_FOUND', 'api']],
  ])('refuses %s', async (_what, changes, [code, member]) => {
    const input = { api: 'customer-database:1.2.0', ...changes };
    expect(await world.refused('saveApiAsNewVersion', input)).toMatchObject({
      code,
      path: ['input', member],
    });
  });

  it('refuses a version that is not x.y.z', async () => {
    const input = { api: 'customer-database:1.2.0', version: '2.0' };
    expect(await world.refused('saveApiAsNewVersion', input)).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
    });
  });

  it('keeps the versions of an org in order, the older first', async () => {
    await world.mutate('createApi', { openapi: customerDocument, title: 'Ordered' });
    for (const version of ['10.0.0', '2.0.0'])
      await world.mutate('saveApiAsNewVersion', { api: 'ordered:1.2.0', version });
    const { org } = await world.query<{ org: { apis: { name: string; version: string }[] } }>(
      '{ org { apis { name version } } }',
    );
    const versions = org.apis.filter(({ name }) => name === 'ordered').map(({ version }) => version);
    expect(versions).toEqual(['1.2.0', '2.0.0', '10.0.0']);
  });
});

describe('deleteApi', () => {
  it('is refused while a product holds it', async () => {
    await world.mutate('createProduct', { title: 'Customer', apis: ['customer-database:1.2.0'] });
    expect(await world.refused('deleteApi', { api: 'customer-database:1.2.0' }, '')).toMatchObject({
      status: 409,
      code: 'IN_USE',
      path: ['input', 'api'],
    });
  });

  it('takes the draft away', async () => {
    await world.mutate('createApi', { openapi: customerDocument, title: 'Going' });
    expect(await world.mutate('deleteApi', { api: 'going:1.2.0' }, '')).toBe(true);
    expect(await world.query('{ api(api: "going:1.2.0") { name } }')).toEqual({ api: null });
    expect(await world.refused('deleteApi', { api: 'going:1.2.0' }, '')).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
