import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerAsGraphQLServer, customerSdl } from '../../../support/apis.ts';
import { type ManagementWorld, openManagement } from '../../../support/management.ts';
import { recordingUpstream, type Upstream } from '../../../support/upstream.ts';

let world: ManagementWorld;
let server: Upstream;

beforeAll(async () => {
  [world, server] = await Promise.all([openManagement(), recordingUpstream()]);
  await world.mutate('createOrg', { title: 'Acme' });
});
beforeEach(() => {
  server.seen.length = 0;
  answerAsGraphQLServer(server, customerSdl);
});
afterAll(async () => {
  await Promise.all([world.close(), server.close()]);
});

const create = (changes: object = {}) => ({
  title: 'Sample Proxy',
  graphqlUrl: `${server.url}/api/sample`,
  ...changes,
});
/** Makes an API of this name, of which the server then knows nothing. */
async function made(name: string): Promise<void> {
  await world.mutate('createApi', create({ name }));
  server.seen.length = 0;
}

describe('createApi from the URL of a GraphQL server', () => {
  it('asks the server for its schema; the API is 1.0.0, below /<name>, Offline', async () => {
    const selection = '{ name version kind basePath targetUrl graphqlUrl sdl openapi onlineState }';
    const made = await world.mutate<{ sdl: string }>('createApi', create(), selection);
    expect(made).toMatchObject({
      name: 'sample-proxy',
      version: '1.0.0',
      kind: 'GRAPHQL',
      basePath: '/sample-proxy',
      targetUrl: null,
      graphqlUrl: `${server.url}/api/sample`,
      openapi: null,
      onlineState: 'OFFLINE',
    });
    expect(made.sdl).toContain('getCustomer(id: ID!): Customer');
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    ['no title', { title: undefined }, ['BAD_USER_INPUT', 'title']],
    ['a target besides', { targetUrl: 'http://127.0.0.1/' }, ['BAD_USER_INPUT', 'targetUrl']],
    [
      'an address in a private network',
      { graphqlUrl: 'http://10.0.0.1/' },
      ['TARGET_NOT_ALLOWED', 'graphqlUrl'],
    ],
    [
      'an address where nothing answers',
      { graphqlUrl: 'http://127.0.0.1:1/' },
      ['GRAPHQL_SERVER_UNUSABLE', 'graphqlUrl'],
    ],
  ])('refuses %s', async (_what, changes, [code, member]) => {
    expect(await world.refused('createApi', create({ name: 'refused', ...changes }))).toMatchObject({
      status: 400,
      code,
      path: ['input', member],
    });
  });

  it.each([
    ['a web page', 200, '<html>secret</html>', 'did not answer with a valid schema'],
    [
      'a server without introspection',
      200,
      '{"errors":[{"message":"secret"}]}',
      'did not answer with a valid schema',
    ],
    [
      'a schema without queries',
      200,
      '{"data":{"__schema":{"types":[],"directives":[]}}}',
      'did not answer with a valid schema',
    ],
    ['a redirect', 302, '', 'HTTP status 302'],
    ['a fault', 500, 'secret', 'HTTP status 500'],
    ['a schema of more than 5 MB', 200, 'x'.repeat(6_000_000), 'larger than 5 MB'],
  ] as const)('refuses %s and repeats nothing of it', async (...[, status, body, sentence]) => {
    server.answer = (_request, response) => {
      response.writeHead(status, { location: 'http://127.0.0.1:1/' });
      response.end(body);
    };
    const refused = await world.refused('createApi', create({ name: 'refused' }));
    expect(refused).toMatchObject({
      status: 400,
      code: 'GRAPHQL_SERVER_UNUSABLE',
      path: ['input', 'graphqlUrl'],
    });
    expect(refused.message).toContain(sentence);
    expect(refused.message).not.toContain('secret');
  });

  it('refuses a server that is cut off in the middle', async () => {
    server.answer = (request) => request.socket.destroy();
    expect(await world.refused('createApi', create({ name: 'refused' }))).toMatchObject({
      code: 'GRAPHQL_SERVER_UNUSABLE',
      message: 'The GraphQL server cannot be reached.',
    });
  });
});

describe('updateApi of a GraphQL API', () => {
  it('changes what is given, leaves the rest, and does not ask the server again', async () => {
    await made('kept');
    const selection = '{ title basePath version kind sdl }';
    const updated = await world.mutate<{ sdl: string }>(
      'updateApi',
      { api: 'kept:1.0.0', title: 'Proxy' },
      selection,
    );
    expect(updated).toMatchObject({
      title: 'Proxy',
      basePath: '/kept',
      version: '1.0.0',
      kind: 'GRAPHQL',
    });
    expect(updated.sdl).toContain('getCustomer');
    expect(server.seen).toEqual([]);
  });

  it('asks the server again when its URL is given', async () => {
    await made('asked-again');
    answerAsGraphQLServer(server, 'type Query { getAccounts: [ID!]! }');
    const input = { api: 'asked-again:1.0.0', graphqlUrl: `${server.url}/api/accounts` };
    const updated = await world.mutate<{ graphqlUrl: string; sdl: string }>(
      'updateApi',
      input,
      '{ graphqlUrl sdl }',
    );
    expect(updated.graphqlUrl).toBe(input.graphqlUrl);
    expect(updated.sdl).toContain('getAccounts');
  });
});

describe('saveApiAsNewVersion of a GraphQL API', () => {
  it('copies its schema', async () => {
    answerAsGraphQLServer(server, 'type Query { getAccounts: [ID!]! }');
    await made('copied');
    const input = { api: 'copied:1.0.0', version: '1.1.0' };
    const { sdl } = await world.mutate<{ sdl: string }>('saveApiAsNewVersion', input, '{ sdl }');
    expect(sdl).toContain('getAccounts');
  });
});
