import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  commitDue,
  expireDue,
} from '../../../../src/control-plane/management/change-request/due-requests.ts';
import { schema } from '../../../../src/control-plane/management/schema.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import {
  act,
  proposalOf,
  propose,
  refusedAct,
  requestOf,
  setPolicy,
} from '../../../support/change-requests.ts';
import type { ManagementClient, Variables } from '../../../support/management.ts';

const HOUR_MS = 3_600_000;

let world: CatalogWorld;
let ada: ManagementClient;
let bob: ManagementClient;
let round = 0;
let product: string;
let publish: Variables;

beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  ada = await world.as('DEVELOPER');
  bob = await world.as('DEVELOPER');
});
afterAll(() => world.close());
beforeEach(async () => {
  round += 1;
  product = `customer-${round}:1.0.0`;
  await world.product(product);
  publish = { catalog: CATALOG, product };
});
afterEach(() => setPolicy(world, null));

/** A local time in UTC, so many hours from now. */
const inHours = (hours: number) =>
  new Date(world.deps.clock().getTime() + hours * HOUR_MS).toISOString().slice(0, 19);
const scheduled = (schedule: Variables) => propose(ada, proposalOf('publishProduct', publish, { schedule }));
const due = () => commitDue({ ...world.deps, schema });
const stateOf = async () => (await world.inCatalog<{ state: string } | null>(product, '{ state }'))?.state;

describe('a scheduled change request', () => {
  it('is committed at its time by the platform, once over all processes', async () => {
    const { number, state } = await scheduled({ at: inHours(2) });
    expect(state).toBe('SCHEDULED');
    world.pass(2 * HOUR_MS - 1_000);
    expect(await due()).toEqual([]);
    expect(await stateOf()).toBeUndefined();
    world.pass(1_000);
    expect(await Promise.all([due(), due(), due()])).toEqual([[], [], []]);
    expect(await stateOf()).toBe('PUBLISHED');
    expect(await requestOf(world, number)).toMatchObject({ state: 'DONE', closedBy: 'platform' });
    const events = await world.database.prisma.auditEvent.findMany({
      where: { action: 'publishProduct', subject: product },
    });
    expect(events).toMatchObject([{ actor: 'platform', detail: { changeRequest: number } }]);
  });

  it('waits for its approvals before', async () => {
    await setPolicy(world, { rules: [{}] });
    const { number, hash, state } = await scheduled({ at: inHours(1) });
    expect(state).toBe('PROPOSED');
    expect(await act(bob, 'approveChange', { number, hash })).toMatchObject({ state: 'SCHEDULED' });
  });

  it('is committed late where the platform stood still, and waits for a person after that', async () => {
    const late = await scheduled({ at: inHours(1), lateMinutes: 90 });
    world.pass(2.5 * HOUR_MS);
    await due();
    expect(await requestOf(world, late.number)).toMatchObject({ state: 'DONE' });

    product = `customer-missed-${round}:1.0.0`;
    await world.product(product);
    publish = { catalog: CATALOG, product };
    const missed = await scheduled({ at: inHours(1) });
    world.pass(3 * HOUR_MS);
    await due();
    const { changeRequest } = await world.query<{ changeRequest: Variables }>(
      `{ changeRequest(org: "acme", number: ${missed.number}) { state missed } }`,
    );
    expect(changeRequest).toEqual({ state: 'APPROVED', missed: true });
    expect(await stateOf()).toBeUndefined();
    expect(await act(bob, 'commitChange', { number: missed.number })).toMatchObject({ state: 'DONE' });
  });

  it('is STALE where the world has moved by then', async () => {
    const { number } = await scheduled({ at: inHours(1) });
    await world.mutate('updateProduct', { product, title: 'Another' });
    world.pass(HOUR_MS);
    expect(await due()).toEqual([]);
    expect(await requestOf(world, number)).toMatchObject({ state: 'STALE', closedBy: 'platform' });
  });

  it('gets another time, or none', async () => {
    const { number } = await scheduled({ at: inHours(1) });
    const later = await act(ada, 'scheduleChange', { number, schedule: { at: inHours(5) } });
    expect(later).toMatchObject({ state: 'SCHEDULED' });
    world.pass(2 * HOUR_MS);
    await due();
    expect(await requestOf(world, number)).toMatchObject({ state: 'SCHEDULED' });
    expect(await act(ada, 'scheduleChange', { number, schedule: null })).toMatchObject({ state: 'APPROVED' });
  });

  it('after its end is refused', async () => {
    const { number } = await propose(ada, proposalOf('publishProduct', publish));
    const refused = await refusedAct(ada, 'scheduleChange', { number, schedule: { at: inHours(14 * 24) } });
    expect(refused).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      path: ['input', 'schedule', 'at'],
    });
    expect(refused.message).toContain('ends on');
  });

  it('with a time that is none is refused', async () => {
    const proposal = proposalOf('publishProduct', publish, { schedule: { at: 'tomorrow' } });
    expect(await refusedAct(ada, 'proposeChange', proposal)).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      path: ['input', 'schedule', 'at'],
    });
  });
});

