import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';

const SUBSCRIPTION =
  '{ id state plan { name } planRequest { plan { name } requestedBy rejectedAt rejectionReason } }';
const PENDING = `{ pendingSubscriptions(catalog: "${CATALOG}") ${SUBSCRIPTION} }`;

type Subscription = {
  readonly id: string;
  readonly state: string;
  readonly plan: { readonly name: string };
  readonly planRequest: Readonly<Record<string, unknown>> | null;
};

let world: CatalogWorld;
let made = 0;
beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  const plans = [
    { title: 'Silver' },
    { title: 'Gold', approvalRequired: true, price: { currency: 'EUR', amount: '29' } },
  ];
  await world.product('customer:1.0.0', { plans, publishTo: CATALOG });
});
afterAll(() => world.close());
afterEach(() => world.database.prisma.application.deleteMany());
afterEach(() => expect(world.faults, 'no refusal was a fault').toEqual([]));

/** A subscription to Silver whose consumer asks for Gold, at a price. */
async function asking(acceptedPrice: string | null = null): Promise<string> {
  made += 1;
  const { prisma } = world.database;
  const { name } = await world.client(`Client ${made}`, ['customer:1.0.0', 'silver']);
  const { id } = await prisma.subscription.findFirstOrThrow({ where: { application: { name } } });
  const gold = await prisma.catalogPlan.findFirstOrThrow({ where: { name: 'gold' } });
  await prisma.planRequest.create({
    data: {
      subscriptionId: id,
      catalogPlanId: gold.id,
      requestedBy: 'carol',
      acceptedPrice,
      requestedAt: new Date(0),
    },
  });
  return id;
}
const goldPrice = async () => {
  const document = `{ product(product: "customer:1.0.0") { plans { name price { id } } } }`;
  const { product } = await world.query<{
    product: { plans: { name: string; price: { id: string } | null }[] };
  }>(document);
  return product.plans.find(({ name }) => name === 'gold')?.price?.id ?? expect.fail('Gold has no price.');
};
const approve = (id: string) => world.mutate<Subscription>('approveSubscription', { id }, SUBSCRIPTION);
const pending = async () =>
  (await world.query<{ pendingSubscriptions: Subscription[] }>(PENDING)).pendingSubscriptions;
const events = async () =>
  (await world.database.prisma.event.findMany({ orderBy: { id: 'asc' } })).map(({ detail }) => detail);

describe('a request for another plan', () => {
  it('is among the pending subscriptions, and approved it is the plan, at the price that was accepted', async () => {
    const id = await asking(await goldPrice());
    const request = { plan: { name: 'gold' }, requestedBy: 'carol', rejectedAt: null, rejectionReason: null };
    const waits = { id, state: 'ACTIVE', plan: { name: 'silver' }, planRequest: request };
    expect(await pending()).toEqual([waits]);
    expect(await approve(id)).toEqual({ id, state: 'ACTIVE', plan: { name: 'gold' }, planRequest: null });
    expect(await pending()).toEqual([]);
    const { prisma } = world.database;
    const [last] = await prisma.priceChange.findMany({
      where: { subscriptionId: id },
      orderBy: { id: 'desc' },
    });
    expect(last).toMatchObject({ plan: 'gold', acceptedBy: 'carol' });
    const audited = await prisma.auditEvent.findFirstOrThrow({ orderBy: { id: 'desc' } });
    expect(audited).toMatchObject({ action: 'approveSubscription', subject: id, detail: { plan: 'gold' } });
  });

  it('is rejected with a reason that its consumer reads; the plan stays, and members are told', async () => {
    const id = await asking(await goldPrice());
    const reason = 'Gold is for partners.';
    const rejected = await world.mutate<Subscription>('rejectSubscription', { id, reason }, SUBSCRIPTION);
    expect(rejected).toMatchObject({
      state: 'ACTIVE',
      plan: { name: 'silver' },
      planRequest: { plan: { name: 'gold' }, rejectedAt: expect.any(String), rejectionReason: reason },
    });
    expect(await pending()).toEqual([]);
    expect((await events()).at(-1)).toMatchObject({ change: 'PLAN_REJECTED', id, plan: 'gold', reason });
    expect(await world.refused('approveSubscription', { id }, '{ id }')).toMatchObject({
      status: 409,
      code: 'TRANSITION_REFUSED',
    });
  });

  it('is not approved at another price than was accepted', async () => {
    const id = await asking('another-price');
    expect(await world.refused('approveSubscription', { id }, '{ id }')).toMatchObject({
      status: 409,
      code: 'PRICE_NOT_ACCEPTED',
      message:
        'The plan gold has another price than carol accepted: reject the request, so that the consumer asks again.',
    });
    expect(await pending()).toMatchObject([{ id, plan: { name: 'silver' } }]);
  });

  it('ends when the subscription gets to another plan by another way', async () => {
    const id = await asking(await goldPrice());
    await world.mutate('migrateSubscription', { id, product: 'customer:1.0.0', plan: 'gold' }, '{ id }');
    expect(await pending()).toEqual([]);
    expect(await world.database.prisma.planRequest.count()).toBe(0);
  });

  it('is decided once: of two at the same time one is refused', async () => {
    const id = await asking(await goldPrice());
    const decided = await Promise.allSettled([approve(id), approve(id)]);
    expect(decided.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
