import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defaultPlan } from '../../../src/domain/plan/plan.ts';
import { type Price, priceId, priceOf } from '../../../src/domain/plan/price.ts';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { planToStore } from '../../../src/infrastructure/database/stored-plan.ts';
import { openPortal, type PortalClient, type PortalWorld } from '../../support/portal.ts';
import { countUsage } from '../../support/usage.ts';

const priced = (amount: string): Price =>
  priceOf({ currency: 'EUR', amount }, []) ?? expect.fail('It costs nothing.');
const [cheap, dear] = [priced('29'), priced('49')];

let portal: PortalWorld;
let carol: PortalClient;
let dave: PortalClient;
let round = 0;
let product: string;
let application: string;
beforeAll(async () => {
  portal = await openPortal();
  [carol, dave] = [await portal.signIn('carol'), await portal.signIn('dave')];
});
afterAll(() => portal.close());
afterEach(() => expect(portal.faults, 'no refusal was a fault').toEqual([]));

const PRICE = 'price { price { id amount } awaiting { id amount } acceptedBy acceptedAt }';
const SUBSCRIBE = `mutation ($application: String!, $product: VersionedName!, $plan: String!, $acceptPrice: ID) {
  subscribe(application: $application, product: $product, plan: $plan, acceptPrice: $acceptPrice) { id ${PRICE} } }`;
const ACCEPT = `mutation ($id: ID!, $price: ID!) { acceptPrice(id: $id, price: $price) { id ${PRICE} } }`;
type Priced = { id: string; price: unknown };

/** Puts a product with a free plan and one for 29 EUR into the catalog, and an application beside it. */
async function world() {
  round += 1;
  const { id } = await portal.product({
    name: `priced-${round}`,
    plans: [
      { name: 'free', title: 'Free' },
      { name: 'gold', title: 'Gold', price: cheap },
    ],
  });
  product = `priced-${round}:1.0.0`;
  application = `app-${round}`;
  await carol.run('mutation ($title: String!) { createApplication(title: $title) { clientKey } }', {
    title: application,
  });
  return id;
}
const subscribe = async (plan: string, acceptPrice?: string): Promise<Priced> => {
  const variables = { application, product, plan, acceptPrice };
  return (await carol.run<{ subscribe: Priced }>(SUBSCRIBE, variables)).subscribe;
};
const priceOfSubscription = async (id: string) => {
  const document = `query ($id: ID!) { subscription(id: $id) { ${PRICE} } }`;
  return (await carol.run<{ subscription: Priced }>(document, { id })).subscription.price;
};
/** Gives the plan of a product another price, as publishing it again does. */
const setPrice = (catalogProductId: string, plan: string, price: Price | null) =>
  portal.database.prisma.catalogPlan.update({
    where: { catalogProductId_name: { catalogProductId, name: plan } },
    data: { price: planToStore({ ...defaultPlan, price }).price },
  });

describe('subscribing to a plan with a price', () => {
  it('is refused until the price is accepted by its id, and the refusal names it', async () => {
    await world();
    for (const acceptPrice of [undefined, priceId(dear)]) {
      const { status, errors } = await carol.send(SUBSCRIBE, {
        application,
        product,
        plan: 'gold',
        acceptPrice,
      });
      expect(status).toBe(409);
      expect(errors[0]).toMatchObject({
        message: expect.stringContaining(
          `The plan gold costs 29.00 EUR a month: accept that by its id, ${priceId(cheap)}.`,
        ),
        extensions: { code: 'PRICE_NOT_ACCEPTED', path: ['acceptPrice'] },
      });
    }
    expect(
      await portal.database.prisma.subscription.count({ where: { application: { name: application } } }),
    ).toBe(0);
  });

  it('is the acceptance, which is recorded with who and when, and audited', async () => {
    await world();
    const { price } = await subscribe('gold', priceId(cheap));
    expect(price).toEqual({
      price: { id: priceId(cheap), amount: '29.00' },
      awaiting: null,
      acceptedBy: 'carol',
      acceptedAt: expect.any(String),
    });
    const event = await portal.database.prisma.auditEvent.findFirstOrThrow({ orderBy: { id: 'desc' } });
    expect(event).toMatchObject({
      actor: 'consumer:carol',
      action: 'subscribe',
      detail: { plan: 'gold', acceptPrice: priceId(cheap) },
    });
  });

  it('takes no price for a plan that costs nothing', async () => {
    await world();
    const { status, errors } = await carol.send(SUBSCRIBE, {
      application,
      product,
      plan: 'free',
      acceptPrice: priceId(cheap),
    });
    expect([status, errors[0]?.extensions?.['code']]).toEqual([409, 'PRICE_NOT_ACCEPTED']);
    expect(errors[0]?.message).toContain('The plan free costs nothing now: leave the price out.');
  });
});

