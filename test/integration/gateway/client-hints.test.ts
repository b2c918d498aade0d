import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GatewayWorld, gatewaySecrets, openGateway } from '../../support/gateway.ts';
import {
  api,
  apiKeyOf,
  byKey,
  byToken,
  catalog,
  client,
  provider,
  snapshot,
} from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const PATH = '/acme/sandbox/customerdb/v1/customers';
const BASIC = `Basic ${Buffer.from('alice:secret').toString('base64')}`;
const KEY_ENDED = `gk_00000001_${'a'.repeat(43)}`;

const BY_KEY = 'This API takes the client key of an application in the header x-client-id.';
const BY_QUERY = 'This API takes the client key of an application in the query parameter appKey.';
const BY_TOKEN =
  'This API takes the client key of an application in the header x-client-id, or an access token in the header Authorization (Bearer).';

let upstream: Upstream;
let world: GatewayWorld;

beforeAll(async () => {
  upstream = await recordingUpstream();
  world = await openGateway(snapshot());
});
afterAll(() => Promise.all([world.close(), upstream.close()]));

const shop = client({ key: 'ck_shop', plans: { 'customer-1': {} } });

async function use(...security: ReturnType<typeof byKey>[]) {
  const endedAt = Date.now() - 1_000;
  const apiKeys = new Map([[gatewaySecrets.hash(KEY_ENDED), apiKeyOf(shop, endedAt)]]);
  const apis = [api({ upstreamUrl: upstream.url, security })];
  world.use(snapshot(catalog({ apis, clients: [shop], apiKeys, providers: [await provider()] })));
}

/** The refusal of a call: its sentence, its hint and its challenge. */
async function refusal(headers: Record<string, string>, { query = '', method = 'GET' } = {}) {
  const answer = await world.call(`${PATH}${query}`, { method, headers });
  const { code, detail, hint } = (await answer.json()) as Record<string, string>;
  return { status: answer.status, code, detail, hint, challenge: answer.headers.get('www-authenticate') };
}

const missing = (hint: string, challenge = 'ApiKey realm="acme/sandbox", header="x-client-id"') => ({
  status: 401,
  code: 'CLIENT_ID_MISSING',
  detail: 'Client id missing',
  hint,
  challenge,
});

it('a call without a key is told which key the API takes, and where', async () => {
  await use(byKey());
  expect(await refusal({})).toEqual(missing(BY_KEY));
  await use(byKey({ keyLocation: 'QUERY', keyName: 'appKey' }));
  expect(await refusal({})).toEqual(missing(BY_QUERY, 'ApiKey realm="acme/sandbox", query="appKey"'));
});

it('a key of nobody is told from no key, and is not repeated', async () => {
  await use(byKey());
  const hint = `The key in the header x-client-id is none of an application of this catalog. ${BY_KEY}`;
  expect(await refusal({ 'x-client-id': 'ck_of-nobody' })).toEqual(missing(hint));
});

it('a key at a place that the API does not read is found there', async () => {
  await use(byKey());
  const header = `No key is read from the header x-api-key. ${BY_KEY}`;
  expect(await refusal({ 'x-api-key': 'ck_shop' })).toEqual(missing(header));
  const parameter = `No key is read from the query parameter client_id. ${BY_KEY}`;
  expect(await refusal({}, { query: '?page=1&client_id=ck_shop' })).toEqual(missing(parameter));
});

it('credentials of another scheme are told apart', async () => {
  await use(byKey());
  const asked = async (authorization: string) => (await refusal({ authorization })).hint;
  expect(await asked('Bearer ck_shop')).toBe(`A client key was sent as an access token. ${BY_KEY}`);
  expect(await asked('Bearer garbage')).toBe(`Access tokens are not taken here. ${BY_KEY}`);
  expect(await asked(BASIC)).toBe(`A username and password tell no client here. ${BY_KEY}`);
});

it('an access token that is none of this catalog is told to be sent whole', async () => {
  await use(byToken());
  const { detail, hint, challenge } = await refusal({ authorization: 'Bearer garbage' });
  expect({ detail, hint }).toEqual({
    detail: 'Client id missing',
    hint: 'The access token is not as an OAuth provider of this catalog issued it: send it whole, to its last character. A client key is none.',
  });
  expect(challenge).toMatch(/^Bearer realm="acme\/sandbox".*error="invalid_token"$/);
  expect((await refusal({})).hint).toBe(BY_TOKEN);
});

it('the preflight of an API without CORS says that the API does not allow pages of other origins', async () => {
  await use(byKey());
  const { status, hint } = await refusal(
    { origin: 'https://app.example', 'access-control-request-method': 'GET' },
    { method: 'OPTIONS' },
  );
  expect({ status, hint }).toEqual({
    status: 401,
    hint: `This is the preflight of a browser, which never brings a key: the API does not allow calls from pages of other origins (CORS). Its provider can. ${BY_KEY}`,
  });
});

it('a call with a good key has no hint to read', async () => {
  await use(byKey());
  expect((await world.call(PATH, { headers: { 'x-client-id': 'ck_shop' } })).status).toBe(200);
});
