import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeRetiredKeys } from '../../../src/control-plane/jobs/signing-key-removal.ts';
import { openSnapshotFeed, type SnapshotFeed } from '../../../src/data-plane/snapshot/snapshot-feed.ts';
import { PUBLISHED_SECONDS } from '../../../src/domain/oauth/signing-key.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { emptyDatabase } from '../../support/database.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import { type ManagementWorld, openManagement } from '../../support/management.ts';
import { CATALOG, GATEWAY_URL, type OAuthWorld, oauthWorld } from '../../support/oauth.ts';
import {
  createApplicationRow,
  createCatalogProduct,
  createProvider,
  createSandbox,
} from '../../support/published.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const PROVIDER = 'native';
const CLIENT = 'demo-key';
const JWKS = `${CATALOG}/${PROVIDER}/oauth2/jwks`;
const TOKEN_SECONDS = 3600;
const KEYS = '{ signingAlgorithm signingKeys { kid algorithm state createdAt signsFrom retiresAt } }';
type Key = { kid: string; algorithm: string; state: string; signsFrom: string; retiresAt: string | null };

let database: Database;
let management: ManagementWorld;
let oauth: OAuthWorld;
let feeds: SnapshotFeed[];
let gateway: GatewayWorld;
let backend: Upstream;

beforeEach(async () => {
  database = await emptyDatabase();
  management = await openManagement(database);
  const { secrets, clock } = management.deps;
  oauth = await oauthWorld({ database, secrets });
  backend = await recordingUpstream();
  await publish();
  const open = () => openSnapshotFeed({ database, secrets, gatewayUrl: GATEWAY_URL, clock });
  feeds = [await open(), await open()];
  // Two processes: one issues tokens, the other takes them.
  const [issuing, admitting] = feeds as [SnapshotFeed, SnapshotFeed];
  oauth.follow(issuing);
  gateway = await openGateway(admitting.current(), { clock: management.deps.clock });
  pass(0);
});
afterEach(async () => {
  for (const feed of feeds) await feed.close();
  await Promise.all([gateway.close(), oauth.close(), backend.close()]);
  await management.close();
});

/** An API that asks for an access token, an application that subscribes to it, and who issues the token. */
async function publish(): Promise<void> {
  const { prisma } = database;
  const published = await createSandbox(database);
  const provider = await createProvider(database, published, management.deps.secrets);
  const now = management.deps.clock();
  await prisma.signingKey.updateMany({ data: { createdAt: now, signsFrom: now } });
  await prisma.userRegistry.updateMany({ data: { url: oauth.registry.url } });
  await prisma.oAuthProvider.updateMany({ data: { refreshTokenSeconds: 3600 } });
  const product = await createCatalogProduct(database, published, {
    version: '1.0.0',
    security: {
      securityDefinitions: [
        { name: 'oauth-1', type: 'OAUTH2', flow: 'RESOURCE_OWNER_PASSWORD', oauthProvider: provider.name },
      ],
      security: [{ definition: 'oauth-1', scopes: ['customer'] }],
    },
  });
  await prisma.catalogApi.updateMany({ data: { targetUrl: backend.url } });
  await prisma.catalogPlan.updateMany({ data: { rateLimit: null } });
  const application = await createApplicationRow(database, published, { name: CLIENT });
  await prisma.credential.updateMany({
    data: { secretHash: management.deps.secrets.hash(`${CLIENT}-secret`) },
  });
  const [plan] = product.plans;
  await prisma.subscription.create({
    data: {
      state: 'ACTIVE',
      application: { connect: { id: application.id } },
      catalogProduct: { connect: { id: product.id } },
      catalogPlan: { connect: { id: plan?.id ?? '' } },
    },
  });
}

/** The same time for all. */
function pass(seconds: number): void {
  management.pass(seconds * 1000);
  oauth.state.now = management.deps.clock();
}

