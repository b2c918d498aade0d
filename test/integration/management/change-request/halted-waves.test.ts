import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import { act, refusedAct } from '../../../support/change-requests.ts';
import type { ManagementClient, Variables } from '../../../support/management.ts';
import { countUsage } from '../../../support/usage.ts';
import {
  applicationsOn,
  beginWaves,
  callsOf,
  createApplications,
  judgeNow,
  openWaves,
  rowsOf,
  subscribe,
  type WaveWorld,
  wavesOf,
} from '../../../support/waves.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const waves = [{ percent: 20, minutes: 60 }, { percent: 100 }];

let world: CatalogWorld;
let applications: string[];
let round = 0;
let pair: WaveWorld;

beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  applications = await createApplications(world, 10);
});
afterAll(() => world.close());
beforeEach(async () => {
  round += 1;
  pair = await openWaves(world, `customer-${round}`, applications);
  // What is counted for one test is not of the minute of another.
  world.pass(HOUR_MS);
});

const stateOf = async (product: string) =>
  (await world.inCatalog<{ state: string }>(product, '{ state }')).state;
const begin = (more: Variables = {}) => beginWaves(world, { ...pair, more: { waves, ...more } });
const haltOf = async (number: number) => {
  expect(await judgeNow(world)).toEqual([]);
  const { state, halt } = await wavesOf(world, number);
  return { state, ...halt };
};
/** Has the old version called as usual for an hour, and the waves begun. */
const beginAfterCalls = async (more: Variables = {}) => {
  await callsOf(world, pair.old, { calls: 100 });
  world.pass(2 * MINUTE_MS);
  return begin(more);
};

describe('waves to a faulty version', () => {
  it('are taken back at once: the world is the world before, but for what others did', async () => {
    const before = await rowsOf(world);
    const number = await beginAfterCalls();
    await callsOf(world, pair.new, { calls: 190 });
    await callsOf(world, pair.new, { calls: 10, outcome: 'SERVER_ERROR' });
    await callsOf(world, pair.old, { calls: 100 });
    expect(await judgeNow(world)).toEqual([]);
    const halted = await wavesOf(world, number);
    expect(halted).toMatchObject({
      state: 'HALTED',
      halt: { cause: 'SERVER_ERRORS', wave: 1, takenBack: 2, restored: true },
      waves: [{ state: 'TAKEN_BACK', moved: 2 }, { state: 'WAITING' }],
    });
    expect(halted.waves[0]?.figures).toMatchObject({
      moved: { calls: 400, serverErrors: 20 },
      rest: { calls: 800, serverErrors: 0 },
      before: { calls: 200, serverErrors: 0 },
    });
    expect(halted.halt?.message).toBe(
      '20 of 400 calls of the moved subscriptions failed with 5xx (5 %); 0 % is usual, and 2 % more is allowed.',
    );
    expect(await rowsOf(world)).toEqual(before);
    const [event] = await world.database.prisma.event.findMany({
      where: { type: 'CHANGE_REQUEST', subject: String(number) },
      orderBy: { id: 'desc' },
      take: 1,
    });
    expect(event?.detail).toMatchObject({ state: 'HALTED', by: 'platform', halt: halted.halt?.message });
    const audit = await world.database.prisma.auditEvent.findFirst({
      where: { action: 'haltChange', subject: `#${number}` },
    });
    expect(audit).toMatchObject({ actor: 'platform', detail: { cause: 'SERVER_ERRORS', takenBack: 2 } });
  });

  it('are taken back all together from a later wave', async () => {
    const before = await rowsOf(world);
    const number = await begin({ waves: [{ percent: 10 }, { percent: 50 }, { percent: 100, minutes: 30 }] });
    for (const moved of [1, 5, 10]) {
      expect(await applicationsOn(world, pair.new)).toHaveLength(moved);
      await callsOf(world, pair.new, { calls: 200 });
      if (moved < 10) world.pass(HOUR_MS);
      if (moved < 10) await judgeNow(world);
    }
    await callsOf(world, pair.new, { calls: 200, outcome: 'SERVER_ERROR' });
    expect(await haltOf(number)).toMatchObject({ state: 'HALTED', wave: 3, takenBack: 10, restored: true });
    expect(await rowsOf(world)).toEqual(before);
  });

  it.each<[string, Variables, Parameters<typeof callsOf>[2]]>([
    ['CLIENT_ERRORS', {}, { calls: 20, outcome: 'CLIENT_ERROR' }],
    ['REFUSED', {}, { calls: 20, outcome: 'REFUSED' }],
    ['P95', {}, { calls: 200, ms: 100 }],
    ['BUDGET', { haltIf: { budget: 4, minimumCalls: 1_000 } }, { calls: 2, outcome: 'REFUSED' }],
  ])('halt for %s', async (cause, more, called) => {
    const number = await beginAfterCalls(more);
    await callsOf(world, pair.old, { calls: 100 });
    await callsOf(world, pair.new, { calls: 100 });
    expect(await haltOf(number)).toEqual({ state: 'RUNNING' });
    await callsOf(world, pair.new, called);
    expect(await haltOf(number)).toMatchObject({ state: 'HALTED', cause });
  });

  it('halt for calls that are refused before their subscription is known', async () => {
    const number = await beginAfterCalls();
    await callsOf(world, pair.new, { calls: 100 });
    const [application = ''] = await applicationsOn(world, pair.new);
    await countUsage(world.database, [
      {
        orgId: world.orgId,
        consumerOrg: 'consumers',
        application,
        hour: new Date(Math.floor(world.deps.clock().getTime() / MINUTE_MS) * MINUTE_MS),
        outcome: 'REFUSED',
        code: 'SUBSCRIPTION_MISSING',
        calls: 50,
      },
    ]);
    expect(await haltOf(number)).toMatchObject({ cause: 'REFUSED' });
  });

  it('go on where the old version fails as much', async () => {
    const number = await beginAfterCalls();
    await callsOf(world, pair.old, { calls: 100, outcome: 'SERVER_ERROR' });
    await callsOf(world, pair.new, { calls: 100, outcome: 'SERVER_ERROR' });
    expect(await haltOf(number)).toEqual({ state: 'RUNNING' });
  });

  it('halt after seven days without calls to judge', async () => {
    const number = await begin();
    world.pass(7 * 24 * HOUR_MS + HOUR_MS);
    expect(await haltOf(number)).toMatchObject({ state: 'HALTED', cause: 'NO_CALLS', takenBack: 2 });
  });
});

