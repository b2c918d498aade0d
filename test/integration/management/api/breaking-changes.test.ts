import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/foundation/json.ts';
import { answerAsGraphQLServer, customerSdl, revisionOf } from '../../../support/apis.ts';
import { type ManagementWorld, openManagement } from '../../../support/management.ts';
import { answering, object, string } from '../../../support/openapi.ts';
import { recordingUpstream, type Upstream } from '../../../support/upstream.ts';

let world: ManagementWorld;
let server: Upstream;
let round = 0;
/** An API of its own for each test. */
let name: string;

beforeAll(async () => {
  [world, server] = await Promise.all([openManagement(), recordingUpstream()]);
  await world.mutate('createOrg', { title: 'Acme' });
});
beforeEach(() => {
  round += 1;
  name = `things-${round}`;
  answerAsGraphQLServer(server, customerSdl);
});
afterAll(async () => {
  await Promise.all([world.close(), server.close()]);
});

const wide = answering(object({ id: string, email: string }, ['id']));
const narrow = answering(object({ id: string }));
const rest = (version: string, openapi: JsonObject = wide, more: object = {}) => ({
  name,
  version,
  openapi,
  basePath: `/${name}`,
  targetUrl: 'http://127.0.0.1:8091/things',
  ...more,
});
const graphql = (version: string, more: object = {}) => ({
  name,
  title: name,
  version,
  graphqlUrl: `${server.url}/graphql`,
  ...more,
});
const versions = async () =>
  (await world.database.prisma.api.findMany({ where: { name }, orderBy: { createdAt: 'asc' } })).map(
    ({ version }) => version,
  );