/** What was announced has reached both processes. */
async function follow(): Promise<void> {
  const ids = (await database.prisma.signingKey.findMany()).map(({ id }) => id).sort();
  const holds = (feed: SnapshotFeed) =>
    (feed.current().catalogs.get(CATALOG)?.providers.get(PROVIDER)?.keys ?? []).map(({ kid }) => kid).sort();
  await expect.poll(() => feeds.map(holds)).toEqual([ids, ids]);
  gateway.use((feeds[1] as SnapshotFeed).current());
}

async function change(field: string, input: Record<string, unknown>): Promise<readonly Key[]> {
  const { signingKeys } = await management.mutate<{ signingKeys: Key[] }>(field, input, KEYS);
  await follow();
  return signingKeys;
}
const rotate = (more: Record<string, unknown> = {}) =>
  change('rotateSigningKey', { oauthProvider: PROVIDER, ...more });
const removal = async () => {
  await removeRetiredKeys(management.deps);
  await follow();
};
const newToken = async () => {
  const form = { grant_type: 'password', username: 'alice', password: 'alice-password', scope: 'customer' };
  const reply = await oauth.send(`${CATALOG}/${PROVIDER}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...form, client_id: CLIENT, client_secret: `${CLIENT}-secret` }),
  });
  return String(reply.json['access_token']);
};
const kidOf = (token: string) => decodeProtectedHeader(token).kid;
const call = (token: string) =>
  gateway.call(`${CATALOG}/customerdb/v1/customers`, { headers: { authorization: `Bearer ${token}` } });
const keySet = async () => (await oauth.send(JWKS)).json as unknown as JSONWebKeySet;
const publishedKids = async () => (await keySet()).keys.map(({ kid }) => kid);
const standing = async () => {
  const { oauthProvider } = await management.query<{ oauthProvider: { signingKeys: Key[] } }>(
    `{ oauthProvider(name: "${PROVIDER}") { signingKeys { kid state } } }`,
  );
  return oauthProvider.signingKeys.map(({ kid, state }) => [kid, state]);
};

describe('the rotation of a signing key', () => {
  it('refuses no call: with tokens of both keys, from its beginning to the end of the old key', async () => {
    const old = await newToken();
    const before = await keySet();
    const [next, present] = await rotate();
    expect([next?.state, present?.state, present?.kid]).toEqual(['PUBLISHED', 'SIGNING', kidOf(old)]);

    // Published at once; it does not sign as long as a cache may hold the key set without it.
    expect(await publishedKids()).toEqual([next?.kid, kidOf(old)]);
    pass(PUBLISHED_SECONDS - 1);
    const last = await newToken();
    expect(kidOf(last)).toBe(kidOf(old));
    await jwtVerify(last, createLocalJWKSet(before), { currentDate: management.deps.clock() });
    const fetched = await keySet();

    pass(1);
    const first = await newToken();
    expect(kidOf(first)).toBe(next?.kid);
    await jwtVerify(first, createLocalJWKSet(fetched), { currentDate: management.deps.clock() });
    for (const token of [old, last, first]) expect((await call(token)).status).toBe(200);
    expect(await standing()).toEqual([
      [next?.kid, 'SIGNING'],
      [kidOf(old), 'RETIRED'],
    ]);

    // The last token of the old key lives on, however often somebody looks for what can go.
    pass(TOKEN_SECONDS - 2);
    await removal();
    expect((await call(last)).status).toBe(200);
    pass(1);
    expect((await problemOf(await call(last))).code).toBe('TOKEN_INVALID');
    pass(31);
    await removal();
    expect(await publishedKids()).toEqual([next?.kid]);
    expect((await problemOf(await call(last))).code).toBe('CLIENT_ID_MISSING');
    expect((await call(await newToken())).status).toBe(200);
  });

  it('is refused while a key waits to sign', async () => {
    const [next] = await rotate();
    expect(await management.refused('rotateSigningKey', { oauthProvider: PROVIDER }, KEYS)).toMatchObject({
      code: 'TRANSITION_REFUSED',
      message: `A new key signs from ${next?.signsFrom}: rotate again after that.`,
    });
    pass(PUBLISHED_SECONDS);
  });

  it('goes to the algorithm that the provider is set to, and each in turn is taken by the gateway', async () => {
    for (const signingAlgorithm of ['EdDSA', 'RS256', 'ES256']) {
      const [next] = await change('updateOAuthProvider', { name: PROVIDER, signingAlgorithm });
      expect([next?.algorithm, next?.state]).toEqual([signingAlgorithm, 'PUBLISHED']);
      pass(PUBLISHED_SECONDS);
      const token = await newToken();
      expect(decodeProtectedHeader(token).alg).toBe(signingAlgorithm);
      await jwtVerify(token, createLocalJWKSet(await keySet()), { currentDate: management.deps.clock() });
      expect((await call(token)).status).toBe(200);
    }
  });

  it('to another algorithm takes the place of a key that has signed nothing', async () => {
    const [waiting] = await change('updateOAuthProvider', { name: PROVIDER, signingAlgorithm: 'EdDSA' });
    const [next, present] = await change('updateOAuthProvider', {
      name: PROVIDER,
      signingAlgorithm: 'ES256',
    });
    expect([next?.state, next?.algorithm, present?.state]).toEqual(['PUBLISHED', 'ES256', 'SIGNING']);
    expect(await publishedKids()).not.toContain(waiting?.kid);
    pass(PUBLISHED_SECONDS);
  });

  it('keeps the old key for tokens that were made to live longer before, or are after', async () => {
    await change('updateOAuthProvider', { name: PROVIDER, accessTokenSeconds: 7200 });
    const long = await newToken();
    await change('updateOAuthProvider', { name: PROVIDER, accessTokenSeconds: 60 });
    const [next, old] = await rotate();
    const lifetime = (Date.parse(old?.retiresAt ?? '') - Date.parse(next?.signsFrom ?? '')) / 1000;
    expect([old?.kid, lifetime]).toEqual([kidOf(long), 7230]);
    const [, later] = await change('updateOAuthProvider', { name: PROVIDER, accessTokenSeconds: 86_400 });
    expect(later?.retiresAt).toBe(new Date(Date.parse(next?.signsFrom ?? '') + 86_430_000).toISOString());
    await change('updateOAuthProvider', { name: PROVIDER, accessTokenSeconds: TOKEN_SECONDS });
    pass(PUBLISHED_SECONDS);
  });

  it('of a compromised key withdraws every key and token at once', async () => {
    const stolen = await newToken();
    expect((await call(stolen)).status).toBe(200);
    const keys = await rotate({ compromised: true });
    expect(keys.map(({ state }) => state)).toEqual(['SIGNING']);
    expect((await call(stolen)).status).toBe(401);
    const fresh = await newToken();
    expect(kidOf(fresh)).toBe(keys[0]?.kid);
    expect((await call(fresh)).status).toBe(200);
  });

  it('is for developers, is kept in the audit, and tells nothing private', async () => {
    await rotate();
    pass(PUBLISHED_SECONDS + TOKEN_SECONDS + 31);
    await removal();
    const viewer = await management.as('VIEWER', 'acme');
    expect(await viewer.refused('rotateSigningKey', { oauthProvider: PROVIDER }, KEYS)).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await management.refused('rotateSigningKey', { oauthProvider: 'nobody' }, KEYS)).toMatchObject({
      code: 'NOT_FOUND',
      path: ['input', 'oauthProvider'],
    });
    const actions = (await database.prisma.auditEvent.findMany()).map(
      ({ action, actor }) => `${actor} ${action}`,
    );
    expect(actions).toContain('platform removeSigningKey');
    expect(JSON.stringify(await keySet())).not.toMatch(/"(d|p|q|dp|dq|qi|k)":/);
  });
});
