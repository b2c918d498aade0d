import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import type { Variables } from '../../../support/management.ts';

const SELECTION = `{ id plan { name }
  ownLimits { plan inEffect until reason rateLimit rateLimitUnit graphQLCostLimit limits { name limit per } }
  usage { limit remaining limits { limit { name } remaining } } }`;

type Limited = {
  readonly id: string;
  readonly ownLimits: { readonly inEffect: boolean } | null;
  readonly usage: { readonly limit: number | null };
};

let world: CatalogWorld;
let made = 0;

beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  const plans = [
    { title: 'Gold', rateLimit: 100 },
    { title: 'Silver', rateLimit: 10 },
  ];
  await world.product('customer:1.0.0', { plans, publishTo: CATALOG });
});
afterAll(() => world.close());
afterEach(() => expect(world.faults, 'no refusal was a fault').toEqual([]));

async function subscribed(): Promise<string> {
  made += 1;
  const { name } = await world.client(`Client ${made}`, ['customer:1.0.0', 'gold']);
  const { id } = await world.database.prisma.subscription.findFirstOrThrow({
    where: { application: { name } },
  });
  return id;
}
const limits = { rateLimit: 5000, limits: [{ limit: 50, per: 'SECOND' }] };
const set = (id: string, changes: Variables = {}) =>
  world.mutate<Limited>('setSubscriptionLimits', { id, limits, reason: 'Trial', ...changes }, SELECTION);
const refused = (input: Variables) => world.refused('setSubscriptionLimits', input, '{ id }');
const move = (id: string, product: string, plan: string) =>
  world.mutate<Limited>('migrateSubscription', { id, product, plan }, SELECTION);

describe('setSubscriptionLimits', () => {
  it('puts limits in place of all of the plan, until null restores those', async () => {
    const id = await subscribed();
    expect(await set(id, { until: '2040-01-01T00:00:00Z' })).toMatchObject({
      plan: { name: 'gold' },
      ownLimits: {
        plan: 'gold',
        inEffect: true,
        until: '2040-01-01T00:00:00.000Z',
        reason: 'Trial',
        rateLimit: 5000,
        rateLimitUnit: 'HOUR',
        graphQLCostLimit: null,
        limits: [{ name: 'per-second', limit: 50, per: 'SECOND' }],
      },
      usage: { limit: 5000, remaining: 5000, limits: [{ limit: { name: 'per-second' }, remaining: 50 }] },
    });
    expect(await set(id, { limits: null, reason: 'The trial is over' })).toMatchObject({
      ownLimits: null,
      usage: { limit: 100, limits: [] },
    });
  });

  it('tells the audit who, why and what was before, and followers that they changed', async () => {
    const id = await subscribed();
    await set(id);
    const { prisma } = world.database;
    const [event] = await prisma.auditEvent.findMany({ orderBy: { id: 'desc' }, take: 1 });
    expect(event).toMatchObject({
      action: 'setSubscriptionLimits',
      subject: id,
      detail: {
        application: `consumers/client-${made}`,
        product: 'customer:1.0.0',
        plan: 'gold',
        reason: 'Trial',
      },
    });
    expect(JSON.stringify(event?.detail)).toContain('"rateLimit":5000');
    const [told] = await prisma.event.findMany({ orderBy: { id: 'desc' }, take: 1 });
    expect(told).toMatchObject({
      type: 'SUBSCRIPTION',
      subject: `consumers/client-${made}`,
      detail: { change: 'LIMITS_CHANGED', id, state: 'ACTIVE', product: 'customer:1.0.0', plan: 'gold' },
    });
    expect(JSON.stringify(told?.detail)).not.toContain('Trial');
  });

  it('refuses input that is wrong, and changes nothing', async () => {
    const id = await subscribed();
    const wrong: [Variables, string[]][] = [
      [{ id, reason: 'Trial' }, ['input', 'limits']],
      [{ id, limits: null, until: '2040-01-01T00:00:00Z', reason: 'Over' }, ['input', 'until']],
      [{ id, limits, until: '2020-01-01T00:00:00Z', reason: 'Trial' }, ['input', 'until']],
      [{ id, limits, reason: ' ' }, ['input', 'reason']],
      [{ id, limits: { rateLimit: 0 }, reason: 'Trial' }, ['input', 'limits', 'rateLimit']],
    ];
    await world.changesNothing(async () => {
      for (const [input, path] of wrong)
        expect(await refused(input)).toMatchObject({ code: 'BAD_USER_INPUT', path });
      const unknown = { id: '01890000-0000-7000-8000-000000000000', limits, reason: 'Trial' };
      expect(await refused(unknown)).toMatchObject({ code: 'NOT_FOUND', path: ['input', 'id'] });
    });
  });

  it('rests under a plan of another name, and holds again once the subscription is back', async () => {
    const id = await subscribed();
    await set(id);
    expect(await move(id, 'customer:1.0.0', 'silver')).toMatchObject({
      ownLimits: { plan: 'gold', inEffect: false },
      usage: { limit: 10 },
    });
    expect(await move(id, 'customer:1.0.0', 'gold')).toMatchObject({
      ownLimits: { inEffect: true },
      usage: { limit: 5000 },
    });
  });

  it('is over at its end, without a change', async () => {
    const id = await subscribed();
    await set(id, { until: '2040-01-01T00:00:00Z' });
    await world.database.prisma.$executeRaw`UPDATE "Subscription"
      SET "ownLimits" = jsonb_set("ownLimits", '{until}', '"2020-01-01T00:00:00.000Z"') WHERE "id" = ${id}::uuid`;
    const document = `{ application(catalog: "${CATALOG}", consumerOrg: "consumers", name: "client-${made}") {
      subscriptions(first: 1) ${SELECTION} } }`;
    const { application } = await world.query<{ application: { subscriptions: Limited[] } }>(document);
    expect(application.subscriptions).toMatchObject([{ ownLimits: null, usage: { limit: 100 } }]);
  });
});