describe('an API version that breaks its predecessor', () => {
  it('is refused where only the minor number was raised; the refusal lists what breaks', async () => {
    await world.mutate('createApi', rest('1.0.0'));
    const revision = await revisionOf(world);
    expect(await world.refused('createApi', rest('1.1.0', narrow))).toEqual({
      status: 409,
      code: 'VERSION_BREAKS',
      path: ['input', 'openapi'],
      message: `${name}:1.1.0 breaks callers of ${name}:1.0.0. 2 breaks: GET /things (email in the response 200 is removed; id in the response 200 is optional now). Give it the version 2.0.0 or higher, or say acceptBreaking: true.`,
    });
    expect(await versions()).toEqual(['1.0.0']);
    expect(await revisionOf(world)).toBe(revision);
  });

  it.each([
    ['a patch', '1.0.0', '1.0.1', true],
    ['a minor', '1.9.0', '1.10.0', true],
    ['a major', '1.0.0', '2.0.0', false],
    ['a minor of 0.x, where it is the one that announces breaks', '0.1.0', '0.2.0', false],
    ['a patch of 0.x', '0.1.0', '0.1.1', true],
    ['the first number that is not 0', '0.9.0', '1.0.0', false],
    ['a version below the other', '1.5.0', '1.4.0', false],
  ])('raising %s, from %s to %s: refused is %s', async (...[, from, to, isRefused]) => {
    await world.mutate('createApi', rest(from));
    const { errors } = await world.send(
      'mutation ($input: CreateApiInput!) { createApi(input: $input) { version } }',
      { input: rest(to, narrow) },
    );
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(isRefused ? ['VERSION_BREAKS'] : []);
  });

  it('is compared with the highest version below it, not with an older one or one above', async () => {
    await world.mutate('createApi', rest('1.0.0'));
    await world.mutate('createApi', rest('1.1.0', narrow, { acceptBreaking: true }));
    await world.mutate('createApi', rest('2.0.0'));
    await world.mutate('createApi', rest('1.2.0', narrow));
    expect(await versions()).toEqual(['1.0.0', '1.1.0', '2.0.0', '1.2.0']);
  });

  it('is one whose operation asks for more, also where that alone is changed', async () => {
    await world.mutate('createApi', rest('1.0.0'));
    const own = { operationSecurity: [{ operation: 'GET /things', security: [{ definition: 'key' }] }] };
    const keys = {
      securityDefinitions: [
        { name: 'client-key', type: 'API_KEY' },
        { name: 'key', type: 'API_KEY', kind: 'KEY' },
      ],
      security: [{ definition: 'client-key' }],
    };
    const breaks =
      '1 break: GET /things (it asks for an API key in the header X-API-Key now, asked for a client key in the header X-Client-Id). Give it the version 2.0.0 or higher, or say acceptBreaking: true.';
    expect(await world.refused('createApi', rest('1.1.0', wide, { ...keys, ...own }))).toMatchObject({
      status: 409,
      code: 'VERSION_BREAKS',
      message: `${name}:1.1.0 breaks callers of ${name}:1.0.0. ${breaks}`,
    });
    await world.mutate('createApi', rest('1.1.0', wide, keys));
    expect(await world.refused('updateApi', { api: `${name}:1.1.0`, ...own })).toMatchObject({
      code: 'VERSION_BREAKS',
      path: ['input', 'operationSecurity'],
    });
    await world.mutate('updateApi', { api: `${name}:1.1.0`, ...own, acceptBreaking: true });
  });

  it('is made where the caller accepts that', async () => {
    await world.mutate('createApi', rest('1.0.0'));
    await world.mutate('createApi', rest('1.0.1', narrow, { acceptBreaking: true }));
    expect(await versions()).toEqual(['1.0.0', '1.0.1']);
  });

  it('is made where nothing breaks', async () => {
    await world.mutate('createApi', rest('1.0.0', narrow));
    await world.mutate('createApi', rest('1.0.1', wide));
    expect(await versions()).toEqual(['1.0.0', '1.0.1']);
  });

  it('is refused where one that exists is given another document; what is there stays', async () => {
    await world.mutate('createApi', rest('1.0.0'));
    const api = `${name}:1.1.0`;
    await world.mutate('saveApiAsNewVersion', { api: `${name}:1.0.0`, version: '1.1.0' });
    expect(await world.refused('updateApi', { api, openapi: narrow })).toMatchObject({
      status: 409,
      code: 'VERSION_BREAKS',
      path: ['input', 'openapi'],
      message: expect.stringMatching(/email in the response 200 is removed/),
    });
    const stored = await world.query<{ api: { openapi: unknown } }>(`{ api(api: "${api}") { openapi } }`);
    expect(stored.api.openapi).toEqual(wide);
    await world.mutate('updateApi', { api, openapi: narrow, acceptBreaking: true });
    // What was accepted is not asked again: neither for the same document, nor for what is no document.
    await world.mutate('updateApi', { api, openapi: narrow });
    await world.mutate('updateApi', { api, title: 'Things' });
  });

  it('is never the copy that saveApiAsNewVersion makes', async () => {
    await world.mutate('createApi', rest('1.0.0'));
    await world.mutate('saveApiAsNewVersion', { api: `${name}:1.0.0`, version: '1.0.1' });
    expect(await versions()).toEqual(['1.0.0', '1.0.1']);
  });

  it('is told of a GraphQL API by its schema', async () => {
    await world.mutate('createApi', graphql('1.0.0'));
    answerAsGraphQLServer(server, customerSdl.replace('name: String', 'title: String'));
    const refused = {
      status: 409,
      code: 'VERSION_BREAKS',
      path: ['input', 'graphqlUrl'],
      message: expect.stringMatching(/1 break: Customer\.name was removed\. Give it the version 2\.0\.0/),
    };
    expect(await world.refused('createApi', graphql('1.1.0'))).toEqual(refused);
    await world.mutate('saveApiAsNewVersion', { api: `${name}:1.0.0`, version: '1.1.0' });
    const change = { api: `${name}:1.1.0`, graphqlUrl: `${server.url}/graphql` };
    expect(await world.refused('updateApi', change)).toEqual(refused);
    await world.mutate('updateApi', { ...change, acceptBreaking: true });
  });

  it('is one of another kind', async () => {
    await world.mutate('createApi', rest('1.0.0'));
    expect(await world.refused('createApi', graphql('1.1.0'))).toMatchObject({
      code: 'VERSION_BREAKS',
      message: expect.stringMatching(/it is a GraphQL API now, was a REST API/),
    });
  });

  it('of many breaks lists the first, with the count', async () => {
    const members = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`m${index}`, string]));
    await world.mutate('createApi', rest('1.0.0', answering(object(members))));
    const { message } = await world.refused('createApi', rest('1.0.1', answering(object({}))));
    expect(message).toMatch(/50 breaks: GET \/things \(m0 in .*; and 47 more\)/);
    expect(message.length).toBeLessThan(500);
  });
});