describe('a freeze window', () => {
  const freeze = (from: number, until: number) =>
    setPolicy(world, { freezes: [{ title: 'Christmas', from: inHours(from), until: inHours(until) }] });

  it('refuses changes, direct or as requests, but for a rehearsal and an undo', async () => {
    const { change } = await world.mutate<{ change: { id: string } }>(
      'publishProduct',
      publish,
      '{ change { id } }',
    );
    const { number } = await propose(ada, proposalOf('deprecateProduct', publish));
    await freeze(-1, 1);
    const refusals = [
      await world.lifecycleRefused('deprecateProduct', { product }),
      await refusedAct(bob, 'commitChange', { number }),
    ];
    for (const refused of refusals) {
      expect(refused).toMatchObject({ status: 409, code: 'CATALOG_FROZEN' });
      expect(refused.message).toContain(`The catalog ${CATALOG} is frozen (Christmas) until`);
    }
    await world.lifecycle('deprecateProduct', { product, dryRun: true });
    expect(await requestOf(world, number)).toMatchObject({ state: 'APPROVED' });
    await world.mutate('undoLifecycleChange', { change: change.id }, '{ dryRun }');
    expect(await stateOf()).toBeUndefined();
    world.pass(HOUR_MS);
  });

  it('takes no schedule, and one that it overtakes is committed after it', async () => {
    const { number } = await scheduled({ at: inHours(2), lateMinutes: 600 });
    await freeze(1, 4);
    expect(await refusedAct(ada, 'scheduleChange', { number, schedule: { at: inHours(3) } })).toMatchObject({
      status: 409,
      code: 'CATALOG_FROZEN',
    });
    world.pass(3 * HOUR_MS);
    expect(await due()).toEqual([]);
    expect(await requestOf(world, number)).toMatchObject({ state: 'SCHEDULED' });
    world.pass(2 * HOUR_MS);
    await due();
    expect(await requestOf(world, number)).toMatchObject({ state: 'DONE' });
  });
});

describe('a request that nobody commits', () => {
  it('ends by itself, once, and tells so', async () => {
    await setPolicy(world, { expiresAfterDays: 1 });
    const { number } = await propose(ada, proposalOf('publishProduct', publish));
    world.pass(24 * HOUR_MS);
    expect(await Promise.all([expireDue(world.deps), expireDue(world.deps)])).toEqual([[], []]);
    expect(await requestOf(world, number)).toMatchObject({ state: 'EXPIRED', closedBy: 'platform' });
    const events = await world.database.prisma.event.findMany({
      where: { type: 'CHANGE_REQUEST', subject: String(number) },
    });
    expect(events).toHaveLength(2);
  });
});
