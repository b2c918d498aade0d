import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SchemaRefreshWatch } from '../../../../src/control-plane/jobs/schema-refresh-watch.ts';
import { answerAsGraphQLServer, revisionOf } from '../../../support/apis.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import { recordingUpstream, type Upstream } from '../../../support/upstream.ts';

const HOUR_MS = 3_600_000;
const first = 'type Query { customer(id: ID!): Customer } type Customer { id: ID! name: String }';
const wider = first.replace('name', 'email: String name');
const narrower = first.replace('name', 'surname');
const STATE =
  '{ sdl schemaRefresh { triedAt failure held { sdl breaks breakingChanges { operation message phrase } at } } }';
let world: CatalogWorld;
let server: Upstream;
let round = 0;
/** An API of its own for each test, published in a product of the same name. */
let api: string;

beforeAll(async () => {
  [world, server] = await Promise.all([openCatalog(), recordingUpstream()]);
});
beforeEach(async () => {
  round += 1;
  const name = `shop-${round}`;
  api = `${name}:1.0.0`;
  answerAsGraphQLServer(server, first);
  await world.mutate('createApi', { title: 'Shop', name, graphqlUrl: server.url });
  await world.product(api, { apis: [api], publishTo: CATALOG });
});
afterAll(() => Promise.all([world.close(), server.close()]));

const refresh = async (more: object = {}) =>
  (await world.mutate<{ outcome: string }>('refreshGraphQLSchema', { api, ...more }, '{ outcome }')).outcome;
type State = {
  sdl: string;
  schemaRefresh: { failure: string | null; held: { sdl: string; breaks: string[] } | null } | null;
};
const state = async () =>
  (await world.query<{ api: State }>(`query ($api: VersionedName!) { api(api: $api) ${STATE} }`, { api }))
    .api;
const servedSdl = async () =>
  (await world.database.prisma.catalogApi.findFirstOrThrow({ where: { name: `shop-${round}` } })).sdl;
const eventsOf = async () =>
  (
    await world.database.prisma.event.findMany({
      where: { type: 'GRAPHQL_SCHEMA', subject: api },
      orderBy: { id: 'asc' },
    })
  ).map(({ detail }) => (detail as { change: string }).change);

