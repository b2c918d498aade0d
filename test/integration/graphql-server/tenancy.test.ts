// GraphQL servers belong to an org: nobody else reads, publishes or finds one that is not exposed.
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { refreshSchema } from '../../../src/control-plane/management/schema-refresh/refresh.ts';
import { requestListener } from '../../../src/data-plane/graphql-server/serve/listener.ts';
import {
  type GatewayPass,
  PASS_HEADER,
  PassIssuer,
} from '../../../src/infrastructure/secrets/gateway-pass.ts';
import type { RegistryPerson } from '../../../src/infrastructure/user-registries/registry-type.ts';
import {
  answering,
  type BuiltWorld,
  documentOf,
  everything,
  openBuiltWorld,
} from '../../support/built-server.ts';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { ask, listening } from '../../support/graphql-server.ts';
import { api, byPerson, catalog, client, snapshot } from '../../support/snapshot.ts';

let world: BuiltWorld;
let listener: Awaited<ReturnType<typeof listening>>;
let gateway: GatewayWorld;
/** The people of the API `personal`. They may write their names in any case. */
const localUsers = {
  asked: 0,
  async authenticate(_registry: unknown, { username, password }: RegistryPerson) {
    this.asked += 1;
    return username.toLowerCase() === 'alice' && password === 'alice-password' ? 'alice' : undefined;
  },
};
let vicId: string;
let eveId: string;

const text = { type: 'string' };
const openapi = documentOf({ '/salaries': { get: { operationId: 'getSalaries', ...answering(text) } } });
const source = (more: object = {}) => ({ name: 'hr', url: world.url, openapi, ...more });
const query = '{ getSalaries }';

beforeAll(async () => {
  world = await openBuiltWorld();
  const { database, deps } = world;
  const created = ['Vic', 'Eve'].map((title) => world.mutate('createOrg', { title }));
  await Promise.all(created);
  const idOf = async (name: string) => (await database.prisma.org.findUniqueOrThrow({ where: { name } })).id;
  [vicId, eveId] = [await idOf('vic'), await idOf('eve')];
  listener = await listening(requestListener(world.servers, { onFault: (fault) => Promise.reject(fault) }));
  await world.make({
    org: 'vic',
    title: 'Data',
    sources: [source({ headers: [PASS_HEADER] })],
    exposed: false,
  });
  await world.make({ org: 'vic', title: 'Public', sources: [source()] });
  const proxy = (name: string, parts: object = {}) =>
    api({
      id: name,
      name,
      basePath: `/${name}`,
      kind: 'GRAPHQL',
      sdl: 'type Query { getSalaries: String }',
      upstreamUrl: `${listener.url}/api/vic/data`,
      security: [],
      ...parts,
    });
  const keyed = { security: api().security };
  const clients = [client({ key: 'ck_1', plans: { 'customer-1': {} } })];
  const registries = new Map([
    ['people', { id: 'people', orgId: vicId, type: 'LOCAL' as const, url: 'local://users' }],
  ]);
  const apis = [
    proxy('own'),
    proxy('keyed', keyed),
    proxy('personal', { security: [byPerson()] }),
    proxy('outside', { upstreamUrl: `${world.url}/graphql` }),
  ];
  gateway = await openGateway(
    snapshot(
      { ...catalog({ path: '/vic/main', apis, clients, registries }), orgId: vicId },
      { ...catalog({ path: '/eve/main', apis: [proxy('spy')] }), orgId: eveId },
    ),
    { graphqlServerUrl: listener.url, clock: deps.clock, localUsers },
  );
});
afterAll(async () => {
  await gateway.close();
  await listener.close();
  await world.close();
});
beforeEach(() => {
  world.calls.length = 0;
  world.answers.clear();
  world.answers.set('GET /salaries', '"private"');
});

const passOf = (holder: Partial<GatewayPass>) =>
  new PassIssuer(world.deps.secrets, world.deps.clock).issue({
    orgId: vicId,
    org: 'vic',
    api: 'own:1.0.0',
    client: null,
    subject: null,
    claims: null,
    ...holder,
  });
