import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Price, priceId, priceOf } from '../../../src/domain/plan/price.ts';
import { type CalledPortal, openCalledPortal } from '../../support/called-portal.ts';

const price: Price = priceOf({ currency: 'EUR', amount: '29' }, []) ?? expect.fail('It costs nothing.');

let world: CalledPortal;
let id: string;
let key: string;
beforeAll(async () => {
  world = await openCalledPortal([
    { name: 'silver', title: 'Silver', rateLimit: 2 },
    { name: 'gold', title: 'Gold', rateLimit: 9 },
    { name: 'asked-for', title: 'Asked for', approvalRequired: true },
    { name: 'priced', title: 'Priced', price },
  ]);
});
beforeEach(async () => {
  ({ id, key } = await world.subscribed('silver'));
});
afterEach(() => expect(world.faults(), 'no refusal was a fault').toEqual([]));
afterAll(() => world.close());

const SUBSCRIPTION = `{ id state plan { name } otherPlans { plan { name } }
  planRequest { plan { name } requestedBy requestedAt rejectedAt } }`;
const CHANGE = `mutation ($id: ID!, $plan: String!, $acceptPrice: ID) {
  changePlan(id: $id, plan: $plan, acceptPrice: $acceptPrice) ${SUBSCRIPTION} }`;
const CANCEL = `mutation ($id: ID!) { cancelPlanRequest(id: $id) ${SUBSCRIPTION} }`;
const change = (plan: string, acceptPrice?: string) => world.carol.run(CHANGE, { id, plan, acceptPrice });
const refused = (plan: string, acceptPrice?: string) =>
  world.carol.refused(CHANGE, { id, plan, acceptPrice });
const stored = () =>
  world.portal.database.prisma.subscription.findUniqueOrThrow({
    where: { id },
    select: { state: true, catalogPlan: { select: { name: true } }, planRequest: true },
  });
const lastEvent = async () => {
  const { prisma } = world.portal.database;
  return (await prisma.event.findFirstOrThrow({ orderBy: { id: 'desc' } })).detail;
};

describe('a change of the plan', () => {
  it('holds at once where the plan asks for no approval: same subscription, same key, its limits', async () => {
    const { call } = world;
    const statuses = async (count: number) =>
      (await Promise.all(Array.from({ length: count }, () => call(key)))).map(({ status }) => status).sort();
    expect(await statuses(3)).toEqual([200, 200, 429]);
    const changed = { id, state: 'ACTIVE', plan: { name: 'gold' }, planRequest: null };
    expect(await change('gold')).toMatchObject({ changePlan: changed });
    await expect.poll(async () => (await call(key)).status).toBe(200);
    expect(await statuses(9)).toEqual([...Array.from({ length: 8 }, () => 200), 429]);
    expect(await lastEvent()).toMatchObject({ change: 'CHANGED', id, plan: 'gold' });
  });

  it('comes back to the window that it left: changing to and fro gives no calls', async () => {
    await world.call(key);
    await world.call(key);
    await change('gold');
    await expect.poll(async () => (await world.call(key)).status).toBe(200);
    await change('silver');
    await expect.poll(async () => (await world.call(key)).status).toBe(429);
  });

  it('is asked for where the plan needs approval; the present plan holds, and calls are answered', async () => {
    const asked = { plan: { name: 'asked-for' }, requestedBy: 'carol', rejectedAt: null };
    expect(await change('asked-for')).toMatchObject({
      changePlan: { id, state: 'ACTIVE', plan: { name: 'silver' }, planRequest: asked },
    });
    expect(await lastEvent()).toMatchObject({ change: 'PLAN_REQUESTED', id, plan: 'asked-for' });
    expect(await world.call(key)).toMatchObject({ status: 200 });
    expect(await world.carol.run(CANCEL, { id })).toMatchObject({
      cancelPlanRequest: { plan: { name: 'silver' }, planRequest: null },
    });
    expect(await world.carol.refused(CANCEL, { id })).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      message: 'No other plan is asked for: it was approved, or taken back already.',
    });
  });

  it('ends a request for yet another plan', async () => {
    await change('asked-for');
    await change('gold');
    expect(await stored()).toEqual({ state: 'ACTIVE', catalogPlan: { name: 'gold' }, planRequest: null });
  });

  it('of a subscription that waits for approval waits for the other plan, or is active at once', async () => {
    await world.update(id, { state: 'PENDING_APPROVAL' });
    await change('asked-for');
    expect(await stored()).toMatchObject({
      state: 'PENDING_APPROVAL',
      catalogPlan: { name: 'asked-for' },
      planRequest: null,
    });
    await change('gold');
    expect(await stored()).toMatchObject({ state: 'ACTIVE', catalogPlan: { name: 'gold' } });
  });

  it('accepts the price of the plan by its id', async () => {
    expect(await refused('priced')).toMatchObject({
      status: 409,
      code: 'PRICE_NOT_ACCEPTED',
      path: ['acceptPrice'],
      message: `The plan priced costs 29.00 EUR a month: accept that by its id, ${priceId(price)}.`,
    });
    expect(await stored()).toMatchObject({ catalogPlan: { name: 'silver' } });
    await change('priced', priceId(price));
    const { prisma } = world.portal.database;
    const changes = await prisma.priceChange.findMany({ where: { subscriptionId: id } });
    expect(changes.at(-1)).toMatchObject({ plan: 'priced', acceptedBy: 'carol', active: true });
  });

  it('is audited with the plan that was wanted', async () => {
    await change('asked-for');
    const { prisma } = world.portal.database;
    const event = await prisma.auditEvent.findFirstOrThrow({ orderBy: { id: 'desc' } });
    expect(event).toMatchObject({
      actor: 'consumer:carol',
      action: 'changePlan',
      subject: id,
      detail: { plan: 'asked-for' },
    });
  });
});

