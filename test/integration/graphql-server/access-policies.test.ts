// Access policies (docs/guides/access-policies.md) at the GraphQL server, over HTTP, with tokens of an OAuth provider.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Provider } from '../../../src/data-plane/snapshot/snapshot.ts';
import { answering, type BuiltWorld, documentOf, openBuiltWorld } from '../../support/built-server.ts';
import { celExpressions } from '../../support/cel-expressions.ts';
import { runs } from '../../support/runs.ts';
import { catalog, client, issued, provider, revoked } from '../../support/snapshot.ts';

let world: BuiltWorld;
let native: Provider;
let foreign: Provider;
let orgId: string;

const text = { type: 'string' };
const id = { name: 'id', in: 'path', required: true, schema: text };
const openapi = documentOf({
  '/pets': {
    get: { operationId: 'getPets', ...answering({ type: 'array', items: text }) },
    post: {
      operationId: 'createPet',
      requestBody: {
        content: { 'application/json': { schema: { type: 'object', properties: { name: text } } } },
      },
      ...answering(text),
    },
  },
  '/pets/{id}': {
    get: {
      operationId: 'getPet',
      parameters: [id],
      responses: {
        200: {
          description: 'It',
          content: {
            'application/json': {
              schema: { type: 'object', title: 'Pet', properties: { name: text, ownerId: text } },
            },
          },
          links: { owner: { operationId: 'getOwner', parameters: { id: '$response.body#/ownerId' } } },
        },
      },
    },
  },
  '/owners/{id}': {
    get: {
      operationId: 'getOwner',
      parameters: [id],
      ...answering({ type: 'object', title: 'Owner', properties: { name: text } }),
    },
  },
});
const policies = (...rules: object[]) => ({
  access: {
    policies: [
      { type: 'Query', rules, policyDefault: { condition: true } },
      {
        type: 'Mutation',
        rules: [{ name: 'keepers', condition: '"keeper" in caller.scopes', fields: ['createPet'] }],
      },
    ],
  },
});
const own = {
  name: 'own',
  condition: 'has(caller.claims.sub) && caller.claims.sub == arguments.id',
  fields: ['getOwner'],
};
const gold = { name: 'gold', condition: 'caller.headers["x-tier"] == "gold"', fields: ['getPets'] };

beforeAll(async () => {
  world = await openBuiltWorld();
  ({ id: orgId } = await world.database.prisma.org.findUniqueOrThrow({ where: { name: 'acme' } }));
  native = await provider();
  foreign = await provider('native', '/other/sandbox');
  world.answers.set('GET /pets', ['Rex']);
  world.answers.set('POST /pets', '"made"');
  world.answers.set('GET /pets/1', { name: 'Rex', ownerId: 'alice' });
  world.answers.set('GET /pets/2', { name: 'Tom', ownerId: 'bob' });
  world.answers.set('GET /owners/alice', { name: 'Alice' });
  world.answers.set('GET /owners/bob', { name: 'Bob' });
  const { state, failure } = await world.make({
    name: 'pets',
    title: 'Pets',
    sources: [{ name: 'a', url: world.url, openapi }],
    policies: policies(own, gold),
  });
  expect({ state, failure }).toEqual({ state: 'READY', failure: null });
});
afterAll(() => world.close());
beforeEach(() => {
  world.calls.length = 0;
  publish({});
});

/** What is published; the org's catalog knows the client `app`. */
function publish({ suspended = false, ids = [] as string[] }): void {
  const ours = catalog({ apis: [], clients: [client({ key: 'app', suspended })], providers: [native] });
  const theirs = catalog({
    path: '/other/sandbox',
    apis: [],
    clients: [client({ key: 'app' })],
    providers: [foreign],
  });
  const catalogs = [{ ...ours, orgId }, theirs].map((each) => [each.path, each] as const);
  world.published.snapshot = { catalogs: new Map(catalogs), revocations: revoked(...ids) };
}

const tokenOf = (by: Provider, more: object = {}) =>
  issued(by, { clientKey: 'app', now: world.deps.clock(), ...more });
