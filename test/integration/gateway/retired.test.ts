import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RetiredProduct, retiredKept } from '../../../src/data-plane/snapshot/retired-products.ts';
import type { ServingProduct } from '../../../src/data-plane/snapshot/snapshot.ts';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { api, catalog, client, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const AT = '/acme/sandbox';
const PORTAL = 'https://portal.test/portal/acme/sandbox';
const DAY_MS = 86_400_000;
const RETIRED_AT = new Date('2026-11-01T10:00:00Z');
const NOW = new Date('2026-11-28T12:00:00Z');
let now = NOW;
let upstream: Upstream;
let world: GatewayWorld;
/** Decisions that were written, as rows of RefusedCall. */
let written: { path: string; applicationId: string | null; decision: unknown }[] = [];

const retired = (id: string, changes: Partial<RetiredProduct> = {}): RetiredProduct => ({
  id,
  product: `${id}:1.0.0`,
  visibility: 'PUBLIC',
  retiredAt: RETIRED_AT,
  successorId: null,
  basePaths: [`/${id}`],
  ...changes,
});
const serving = (id: string, changes: Partial<ServingProduct> = {}): [string, ServingProduct] => [
  id,
  { product: `${id}:1.0.0`, state: 'PUBLISHED', visibility: 'PUBLIC', successorId: null, ...changes },
];

const gone = [
  retired('replaced', { successorId: 'new' }),
  retired('ended'),
  retired('members', { visibility: 'AUTHENTICATED', successorId: 'member-new' }),
  retired('to-members', { successorId: 'member-new' }),
  retired('chosen', { visibility: 'CUSTOM', successorId: 'new' }),
  retired('to-chosen', { successorId: 'chosen-new' }),
  retired('to-old', { successorId: 'old' }),
  retired('to-older', { successorId: 'oldest' }),
  retired('to-removed', { successorId: 'removed' }),
  retired('chain-1', { successorId: 'chain-2' }),
  retired('chain-2', { successorId: 'chosen' }),
  retired('round-1', { successorId: 'round-2' }),
  retired('round-2', { successorId: 'round-1' }),
  retired('twice', { basePaths: ['/twice'], successorId: 'new' }),
  retired('before', { basePaths: ['/twice'], retiredAt: new Date('2026-10-01T00:00:00Z') }),
  retired('deep', { basePaths: ['/live/deep', '/live'], successorId: 'new' }),
];
const products = new Map([
  serving('new'),
  serving('member-new', { visibility: 'AUTHENTICATED' }),
  serving('chosen-new', { visibility: 'CUSTOM' }),
  serving('old', { state: 'DEPRECATED', successorId: 'new' }),
  serving('oldest', { state: 'DEPRECATED' }),
]);

beforeAll(async () => {
  upstream = await recordingUpstream();
  const openapi = { paths: { '/customers': { get: {} } } };
  const apis = [api({ basePath: '/live', upstreamUrl: upstream.url, openapi, product: 'new' })];
  const clients = [client({ key: 'stranger' }), client({ key: 'holder', plans: { new: {} } })];
  const own = { ...catalog({ apis, clients, products, retired: gone }), portalUrl: PORTAL };
  const elsewhere = { apis: [], clients: [client({ key: 'other' })] };
  const catalogs = snapshot(
    own,
    catalog({ ...elsewhere, path: '/acme/production' }),
    catalog({ ...elsewhere, path: '/globex/sandbox', retired: [retired('theirs')] }),
  );
  world = await openGateway(catalogs, {
    clock: () => now,
    query: async (sql, [rows] = []) => {
      if (sql.includes('INSERT INTO "RefusedCall"')) written.push(...JSON.parse(String(rows)));
      return [];
    },
  });
});
afterAll(() => Promise.all([world.close(), upstream.close()]));
beforeEach(() => {
  now = NOW;
  written = [];
});

async function told(path: string, key?: string) {
  const answer = await world.call(path, { headers: key === undefined ? {} : { 'x-client-id': key } });
  const { status, code, detail, hint, successor } = await answer.json();
  expect(answer.status).toBe(status);
  return { status, code, detail, hint, successor, link: answer.headers.get('link') };
}

const unknown = { status: 404, code: 'API_NOT_FOUND', detail: 'There is no API at this path.', link: null };
const untold = { ...unknown, hint: undefined, successor: undefined };
const ended = (id: string) => `${id}:1.0.0, which served this path, was retired on 2026-11-01.`;
const instead = (id: string) =>
  `${id}:1.0.0 has taken its place: subscribe to it, and call it. See ${PORTAL}/products/${id}:1.0.0`;
const replacedBy = (id: string) => ({
  successor: `${id}:1.0.0`,
  link: `<${PORTAL}/products/${id}:1.0.0>; rel="successor-version"`,
});

describe('a call of a path that only a retired product served is refused as before, and told', () => {
  it('what was retired, when, and what took its place', async () => {
    for (const path of ['/replaced', '/replaced/', '/replaced/customers/7?a=b'])
      expect(await told(AT + path)).toEqual({
        ...unknown,
        ...replacedBy('new'),
        hint: `${ended('replaced')} ${instead('new')}`,
      });
  });

  it('by whatever method', async () => {
    const answer = await world.call(`${AT}/replaced`, { method: 'POST', body: 'a' });
    expect([answer.status, (await answer.json()).successor]).toEqual([404, 'new:1.0.0']);
    const head = await world.call(`${AT}/replaced`, { method: 'HEAD' });
    expect([head.status, head.headers.get('link')]).toEqual([404, replacedBy('new').link]);
  });

  it.each(['ended', 'to-chosen', 'to-older', 'to-removed', 'round-1', 'chain-1'])(
    'no successor where none is known, published and visible: %s',
    async (id) => {
      const path = `${AT}/${id}`;
      const known = id === 'chain-1' ? { ...replacedBy('new'), hint: `${ended(id)} ${instead('new')}` } : {};
      expect(await told(path)).toEqual({ ...untold, hint: ended(id), ...known });
    },
  );

  it('the successor of a deprecated one, which its subscriptions are to go to', async () => {
    expect(await told(`${AT}/to-old`)).toMatchObject(replacedBy('new'));
  });

  it('of several that served it, the last retired', async () => {
    expect((await told(`${AT}/twice/x`)).hint).toContain('twice:1.0.0');
  });
});

describe('who may not see a product is not told of it', () => {
  it('what is for signed-in people is told to applications of the catalog alone', async () => {
    expect(await told(`${AT}/members`)).toEqual(untold);
    expect(await told(`${AT}/members`, 'other'), 'of another catalog').toEqual(untold);
    expect(await told(`${AT}/members`, 'stranger')).toMatchObject(replacedBy('member-new'));
    expect(await told(`${AT}/to-members`)).toEqual({ ...untold, hint: ended('to-members') });
    expect(await told(`${AT}/to-members`, 'stranger')).toMatchObject(replacedBy('member-new'));
  });

  it('what is for chosen consumers is told to nobody', async () => {
    for (const key of [undefined, 'holder']) {
      expect(await told(`${AT}/chosen`, key)).toEqual(untold);
      expect((await told(`${AT}/to-chosen`, key)).successor).toBeUndefined();
    }
  });

  it('paths of other catalogs, orgs and products are refused as ever', async () => {
    for (const path of [
      '/acme/production/replaced',
      '/globex/sandbox/replaced',
      `${AT}/theirs`,
      `${AT}/replaced2`,
      `${AT}/replace`,
      AT,
      `${AT}/`,
      '/acme',
      '/',
      '//acme/sandbox/replaced',
    ])
      expect(await told(path, 'holder'), path).toEqual(untold);
  });
});

describe('where another product serves the path', () => {
  it('an application without a subscription is told, and one with a subscription is served', async () => {
    expect(await told(`${AT}/live/customers`, 'stranger')).toEqual({
      status: 403,
      code: 'SUBSCRIPTION_MISSING',
      detail: 'The application has no subscription to this API.',
      hint: `${ended('deep')} ${instead('new')}`,
      ...replacedBy('new'),
    });
    expect((await world.call(`${AT}/live/customers`, { headers: { 'x-client-id': 'holder' } })).status).toBe(
      200,
    );
  });

  it('an unknown operation is told where a longer base path was retired, and only there', async () => {
    const nothing = { status: 404, code: 'API_NOT_FOUND', detail: 'The API has no operation at this path.' };
    expect(await told(`${AT}/live/deep/x`, 'holder')).toMatchObject({ ...nothing, ...replacedBy('new') });
    expect(await told(`${AT}/live/nothing`, 'holder')).toEqual({ ...untold, ...nothing });
  });

  it('an unknown client is refused as ever', async () => {
    const { code, hint, successor } = await told(`${AT}/live/customers`);
    expect([code, successor, hint.includes('retired')]).toEqual(['CLIENT_ID_MISSING', undefined, false]);
  });
});

it(`is told for ${retiredKept.days} days`, async () => {
  now = new Date(RETIRED_AT.getTime() + retiredKept.days * DAY_MS - 1);
  expect((await told(`${AT}/replaced`)).successor).toBe('new:1.0.0');
  now = new Date(now.getTime() + 1);
  expect(await told(`${AT}/replaced`)).toEqual(untold);
});

it('is kept among the refused calls, with the facts, of the application that is known', async () => {
  await told(`${AT}/replaced/x?secret=1`, 'stranger');
  await told(`${AT}/ended`);
  await told(`${AT}/chosen`);
  await told(`${AT}/live/customers`, 'stranger');
  await world.gateway.flush();
  const at = RETIRED_AT.toISOString();
  const facts = { retiredProduct: 'replaced:1.0.0', retiredAt: at, successor: 'new:1.0.0' };
  const decided = (of: object) => [{ step: 'route', outcome: 'REFUSED', facts: of }];
  expect(written).toHaveLength(3);
  expect(written).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        path: `${AT}/replaced/x`,
        applicationId: 'stranger',
        code: 'API_NOT_FOUND',
        decision: decided(facts),
      }),
      expect.objectContaining({
        path: `${AT}/ended`,
        applicationId: null,
        decision: decided({ retiredProduct: 'ended:1.0.0', retiredAt: at }),
      }),
      expect.objectContaining({
        code: 'SUBSCRIPTION_MISSING',
        decision: expect.arrayContaining([
          {
            step: 'subscription',
            outcome: 'REFUSED',
            facts: { subscriptions: [], ...facts, retiredProduct: 'deep:1.0.0' },
          },
        ]),
      }),
    ]),
  );
});