const direct = (path: string, pass?: string) =>
  ask(world.servers, path, { query, ...(pass !== undefined && { headers: { [PASS_HEADER]: pass } }) });

/** Refused as a server is that there is not, to the byte; and nothing was asked behind it. */
async function expectHidden(path: string, pass?: string): Promise<void> {
  const none = await direct('/api/vic/no-such');
  expect(none).toMatchObject({ status: 404, errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  const { status, text: body } = await direct(path, pass);
  expect({ status, body }).toEqual({ status: 404, body: none.text });
  expect(world.calls).toEqual([]);
}

describe('a GraphQL server that is not exposed', () => {
  it('answers calls of APIs of its org through the gateway', async () => {
    const answer = await gateway.call('/vic/main/own/graphql', post());
    expect([answer.status, await answer.json()]).toEqual([200, { data: { getSalaries: 'private' } }]);
  });

  it('is not there for a call without a pass, or with one of another org', async () => {
    await expectHidden('/api/vic/data');
    await expectHidden('/api/vic/data', passOf({ orgId: eveId, org: 'eve' }));
    await expectHidden('/api/vic/data', passOf({ orgId: eveId }));
  });

  it('is not there for a pass that was altered, cut off, or is out of date', async () => {
    const pass = passOf({});
    expect(await direct('/api/vic/data', pass)).toMatchObject({ status: 200 });
    world.calls.length = 0;
    await expectHidden('/api/vic/data', pass.slice(0, -1));
    await expectHidden('/api/vic/data', `${pass.slice(0, -1)}${pass.endsWith('A') ? 'B' : 'A'}`);
    await expectHidden('/api/vic/data', `A${pass.slice(1)}`);
    world.pass(61_000);
    await expectHidden('/api/vic/data', pass);
  });

  it('is not there for an API of another org, however that came to its address', async () => {
    const answer = await gateway.call('/eve/main/spy/graphql', post());
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { errors: [{ extensions: { code: 'NOT_FOUND' } }] },
    ]);
    expect(world.calls).toEqual([]);
  });

  it('is not there for a caller of the gateway who sends a pass along, under any spelling of the header', async () => {
    for (const name of [PASS_HEADER, 'X-Gatehouse-Pass', 'X_Gatehouse_Pass', 'x-gatehouse_pass']) {
      const answer = await gateway.call('/eve/main/spy/graphql', post({ [name]: passOf({}) }));
      expect(answer.status).toBe(404);
    }
    expect(world.calls).toEqual([]);
  });
});

describe('the pass of a call', () => {
  it('goes to no other back-end, neither of the gateway nor of a GraphQL server that asks for the header', async () => {
    await gateway.call('/vic/main/outside/graphql', post({ [PASS_HEADER]: passOf({}) }));
    await gateway.call('/vic/main/own/graphql', post());
    expect(world.calls.map(({ url }) => url)).toEqual(['/graphql', '/salaries']);
    for (const { headers } of world.calls) expect(headers).not.toHaveProperty(PASS_HEADER);
  });
});

it('an exposed one answers anybody', async () => {
  expect(await direct('/api/vic/public')).toMatchObject({ status: 200, data: { getSalaries: 'private' } });
  world.calls.length = 0;
  await world.change({ org: 'vic', name: 'public', exposed: false });
  await expectHidden('/api/vic/public');
  await world.change({ org: 'vic', name: 'public', exposed: true });
  expect(await direct('/api/vic/public')).toMatchObject({ status: 200 });
});

it('what was there before the upgrade answers direct calls for as long as gateways of that version may serve', async () => {
  const openUntil = new Date(world.deps.clock().getTime() + 60_000);
  const { graphQLServer } = world.database.prisma;
  await graphQLServer.updateMany({ where: { orgId: vicId, name: 'data' }, data: { openUntil } });
  await world.servers.refresh();
  expect(await direct('/api/vic/data')).toMatchObject({ status: 200 });
  world.calls.length = 0;
  world.pass(60_000);
  await expectHidden('/api/vic/data');
  await graphQLServer.updateMany({ data: { openUntil: null } });
});