describe('a price that becomes dearer', () => {
  it('waits while the old one holds, until a member accepts it', async () => {
    const id = await world();
    const subscription = await subscribe('gold', priceId(cheap));
    await setPrice(id, 'gold', dear);
    expect(await priceOfSubscription(subscription.id)).toMatchObject({
      price: { amount: '29.00' },
      awaiting: { amount: '49.00' },
    });
    await carol.run(ACCEPT, { id: subscription.id, price: priceId(dear) });
    expect(await priceOfSubscription(subscription.id)).toMatchObject({
      price: { amount: '49.00' },
      awaiting: null,
      acceptedBy: 'carol',
    });
  });

  it('costs who was free nothing, whoever moved the subscription', async () => {
    const id = await world();
    const subscription = await subscribe('free');
    const { prisma } = portal.database;
    const gold = await prisma.catalogPlan.findFirstOrThrow({ where: { catalogProductId: id, name: 'gold' } });
    await prisma.subscription.update({ where: { id: subscription.id }, data: { catalogPlanId: gold.id } });
    expect(await priceOfSubscription(subscription.id)).toMatchObject({
      price: null,
      awaiting: { amount: '29.00' },
      acceptedBy: null,
    });
  });

  it('is accepted as it is now, not as it was when it was read', async () => {
    const id = await world();
    const subscription = await subscribe('gold', priceId(cheap));
    await setPrice(id, 'gold', dear);
    await setPrice(id, 'gold', priced('59'));
    const { status, errors } = await carol.send(ACCEPT, { id: subscription.id, price: priceId(dear) });
    expect([status, errors[0]?.extensions?.['code']]).toEqual([409, 'PRICE_NOT_ACCEPTED']);
    expect(errors[0]?.message).toContain('59.00 EUR a month');
  });

  it('is not accepted by another consumer', async () => {
    const id = await world();
    const subscription = await subscribe('gold', priceId(cheap));
    await setPrice(id, 'gold', dear);
    const { errors } = await dave.send(ACCEPT, { id: subscription.id, price: priceId(dear) });
    expect(errors[0]?.extensions?.['code']).toBe('NOT_FOUND');
    expect(await priceOfSubscription(subscription.id)).toMatchObject({ price: { amount: '29.00' } });
  });

  it('holds at once where it is lower', async () => {
    const id = await world();
    const subscription = await subscribe('gold', priceId(cheap));
    await setPrice(id, 'gold', priced('19'));
    expect(await priceOfSubscription(subscription.id)).toMatchObject({
      price: { amount: '19.00' },
      awaiting: null,
    });
  });
});

