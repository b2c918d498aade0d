import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Provider } from '../../../src/data-plane/snapshot/snapshot.ts';
import { checkOpenApi } from '../../../src/openapi/document/openapi.ts';
import { until } from '../../support/eventually.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import {
  api,
  byKey,
  byToken,
  catalog,
  client,
  issued,
  provider,
  revoked,
  snapshot,
} from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const PATH = '/acme/sandbox/customerdb/v1/customers';
const METADATA = 'http://gateway.test/.well-known/oauth-protected-resource/acme/sandbox/customerdb/v1';
const CHALLENGE = `Bearer realm="acme/sandbox", resource_metadata="${METADATA}"`;
let upstream: Upstream;
let world: GatewayWorld;
let native: Provider;
let foreign: Provider;
let now = new Date();
const revocations = revoked();

beforeAll(async () => {
  upstream = await recordingUpstream();
  native = await provider();
  foreign = await provider('native', '/acme/preview');
  world = await openGateway(snapshot(), { clock: () => now });
});
afterAll(() => Promise.all([world.close(), upstream.close()]));
beforeEach(() => {
  upstream.seen.length = 0;
  now = new Date();
});

const v1 = (parts = {}) => api({ upstreamUrl: upstream.url, ...parts });
const v2 = (parts = {}) =>
  api({
    upstreamUrl: upstream.url,
    version: '2.0.0',
    product: 'customer-2',
    security: [byToken()],
    ...parts,
  });
const clients = () => [
  client({ key: 'old', plans: { 'customer-1': {} } }),
  client({ key: 'new', plans: { 'customer-2': { name: 'silver' } } }),
  client({ key: 'both', plans: { 'customer-1': {}, 'customer-2': { name: 'silver' } } }),
  client({ key: 'stranger' }),
  client({ key: 'waiting', unapproved: { 'customer-1': 'PENDING_APPROVAL' } }),
  client({ key: 'rejected', unapproved: { 'customer-1': 'REJECTED' } }),
  client({ key: 'suspended', plans: { 'customer-1': {}, 'customer-2': {} }, suspended: true }),
];
const use = (apis: ReturnType<typeof api>[], more = {}) =>
  world.use({
    ...snapshot(
      catalog({ apis, clients: clients(), providers: [native], ...more }),
      catalog({ path: '/acme/preview', apis, clients: [client({ key: 'elsewhere' })], providers: [foreign] }),
    ),
    revocations,
  });
const revoke = (id = '') => revocations.add({ id, expiresAt: now.getTime() + 3_600_000 });
const byClient = (key: string) => world.call(PATH, { headers: { 'x-client-id': key } });
const bearer = (token: string, more = {}) =>
  world.call(PATH, { headers: { authorization: `Bearer ${token}`, ...more } });
const tokenFor = async (clientKey: string, more = {}) =>
  (await issued(native, { clientKey, now, ...more })).token;
const refused = async (response: Promise<Response>) => {
  const { code, status } = await problemOf(await response);
  return `${status} ${code}`;
};

describe('an API with a client key', () => {
  beforeEach(() => use([v1()]));

  it('serves a subscribed client, and keeps the key from the back-end', async () => {
    expect((await byClient('old')).status).toBe(200);
    expect(upstream.seen[0]?.headers).not.toHaveProperty('x-client-id');
  });

  it('tells a caller without a key or with an unknown one "Client id missing", and how the key is shown', async () => {
    for (const answer of [await world.call(PATH), await byClient('nobody')]) {
      expect(answer.headers.get('www-authenticate')).toBe(
        'ApiKey realm="acme/sandbox", header="x-client-id"',
      );
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await problemOf(answer)).toEqual({
        status: 401,
        bodyStatus: 401,
        code: 'CLIENT_ID_MISSING',
        detail: 'Client id missing',
      });
    }
    expect(upstream.seen).toEqual([]);
  });

  it('refuses a client without a subscription, and one whose application is suspended', async () => {
    expect(await refused(byClient('stranger'))).toBe('403 SUBSCRIPTION_MISSING');
    expect(await refused(byClient('suspended'))).toBe('403 APPLICATION_SUSPENDED');
  });

  it.each([
    ['waiting', 'The subscription to customer:1.0.0 waits for the approval of its provider.'],
    ['rejected', 'The subscription to customer:1.0.0 was rejected by its provider.'],
  ])('tells a client why its subscription admits no call: %s', async (key, detail) => {
    expect(await problemOf(await byClient(key))).toEqual({
      status: 403,
      bodyStatus: 403,
      code: 'SUBSCRIPTION_MISSING',
      detail,
    });
  });

  it('leaves a header Authorization to the back-end where the API says so, and nowhere else', async () => {
    const headers = { 'x-client-id': 'old', authorization: 'Bearer of-the-back-end' };
    await world.call(PATH, { headers });
    use([v1({ forwardAuthorization: true })]);
    await world.call(PATH, { headers });
    expect(upstream.seen.map(({ headers: { authorization } }) => authorization)).toEqual([
      undefined,
      'Bearer of-the-back-end',
    ]);
  });

  it('takes the key where its definition says: a query parameter, which is not forwarded', async () => {
    use([v1({ security: [byKey({ keyLocation: 'QUERY', keyName: 'api key' })] })]);
    expect((await world.call(`${PATH}?a=1&api%20key=old&b=%2F`)).status).toBe(200);
    expect(upstream.seen[0]?.url).toBe('/customers?a=1&b=%2F');
    expect(await refused(byClient('old'))).toBe('401 CLIENT_ID_MISSING');
    expect(await refused(world.call(`${PATH}?api%20key=old&api%20key=both`))).toBe('401 CLIENT_ID_MISSING');
  });
});