describe('waves that are halted', () => {
  it('by hand begin again where somebody commits them, once their calls are counted no more', async () => {
    const number = await begin();
    await callsOf(world, pair.new, { calls: 1_000, outcome: 'SERVER_ERROR' });
    const halted = await act(world, 'haltChange', { number, reason: 'The back-end is slow.' });
    expect(halted).toMatchObject({ state: 'HALTED' });
    expect((await wavesOf(world, number)).halt).toMatchObject({
      cause: 'BY_HAND',
      message: 'The back-end is slow.',
      takenBack: 2,
    });
    expect(await refusedAct(world, 'haltChange', { number })).toMatchObject({
      status: 409,
      code: 'TRANSITION_REFUSED',
    });
    const soon = await refusedAct(world, 'commitChange', { number });
    expect(soon).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(soon.message).toContain('halted a moment ago');
    world.pass(MINUTE_MS);
    await act(world, 'commitChange', { number });
    expect(await wavesOf(world, number)).toMatchObject({ state: 'RUNNING', halt: null });
    expect(await haltOf(number)).toEqual({ state: 'RUNNING' });
    await callsOf(world, pair.new, { calls: 1_000, outcome: 'SERVER_ERROR' });
    expect(await haltOf(number)).toMatchObject({ state: 'HALTED' });
  });

  it('give back plans that were requested, and leave what ended, went elsewhere or was suspended', async () => {
    const { prisma } = world.database;
    const old = await prisma.catalogProduct.findFirstOrThrow({
      where: { name: pair.old.split(':')[0] ?? '', version: '1.0.0' },
      include: { plans: true, subscriptions: { include: { application: true } } },
    });
    const [plan] = old.plans;
    for (const { id: subscriptionId } of old.subscriptions)
      await prisma.planRequest.create({
        data: {
          subscriptionId,
          catalogPlanId: plan?.id ?? '',
          requestedBy: 'carol',
          requestedAt: world.deps.clock(),
        },
      });
    const before = await prisma.planRequest.findMany({ orderBy: { subscriptionId: 'asc' } });
    const number = await begin({ waves: [{ percent: 40 }, { percent: 100 }] });
    expect(await prisma.planRequest.count()).toBe(6);
    const [ended = '', suspended = '', ...others] = await applicationsOn(world, pair.new);
    const [gone] = await prisma.subscription.findMany({
      where: { application: { name: ended }, catalogProduct: { name: old.name, version: '2.0.0' } },
    });
    await prisma.subscription.delete({ where: { id: gone?.id ?? '' } });
    await prisma.application.updateMany({ where: { name: suspended }, data: { state: 'SUSPENDED' } });
    expect(await act(world, 'haltChange', { number })).toMatchObject({ state: 'HALTED' });
    expect((await wavesOf(world, number)).halt).toMatchObject({ takenBack: 3, restored: true });
    expect(await applicationsOn(world, pair.old)).toEqual(applications.filter((name) => name !== ended));
    expect(await prisma.application.count({ where: { name: suspended, state: 'SUSPENDED' } })).toBe(1);
    expect(others).toHaveLength(2);
    expect(await prisma.planRequest.findMany({ orderBy: { subscriptionId: 'asc' } })).toEqual(
      before.filter(({ subscriptionId }) => subscriptionId !== gone?.id),
    );
    await prisma.application.updateMany({ where: { name: suspended }, data: { state: 'ENABLED' } });
    await prisma.planRequest.deleteMany();
  });

  it('leave the new version published where somebody subscribed to it herself', async () => {
    const number = await begin();
    const own = await world.client(`own ${round}`);
    await subscribe(world, own.name, pair.new);
    await act(world, 'haltChange', { number });
    expect((await wavesOf(world, number)).halt).toMatchObject({ takenBack: 2, restored: false });
    expect(await stateOf(pair.new)).toBe('PUBLISHED');
    expect(await applicationsOn(world, pair.new)).toEqual([own.name]);
    expect(await applicationsOn(world, pair.old)).toEqual(applications);
  });
});