describe('a product that takes the place of another', () => {
  it('keeps own limits under a plan of the same name, warns of those that rest, and its undo brings them back', async () => {
    const id = await subscribed();
    const { name } = await world.client('Ended', ['customer:1.0.0', 'silver']);
    await set(id);
    const { prisma } = world.database;
    const other = await prisma.subscription.findFirstOrThrow({ where: { application: { name } } });
    await set(other.id);
    const plans = [{ title: 'Gold', rateLimit: 100 }, { title: 'Bronze' }];
    await world.product('customer:2.0.0', { plans });
    await world.lifecycle('stageProduct', { product: 'customer:2.0.0' });
    const { warnings, undoToken } = (await world.lifecycle(
      'replaceProduct',
      {
        old: 'customer:1.0.0',
        new: 'customer:2.0.0',
        plans: [
          { source: 'gold', target: 'gold' },
          { source: 'silver', target: 'bronze' },
        ],
      },
      '{ undoToken warnings { code message subject } }',
    )) as unknown as { warnings: { code: string }[]; undoToken: string };
    expect(warnings.filter(({ code }) => code === 'OWN_LIMITS_REST')).toEqual([
      {
        code: 'OWN_LIMITS_REST',
        message:
          'Own limits that were set for silver do not hold under bronze of customer:2.0.0. It touches 1 application: consumers/ended.',
        subject: 'silver',
      },
    ]);
    const inEffect = async () => {
      const { application } = await world.query<{ application: { subscriptions: Limited[] } }>(
        `{ application(catalog: "${CATALOG}", consumerOrg: "consumers", name: "${name}") { subscriptions(first: 1) ${SELECTION} } }`,
      );
      return application.subscriptions[0]?.ownLimits?.inEffect;
    };
    expect(await inEffect()).toBe(false);
    await world.mutate('undoLifecycleChange', { token: undoToken }, '{ change { id } }');
    expect(await inEffect()).toBe(true);
    await world.lifecycle('retireProduct', { product: 'customer:1.0.0' });
    const { id: change } = await prisma.lifecycleUndo.findFirstOrThrow({ orderBy: { id: 'desc' } });
    await world.mutate('undoLifecycleChange', { change }, '{ change { id } }');
    expect(await inEffect()).toBe(true);
  });
});
