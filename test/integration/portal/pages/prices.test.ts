import { afterAll, beforeAll, expect, it } from 'vitest';
import { toStore } from '../../../../src/infrastructure/database/json-columns.ts';
import { allByRole, postButtonsOf } from '../../../support/page-elements.ts';
import { type Browser, openPages, type PagesWorld } from '../../../support/portal-pages.ts';
import { subscribed, supersede } from '../../../support/subscribed.ts';
import { countUsage } from '../../../support/usage.ts';

const price = {
  currency: 'EUR',
  amount: '49.00',
  charges: [
    { counts: 'CALLS', included: 100, unitPrice: '0.2', per: 1 },
    { counts: 'METER', meter: 'tokens', included: 0, unitPrice: '2', per: 1000 },
  ],
} as const;
const WORDS = '€49.00 a month, 100 calls included, then €0.20 per call, €2.00 per 1,000 tokens';

let world: PagesWorld;
let carol: Browser;
beforeAll(async () => {
  world = await openPages();
  carol = await world.signedIn('carol');
});
afterAll(() => world.close());

/** A product whose plans of these names have the price. */
async function product(name: string, plans: Readonly<Record<string, boolean>>) {
  const rows = Object.keys(plans).map((plan) => ({ name: plan, title: plan }));
  const { id } = await world.portal.product({ name, title: name, plans: rows });
  const priced = Object.keys(plans).filter((plan) => plans[plan]);
  await world.portal.database.prisma.catalogPlan.updateMany({
    where: { catalogProductId: id, name: { in: priced } },
    data: { price: toStore(price) },
  });
}

it('a priced plan says what it costs, and has an example; a free one has neither', async () => {
  await product('mixed', { gold: true, free: false });
  const page = await carol.get('/products/mixed:1.0.0');
  const cards = allByRole(page, 'article').map(({ text }) => text);
  const [gold, free] = ['gold', 'free'].map((plan) => cards.find((text) => text.startsWith(plan)));
  expect(gold).toContain(WORDS);
  expect(gold).toContain('For example 200 calls and 100,000 tokens a month: €269.00.');
  expect(free).not.toMatch(/€|For example/);
});

it.each([
  ['all', { gold: true }, 'Subscribe and accept the price'],
  ['some', { gold: true, free: false }, 'Subscribe, and accept the price where the plan has one'],
  ['none', { free: false }, 'Subscribe'],
] as const)(
  'the button that subscribes to a product says so where %s of its plans cost',
  async (name, plans, button) => {
    await product(`buttons-${name}`, plans);
    expect(postButtonsOf(await carol.get(`/products/buttons-${name}:1.0.0/subscribe`))).toContain(button);
  },
);

it('a migration to a priced plan tells its price, what the last month would have cost, and asks to accept it', async () => {
  const { portal } = world;
  const { prisma } = portal.database;
  await portal.product();
  const id = await subscribed(await portal.signIn('carol'), { application: 'My application' });
  await supersede(portal);
  await prisma.catalogPlan.updateMany({ where: { name: 'bronze' }, data: { price: toStore(price) } });
  const path = `/subscriptions/${id}/migrate`;
  const before = await carol.get(path);
  expect(before.text).toContain(`It costs there: ${WORDS}.`);
  expect(before.text).not.toContain('the last month would have cost');
  expect(postButtonsOf(before)).toEqual(['Migrate and accept the price']);
  const now = portal.deps.clock();
  const hour = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 3));
  const { orgId } = await prisma.catalog.findFirstOrThrow();
  const used = { orgId, subscriptionId: id, product: 'customer:1.0.0', plan: 'default-plan', hour };
  await countUsage(portal.database, [{ ...used, outcome: 'ANSWERED', calls: 110 }]);
  expect((await carol.get(path)).text).toContain(
    'By what you used, the last month would have cost €51.00 there.',
  );
});
