// A back-end that asks for the caller's name: the gateway exchanges the token of each caller. (RFC 8693)
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Provider } from '../../../src/data-plane/snapshot/snapshot.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import { api, byKey, byToken, catalog, client, issued, provider, snapshot } from '../../support/snapshot.ts';
import { type Answerer, recordingUpstream, type Upstream } from '../../support/upstream.ts';

const PATH = '/acme/sandbox/crm/customers';
let world: GatewayWorld;
let upstream: Upstream;
let issuer: Upstream;
let native: Provider;
let now = new Date();
/** Each test has a grant of its own, of which nothing is remembered. */
let grants = 0;

beforeAll(async () => {
  [upstream, issuer, native] = await Promise.all([recordingUpstream(), recordingUpstream(), provider()]);
  world = await openGateway(snapshot(), { clock: () => now });
});
afterAll(() => Promise.all([world.close(), upstream.close(), issuer.close()]));
beforeEach(() => {
  now = new Date();
  grants += 1;
  for (const each of [upstream, issuer]) each.seen.length = 0;
  upstream.answer = (_, response) => response.end('{}');
  issuer.answer = exchanging();
  const grant = {
    key: `${grants}`,
    orgId: '/acme/sandbox',
    isExchange: true,
    tokenUrl: `${issuer.url}/token`,
    clientId: 'gate',
    clientSecret: 'secret',
    scopes: ['read'],
    audience: 'crm',
  };
  const crm = {
    id: 'crm',
    targets: [{ url: upstream.url, weight: 1, drained: false, health: 'UNKNOWN' as const, since: 0 }],
    healthCheck: null,
    sticky: null,
    slowStartMs: 0,
    headers: [],
    parameter: null,
    timeouts: {},
    signingKey: null,
    tls: null,
    grant,
  };
  const crmApi = api({
    basePath: '/crm',
    backend: 'crm',
    openapi: { paths: { '/customers': { get: {} } } },
    security: [byToken(), byKey()],
  });
  const clients = ['one', 'other'].map((key) => client({ key, plans: { 'customer-1': {} } }));
  world.use(snapshot(catalog({ apis: [crmApi], clients, providers: [native], backends: { crm } })));
});

const json =
  (status: number, value: object): Answerer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };
/** Gives a token that tells whose it is in exchange for. */
const exchanging =
  (lifetime = 3_600): Answerer =>
  (request, response) => {
    const subject = new URLSearchParams(issuer.seen.at(-1)?.body).get('subject_token') ?? '';
    const value = { access_token: `for-${nameOf(subject)}`, token_type: 'Bearer', expires_in: lifetime };
    json(200, value)(request, response);
  };
const nameOf = (token: string) => createHash('sha256').update(token).digest('hex').slice(0, 16);
const tokenOf = async (clientKey: string) => (await issued(native, { clientKey, now })).token;
const call = (token: string) => world.call(PATH, { headers: { authorization: `Bearer ${token}` } });
const shown = () => upstream.seen.map(({ headers }) => headers.authorization);

describe('the exchange of callers’ tokens', () => {
  it('shows the back-end a token in the name of each caller, requested once a caller, and never the caller’s', async () => {
    const [one, other] = await Promise.all([tokenOf('one'), tokenOf('other')]);
    const tokens = [one, other, one, one, other];
    const answers = await Promise.all(tokens.map(call));
    expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 200));
    expect(shown().sort()).toEqual(tokens.map((token) => `Bearer for-${nameOf(token)}`).sort());
    expect(issuer.seen).toHaveLength(2);
    const { headers, body } = issuer.seen[0] ?? {};
    expect(headers?.authorization).toBe(`Basic ${btoa('gate:secret')}`);
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      scope: 'read',
      audience: 'crm',
    });
  });

  it('refuses a caller without an access token, and asks nobody', async () => {
    const refused = await world.call(PATH, { headers: { 'x-client-id': 'one' } });
    expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer realm="acme\/sandbox"/);
    expect(await problemOf(refused)).toMatchObject({
      status: 401,
      code: 'TOKEN_MISSING',
      detail: 'The back-end is called in the name of the caller: send an access token.',
    });
    expect([issuer.seen, upstream.seen]).toEqual([[], []]);
  });

  it('rests for the one token that the issuer refuses, and goes on for others', async () => {
    const [one, other] = await Promise.all([tokenOf('one'), tokenOf('other')]);
    issuer.answer = json(400, { error: 'invalid_request' });
    for (let count = 0; count < 3; count += 1)
      expect(await problemOf(await call(one))).toMatchObject({
        status: 503,
        code: 'BACKEND_TOKEN_UNAVAILABLE',
        detail: 'The gateway has no token for the back-end.',
      });
    expect(issuer.seen).toHaveLength(1);
    issuer.answer = exchanging();
    expect((await call(other)).status).toBe(200);
    expect((await call(one)).status).toBe(503);
  });

  it('rests for all new callers where the issuer fails, while tokens that are there are used', async () => {
    const [one, other] = await Promise.all([tokenOf('one'), tokenOf('other')]);
    expect((await call(one)).status).toBe(200);
    issuer.answer = json(500, {});
    const third = await tokenOf('other');
    const statuses = [await call(other), await call(third), await call(one)].map(({ status }) => status);
    expect(statuses).toEqual([503, 503, 200]);
    expect(issuer.seen).toHaveLength(2);
    issuer.answer = exchanging();
    now = new Date(now.getTime() + 1_100);
    expect((await call(third)).status).toBe(200);
  });

  it('exchanges anew a token that has ended, or that the back-end refuses', async () => {
    const one = await tokenOf('one');
    issuer.answer = exchanging(60);
    await call(one);
    now = new Date(now.getTime() + 61_000);
    await call(one);
    expect(issuer.seen).toHaveLength(2);
    upstream.answer = (_, response) => {
      response.statusCode = 401;
      response.end();
    };
    now = new Date(now.getTime() + 11_000);
    expect((await call(one)).status).toBe(401);
    await call(one);
    expect(issuer.seen).toHaveLength(3);
  });
});
