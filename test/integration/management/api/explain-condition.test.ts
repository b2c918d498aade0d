// A condition of a security alternative is tried before it is saved.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerDocument } from '../../../support/apis.ts';
import { type ManagementClient, type ManagementWorld, openManagement } from '../../../support/management.ts';

let world: ManagementWorld;
let viewer: ManagementClient;
beforeAll(async () => {
  world = await openManagement();
  await world.mutate('createOrg', { title: 'Acme' });
  const paths = {
    '/customers/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      delete: { responses: { 204: { description: 'It is gone' } } },
    },
    '/customers/me': { get: { responses: { 200: { description: 'Yours' } } } },
  };
  await world.mutate('createApi', { openapi: { ...customerDocument, paths } });
  const sdl = 'type Query { a: Int }';
  await world.mutate('createApi', { title: 'Proxy', sdl, graphqlUrl: 'http://127.0.0.1:8091/graphql' });
  viewer = await world.as('VIEWER');
});
afterAll(async () => {
  expect(world.faults).toEqual([]);
  await world.close();
});

const QUERY = `query ($api: VersionedName!, $condition: String!, $operation: String!, $claims: JSON, $headers: JSON, $client: JSON) {
  api(api: $api) { explainCondition(
    condition: $condition, operation: $operation, claims: $claims, headers: $headers, client: $client
  ) { holds fault operation } } }`;
const asked = (condition: string, more: object = {}) => ({
  api: 'customer-database:1.2.0',
  operation: 'DELETE /customers/7',
  condition,
  ...more,
});
const verdict = async (condition: string, more: object = {}) =>
  (await viewer.query<{ api: { explainCondition: object } }>(QUERY, asked(condition, more))).api
    .explainCondition;
const refused = async (condition: string, more: object = {}) => {
  const { errors } = await viewer.send(QUERY, asked(condition, more));
  return [errors[0]?.extensions.code, errors[0]?.extensions.path, errors[0]?.message];
};

describe('a condition that is tried', () => {
  it.each<[string, object, boolean]>([
    ['caller.claims.department == "billing"', { claims: { department: 'billing' } }, true],
    ['caller.claims.department == "billing"', { claims: { department: 'sales' } }, false],
    ['"write" in caller.scopes', { claims: { scope: 'read write' } }, true],
    ['caller.headers["x-tier"] == "gold"', { headers: { 'X-Tier': 'gold' } }, true],
    ['client.plan == "gold"', { client: { plan: 'gold' } }, true],
    ['client.application == ""', {}, true],
    ['operation.method == "DELETE" && operation.path == "/customers/7"', {}, true],
    ['operation.name == "DELETE /customers/{id}"', {}, true],
    ['operation.name == "GET /customers/me"', { operation: 'get /customers/me' }, true],
    ['operation.name == null', { operation: 'PUT /customers/7' }, true],
    ['caller.gateway.org == "acme" && caller.gateway.api == "customer-database:1.2.0"', {}, true],
    ['operation.name == null', { api: 'proxy:1.0.0', operation: 'POST /graphql' }, true],
  ])('%s holds or not as for a call', async (condition, more, holds) => {
    expect(await verdict(condition, more)).toMatchObject({ holds, fault: null });
  });

  it('tells the operation as the document names it', async () => {
    expect(await verdict('true')).toMatchObject({ operation: 'DELETE /customers/{id}' });
    expect(await verdict('true', { operation: 'GET /nowhere' })).toMatchObject({ operation: null });
  });

  it('says why it cannot be evaluated', async () => {
    expect(await verdict('caller.claims.department == "billing"')).toEqual({
      holds: false,
      fault: expect.stringMatching(/department/),
      operation: 'DELETE /customers/{id}',
    });
  });

  it('costs no more than one of a call may', async () => {
    const claims = { roles: Array.from({ length: 3_000 }, (_, at) => `role-${at}`) };
    const condition = 'caller.claims.roles.all(a, caller.claims.roles.exists(b, a == b))';
    expect(await verdict(condition, { claims })).toMatchObject({ holds: false, fault: expect.any(String) });
  });

  it.each<[string, [string, object], [string, RegExp]]>([
    ['a text that is none', ['operation.verb', {}], ['condition', /Line 1, column 11/]],
    ['one that is too long', [`"${'x'.repeat(2_100)}" == ""`, {}], ['condition', /2,?000/]],
    ['no operation', ['true', { operation: 'customers' }], ['operation', /for example GET \/customers\/7/]],
    ['claims that are no object', ['true', { claims: 'alice' }], ['claims', /is an object/]],
    ['a header that is no text', ['true', { headers: { a: 1 } }], ['headers', /is a text/]],
    [
      'a client with another member',
      ['true', { client: { name: 'shop' } }],
      ['client', /application, consumerOrg and plan/],
    ],
    [
      'claims that are nested too deep',
      ['true', { claims: { a: JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) } }],
      ['claims', /deep/],
    ],
  ])(
    'is refused with %s, by the name of the argument',
    async (_what, [condition, more], [argument, message]) => {
      const [code, path, text] = await refused(condition, more);
      expect([code, path?.[0]]).toEqual(['BAD_USER_INPUT', argument]);
      expect(text).toMatch(message);
    },
  );
});