describe('waves whose world moves', () => {
  it('are halted where the new version is deprecated meanwhile', async () => {
    const number = await begin();
    await world.lifecycle('deprecateProduct', { product: pair.new });
    expect(await haltOf(number)).toMatchObject({
      state: 'HALTED',
      cause: 'MOVED',
      message: `${pair.new} is DEPRECATED now.`,
      takenBack: 2,
      restored: false,
    });
  });

  it('are left where the old version serves nobody any more: its subscriptions would be lost', async () => {
    const number = await begin();
    await world.lifecycle('retireProduct', { product: pair.old });
    expect(await haltOf(number)).toMatchObject({ cause: 'MOVED', takenBack: 0, restored: false });
    expect(await applicationsOn(world, pair.new)).toHaveLength(2);
    expect((await wavesOf(world, number)).waves[0]).toMatchObject({ state: 'LEFT', moved: 2 });
    expect(
      await world.database.prisma.changeWaveMove.count({
        where: { rollout: { changeRequest: { number } } },
      }),
    ).toBe(0);
  });

  it('are halted where the new version was removed', async () => {
    const number = await begin();
    await world.database.prisma.catalogProduct.deleteMany({
      where: { name: pair.new.split(':')[0] ?? '', version: '2.0.0' },
    });
    expect(await haltOf(number)).toMatchObject({ state: 'HALTED', cause: 'MOVED', takenBack: 0 });
  });

  it('are halted before the next one where a product was edited, and say what of it', async () => {
    const number = await begin();
    const { prisma } = world.database;
    const named = { name: pair.new.split(':')[0] ?? '', version: '2.0.0' };
    await prisma.catalogApi.updateMany({ where: { catalogProduct: named }, data: { online: false } });
    expect(await haltOf(number)).toEqual({ state: 'RUNNING' });
    world.pass(HOUR_MS);
    await callsOf(world, pair.new, { calls: 200 });
    expect(await haltOf(number)).toMatchObject({ state: 'HALTED', cause: 'MOVED', takenBack: 2 });
    expect((await wavesOf(world, number)).moved).toEqual([
      { item: `API ${pair.new}/customerdb:1.0.0`, kind: 'CHANGED', members: ['online'] },
    ]);
  });

  it('are halted where the proposer may not do it any more', async () => {
    const ada: ManagementClient = await world.as('DEVELOPER');
    const number = await beginWaves(ada, { ...pair, more: { waves } });
    await world.database.prisma.accessToken.updateMany({
      where: { role: 'DEVELOPER' },
      data: { role: 'VIEWER' },
    });
    expect(await haltOf(number)).toMatchObject({ state: 'HALTED', cause: 'REFUSAL', takenBack: 2 });
  });

  it('are halted where their end is refused: a subscription began on a plan without a target', async () => {
    const { prisma } = world.database;
    const number = await beginWaves(world, {
      ...pair,
      mutation: 'replaceProduct',
      more: { waves: [{ percent: 50 }, { percent: 100, minutes: 30 }], haltIf: { withoutCalls: 'GO_ON' } },
    });
    world.pass(HOUR_MS);
    await judgeNow(world);
    const old = await prisma.catalogProduct.findFirstOrThrow({
      where: { name: pair.old.split(':')[0] ?? '', version: '1.0.0' },
    });
    const { id: applicationId } = await prisma.application.findFirstOrThrow({
      where: { name: (await world.client(`gold ${round}`)).name },
    });
    const gold = await prisma.catalogPlan.create({
      data: {
        catalogProductId: old.id,
        position: 1,
        name: 'gold',
        title: 'Gold',
        rateLimit: 1,
        rateLimitUnit: 'HOUR',
      },
    });
    await prisma.subscription.create({
      data: { applicationId, catalogProductId: old.id, catalogPlanId: gold.id },
    });
    world.pass(HOUR_MS);
    expect(await haltOf(number)).toMatchObject({ state: 'HALTED', cause: 'MOVED', takenBack: 10 });
    expect((await wavesOf(world, number)).moved).toMatchObject([
      { item: `plan ${pair.old}/gold`, kind: 'ADDED' },
    ]);
  });
});