describe('an API of another org', () => {
  const at = (path: string) => [
    `http://graphql.test${path}`,
    `HTTP://GraphQL.Test:80${path}`,
    `http://graphql.test${path}/`,
    `http://graphql.test${path}?a=1`,
    `http://graphql.test/x/..${path}`,
    `http://graphql.test${path.replace('a', '%61')}`,
    `http://graphql.test${path.replace('api/', 'api%2F')}`,
    `http://127.0.0.1:8090${path}`,
    `http://localhost:8090${path}`,
    `http://[::1]:8090${path}`,
    `http://2130706433:8090${path}`,
  ];
  const make = (graphqlUrl: string, more: object = {}) =>
    world.refused('createApi', { org: 'eve', title: 'Spy', graphqlUrl, security: [], ...more }, '{ sdl }');

  it('is refused with NOT_FOUND, as for a server that there is not, whatever the spelling', async () => {
    const foreign = at('/api/vic/data');
    for (const [index, none] of at('/api/vic/no-such').entries()) {
      const [hidden, absent] = [await make(foreign[index] ?? ''), await make(none)];
      expect(hidden).toMatchObject({ status: 404, code: 'NOT_FOUND', path: ['input', 'graphqlUrl'] });
      expect(hidden).toEqual(absent);
    }
    expect(await make(foreign[0] ?? '', { sdl: 'type Query { a: Int }' })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('is refused in a manifest, also in a dry run', async () => {
    const { errors } = await world.send(
      'mutation ($m: JSON!) { applyManifest(input: { org: "eve", manifest: $m, dryRun: true }) { revision } }',
      {
        m: {
          gatehouse: '1',
          apis: [{ name: 'spy', version: '1.0.0', graphqlUrl: 'http://graphql.test/api/vic/data' }],
        },
      },
    );
    expect(errors[0]?.message).toContain('no GraphQL server of this platform');
  });

  it('is not refreshed any more from a server that it was made of before', async () => {
    const open = 'http://graphql.test/api/vic/public';
    await world.mutate('createApi', { org: 'eve', title: 'Open', graphqlUrl: open, security: [] }, '{ sdl }');
    await world.change({ org: 'vic', name: 'public', exposed: false });
    const row = await world.database.prisma.api.findFirstOrThrow({ where: { orgId: eveId, name: 'open' } });
    await expect(refreshSchema(world.deps, { api: row, actor: 'platform' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await world.change({ org: 'vic', name: 'public', exposed: true });
  });
});

it('an API of its own org needs no address to be allowed, and has its schema', async () => {
  const graphqlUrl = 'http://127.0.0.1:8090/api/vic/data/';
  const made = await world.mutate<object>(
    'createApi',
    { org: 'vic', title: 'Own', graphqlUrl, security: [] },
    '{ graphqlUrl sdl }',
  );
  expect(made).toMatchObject({ graphqlUrl, sdl: expect.stringContaining('getSalaries') });
});

it('names are free in each org, and only its own are told as taken', async () => {
  await world.make({ org: 'eve', title: 'Data', sources: [source()], exposed: false });
  world.answers.set('GET /salaries', '"of eve"');
  const [vic, eve] = [passOf({}), passOf({ orgId: eveId, org: 'eve' })];
  expect((await direct('/api/eve/data', eve)).data).toEqual({ getSalaries: 'of eve' });
  world.calls.length = 0;
  await expectHidden('/api/eve/data', vic);
  await expectHidden('/api/vic/data', eve);
  expect(
    await world.refused('createGraphQLServer', { org: 'eve', title: 'Data', sources: [source()] }),
  ).toMatchObject({ code: 'NAME_TAKEN', message: expect.not.stringContaining('another:') });
});

it('policies see through whose API a call came, and a header says nothing of it', async () => {
  const rule = (condition: string) => ({
    access: { policies: [{ type: 'Query', policyDefault: { condition } }] },
  });
  const set = (condition: string) =>
    world.change({ org: 'vic', name: 'public', policies: rule(condition), exposed: true });
  const statuses = async () => [
    (await direct('/api/vic/public')).errors?.[0]?.extensions['code'],
    (await direct('/api/vic/public', passOf({ client: 'ck_1' }))).errors?.[0]?.extensions['code'],
    (await direct('/api/vic/public', passOf({ orgId: eveId, org: 'eve' }))).errors?.[0]?.extensions['code'],
  ];
  await set('caller.gateway == null');
  expect(await statuses()).toEqual([undefined, 'POLICY_REFUSED', 'POLICY_REFUSED']);
  await set('caller.gateway != null && caller.gateway.org == "vic"');
  expect(await statuses()).toEqual(['POLICY_REFUSED', undefined, 'POLICY_REFUSED']);
  await set('caller.gateway.api == "own:1.0.0" && caller.gateway.client == "ck_1"');
  expect(await statuses()).toEqual(['POLICY_REFUSED', undefined, 'POLICY_REFUSED']);
  await set(`"${PASS_HEADER}" in caller.headers`);
  expect(await statuses()).toEqual(['POLICY_REFUSED', 'POLICY_REFUSED', 'POLICY_REFUSED']);
  expect(
    await world.refused('updateGraphQLServer', {
      org: 'vic',
      name: 'public',
      policies: rule('caller.gateway.orgg == "vic"'),
    }),
  ).toMatchObject({ code: 'BAD_USER_INPUT', message: expect.stringContaining('org, api, client, subject') });
  const explain = (args: string) =>
    world.query(
      `{ graphqlServer(org: "vic", name: "public") { explain(query: "${query}", policies: { access: { policies: [{ type: "Query", policyDefault: { condition: "caller.gateway.client == 'ck_1'" } }] } }, ${args}) { allowed } } }`,
    );
  const gatewayOf = (key: string) => `gateway: { org: "vic", api: "own:1.0.0", client: "${key}" }`;
  expect(await explain(gatewayOf('ck_1'))).toMatchObject({ graphqlServer: { explain: [{ allowed: true }] } });
  expect(await explain(gatewayOf('ck_2'))).toMatchObject({
    graphqlServer: { explain: [{ allowed: false }] },
  });
  await world.change({ org: 'vic', name: 'public', policies: everything });
});

it('policies see the client of a call of the gateway', async () => {
  const condition = 'caller.gateway.client == "ck_1" && caller.gateway.api == "keyed:1.0.0"';
  const policies = { access: { policies: [{ type: 'Query', policyDefault: { condition } }] } };
  await world.change({ org: 'vic', name: 'data', policies });
  onTestFinished(async () => void (await world.change({ org: 'vic', name: 'data', policies: everything })));
  const keyed = await gateway.call('/vic/main/keyed/graphql', post({ 'x-client-id': 'ck_1' }));
  expect(await keyed.json()).toEqual({ data: { getSalaries: 'private' } });
  const open = await gateway.call('/vic/main/own/graphql', post());
  expect(await open.json()).toMatchObject({ errors: [{ extensions: { code: 'POLICY_REFUSED' } }] });
});

function post(headers: Record<string, string> = {}) {
  return {
    method: 'POST',
    body: JSON.stringify({ query }),
    headers: { 'content-type': 'application/json', ...headers },
  };
}

it('policies see the person that a user registry has confirmed, and no other', async () => {
  const condition = 'caller.gateway.subject == "alice"';
  const policies = { access: { policies: [{ type: 'Query', policyDefault: { condition } }] } };
  await world.change({ org: 'vic', name: 'data', policies });
  onTestFinished(async () => void (await world.change({ org: 'vic', name: 'data', policies: everything })));
  const authorization = `Basic ${btoa('ALICE:alice-password')}`;
  const called = (path: string) =>
    gateway.call(`/vic/main/${path}/graphql`, post({ 'x-client-id': 'ck_1', authorization }));
  // The second answer of the registry is remembered.
  for (let call = 0; call < 2; call += 1)
    expect(await (await called('personal')).json()).toEqual({ data: { getSalaries: 'private' } });
  // An API that asks for no person asks no registry about the header.
  for (const path of ['keyed', 'own'])
    expect(await (await called(path)).json()).toMatchObject({
      errors: [{ extensions: { code: 'POLICY_REFUSED' } }],
    });
  expect(localUsers.asked).toBe(1);
});