describe('a refresh of a schema', () => {
  it('that is the same changes nothing', async () => {
    const before = await revisionOf(world);
    expect([await refresh(), await revisionOf(world), await eventsOf()]).toEqual(['UNCHANGED', before, []]);
  });

  it('that breaks no caller is taken by the draft and by what is published', async () => {
    answerAsGraphQLServer(server, wider);
    expect(await refresh()).toBe('TAKEN');
    expect((await state()).sdl).toContain('email');
    expect(await servedSdl()).toContain('email');
    expect(await eventsOf()).toEqual(['CHANGED']);
  });

  it('that breaks callers is held once, told with what breaks, and the old one goes on serving', async () => {
    answerAsGraphQLServer(server, narrower);
    expect(await refresh()).toBe('HELD');
    const revision = await revisionOf(world);
    expect([await refresh(), await revisionOf(world)]).toEqual(['HELD', revision]);
    const { sdl, schemaRefresh } = await state();
    expect(sdl).toBe(await servedSdl());
    expect(sdl).not.toContain('surname');
    expect(schemaRefresh?.held).toMatchObject({
      breaks: ['Customer.name was removed'],
      breakingChanges: [
        {
          operation: null,
          message: 'Customer.name was removed',
          phrase: { code: 'SCHEMA_REMOVED', values: ['Customer.name'] },
        },
      ],
    });
    expect(await eventsOf()).toEqual(['HELD']);
    const { unsettledGraphQLSchemas } = await world.query<{ unsettledGraphQLSchemas: { name: string }[] }>(
      '{ unsettledGraphQLSchemas { name } }',
    );
    expect(unsettledGraphQLSchemas).toContainEqual({ name: `shop-${round}` });
  });

  it('that is held can be accepted', async () => {
    answerAsGraphQLServer(server, narrower);
    await refresh();
    await world.mutate('acceptHeldGraphQLSchema', { api });
    expect((await state()).sdl).toContain('surname');
    expect(await servedSdl()).toContain('surname');
    expect((await state()).schemaRefresh?.held).toBeNull();
    expect(await world.refused('acceptHeldGraphQLSchema', { api })).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      message: `${api} has no schema that waits.`,
    });
  });

  it('that is held can be dismissed, and is not held again; another one is', async () => {
    answerAsGraphQLServer(server, narrower);
    await refresh();
    await world.mutate('dismissHeldGraphQLSchema', { api });
    expect([await refresh(), (await state()).schemaRefresh?.held]).toEqual(['DISMISSED', null]);
    answerAsGraphQLServer(server, narrower.replace('surname', 'last'));
    expect([await refresh(), await eventsOf()]).toEqual(['HELD', ['HELD', 'HELD']]);
  });

  it('that is held is let go when the server goes back', async () => {
    answerAsGraphQLServer(server, narrower);
    await refresh();
    answerAsGraphQLServer(server, first);
    expect([await refresh(), (await state()).schemaRefresh?.held]).toEqual(['UNCHANGED', null]);
  });

  it('that takes the ground from a plan is held, and cannot be accepted before the plan is mended', async () => {
    const plans = [{ title: 'Gold', hiddenGraphQL: ['Customer.name'] }];
    await world.mutate('updateProduct', { product: api, plans });
    answerAsGraphQLServer(server, narrower);
    expect(await refresh()).toBe('HELD');
    expect(await world.refused('acceptHeldGraphQLSchema', { api })).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining(
        'the plan gold hides Customer.name, which no GraphQL API of the product has',
      ),
    });
  });

  it('that breaks a registered operation says which, and cannot be accepted before that is mended', async () => {
    const registeredOperations = [
      { id: 'names', document: '{ customer(id: 1) { name } }' },
      { id: 'ids', document: '{ customer(id: 1) { id } }' },
    ];
    await world.mutate('updateApi', { api, registeredOperations });
    await world.lifecycle('publishProduct', { product: api });
    answerAsGraphQLServer(server, narrower);
    expect(await refresh()).toBe('HELD');
    const message =
      'the registered operation names would not be valid: Cannot query field "name" on type "Customer"';
    expect((await state()).schemaRefresh?.held?.breaks).toEqual([
      'Customer.name was removed',
      expect.stringContaining(message),
      expect.stringContaining(`as published, ${message}`),
    ]);
    expect(await world.refused('acceptHeldGraphQLSchema', { api })).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining(`The schema cannot be taken yet: ${message}`),
    });
    expect(await servedSdl()).not.toContain('surname');
    await world.mutate('updateApi', { api, registeredOperations: registeredOperations.slice(1) });
    await world.mutate('acceptHeldGraphQLSchema', { api });
    expect(await servedSdl()).toContain('surname');
  });

  it('that a cost rule of what is published has no place in says so, be that of the draft mended', async () => {
    await world.mutate('updateApi', { api, costs: { rules: [{ at: 'Customer.name', weight: 3 }] } });
    await world.lifecycle('publishProduct', { product: api });
    await world.mutate('updateApi', { api, costs: null });
    answerAsGraphQLServer(server, narrower);
    expect(await refresh()).toBe('HELD');
    expect((await state()).schemaRefresh?.held?.breaks).toEqual([
      'Customer.name was removed',
      'as published, the cost rule for Customer.name is not in the schema',
    ]);
  });

  it('that fails is told and noted, and the old one goes on serving', async () => {
    server.answer = (_request, response) => {
      response.statusCode = 500;
      response.end();
    };
    expect(await world.refused('refreshGraphQLSchema', { api }, '{ outcome }')).toMatchObject({
      status: 400,
      code: 'GRAPHQL_SERVER_UNUSABLE',
    });
    const { sdl, schemaRefresh } = await state();
    expect(sdl).toContain('name');
    expect(schemaRefresh).toMatchObject({ failure: expect.stringContaining('HTTP status 500'), held: null });
    answerAsGraphQLServer(server, first);
    expect([await refresh(), (await state()).schemaRefresh?.failure]).toEqual(['UNCHANGED', null]);
    expect(await eventsOf()).toEqual(['FAILED']);
  });

  it('of one that carries cost directives needs the new text, as introspection would lose them', async () => {
    const sdl = `${first.replace('name: String', 'name: String @cost(weight: "2")')}`;
    expect(await refresh({ sdl })).toBe('TAKEN');
    expect(await world.refused('refreshGraphQLSchema', { api }, '{ outcome }')).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining('carries cost directives'),
    });
    expect(await refresh({ sdl: sdl.replace('"2"', '"3"') })).toBe('TAKEN');
    expect(await servedSdl()).toContain('"3"');
  });

  it('is for GraphQL APIs alone', async () => {
    await world.api(`rest-${round}:1.0.0`);
    expect(
      await world.refused('refreshGraphQLSchema', { api: `rest-${round}:1.0.0` }, '{ outcome }'),
    ).toMatchObject({ code: 'BAD_USER_INPUT', message: 'This is a REST API: it has no GraphQL schema.' });
  });
});

describe('the schedule of an API', () => {
  it.each([
    [4, 'schemaRefreshMinutes is 4: give a whole number from 5 to 10080.'],
    [10_081, 'schemaRefreshMinutes is 10081: give a whole number from 5 to 10080.'],
  ])('is refused at %i minutes', async (schemaRefreshMinutes, message) =>
    expect(await world.refused('updateApi', { api, schemaRefreshMinutes })).toMatchObject({
      code: 'BAD_USER_INPUT',
      message,
      path: ['input', 'schemaRefreshMinutes'],
    }),
  );

  it('is refused beside a schema that is given, which stays as it is', async () => {
    const given = { title: 'Given', graphqlUrl: server.url, sdl: first };
    expect(await world.refused('createApi', { ...given, schemaRefreshMinutes: 60 })).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining('leave sdl or schemaRefreshMinutes out'),
      path: ['input', 'schemaRefreshMinutes'],
    });
  });

  it('has its schema refreshed when it is time, by one process of several, under the name of the platform', async () => {
    await world.mutate('updateApi', { api, schemaRefreshMinutes: 60 });
    const faults: unknown[] = [];
    const deps = { ...world.deps, onFault: (fault: unknown) => faults.push(fault) };
    const watches = [new SchemaRefreshWatch(deps), new SchemaRefreshWatch(deps)];
    await Promise.all(watches.map((each) => each.look()));
    answerAsGraphQLServer(server, narrower);
    server.seen.length = 0;
    await Promise.all(watches.map((each) => each.look()));
    expect(server.seen).toEqual([]);
    world.pass(1.2 * HOUR_MS);
    await Promise.all(watches.map((each) => each.look()));
    expect([server.seen.length, faults, (await state()).schemaRefresh?.held?.breaks]).toEqual([
      1,
      [],
      ['Customer.name was removed'],
    ]);
    expect(watches[0]?.unsettled.held).toBeGreaterThan(0);
    const { actor } = await world.database.prisma.auditEvent.findFirstOrThrow({
      where: { action: 'refreshGraphQLSchema', subject: api },
    });
    expect(actor).toBe('platform');
    await Promise.all(watches.map((each) => each.close()));
  });
});