describe('a migration to a plan that costs more', () => {
  it('is refused without the price, and accepts it with it; so does the way back', async () => {
    const id = await world();
    const subscription = await subscribe('gold', priceId(cheap));
    const target = await portal.product({
      name: `priced-${round}`,
      version: '2.0.0',
      plans: [{ name: 'gold', title: 'Gold', price: dear }],
    });
    const migrationPlans = toStore([{ source: 'gold', target: 'gold' }]);
    await portal.database.prisma.catalogProduct.update({
      where: { id },
      data: { migrationTargetId: target.id, migrationPlans },
    });
    const migrate =
      'mutation ($id: ID!, $acceptPrice: ID) { migrateSubscription(id: $id, acceptPrice: $acceptPrice) { id } }';
    const { errors } = await carol.send(migrate, { id: subscription.id });
    expect(errors[0]?.extensions?.['code']).toBe('PRICE_NOT_ACCEPTED');
    await carol.run(migrate, { id: subscription.id, acceptPrice: priceId(dear) });
    expect(await priceOfSubscription(subscription.id)).toMatchObject({ price: { amount: '49.00' } });
    await carol.run('mutation ($id: ID!) { undoMigration(id: $id) { id } }', { id: subscription.id });
    expect(await priceOfSubscription(subscription.id)).toMatchObject({
      price: { amount: '29.00' },
      awaiting: null,
    });
  });
});

describe('the preview of an invoice', () => {
  const PREVIEW = `query ($month: String!) { invoicePreview(month: $month) {
    month totals { currency amount } periods { subscription application plan price { id } lines { used billable amount } } } }`;
  const month = () => new Date().toISOString().slice(0, 7);

  it('has the calls that were answered under the accepted price, for its own consumer alone', async () => {
    const id = await world();
    const perCall =
      priceOf({ currency: 'EUR', charges: [{ unitPrice: '0.01' }] }, []) ?? expect.fail('It is a price.');
    await setPrice(id, 'gold', perCall);
    const subscription = await subscribe('gold', priceId(perCall));
    const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);
    const call = { hour, subscriptionId: subscription.id, product, plan: 'gold', calls: 7 } as const;
    await countUsage(portal.database, [
      { ...call, outcome: 'ANSWERED' },
      { ...call, outcome: 'CLIENT_ERROR', calls: 5 },
      { ...call, outcome: 'SERVER_ERROR' },
      { ...call, outcome: 'REFUSED', code: 'API_OFFLINE' },
      { ...call, outcome: 'LIMITED', code: 'RATE_LIMIT_EXCEEDED' },
    ]);
    type Preview = { invoicePreview: { periods: { application: string }[] } };
    const { invoicePreview } = await carol.run<Preview>(PREVIEW, { month: month() });
    expect(invoicePreview.periods.find((each) => each.application === application)).toMatchObject({
      subscription: subscription.id,
      price: { id: priceId(perCall) },
      lines: [{ amount: '0.00' }, { used: 12, billable: 12, amount: '0.12' }],
    });
    const others = await dave.run<Preview>(PREVIEW, { month: month() });
    expect(others.invoicePreview.periods).toEqual([]);
  });

  it('has nothing of a price that waits for acceptance', async () => {
    const id = await world();
    const subscription = await subscribe('free');
    await setPrice(id, 'free', dear);
    const document = `query ($id: ID!, $month: String!) { subscription(id: $id) { invoicePreview(month: $month) { totals { amount } } } }`;
    expect(await carol.run(document, { id: subscription.id, month: month() })).toEqual({
      subscription: { invoicePreview: { totals: [] } },
    });
  });

  it('is refused for what is no month', async () => {
    const { status, errors } = await carol.send(PREVIEW, { month: '2026-13' });
    expect(status).toBe(400);
    expect(errors[0]?.message).toContain('"2026-13" is no month: write year and month');
  });
});

describe('a subscription without a price', () => {
  it('leaves no trace of one', async () => {
    await world();
    const { id, price } = await subscribe('free');
    expect(price).toEqual({ price: null, awaiting: null, acceptedBy: null, acceptedAt: null });
    expect(await portal.database.prisma.priceChange.count({ where: { subscriptionId: id } })).toBe(0);
  });
});