describe('a change of the plan that is refused', () => {
  it.each([
    {
      to: 'the present plan',
      plan: 'silver',
      is: { status: 400, code: 'BAD_USER_INPUT', message: 'The subscription is on the plan silver already.' },
    },
    {
      to: 'a plan that there is not',
      plan: 'bronze',
      is: {
        status: 404,
        code: 'NOT_FOUND',
        message: 'customer:1.0.0 has no plan bronze; it has silver, gold, asked-for, priced.',
      },
    },
  ])('is one to $to', async ({ plan, is }) => {
    expect(await refused(plan)).toEqual({ ...is, path: ['plan'] });
    expect(await stored()).toMatchObject({ catalogPlan: { name: 'silver' }, planRequest: null });
  });

  it('is one of a rejected subscription, which has no other plans either', async () => {
    await world.update(id, { state: 'REJECTED' });
    expect(await refused('gold')).toMatchObject({
      status: 409,
      code: 'TRANSITION_REFUSED',
      message: 'The subscription was rejected: subscribe once more.',
    });
    const found = await world.carol.run(`query ($id: ID!) { subscription(id: $id) ${SUBSCRIPTION} }`, { id });
    expect(found).toMatchObject({ subscription: { otherPlans: [] } });
  });

  it.each([
    [
      'takes no new subscriptions',
      { subscribability: 'DISABLED' as const },
      'its subscribability is DISABLED',
    ],
    ['is deprecated', { state: 'DEPRECATED' as const }, 'it is DEPRECATED, not PUBLISHED'],
  ])('is one where the product %s', async (_, data, why) => {
    const { prisma } = world.portal.database;
    await prisma.catalogProduct.updateMany({ data });
    expect(await refused('gold')).toMatchObject({
      status: 409,
      code: 'NOT_SUBSCRIBABLE',
      message: `customer:1.0.0 takes no new subscriptions: ${why}.`,
    });
    await prisma.catalogProduct.updateMany({
      data: { subscribability: 'AUTHENTICATED', state: 'PUBLISHED' },
    });
  });

  it("is one of another consumer org's subscription", async () => {
    const dave = await world.portal.signIn('dave');
    for (const [document, variables] of [
      [CHANGE, { id, plan: 'gold' }],
      [CANCEL, { id }],
    ] as const)
      expect(await dave.refused(document, variables)).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
        path: ['id'],
      });
    expect(await stored()).toMatchObject({ catalogPlan: { name: 'silver' } });
  });
});