describe('an API with an access token', () => {
  beforeEach(() => use([v2()]));

  it('serves a token with the scope, and keeps it from the back-end, the scheme in any case', async () => {
    const token = await tokenFor('new');
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      expect((await world.call(PATH, { headers: { authorization: `${scheme} ${token}` } })).status).toBe(200);
    expect(upstream.seen.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('tells the back-end who calls, and nobody can forge it', async () => {
    const token = await tokenFor('new', { subject: 'ålice b' });
    await bearer(token, { 'x-gatehouse-subject': 'root', X_Gatehouse_Plan: 'platinum' });
    const { headers } = upstream.seen[0] ?? { headers: {} };
    expect(headers).toMatchObject({
      'x-gatehouse-consumer-org': 'consumers',
      'x-gatehouse-application': 'new',
      'x-gatehouse-plan': 'silver',
      'x-gatehouse-client': 'credential of new',
      'x-gatehouse-subscription': 'new to customer-2',
      'x-gatehouse-scopes': 'customer',
      'x-gatehouse-subject': '%C3%A5lice%20b',
    });
    expect(headers).not.toHaveProperty('x_gatehouse_plan');
    expect(JSON.stringify(headers)).not.toContain('root');
  });

  it('challenges who sends nothing, without an error (RFC 6750 §3.1)', async () => {
    const answer = await world.call(PATH);
    expect(answer.headers.get('www-authenticate')).toBe(CHALLENGE);
    expect(await problemOf(answer)).toMatchObject({ status: 401, code: 'CLIENT_ID_MISSING' });
  });

  it('tells a subscribed client with its key alone that the token is missing', async () => {
    const answer = await byClient('new');
    expect(answer.headers.get('www-authenticate')).toBe(CHALLENGE);
    expect(await problemOf(answer)).toMatchObject({ status: 401, code: 'TOKEN_MISSING' });
  });

  it('says "Client id missing" where the first part was changed, and something else behind it', async () => {
    const token = await tokenFor('new');
    const [first = '', middle = ''] = token.split('.');
    const at = (index: number) =>
      `${token.slice(0, index)}${token[index] === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`;
    const changedFirst = await bearer(at(5));
    expect(changedFirst.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(await problemOf(changedFirst)).toMatchObject({ status: 401, detail: 'Client id missing' });
    for (const index of [first.length + 3, first.length + middle.length + 5, token.length - 1]) {
      const answer = await bearer(at(index));
      expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
      expect(await problemOf(answer)).toMatchObject({ status: 401, code: 'TOKEN_INVALID' });
    }
    expect(upstream.seen).toEqual([]);
  });

  it('refuses a token without the scope with 403, and names the scope', async () => {
    const answer = await bearer(await tokenFor('new', { scopes: ['profile'] }));
    expect(answer.headers.get('www-authenticate')).toBe(
      `${CHALLENGE}, error="insufficient_scope", scope="customer"`,
    );
    expect(await problemOf(answer)).toMatchObject({ status: 403, code: 'SCOPE_MISSING' });
  });

  it('refuses a token that has one of the scopes and lacks another, and names what it lacks', async () => {
    use([v2({ security: [byToken(['customer', 'orders', 'invoices'])] })]);
    const answer = await bearer(await tokenFor('new', { scopes: ['customer', 'invoices'] }));
    expect(answer.headers.get('www-authenticate')).toContain('scope="customer orders invoices"');
    expect(await problemOf(answer)).toMatchObject({
      code: 'SCOPE_MISSING',
      detail: 'The access token lacks the scope orders.',
    });
    const all = await tokenFor('new', { scopes: ['orders', 'customer', 'invoices'] });
    expect((await bearer(all)).status).toBe(200);
  });

  it('takes no client key but that of the client itself in place of what its token lacks', async () => {
    use([v2({ security: [byKey(), byToken()] })]);
    const token = await tokenFor('new', { scopes: [] });
    for (const key of ['both', 'nobody'])
      expect(await refused(bearer(token, { 'x-client-id': key }))).toBe('403 SCOPE_MISSING');
    expect((await bearer(token, { 'x-client-id': 'new' })).status).toBe(200);
  });

  it('refuses a token of another catalog, and one of another provider than the definition names', async () => {
    const { token } = await issued(foreign, { clientKey: 'elsewhere', now });
    expect(await refused(bearer(token))).toBe('401 TOKEN_INVALID');
    use([v2({ security: [byToken(['customer'], 'another')] })]);
    expect(await refused(bearer(await tokenFor('new')))).toBe('401 TOKEN_INVALID');
  });

  it('takes tokens of people where its flow is for people, of the application itself where it is APPLICATION, and both where none is said', async () => {
    const ofPerson = await tokenFor('new');
    const ofApplication = await tokenFor('new', { subject: 'new' });
    const told = async (token: string) => {
      const { status, code, detail } = await problemOf(await bearer(token));
      return [status, code, detail];
    };
    const served = async (token: string) => (await bearer(token)).status;
    for (const flow of ['RESOURCE_OWNER_PASSWORD', 'ACCESS_CODE'] as const) {
      use([v2({ security: [byToken(['customer'], 'native', flow)] })]);
      expect(await served(ofPerson)).toBe(200);
      expect(await told(ofApplication)).toEqual([
        401,
        'TOKEN_INVALID',
        'The access token is of the application itself, and this API takes tokens of people.',
      ]);
    }
    use([v2({ security: [byToken(['customer'], 'native', 'APPLICATION')] })]);
    expect(await served(ofApplication)).toBe(200);
    expect(upstream.seen.at(-1)?.headers).not.toHaveProperty('x-gatehouse-subject');
    expect(await told(ofPerson)).toEqual([
      401,
      'TOKEN_INVALID',
      'The access token is of a person, and this API takes tokens of applications themselves.',
    ]);
    const either = [byToken(), byToken(['customer'], 'native', 'APPLICATION')];
    for (const security of [either, [byToken(['customer'], 'native', null)]]) {
      use([v2({ security })]);
      expect([await served(ofPerson), await served(ofApplication)]).toEqual([200, 200]);
    }
  });

  it('of several ways in tells what the one lacks that the caller came furthest in, whichever stands first', async () => {
    const withoutScope = await tokenFor('new', { scopes: [] });
    const ofApplication = await tokenFor('new', { subject: 'new', scopes: [] });
    const byApplication = byToken(['customer'], 'native', 'APPLICATION');
    for (const security of [
      [byToken(), byKey({ keyName: 'X-Other' })],
      [byKey({ keyName: 'X-Other' }), byToken()],
    ]) {
      use([v2({ security })]);
      expect(await refused(bearer(withoutScope))).toBe('403 SCOPE_MISSING');
      expect(await refused(byClient('new'))).toBe('401 CLIENT_ID_MISSING');
    }
    for (const security of [
      [byToken(), byApplication],
      [byApplication, byToken()],
    ]) {
      use([v2({ security })]);
      expect(await refused(bearer(ofApplication))).toBe('403 SCOPE_MISSING');
    }
  });

  it('refuses a remembered token once it expires, or its key or client is taken away', async () => {
    const { token } = await issued(native, { clientKey: 'new', now, lifetimeSeconds: 60 });
    const status = async () => (await bearer(token)).status;
    expect(await status()).toBe(200);
    use([v2()], { providers: [{ ...native, keys: [] }] });
    expect(await refused(bearer(token))).toBe('401 TOKEN_INVALID');
    use([v2()], { clients: [client({ key: 'old' })] });
    expect(await refused(bearer(token))).toBe('401 CLIENT_ID_MISSING');
    use([v2()]);
    expect(await status()).toBe(200);
    now = new Date(now.getTime() + 60_000);
    expect(await refused(bearer(token))).toBe('401 TOKEN_INVALID');
  });

  it('takes a remembered token when the settings of its provider have changed', async () => {
    const token = await tokenFor('new');
    expect((await bearer(token)).status).toBe(200);
    use([v2()], { providers: [{ ...native, accessTokenSeconds: 60 }] });
    expect((await bearer(token)).status).toBe(200);
  });

  it('refuses a remembered token from the moment it is revoked, and no other', async () => {
    const [one, other] = [
      await issued(native, { clientKey: 'new', now }),
      await issued(native, { clientKey: 'new', now }),
    ];
    const all = () => Promise.all([one, other].map(async ({ token }) => (await bearer(token)).status));
    expect(await all()).toEqual([200, 200]);
    revoke('a third');
    expect(await all()).toEqual([200, 200]);
    revoke(one.jti);
    expect(await all()).toEqual([401, 200]);
    expect(await refused(bearer(one.token))).toBe('401 TOKEN_INVALID');
  });

  it('refuses a remembered token once the family that it is of is revoked, and no other', async () => {
    const [one, other, alone] = await Promise.all(
      ['one', 'other', undefined].map((familyId) =>
        issued(native, { clientKey: 'new', now, ...(familyId !== undefined && { familyId }) }),
      ),
    );
    const all = () =>
      Promise.all([one, other, alone].map(async (each) => (await bearer(each?.token ?? '')).status));
    expect(await all()).toEqual([200, 200, 200]);
    revoke('one');
    expect(await all()).toEqual([401, 200, 200]);
    expect(await refused(bearer(one?.token ?? ''))).toBe('401 TOKEN_INVALID');
  });

  it('refuses two Authorization headers', async () => {
    const answer = await world.send(
      `GET ${PATH} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 400 .*"code":"BAD_USER_INPUT"/s);
  });
});

describe('two versions on one path', () => {
  const plan = async (answer: Promise<Response>) => {
    expect((await answer).status).toBe(200);
    return upstream.seen.at(-1)?.headers['x-gatehouse-plan'];
  };
  beforeEach(() => use([v2(), v1()]));

  it('are told apart by the subscription and by what the caller shows', async () => {
    expect(await plan(byClient('old'))).toBe('gold');
    expect(await plan(bearer(await tokenFor('new')))).toBe('silver');
    expect(await plan(byClient('both'))).toBe('gold');
    expect(await plan(bearer(await tokenFor('both')))).toBe('silver');
    expect(await refused(byClient('new'))).toBe('401 TOKEN_MISSING');
    expect(await refused(bearer(await tokenFor('old')))).toBe('401 CLIENT_ID_MISSING');
  });

  it('do not fall back to the client key when the token is bad', async () => {
    expect(await refused(bearer(`${await tokenFor('both')}A`, { 'x-client-id': 'both' }))).toBe(
      '401 TOKEN_INVALID',
    );
  });

  it('answer 503 when the chosen one is offline, and before anything else when both are', async () => {
    use([v2({ online: false }), v1()]);
    expect((await byClient('both')).status).toBe(200);
    expect(await refused(bearer(await tokenFor('both')))).toBe('503 API_OFFLINE');
    use([v2({ online: false }), v1({ online: false })]);
    expect(await refused(world.call(PATH))).toBe('503 API_OFFLINE');
  });

  it('serve everybody by the open one when nobody can be told', async () => {
    use([v2(), v1({ security: [] })]);
    expect((await world.call(PATH)).status).toBe(200);
    expect((await bearer(await tokenFor('new', { scopes: [] }))).status).toBe(200);
    expect(upstream.seen.map(({ headers }) => headers['x-gatehouse-plan'])).toEqual([undefined, undefined]);
  });

  it('serve who shows no key by the open one, and a subscriber of its product there without plan and limit', async () => {
    const limited = client({ key: 'old', plans: { 'customer-1': { limit: 1, windowSeconds: 60 } } });
    use([v2({ security: [byKey()] }), v1({ security: [] })], { clients: [limited] });
    for (const answer of [await world.call(PATH), await byClient('old')])
      expect([answer.status, answer.headers.get('ratelimit')]).toEqual([200, null]);
    expect(upstream.seen.map(({ headers }) => headers['x-gatehouse-plan'])).toEqual([undefined, undefined]);
  });

  it('do not fall back to the open one when the token is of a client that is gone', async () => {
    use([v2(), v1({ security: [] })], { clients: [] });
    expect(await refused(bearer(await tokenFor('new')))).toBe('401 CLIENT_ID_MISSING');
  });
});

describe('an API open to everybody', () => {
  it('is served without client, plan and limit, and who calls is neither told nor to be forged', async () => {
    use([v1({ security: [] })]);
    const headers = { 'x-client-id': 'old', authorization: 'Bearer x', 'x-gatehouse-plan': 'platinum' };
    const answer = await world.call(PATH, { headers });
    expect([answer.status, answer.headers.get('ratelimit')]).toEqual([200, null]);
    expect(upstream.seen[0]?.headers).toMatchObject({ 'x-client-id': 'old' });
    for (const name of ['authorization', 'x-gatehouse-plan', 'x-gatehouse-application'])
      expect(upstream.seen[0]?.headers).not.toHaveProperty(name);
  });
});

describe('the operations of a document', () => {
  const openapi = { paths: { '/customers': { get: {}, post: {} }, '/customers/{id}': { get: {} } } };
  beforeEach(() => use([v1({ openapi })]));
  const status = async (method: string, path: string) => {
    const answer = await world.call(`/acme/sandbox/customerdb/v1${path}`, {
      method,
      headers: { 'x-client-id': 'old' },
    });
    return [answer.status, answer.headers.get('allow')];
  };

  it('are served, HEAD like GET; another path is 404, another method 405 with Allow', async () => {
    expect(await status('GET', '/customers')).toEqual([200, null]);
    expect(await status('HEAD', '/customers/1')).toEqual([200, null]);
    expect(await status('GET', '/customers/1%2F2')).toEqual([200, null]);
    expect(await status('GET', '/orders')).toEqual([404, null]);
    expect(await status('GET', '/customers/1/2')).toEqual([404, null]);
    expect(await status('DELETE', '/customers')).toEqual([405, 'GET, POST, HEAD']);
    expect(upstream.seen.map(({ url }) => url)).toEqual(['/customers', '/customers/1', '/customers/1%2F2']);
  });

  it('that were one when the document was taken are called by path and method, whatever the query', async () => {
    const info = { title: 'Queues', version: '1.0.0' };
    const post = { responses: { 200: { description: 'done' } } };
    const by = (name: string) => ({
      ...post,
      parameters: [{ name, in: 'path', required: true, schema: { type: 'string' } }],
    });
    const paths = {
      '/?Action=Purge': { post },
      '/?Action=Send': { post },
      '/queues/{name}': { get: by('name') },
      '/queues/{id}#purge': { delete: by('id') },
    };
    use([v1({ openapi: checkOpenApi({ openapi: '3.0.3', info, paths }, []) })]);
    expect(await status('POST', '/?Action=Send')).toEqual([200, null]);
    expect(await status('POST', '/?Action=Other')).toEqual([200, null]);
    expect(await status('POST', '?Action=Bare')).toEqual([200, null]);
    expect(await status('DELETE', '/queues/1')).toEqual([200, null]);
    expect(await status('GET', '/?Action=Send')).toEqual([405, 'POST']);
    expect(await status('PUT', '/queues/1')).toEqual([405, 'GET, DELETE, HEAD']);
    expect(await status('POST', '/Action')).toEqual([404, null]);
    expect(await status('POST', '/%3FAction=Send')).toEqual([404, null]);
    expect(upstream.seen.map(({ url }) => url)).toEqual([
      '/?Action=Send',
      '/?Action=Other',
      '/?Action=Bare',
      '/queues/1',
    ]);
  });

  it('are not told to who has no client', async () => {
    expect(await refused(world.call('/acme/sandbox/customerdb/v1/orders'))).toBe('401 CLIENT_ID_MISSING');
  });
});

describe('each call', () => {
  it('is recorded with what became of it, and counted in the metrics', async () => {
    use([v1()]);
    world.records.length = 0;
    await byClient('old');
    await byClient('stranger');
    await until(() => world.records.length === 2);
    expect(world.records).toMatchObject([
      { api: 'customerdb:1.0.0', outcome: 'ANSWERED', status: 200, subscriptionId: 'old to customer-1' },
      { api: undefined, outcome: 'SUBSCRIPTION_MISSING', status: 403, catalog: '/acme/sandbox' },
    ]);
    const { calls, durations } = world.gateway.metrics();
    expect(calls).toContainEqual({
      outcome: 'SUBSCRIPTION_MISSING',
      statusClass: '4xx',
      count: expect.any(Number),
    });
    expect(durations.counts.reduce((a, b) => a + b)).toBe(calls.reduce((sum, { count }) => sum + count, 0));
    expect(world.faults).toEqual([]);
  });
});
