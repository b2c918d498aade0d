import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { limitKeyOf } from '../../../src/domain/plan/limit-keys.ts';
import type { PlanTerms } from '../../../src/domain/plan/plan.ts';
import type { PlanLimit } from '../../../src/domain/plan/plan-limit.ts';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { openPortal, type PortalClient, type PortalWorld } from '../../support/portal.ts';
import { inOneTurn, watchStatements } from '../../support/statements.ts';
import { countUsage } from '../../support/usage.ts';

let portal: PortalWorld;
let carol: PortalClient;
let dave: PortalClient;
beforeAll(async () => {
  portal = await openPortal();
  [carol, dave] = [await portal.signIn('carol'), await portal.signIn('dave')];
  await portal.product({
    name: 'open',
    plans: [{}, { name: 'approved', title: 'Approved', approvalRequired: true }],
  });
});
afterAll(() => portal.close());
afterEach(() => expect(portal.faults, 'no refusal was a fault').toEqual([]));

const SUBSCRIPTION = `id state application { name } product { name version state } plan { name }
  migrationTarget { product { version state plans { name } } plan { name rateLimit } }`;
type Subscription = { id: string; [field: string]: unknown };
const SUBSCRIBE = `mutation ($application: String!, $product: VersionedName!, $plan: String!) {
  subscribe(application: $application, product: $product, plan: $plan) { ${SUBSCRIPTION} } }`;
const MIGRATE = `mutation ($id: ID!) { migrateSubscription(id: $id) { ${SUBSCRIPTION} } }`;
const UNSUBSCRIBE = 'mutation ($id: ID!) { unsubscribe(id: $id) }';

async function application(client: PortalClient, name: string): Promise<string> {
  await client.run('mutation ($title: String!) { createApplication(title: $title) { clientKey } }', {
    title: name,
  });
  return name;
}
async function subscribe(client: PortalClient, variables: object): Promise<Subscription> {
  return (await client.run<{ subscribe: Subscription }>(SUBSCRIBE, { plan: 'default-plan', ...variables }))
    .subscribe;
}
async function subscriptionsOf(client: PortalClient, name: string): Promise<Subscription[]> {
  const document = `query ($name: String!) { application(name: $name) { subscriptions { ${SUBSCRIPTION} } } }`;
  const found = await client.run<{ application: { subscriptions: Subscription[] } }>(document, { name });
  return found.application.subscriptions;
}
const lastEvent = () => portal.database.prisma.auditEvent.findFirstOrThrow({ orderBy: { id: 'desc' } });

