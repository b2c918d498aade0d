import { afterEach, beforeEach, expect, it } from 'vitest';
import { answering, documentOf } from '../../../support/built-server.ts';
import { type ManifestWorld, openManifest } from '../../../support/manifest.ts';

let world: ManifestWorld;
beforeEach(async () => {
  world = await openManifest();
  await world.emptyOrg('other');
});
afterEach(() => world.close());

const openapi = documentOf({
  '/things': { get: { operationId: 'getThings', ...answering({ type: 'string' }) } },
});
const rule = { name: 'members', condition: 'has(caller.claims.sub)', fields: ['things'] };
const ruled = (more: object = {}) => ({
  access: {
    policies: [{ type: 'Query', policyDefault: { condition: false }, rules: [{ ...rule, ...more }] }],
  },
});
const policies = ruled();
const server = (more: object = {}, source: object = {}) => ({
  name: 'things',
  sources: [
    { name: 'a', url: 'http://127.0.0.1:1/', openapi, rename: { getThings: { field: 'things' } }, ...source },
  ],
  policies,
  ...more,
});
const order = (...graphqlServers: object[]) => ({ gatehouse: '1', graphqlServers });
const said = { org: 'other' };

it('a manifest makes GraphQL servers, changes them, and deletes those that it does not list', async () => {
  expect((await world.apply(order(server()), { ...said, dryRun: true })).changes).toMatchObject([
    { action: 'CREATE', kind: 'GraphQLServer', name: 'things' },
  ]);
  expect(await world.query('{ graphqlServer(org: "other", name: "things") { name } }')).toEqual({
    graphqlServer: null,
  });
  await world.apply(order(server()), said);
  expect((await world.export('other'))['graphqlServers']).toEqual([server()]);
  expect((await world.apply(order(server()), said)).changes).toEqual([]);

  const revision = async () =>
    (await world.database.prisma.graphQLServer.findFirstOrThrow({ where: { name: 'things' } })).revision;
  await world.apply(order(server({ title: 'All things' })), said);
  expect(await revision()).toBe(1);
  await world.apply(order(server({ title: 'All things' }, { rename: {} })), said);
  expect(await revision()).toBe(2);

  await world.apply(order(), { ...said, prune: true });
  expect((await world.export('other'))['graphqlServers']).toEqual([]);
});

it.each([
  ['without a document', { openapi: undefined }, 'OPENAPI_INVALID'],
  ['at an address that may not be called', { url: 'http://10.0.0.1/' }, 'TARGET_NOT_ALLOWED'],
  ['with another name for what is not there', { rename: { getThing: { field: 'x' } } }, 'BAD_USER_INPUT'],
])('one %s is refused with its place', async (_why, source, code) => {
  const refused = await world.applyRefused(order(server({}, source)), said);
  expect(refused).toMatchObject({ code });
  expect(refused.faults[0]?.path.slice(0, 6)).toEqual([
    'input',
    'manifest',
    'graphqlServers',
    0,
    'sources',
    0,
  ]);
});

it('a condition at fault is refused with its place in the manifest, and its line and column', async () => {
  const refused = await world.applyRefused(
    order(server({ policies: ruled({ condition: 'has(caller.claims.sub) &&\n  nobody' }) })),
    said,
  );
  expect(refused).toMatchObject({ code: 'BAD_USER_INPUT' });
  expect(refused.faults).toMatchObject([
    {
      path: [
        'input',
        'manifest',
        'graphqlServers',
        0,
        'policies',
        'access',
        'policies',
        0,
        'rules',
        0,
        'condition',
      ],
      message: 'Line 2, column 3: Unknown variable: nobody: there are caller and arguments.',
    },
  ]);
});

it('a server may have the name that one of another org has, and says whether it is exposed', async () => {
  await world.emptyOrg('first');
  await world.apply(order(server()), { org: 'first' });
  await world.apply(order(server({ exposed: true })), said);
  expect((await world.export('first'))['graphqlServers']).toEqual([server()]);
  expect((await world.export('other'))['graphqlServers']).toEqual([server({ exposed: true })]);
  await world.apply(order(server()), said);
  expect((await world.export('other'))['graphqlServers']).toEqual([server()]);
});
