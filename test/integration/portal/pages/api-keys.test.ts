import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Prisma } from '../../../../bundles/prisma.js';
import { tellCredentialEnds } from '../../../../src/control-plane/jobs/credential-ends.ts';
import { createGateway, type Gateway } from '../../../../src/data-plane/gateway/gateway.ts';
import { openSnapshotFeed, type SnapshotFeed } from '../../../../src/data-plane/snapshot/snapshot-feed.ts';
import { ownServers } from '../../../../src/domain/addresses/own-servers.ts';
import { toStore } from '../../../../src/infrastructure/database/json-columns.ts';
import { Outbound } from '../../../../src/infrastructure/outbound/outbound.ts';
import { ingressOf, type Listening, listen, personDeps, problemOf } from '../../../support/gateway.ts';
import { elementsOf } from '../../../support/page-elements.ts';
import { type Browser, openPages, type PagesWorld } from '../../../support/portal-pages.ts';
import { recordingUpstream, type Upstream } from '../../../support/upstream.ts';

/** The portal's buttons and a gateway over one database: what a person presses is what callers meet. */
let world: PagesWorld;
let carol: Browser;
let upstream: Upstream;
let outbound: Outbound;
let feed: SnapshotFeed;
let gateway: Gateway;
let server: Listening;
const faults: unknown[] = [];

beforeAll(async () => {
  [world, upstream] = await Promise.all([openPages(), recordingUpstream()]);
  const key = { name: 'key', type: 'API_KEY', kind: 'KEY', keyLocation: 'HEADER', keyName: 'X-API-Key' };
  await world.portal.product({
    api: {
      targetUrl: upstream.url,
      securityDefinitions: toStore([key]),
      security: toStore([{ definition: 'key', scopes: [] }]),
    },
  });
  carol = await world.signedIn('carol');
  const { deps } = world.portal;
  outbound = new Outbound({ allowlist: ['127.0.0.0/8'] });
  feed = await openSnapshotFeed({ ...deps, gatewayUrl: deps.urls.gateway });
  gateway = createGateway({
    ...deps,
    ...personDeps({ outbound, clock: deps.clock }),
    snapshots: feed,
    outbound,
    ownServers: ownServers([]),
    pseudonym: 'gatehouse-here',
    onFault: (fault: unknown) => faults.push(fault),
  });
  server = await listen(ingressOf({ calls: gateway.handle }));
  await carol.post('/applications', { title: 'Shop', redirectUris: '' });
  await carol.post('/products/customer:1.0.0/subscribe', { plan: 'default-plan', application: 'shop' });
});
afterAll(async () => {
  await server.close();
  await gateway.close();
  await feed.close();
  await Promise.all([outbound.close(), upstream.close()]);
  await world.close();
});
afterEach(() => expect([...faults, ...world.portal.faults], 'no refusal was a fault').toEqual([]));

// Tests let its session end.
beforeEach(async () => {
  carol = await world.signedIn('carol');
});

const page = () => carol.get('/applications/shop');
const keyIn = (html: string) => /gk_[0-9a-f]{8}_[\w-]{43}/.exec(html)?.[0] ?? '';
/** Where the buttons of the keys of the application lead, in their order. */
const buttons = async (action: 'replace' | 'revoke') =>
  elementsOf(await page())
    .all(`form[action*="/api-keys/"][action$="/${action}"]`)
    .map(({ attributes }) => attributes['action']?.replace('/portal/acme/sandbox', '') ?? '');
const made = async (title: string, ends = '') =>
  keyIn((await carol.post('/applications/shop/api-keys', { title, ends })).html);

/** What a call with a key is answered: its status, and the code of a refusal. */
async function told(key: string): Promise<string> {
  const answer = await fetch(`${server.url}/acme/sandbox/customerdb/v1/customers`, {
    headers: { 'x-api-key': key },
  });
  return answer.status === 200 ? '200' : `${answer.status} ${(await problemOf(answer)).code}`;
}
/** When a key ends, as the gateway knows it. */
const endOf = (key: string) =>
  feed.current().catalogs.get('/acme/sandbox')?.clients.holderOf(world.portal.deps.secrets.hash(key))?.endsAt;
const REFUSED = '401 API_KEY_INVALID';