const ask = (query: string, headers: Record<string, string> = {}) => world.ask('pets', query, { headers });
const bearer = async (more: object = {}) => ({
  authorization: `Bearer ${(await tokenOf(native, more)).token}`,
});
const urls = () => world.calls.map(({ method, url }) => `${method} ${url}`).sort();
const refused = (field: string, ...path: (string | number)[]) => ({
  message: `The access policy of this GraphQL server does not let you use ${field}.`,
  path,
  extensions: { code: 'POLICY_REFUSED' },
});

describe('a condition is about the caller and the arguments', () => {
  const query = '{ getOwner(id: "alice") { name } }';

  it('claims of an access token that the org issued', async () => {
    expect(await ask(query, await bearer())).toMatchObject({
      status: 200,
      data: { getOwner: { name: 'Alice' } },
    });
    expect(await ask(query, await bearer({ subject: 'bob' }))).toMatchObject({
      status: 403,
      errors: [refused('Query.getOwner', 'getOwner')],
    });
    expect(urls()).toEqual(['GET /owners/alice']);
  });

  it.each<[why: string, () => Promise<Record<string, string>>]>([
    ['none', async () => ({})],
    ['no token', async () => ({ authorization: 'Bearer something-else' })],
    [
      'one that is bound to a client certificate, which the server does not see',
      () => bearer({ boundTo: 'x'.repeat(43) }),
    ],
    ['another scheme', async () => ({ authorization: 'Basic YWxpY2U6YWxpY2U=' })],
    ['one of another org', async () => ({ authorization: `Bearer ${(await tokenOf(foreign)).token}` })],
    ['one that has expired', () => bearer({ now: new Date(world.deps.clock().getTime() - 7_200_000) })],
    [
      'one that was altered',
      async () => {
        const { authorization } = await bearer();
        return { authorization: authorization.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')) };
      },
    ],
    [
      'one that was revoked',
      async () => {
        const { token, jti } = await tokenOf(native);
        publish({ ids: [jti] });
        return { authorization: `Bearer ${token}` };
      },
    ],
    [
      'one of a suspended application',
      () => {
        publish({ suspended: true });
        return bearer();
      },
    ],
  ])('an access token that does not hold gives no claims: %s', async (_why, headers) => {
    expect(await ask(query, await headers())).toMatchObject({
      status: 403,
      errors: [refused('Query.getOwner', 'getOwner')],
    });
    expect(world.calls).toEqual([]);
  });

  it('headers, by their names in lower case', async () => {
    expect((await ask('{ getPets }', { 'X-Tier': 'gold' })).data).toEqual({ getPets: ['Rex'] });
    expect(await ask('{ getPets }', { 'X-Tier': 'silver' })).toMatchObject({
      status: 403,
      errors: [refused('Query.getPets', 'getPets')],
    });
  });

  it('arguments, also from variables', async () => {
    const asked = (value: string) =>
      bearer().then((headers) =>
        world.ask('pets', 'query ($id: String!) { getOwner(id: $id) { name } }', {
          headers,
          variables: { id: value },
        }),
      );
    expect((await asked('alice')).status).toBe(200);
    expect((await asked('bob')).status).toBe(403);
  });

  it('scopes, for mutations as well: nothing is changed without them', async () => {
    const mutation = 'mutation { createPet(input: {name: "Tom"}) }';
    expect(await ask(mutation, await bearer())).toMatchObject({
      status: 403,
      errors: [refused('Mutation.createPet', 'createPet')],
    });
    expect(world.calls).toEqual([]);
    expect((await ask(mutation, await bearer({ scopes: ['customer', 'keeper'] }))).data).toEqual({
      createPet: 'made',
    });
  });
});

it('a refused field is an error with its path, and those allowed are answered', async () => {
  const { status, data, errors } = await ask(
    '{ getPets again: getPet(id: "1") { name } his: getOwner(id: "bob") { name } hers: getOwner(id: "alice") { name } }',
    await bearer(),
  );
  expect({ status, data }).toEqual({
    status: 200,
    data: { getPets: null, again: { name: 'Rex' }, his: null, hers: { name: 'Alice' } },
  });
  expect(errors?.map(({ message, path }) => [path, message])).toEqual(
    expect.arrayContaining([
      [['his'], refused('Query.getOwner').message],
      [
        ['getPets'],
        'The access policy of this GraphQL server could not be evaluated for Query.getPets, which is refused therefore.',
      ],
    ]),
  );
  expect(errors).toHaveLength(2);
  expect(urls()).toEqual(['GET /owners/alice', 'GET /pets/1']);
});

it('a link asks for what its query would need: nobody gets there by another way', async () => {
  const query = '{ a: getPet(id: "1") { name owner { name } } b: getPet(id: "2") { name owner { name } } }';
  expect(await ask(query, await bearer())).toMatchObject({
    data: { a: { name: 'Rex', owner: { name: 'Alice' } }, b: { name: 'Tom', owner: null } },
    errors: [refused('Query.getOwner', 'b', 'owner')],
  });
  expect(urls()).toEqual(['GET /owners/alice', 'GET /pets/1', 'GET /pets/2']);
});

it('arguments that are too large for a condition are refused before they are gone through', async () => {
  const condition = '[1, 2, 3].exists(n, "x" in [arguments.id] && n > 2)';
  await world.change({ name: 'pets', policies: policies({ ...own, condition }) });
  const variables = { id: 'x'.repeat(900_000) };
  const started = await world.ask('pets', 'query ($id: String!) { getOwner(id: $id) { name } }', {
    variables,
  });
  expect(started.errors?.[0]).toMatchObject({ extensions: { code: 'POLICY_REFUSED' } });
  expect(world.calls).toEqual([]);
  await world.change({ name: 'pets', policies: policies(own, gold) });
});

describe('policies are checked', () => {
  const rulePath = ['input', 'policies', 'access', 'policies', 0, 'rules', 0];

  it.each([
    [
      { ...own, fields: ['getOwners'] },
      'Query has no field getOwners: did you mean getOwner?',
      ['fields', 0],
    ],
    [
      { ...own, condition: 'arguments.ids == "1"' },
      'Line 1, column 11: there is no argument ids of getOwner: did you mean id?',
      ['condition'],
    ],
    [
      { ...own, condition: 'claims.sub == "a"' },
      'Line 1, column 1: Unknown variable: claims: there are caller and arguments.',
      ['condition'],
    ],
  ])('when they are saved, against the schema: %j', async (rule, message, path) => {
    expect(
      await world.refused('updateGraphQLServer', { name: 'pets', policies: policies(rule) }, '{ name }'),
    ).toMatchObject({ status: 400, code: 'BAD_USER_INPUT', message, path: [...rulePath, ...path] });
    expect((await ask('{ getOwner(id: "alice") { name } }', await bearer())).status).toBe(200);
  });

  it('when the server is built, and mending them builds it again', async () => {
    const input = { name: 'later', title: 'Later', sources: [{ name: 'a', url: world.url, openapi }] };
    const slip = policies({ ...own, fields: ['getOwners'] });
    expect(await world.make({ ...input, policies: slip })).toMatchObject({
      state: 'FAILED',
      failure:
        'At policies.access.policies.0.rules.0.fields.0: Query has no field getOwners: did you mean getOwner?',
    });
    expect(await world.change({ name: 'later', policies: policies(own) })).toMatchObject({
      state: 'READY',
      failure: null,
    });
  });
});

describe('explain', () => {
  type Explained = { path: string; rule: string | null };
  const document = '{ getPets a: getOwner(id: "alice") { name } getPet(id: "1") { name } }';
  const explain = async (
    args: string,
    { q = document, ...json }: { q?: string; v?: object; p?: object } = {},
  ) => {
    const declared = ['$q: String!', ...Object.keys(json).map((name) => `$${name}: JSON`)].join(', ');
    const { graphqlServer } = await world.query<{ graphqlServer: { explain: Explained[] } }>(
      `query (${declared}) {
        graphqlServer(name: "pets") { explain(${args}) { path field allowed decidedBy rule condition failure } }
      }`,
      { q, ...json },
    );
    return graphqlServer.explain;
  };

  it('says of each root field whether it may be used, what decided, and why; nothing is executed', async () => {
    expect(await explain('query: $q, claims: {sub: "alice"}')).toEqual([
      {
        path: 'getPets',
        field: 'Query.getPets',
        allowed: false,
        decidedBy: 'RULE',
        rule: 'gold',
        condition: gold.condition,
        failure: 'No such key: x-tier.',
      },
      {
        path: 'a',
        field: 'Query.getOwner',
        allowed: true,
        decidedBy: 'RULE',
        rule: 'own',
        condition: own.condition,
        failure: null,
      },
      {
        path: 'getPet',
        field: 'Query.getPet',
        allowed: true,
        decidedBy: 'DEFAULT',
        rule: null,
        condition: true,
        failure: null,
      },
    ]);
    expect(world.calls).toEqual([]);
  });

  it('takes headers, variables and the scopes of claims; skipped fields are not asked', async () => {
    const q =
      'query A { getPets } mutation B($skip: Boolean!) { createPet(input: {name: "a"}) ...F } fragment F on Mutation { other: createPet(input: {}) @skip(if: $skip) }';
    expect(
      await explain('query: $q, operationName: "A", headers: $v', { q, v: { 'X-Tier': 'gold' } }),
    ).toMatchObject([{ path: 'getPets', allowed: true, rule: 'gold' }]);
    const args = 'query: $q, operationName: "B", variables: $v, claims: {scope: "customer keeper"}';
    expect(await explain(args, { q, v: { skip: true } })).toMatchObject([
      { path: 'createPet', field: 'Mutation.createPet', allowed: true, rule: 'keepers' },
    ]);
  });

  it('tries other policies before they are saved', async () => {
    const p = { access: { policies: [{ type: 'Query', rules: [{ ...own, condition: false }] }] } };
    expect(await explain('query: $q, policies: $p', { p })).toMatchObject([
      { path: 'getPets', allowed: false, decidedBy: 'NOTHING', condition: null },
      { path: 'a', allowed: false, decidedBy: 'RULE', condition: false },
      { path: 'getPet', allowed: false, decidedBy: 'NOTHING' },
    ]);
  });

  it('answers whatever expression is tried, with a decision or with a place', async () => {
    await fc.assert(
      fc.asyncProperty(celExpressions, async (condition) => {
        const { status, errors } = await world.send(
          'query ($p: JSON) { graphqlServer(name: "pets") { explain(query: "{ getPets }", policies: $p) { allowed } } }',
          { p: { access: { policies: [{ type: 'Query', policyDefault: { condition } }] } } },
        );
        const [refusal] = errors;
        if (refusal) expect(refusal.message).toMatch(/^Line 1, column \d+: /);
        expect([status, refusal?.extensions.code]).toEqual(
          refusal ? [400, 'BAD_USER_INPUT'] : [200, undefined],
        );
      }),
      { numRuns: runs(40) },
    );
    expect(world.faults).toEqual([]);
  });

  it.each([
    ['query: "{"', 'GRAPHQL_PARSE_FAILED', ['query'], /^Syntax Error/],
    ['query: "{ nobody }"', 'GRAPHQL_VALIDATION_FAILED', ['query'], /Cannot query field "nobody"/],
    [
      'query: "query ($id: String!) { getOwner(id: $id) { name } }"',
      'BAD_USER_INPUT',
      ['variables'],
      /Variable "\$id"/,
    ],
    ['query: "{ getPets }", claims: []', 'BAD_USER_INPUT', ['claims'], /^claims is an object\.$/],
    ['query: "{ getPets }", headers: {a: 1}', 'BAD_USER_INPUT', ['headers', 'a'], /^The value of a header/],
    ['query: "{ getPets }", policies: 1', 'BAD_USER_INPUT', ['policies'], /^Give an object with access/],
  ])('%s is refused with %s', async (args, ...[code, path, message]) => {
    const { errors } = await world.send(`{ graphqlServer(name: "pets") { explain(${args}) { path } } }`);
    expect(errors).toMatchObject([{ message: expect.stringMatching(message), extensions: { code, path } }]);
  });
});