describe('subscribing', () => {
  beforeAll(async () => {
    await portal.product({ name: 'staged', state: 'STAGED' });
    await portal.product({ name: 'deprecated', state: 'DEPRECATED' });
    await portal.product({ name: 'custom', visibility: 'CUSTOM' });
    await portal.product({ name: 'closed', subscribability: 'DISABLED' });
    await portal.product({ name: 'chosen', subscribability: 'CUSTOM' });
    await application(carol, 'first');
    await subscribe(carol, { application: 'first', product: 'open:1.0.0' });
  });

  it('links an application to a plan of a product', async () => {
    await application(carol, 'linked');
    expect(await subscribe(carol, { application: 'linked', product: 'open:1.0.0' })).toEqual({
      id: expect.any(String),
      state: 'ACTIVE',
      application: { name: 'linked' },
      product: { name: 'open', version: '1.0.0', state: 'PUBLISHED' },
      plan: { name: 'default-plan' },
      migrationTarget: null,
    });
    expect(await lastEvent()).toMatchObject({
      actor: 'consumer:carol',
      action: 'subscribe',
      subject: 'consumers/linked',
      detail: { product: 'open:1.0.0', plan: 'default-plan' },
    });
  });

  it('waits for approval where the plan needs it', async () => {
    const variables = {
      application: await application(carol, 'second'),
      product: 'open:1.0.0',
      plan: 'approved',
    };
    expect(await subscribe(carol, variables)).toMatchObject({ state: 'PENDING_APPROVAL' });
  });

  it.each([
    { what: 'twice to one product', product: 'open:1.0.0', code: 'SUBSCRIPTION_EXISTS', at: 'product' },
    { what: 'to an unknown product', product: 'nothing:1.0.0', code: 'NOT_FOUND', at: 'product' },
    { what: 'to a staged product', product: 'staged:1.0.0', code: 'NOT_FOUND', at: 'product' },
    { what: 'to a deprecated product', product: 'deprecated:1.0.0', code: 'NOT_FOUND', at: 'product' },
    { what: 'to a product that it may not see', product: 'custom:1.0.0', code: 'NOT_FOUND', at: 'product' },
    { what: 'to a closed product', product: 'closed:1.0.0', code: 'NOT_SUBSCRIBABLE', at: 'product' },
    {
      what: 'to a product for chosen ones',
      product: 'chosen:1.0.0',
      code: 'NOT_SUBSCRIBABLE',
      at: 'product',
    },
    { what: 'to an unknown plan', product: 'open:1.0.0', plan: 'platinum\0', code: 'NOT_FOUND', at: 'plan' },
    {
      what: 'an unknown application',
      application: 'a\0',
      product: 'open:1.0.0',
      code: 'NOT_FOUND',
      at: 'application',
    },
  ])(
    'is refused $what',
    async ({ product, plan = 'default-plan', application: name = 'first', code, at }) => {
      const before = await portal.database.prisma.subscription.count();
      expect(await carol.refused(SUBSCRIBE, { application: name, product, plan })).toMatchObject({
        code,
        path: [at],
      });
      expect(await portal.database.prisma.subscription.count()).toBe(before);
    },
  );

  it('that was rejected says why, and can be asked for once more', async () => {
    await application(carol, 'rejected');
    const asked = { application: 'rejected', product: 'open:1.0.0', plan: 'approved' };
    const { id } = await subscribe(carol, asked);
    await portal.database.prisma.subscription.update({
      where: { id },
      data: { state: 'REJECTED', rejectionReason: 'Ask for Default Plan first.' },
    });
    const document = '{ application(name: "rejected") { subscriptions { state rejectionReason } } }';
    expect(await carol.run(document)).toEqual({
      application: {
        subscriptions: [{ state: 'REJECTED', rejectionReason: 'Ask for Default Plan first.' }],
      },
    });
    await subscribe(carol, { ...asked, plan: 'default-plan' });
    expect(await carol.run(document)).toEqual({
      application: { subscriptions: [{ state: 'ACTIVE', rejectionReason: null }] },
    });
  });

  it("is refused with another's application", async () => {
    const variables = { application: 'first', product: 'open:1.0.0', plan: 'default-plan' };
    expect(await dave.refused(SUBSCRIBE, variables)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('twice at once makes one subscription', async () => {
    const name = await application(carol, 'twice');
    const variables = { application: name, product: 'open:1.0.0', plan: 'default-plan' };
    const answers = await Promise.all([1, 2].map(() => carol.send(SUBSCRIBE, variables)));
    const codes = answers.map(({ errors }) => errors[0]?.extensions.code);
    expect(codes.sort()).toEqual(['SUBSCRIPTION_EXISTS', undefined]);
  });
});

describe('unsubscribing', () => {
  it('ends the subscription', async () => {
    const name = await application(carol, 'leaver');
    const { id } = await subscribe(carol, { application: name, product: 'open:1.0.0' });
    expect(await carol.run(UNSUBSCRIBE, { id })).toEqual({ unsubscribe: true });
    expect(await subscriptionsOf(carol, name)).toEqual([]);
    expect(await lastEvent()).toMatchObject({ actor: 'consumer:carol', action: 'unsubscribe', subject: id });
    expect(await carol.refused(UNSUBSCRIBE, { id })).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      path: ['id'],
    });
  });

  it("is refused with another's subscription, and with what is no id", async () => {
    const name = await application(carol, 'stayer');
    const { id } = await subscribe(carol, { application: name, product: 'open:1.0.0' });
    for (const each of [id, 'x', '', 'a\0'])
      for (const document of [UNSUBSCRIBE, MIGRATE])
        expect(await dave.refused(document, { id: each })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await subscriptionsOf(carol, name)).toHaveLength(1);
  });
});

describe('migrating', () => {
  const ids = new Map<string, string>();
  beforeAll(async () => {
    const old = await portal.product({ plans: [{}, { name: 'unmapped', title: 'Unmapped' }] });
    for (const name of ['offered', 'mover', 'both']) {
      await application(carol, name);
      ids.set(name, (await subscribe(carol, { application: name, product: 'customer:1.0.0' })).id);
    }
    const stays = {
      application: await application(carol, 'unmapped'),
      product: 'customer:1.0.0',
      plan: 'unmapped',
    };
    await subscribe(carol, stays);
    const plans = [
      { name: 'gold', title: 'Gold', rateLimit: 500 },
      { name: 'bronze', title: 'Bronze', rateLimit: 2, rateLimitUnit: 'MINUTE' as const },
    ];
    const current = await portal.product({ version: '2.0.0', plans });
    await portal.database.prisma.catalogProduct.update({
      where: { id: old.id },
      data: {
        state: 'DEPRECATED',
        migrationTargetId: current.id,
        migrationPlans: toStore([{ source: 'default-plan', target: 'bronze' }]),
      },
    });
  });

  it('is offered where the product was superseded: to the plan that its own is mapped to', async () => {
    expect(await subscriptionsOf(carol, 'offered')).toEqual([
      {
        id: ids.get('offered'),
        state: 'ACTIVE',
        application: { name: 'offered' },
        product: { name: 'customer', version: '1.0.0', state: 'DEPRECATED' },
        plan: { name: 'default-plan' },
        migrationTarget: {
          product: { version: '2.0.0', state: 'PUBLISHED', plans: [{ name: 'gold' }, { name: 'bronze' }] },
          plan: { name: 'bronze', rateLimit: 2 },
        },
      },
    ]);
  });

  it('is not offered to a plan that is not mapped, and then refused', async () => {
    const [subscription] = await subscriptionsOf(carol, 'unmapped');
    expect(subscription).toMatchObject({ migrationTarget: null });
    expect(await carol.refused(MIGRATE, { id: subscription?.id })).toMatchObject({
      status: 409,
      code: 'MIGRATION_TARGET_MISSING',
      path: ['id'],
    });
  });

  it('is not offered where the application has a subscription to the new version already, and then refused', async () => {
    const [old] = await subscriptionsOf(carol, 'both');
    expect(old).toMatchObject({ migrationTarget: { product: { version: '2.0.0' } } });
    await subscribe(carol, { application: 'both', product: 'customer:2.0.0', plan: 'gold' });
    expect(await subscriptionsOf(carol, 'both')).toMatchObject([
      { id: old?.id, migrationTarget: null },
      { migrationTarget: null },
    ]);
    expect(await carol.refused(MIGRATE, { id: old?.id })).toMatchObject({
      status: 409,
      code: 'SUBSCRIPTION_EXISTS',
    });
    expect(await subscriptionsOf(carol, 'both')).toHaveLength(2);
  });

  it('moves the subscription, which keeps its id', async () => {
    const id = ids.get('mover');
    const moved = {
      id,
      product: { name: 'customer', version: '2.0.0', state: 'PUBLISHED' },
      plan: { name: 'bronze' },
      migrationTarget: null,
    };
    expect(await carol.run(MIGRATE, { id })).toMatchObject({ migrateSubscription: moved });
    expect(await subscriptionsOf(carol, 'mover')).toMatchObject([moved]);
    expect(await lastEvent()).toMatchObject({ action: 'migrateSubscription', subject: id });
    expect(await carol.refused(MIGRATE, { id })).toMatchObject({ code: 'MIGRATION_TARGET_MISSING' });
  });

  it('leaves the old version to those who are still subscribed to it', async () => {
    const versions = async (client: PortalClient) =>
      (await client.run<{ products: object[] }>('{ products(search: "customer") { name version } }'))
        .products;
    expect(await versions(carol)).toContainEqual({ name: 'customer', version: '1.0.0' });
    expect(await versions(dave)).not.toContainEqual({ name: 'customer', version: '1.0.0' });
    expect(await versions(dave)).toContainEqual({ name: 'customer', version: '2.0.0' });
  });
});

describe('the usage of a subscription', () => {
  const usageOf = async (name: string, members = 'limit remaining resetsAt callsToday') => {
    const document = `query ($name: String!) { application(name: $name) { subscriptions { usage { ${members} } } } }`;
    const found = await carol.run<{ application: { subscriptions: { usage: Record<string, unknown> }[] } }>(
      document,
      { name },
    );
    return found.application.subscriptions[0]?.usage;
  };
  beforeAll(async () => {
    const unlimited = { name: 'unlimited', title: 'Unlimited', rateLimit: null };
    await portal.product({ name: 'metered', plans: [{}, unlimited] });
    const name = await application(carol, 'metered');
    await subscribe(carol, { application: name, product: 'metered:1.0.0' });
  });

  it('has no window before the first call', async () =>
    expect(await usageOf('metered')).toEqual({ limit: 100, remaining: 100, resetsAt: null, callsToday: 0 }));

  it('is the window as the gateway counts it, and the calls admitted today, UTC', async () => {
    const { prisma } = portal.database;
    const name = await application(carol, 'called');
    const { id: subscriptionId } = await subscribe(carol, { application: name, product: 'metered:1.0.0' });
    const { applicationId, catalogPlanId } = await prisma.subscription.findUniqueOrThrow({
      where: { id: subscriptionId },
    });
    const limit = { limit: 100, windowSeconds: 3600 };
    for (let n = 0; n < 3; n += 1)
      await portal.deps.limits.consume(limitKeyOf(applicationId, catalogPlanId), limit);
    const [yesterday, today, later] = ['2026-12-31T23:00Z', '2027-01-01T00:00Z', '2027-01-01T09:00Z'].map(
      (hour) => ({ subscriptionId, hour: new Date(hour) }),
    );
    if (!yesterday || !today || !later) throw new Error('There are no hours.');
    await countUsage(portal.database, [
      { ...yesterday, outcome: 'ANSWERED', calls: 40 },
      { ...today, outcome: 'ANSWERED', calls: 1 },
      { ...later, outcome: 'CLIENT_ERROR', calls: 1 },
      { ...later, outcome: 'SERVER_ERROR', calls: 1 },
      { ...later, outcome: 'LIMITED', calls: 50 },
      { ...later, outcome: 'REFUSED', calls: 60 },
    ]);
    const usage = await usageOf(name);
    expect(usage).toEqual({ limit: 100, remaining: 97, resetsAt: expect.any(String), callsToday: 3 });
    const seconds =
      (Date.parse((usage as { resetsAt: string }).resetsAt) - portal.deps.clock().getTime()) / 1000;
    expect(seconds).toBeGreaterThan(3500);
    expect(seconds).toBeLessThanOrEqual(3600);
  });

  it('counts the calls of a list in one statement, those of each subscription by themselves', async () => {
    const name = await application(carol, 'several');
    for (const product of ['several-a', 'several-b', 'several-c']) {
      await portal.product({ name: product });
      const { id } = await subscribe(carol, { application: name, product: `${product}:1.0.0` });
      const calls = product.charCodeAt(product.length - 1);
      const hour = new Date('2027-01-01T01:00Z');
      if (product !== 'several-b')
        await countUsage(portal.database, [{ subscriptionId: id, hour, outcome: 'ANSWERED', calls }]);
    }
    inOneTurn();
    const statements = watchStatements();
    const document = `{ application(name: "${name}") { subscriptions { usage { callsToday } } } }`;
    expect(await carol.run(document)).toEqual({
      application: { subscriptions: [97, 0, 99].map((callsToday) => ({ usage: { callsToday } })) },
    });
    expect(statements.filter(({ text }) => text.includes('UsageHour'))).toHaveLength(1);
  });

  it('reads the windows of a list together, each of them once', async () => {
    const name = await application(carol, 'windows');
    const calls: Omit<PlanLimit, 'name' | 'limit' | 'per'> = {
      counts: 'CALLS',
      every: 1,
      timeZone: 'UTC',
      operations: [],
    };
    const plan: Partial<PlanTerms> = {
      name: 'gold',
      title: 'Gold',
      rateLimit: 100,
      graphQLCostLimit: 50,
      limits: [
        { ...calls, name: 'per-second', limit: 10, per: 'SECOND' },
        { ...calls, name: 'per-month', limit: 1_000, per: 'MONTH' },
      ],
    };
    for (const product of ['windows-a', 'windows-b']) {
      await portal.product({ name: product, plans: [plan] });
      await subscribe(carol, { application: name, product: `${product}:1.0.0`, plan: 'gold' });
    }
    inOneTurn();
    const peekAll = vi.spyOn(portal.deps.limits, 'peekAll');
    onTestFinished(() => peekAll.mockRestore());
    const usage = 'limit remaining resetsAt graphQLCost { remaining } limits { limit { name } remaining }';
    const document = `{ application(name: "${name}") { subscriptions { usage { ${usage} } } } }`;
    const each = {
      limit: 100,
      remaining: 100,
      resetsAt: null,
      graphQLCost: { remaining: 50 },
      limits: [
        { limit: { name: 'per-second' }, remaining: 10 },
        { limit: { name: 'per-month' }, remaining: 1_000 },
      ],
    };
    expect(await carol.run(document)).toEqual({
      application: { subscriptions: [{ usage: each }, { usage: each }] },
    });
    expect(peekAll.mock.calls.map(([asked]) => asked.length)).toEqual([8]);
  });

  it('tells the window of what GraphQL documents cost, as the gateway counts it', async () => {
    const costed = { name: 'costed', title: 'Costed', rateLimit: null, graphQLCostLimit: 50 };
    await portal.product({ name: 'costed', plans: [costed] });
    const name = await application(carol, 'costed');
    const { id } = await subscribe(carol, { application: name, product: 'costed:1.0.0', plan: 'costed' });
    const costOf = async () => (await usageOf(name, 'graphQLCost { limit remaining resetsAt }'))?.graphQLCost;
    expect(await costOf()).toEqual({ limit: 50, remaining: 50, resetsAt: null });
    const { applicationId, catalogPlanId } = await portal.database.prisma.subscription.findUniqueOrThrow({
      where: { id },
    });
    const key = `${limitKeyOf(applicationId, catalogPlanId)}:cost`;
    await portal.deps.limits.consume(key, { limit: 50, windowSeconds: 3600 }, 21);
    expect(await costOf()).toEqual({ limit: 50, remaining: 29, resetsAt: expect.any(String) });
    expect(await usageOf('metered', 'graphQLCost { limit }')).toEqual({ graphQLCost: null });
  });

  it('has no limit where the plan has none', async () => {
    const name = await application(carol, 'unlimited');
    await subscribe(carol, { application: name, product: 'metered:1.0.0', plan: 'unlimited' });
    expect(await usageOf(name)).toEqual({ limit: null, remaining: null, resetsAt: null, callsToday: 0 });
  });
});