describe('the API keys on the page of an application', () => {
  it('are made and shown once; a running gateway takes one soon after, without a restart', async () => {
    const answer = await carol.post('/applications/shop/api-keys', { title: 'CI', ends: '' });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('Store it now. It cannot be shown again.');
    const key = keyIn(answer.html);
    await expect.poll(() => told(key)).toBe('200');
    const { html, text } = await page();
    expect(text).toMatch(new RegExp(`CI ${key.slice(0, 11)} Never`));
    expect(html).not.toContain(key);
  });

  it('are replaced: both are taken until the overlap is over, then the new one alone', async () => {
    const first = await made('Rotated');
    await expect.poll(() => told(first)).toBe('200');
    const answer = await carol.post((await buttons('replace')).at(-1) ?? '', { overlap: '3600' });
    expect(answer.text).toMatch(/^Rotated /);
    const second = keyIn(answer.html);
    await expect.poll(() => told(second)).toBe('200');
    expect(await told(first)).toBe('200');
    await expect.poll(() => endOf(first)).toBe(world.portal.deps.clock().getTime() + 3_600_000);
    world.portal.pass(3_600_000 - 1);
    expect(await told(first)).toBe('200');
    world.portal.pass(1);
    expect([await told(first), await told(second)]).toEqual([REFUSED, '200']);
  });

  it('are replaced at once where no overlap is chosen, and left alone by a form that is wrong', async () => {
    const key = await made('Leaked');
    await expect.poll(() => told(key)).toBe('200');
    const replace = (await buttons('replace')).at(-1) ?? '';
    expect((await carol.post(replace, { overlap: 'soon' })).status).toBe(400);
    expect(await told(key)).toBe('200');
    const next = keyIn((await carol.post(replace, { overlap: '0' })).html);
    await expect.poll(() => told(next)).toBe('200');
    await expect.poll(() => told(key)).toBe(REFUSED);
  });

  it('end with the day that was chosen', async () => {
    const today = world.portal.deps.clock().toISOString().slice(0, 10);
    const key = await made('For today', today);
    await expect.poll(() => told(key)).toBe('200');
    const endOfDay = Date.parse(`${today}T23:59:59Z`);
    world.portal.pass(endOfDay - world.portal.deps.clock().getTime() - 1);
    expect(await told(key)).toBe('200');
    world.portal.pass(1);
    expect(await told(key)).toBe(REFUSED);
  });

  it('are revoked: the gateway refuses one soon after, and the page has it no more', async () => {
    const key = await made('Short-lived');
    await expect.poll(() => told(key)).toBe('200');
    const revoke = (await buttons('revoke')).at(-1) ?? '';
    const answer = await carol.post(revoke);
    expect([answer.status, answer.location]).toEqual([303, '/applications/shop?done=apiKeyRevoked']);
    expect((await carol.get(answer.location ?? '')).text).toContain('The API key is revoked');
    await expect.poll(() => told(key)).toBe(REFUSED);
    expect((await page()).text).not.toContain('Short-lived');
    expect((await carol.post(revoke)).status).toBe(404);
  });

  it('are not another consumer org’s to replace or revoke', async () => {
    const key = await made('Carol’s');
    const [replace, revoke] = [(await buttons('replace')).at(-1), (await buttons('revoke')).at(-1)];
    const dave = await world.signedIn('dave');
    expect((await dave.post(replace ?? '', { overlap: '0' })).status).toBe(404);
    expect((await dave.post(revoke ?? '')).status).toBe(404);
    await expect.poll(() => told(key)).toBe('200');
  });
});

describe('an API key under a credential policy', () => {
  const DAY_MS = 86_400_000;
  const policy = (credentialPolicy: { maxDays: number; noticeDays: number } | null) =>
    world.portal.database.prisma.catalog.update({
      where: { id: world.portal.catalogId },
      data: { credentialPolicy: credentialPolicy ?? Prisma.DbNull },
    });
  const tell = () => tellCredentialEnds(world.portal.deps);
  afterEach(() => policy(null));

  it('is told before its end on the pages, replaced by the button there, and refused from the instant on', async () => {
    await policy({ maxDays: 90, noticeDays: 14 });
    expect((await page()).text).toContain('Empty is as long as a key lasts here: 90 days.');
    const key = await made('Nightly');
    await expect.poll(() => told(key)).toBe('200');
    const endsAt = world.portal.deps.clock().getTime() + 90 * DAY_MS;
    expect(endOf(key)).toBe(endsAt);

    world.portal.pass(76 * DAY_MS - 1);
    await tell();
    carol = await world.signedIn('carol');
    expect((await page()).text).not.toContain('The API key Nightly ends');
    world.portal.pass(1);
    await tell();
    expect((await page()).text).toMatch(/The API key Nightly ends on .*, in 14 days Replace it before/);
    const german = await world.signedIn('carol', 'de');
    expect((await german.get('/applications/shop')).text).toContain('Der API-Key Nightly endet am');
    expect((await carol.get('/applications')).text).toContain(
      'A secret or an API key of Shop ends soon or has ended',
    );

    world.portal.pass(14 * DAY_MS - 1);
    expect(await told(key)).toBe('200');
    world.portal.pass(1);
    expect(await told(key)).toBe(REFUSED);
    await tell();
    carol = await world.signedIn('carol');
    expect((await page()).text).toMatch(/The API key Nightly ended on .* Calls with it are refused/);

    const [notice] = elementsOf(await page()).all('.notice form[action$="/replace"]');
    const action = notice?.attributes['action']?.replace('/portal/acme/sandbox', '') ?? '';
    const next = keyIn((await carol.post(action, { overlap: '0', ends: '' })).html);
    await expect.poll(() => told(next)).toBe('200');
    expect(endOf(next)).toBe(endsAt + 90 * DAY_MS);
    expect((await page()).text).not.toContain('The API key Nightly ended');
  });
});
