// dryRun of createGraphQLServer and updateGraphQLServer: what a build would give, and nothing of it stays.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  answering,
  type BuiltWorld,
  documentOf,
  everything,
  openBuiltWorld,
} from '../../support/built-server.ts';

// Each server is built in a child process, which takes seconds to begin on a machine that has others to run.
vi.setConfig({ testTimeout: 90_000 });

let world: BuiltWorld;
beforeAll(async () => {
  world = await openBuiltWorld();
});
afterAll(() => world.close());

const text = { type: 'string' };
const pet = (properties: object) => ({ Pet: { type: 'object', properties } });
const getPet = {
  get: { operationId: 'getPet', ...answering({ $ref: '#/components/schemas/Pet' }) },
  head: { operationId: 'isPet', responses: { 200: { description: 'It is there.' } } },
};
const document = documentOf({ '/pet': getPet }, pet({ name: text, age: { type: 'integer' } }));
const sources = (openapi: unknown) => [{ name: 'pets', url: world.url, openapi }];

const SELECTION =
  '{ name state failure sdl sources { operations } report { operations { operation outcome reason } breaks } }';
const stateOfOrg = () =>
  world.query('{ org(name: "acme") { revision graphqlServers { name title state sdl report { breaks } } } }');

/** What a mutation answers with dryRun, after which everything is as before. */
async function foreseen(field: string, input: object): Promise<Record<string, unknown>> {
  const before = await stateOfOrg();
  const answer = await world.mutate(field, { ...input, dryRun: true }, SELECTION);
  expect(await stateOfOrg()).toEqual(before);
  return answer;
}

describe('a new server', () => {
  it('is Ready in the preview, with its schema and what became of each operation', async () => {
    const answer = await foreseen('createGraphQLServer', {
      title: 'Pets',
      sources: sources(document),
      policies: everything,
    });
    expect(answer).toEqual({
      name: 'pets',
      state: 'READY',
      failure: null,
      sdl: expect.stringContaining('getPet: Pet'),
      sources: [{ operations: ['getPet'] }],
      report: {
        operations: [
          { operation: 'getPet', outcome: 'FIELD', reason: null },
          { operation: 'isPet', outcome: 'LEFT_OUT', reason: expect.stringContaining('HEAD') },
        ],
        breaks: [],
      },
    });
  });

  it('is Failed in the preview where its building would fail, with the same reason', async () => {
    const policies = {
      access: { policies: [{ type: 'Query', rules: [{ name: 'r', condition: true, fields: ['no'] }] }] },
    };
    const input = { title: 'Pets', sources: sources(document), policies };
    const answer = await foreseen('createGraphQLServer', input);
    expect(answer).toMatchObject({ state: 'FAILED', sdl: null, report: null });
    expect(answer['failure']).toMatch(/^At policies\./);
    const standing = await world.make({ ...input, title: 'Wrong' });
    expect(standing).toMatchObject({ state: 'FAILED', failure: answer['failure'] });
    await world.mutate('deleteGraphQLServer', { name: 'wrong' }, '');
  });

  it('is refused as it would be: by its document, or by its name', async () => {
    const input = { title: 'Pets', sources: sources({}), dryRun: true };
    expect(await world.refused('createGraphQLServer', input, '{ name }')).toMatchObject({
      code: 'OPENAPI_INVALID',
      path: ['input', 'sources', 0, 'openapi'],
    });
    await world.make({ title: 'Taken', sources: sources(document) });
    const taken = { ...input, title: 'Taken', sources: sources(document) };
    expect(await world.refused('createGraphQLServer', taken, '{ name }')).toMatchObject({
      code: 'NAME_TAKEN',
    });
  });
});

describe('a server that serves', () => {
  const poorer = documentOf({ '/pet': getPet }, pet({ name: { type: 'integer' } }));
  const breaks = ['Pet.age was removed', 'Pet.name changed type from String to Int'];

  it('shows what its callers would lose, and goes on as it is; built, it reports the same, also where nothing is built', async () => {
    await world.make({ title: 'Served', sources: sources(document) });
    const answer = await foreseen('updateGraphQLServer', { name: 'served', sources: sources(poorer) });
    expect(answer).toMatchObject({ name: 'served', state: 'READY', report: { breaks } });
    expect((await world.serverState('served')).sdl).toContain('age: Int');
    await world.change({ name: 'served', sources: sources(poorer) });
    const { graphqlServer } = await world.query<{ graphqlServer: unknown }>(
      '{ graphqlServer(name: "served") { report { breaks breakingChanges { message phrase } } } }',
    );
    expect(graphqlServer).toEqual({
      report: {
        breaks,
        breakingChanges: [
          { message: breaks[0], phrase: { code: 'SCHEMA_REMOVED', values: ['Pet.age'] } },
          {
            message: breaks[1],
            phrase: { code: 'SCHEMA_TYPE_CHANGED', values: ['Pet.name', 'String', 'Int'] },
          },
        ],
      },
    });

    // A preview of its title or its policies builds nothing.
    const unbuilt = await foreseen('updateGraphQLServer', {
      name: 'served',
      title: 'Other',
      policies: everything,
    });
    expect(unbuilt).toMatchObject({ name: 'served', state: 'READY', report: { breaks } });
  });
});
