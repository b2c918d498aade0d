import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusedCallsKept } from '../../../src/domain/call/refused-call.ts';
import { remedies } from '../../../src/domain/call/remedies.ts';
import { type ManagementClient, type ManagementWorld, openManagement } from '../../support/management.ts';

let world: ManagementWorld;
const catalogs = new Map<string, string>();

beforeAll(async () => {
  world = await openManagement();
  for (const org of ['acme', 'beta']) {
    await world.mutate('createOrg', { title: org });
    await world.mutate('createCatalog', { org, title: 'Sandbox' });
    const { id } = await world.database.prisma.catalog.findFirstOrThrow({ where: { org: { name: org } } });
    catalogs.set(org, id);
  }
});
afterAll(() => world.close());

const decision = [
  { step: 'request', outcome: 'PASSED', facts: {} },
  { step: 'rateLimit', outcome: 'REFUSED', facts: { limit: 1, windowSeconds: 60, counter: 'x:bronze' } },
];

/** A refused call as a gateway writes it. */
async function refusedIn(org: string, more: { requestId?: string; path?: string } = {}): Promise<string> {
  const call = await world.database.prisma.refusedCall.create({
    data: {
      requestId: randomUUID(),
      requestIdIsOwn: true,
      at: world.deps.clock(),
      catalogId: catalogs.get(org) ?? '',
      method: 'GET',
      path: '/x',
      api: 'customerdb:1.0.0',
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      detail: 'Too many.',
      decision,
      ...more,
    },
  });
  return call.requestId;
}

const WHY = `query ($org: String, $requestId: String!) { why(org: $org, requestId: $requestId) {
  requestId at catalog { name } method path api application { name } plan status code detail remedy
  decision { step outcome facts } } }`;
const why = async (requestId: string, client: ManagementClient = world, org = 'acme') =>
  (await client.query<{ why: { path: string } | null }>(WHY, { org, requestId })).why;

describe('why', () => {
  it('tells a viewer the whole decision on a call to the org, also of a caller that nobody knows', async () => {
    const requestId = await refusedIn('acme');
    expect(await why(requestId, await world.as('VIEWER'))).toEqual({
      requestId,
      at: world.deps.clock().toISOString(),
      catalog: { name: 'sandbox' },
      method: 'GET',
      path: '/x',
      api: 'customerdb:1.0.0',
      application: null,
      plan: null,
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      detail: 'Too many.',
      remedy: remedies.RATE_LIMIT_EXCEEDED,
      decision,
    });
  });

  it("tells nothing of another org's call", async () => {
    const requestId = await refusedIn('beta');
    expect(await why(requestId)).toBeNull();
    expect(await why(requestId, world, 'beta')).not.toBeNull();
    const viewer = await world.as('VIEWER', 'acme');
    expect(await viewer.send(WHY, { org: 'beta', requestId })).toMatchObject({
      errors: [{ extensions: { code: 'NOT_FOUND' } }],
    });
  });

  it('tells of the newest of several calls to which callers gave one id', async () => {
    await refusedIn('acme', { requestId: 'again', path: '/older' });
    world.pass(1_000);
    await refusedIn('acme', { requestId: 'again', path: '/newer' });
    expect(await why('again')).toMatchObject({ path: '/newer' });
  });

  it.each(['no-such', ''])('is null of an id that no kept call has: %j', async (requestId) => {
    expect(await why(requestId)).toBeNull();
  });

  it('is null of a call that is a day old, before it is removed', async () => {
    const requestId = await refusedIn('acme');
    world.pass(refusedCallsKept.milliseconds - 1);
    expect(await why(requestId)).not.toBeNull();
    world.pass(1);
    expect(await why(requestId)).toBeNull();
  });
});
