// A failed update leaves the old server serving, with the policies that it has.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { answering, type BuiltWorld, documentOf, openBuiltWorld } from '../../support/built-server.ts';

// Servers are built in child processes, which take seconds to begin on a machine that has others to run.
vi.setConfig({ testTimeout: 90_000 });

const getting = (operationId: string) => ({ get: { operationId, ...answering({ type: 'string' }) } });
const old = documentOf({ '/open': getting('open'), '/secret': getting('secret') });
const next = documentOf({ '/open': getting('open'), '/other': getting('other') });
const closing = (...fields: string[]) => ({
  access: {
    policies: [
      {
        type: 'Query',
        rules: [{ name: 'nobody', condition: false, fields }],
        policyDefault: { condition: true },
      },
    ],
  },
});

let world: BuiltWorld;
beforeAll(async () => {
  world = await openBuiltWorld();
});
afterAll(() => world.close());

const sources = (openapi: object) => [{ name: 'a', url: world.url, openapi }];
const secret = async (name = 'notes') => {
  const { data, errors } = await world.ask(name, '{ secret }');
  return errors?.[0]?.extensions['code'] ?? data;
};
const explained = async () => {
  const { graphqlServer } = await world.query<{ graphqlServer: { explain: { allowed: boolean }[] } }>(
    '{ graphqlServer(name: "notes") { explain(query: "{ secret }") { allowed } } }',
  );
  return graphqlServer.explain;
};

it('policies that come with documents are for these: what goes on serving keeps its own, also after a start', async () => {
  world.answers.set('GET /secret', '"told"');
  await world.make({ title: 'Notes', sources: sources(old), policies: closing('secret') });
  expect(await secret()).toBe('POLICY_REFUSED');

  const failed = await world.change({ name: 'notes', sources: sources(next), policies: closing('misspelt') });
  expect(failed).toMatchObject({ state: 'FAILED', failure: expect.stringContaining('no field misspelt') });
  expect([await secret(), await explained()]).toEqual(['POLICY_REFUSED', [{ allowed: false }]]);
  await world.restart();
  expect(await secret()).toBe('POLICY_REFUSED');

  // A manifest that says the same of it, with another title, is no statement of policies.
  const { exportManifest: manifest } = await world.query<{ exportManifest: { graphqlServers: object[] } }>(
    '{ exportManifest }',
  );
  const graphqlServers = manifest.graphqlServers.map((each) => ({ ...each, title: 'My notes' }));
  await world.mutate('applyManifest', { manifest: { ...manifest, graphqlServers } }, '{ revision }');
  await world.servers.refresh();
  expect(await secret()).toBe('POLICY_REFUSED');

  // Another attempt keeps them as well.
  await world.change({ name: 'notes', sources: sources(next), policies: closing('misspelt', 'too') });
  expect(await secret()).toBe('POLICY_REFUSED');
});

it('policies alone hold at once, also for what goes on serving', async () => {
  const name = 'kept';
  await world.make({ title: 'Kept', sources: sources(old), policies: closing('secret') });
  await world.change({ name, sources: sources(next), policies: closing('misspelt') });
  await world.change({ name, policies: closing('other') });
  expect((await world.serverState(name)).state).toBe('READY');
  expect(await secret(name)).toBe('GRAPHQL_VALIDATION_FAILED');
  await world.change({
    name,
    sources: sources(documentOf({ '/secret': getting('secret') })),
    policies: closing('lost'),
  });
  await world.change({ name, policies: closing('open') });
  const { errors } = await world.ask(name, '{ open }');
  expect(errors?.[0]?.extensions['code']).toBe('POLICY_REFUSED');
});
