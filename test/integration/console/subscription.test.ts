import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { monthOf, writeMonth } from '../../../src/domain/plan/invoice.ts';
import { priceOf } from '../../../src/domain/plan/price.ts';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { type ConsoleWorld, consoleOf, readPage, type Visitor } from '../../support/console.ts';
import { fieldOf } from '../../support/page-elements.ts';
import { countUsage } from '../../support/usage.ts';

let world: ConsoleWorld<CatalogWorld>;
let person: Visitor;
let viewer: Visitor;
let count = 0;

beforeAll(async () => {
  world = await consoleOf(await openCatalog());
  await world.api('customerdb:1.0.0');
  const plans = [
    { title: 'Free', rateLimit: 100 },
    { title: 'Asked For', rateLimit: 1 },
  ];
  await world.product('customer:1.0.0', { plans, publishTo: CATALOG });
  person = await world.signedIn();
  viewer = await world.viewer();
});
afterAll(() => world.close());

const read = (path: string, visitor = person) => readPage(visitor.get(path));
const send = (path: string, fields: Record<string, string>, visitor = person) =>
  readPage(visitor.submit(path, fields));
/** The page of the subscription of a new application. */
async function subscribed(): Promise<string> {
  count += 1;
  const { name } = await world.client(`Client ${count}`, ['customer:1.0.0', 'free']);
  return `/console/catalogs/acme/${CATALOG}/consumers/consumers/${name}/subscriptions/customer/1.0.0`;
}
const form = {
  action: 'setLimits',
  rateLimit: '5000',
  rateLimitUnit: 'HOUR',
  limits: '50 calls per second',
  graphQLCostLimit: '',
  graphQLCostLimitUnit: 'HOUR',
  until: '2040-01-31',
  reason: 'Load test',
};

describe('the page of a subscription', () => {
  it('is a page away from its application, and tells its plan and what its windows have left', async () => {
    const page = await subscribed();
    expect((await read(page.replace(/\/subscriptions.*/, ''))).links).toContain(page);
    expect((await read(page)).text).toMatch(
      /customer 1\.0\.0, Free Active .* 100 calls an hour, 100 at the same time .* 100 of 100 calls, the next call opens the window .* None: the limits of its plan apply\./,
    );
    expect((await read(page.replace('customer/1.0.0', 'customer/9.0.0'))).status).toBe(404);
  });

  it('gives it limits of its own until the end of a day, and takes them back', async () => {
    const page = await subscribed();
    const set = await send(page, form);
    expect([set.status, set.location]).toEqual([303, `${page}?done=ownLimits`]);
    const own = /5,000 calls an hour, 50 calls a second, until 31 Jan 2040, 23:59 UTC\. Load test/;
    expect((await read(page)).text).toMatch(own);
    expect((await read(page)).text).toContain('5,000 of 5,000 calls');
    expect((await read(page.replace(/\/subscriptions.*/, ''))).text).toMatch(
      /Free Own limits until 31 Jan 2040/,
    );
    const again = await send(page, { ...form, action: 'restorePlan', reason: 'Over' });
    expect([again.status, again.location]).toEqual([303, `${page}?done=planLimits`]);
    expect((await read(page)).text).toContain('None: the limits of its plan apply.');
  });

  it('says beside the field what is wrong, and keeps what was typed', async () => {
    const page = await subscribed();
    const blank = await send(page, { ...form, reason: ' ' });
    expect([blank.status, fieldOf(blank, 'Reason').error]).toEqual([
      400,
      'The reason is empty: say why the limits change.',
    ]);
    expect(fieldOf(blank, 'Calls').value).toBe('5000');
    const line = await send(page, { ...form, limits: 'a lot' });
    expect([line.status, fieldOf(line, 'Further limits').error]).toEqual([
      400,
      expect.stringMatching(/^"a lot" is no limit: write it as/),
    ]);
    expect((await read(page)).text).toContain('None: the limits of its plan apply.');
  });

  it('says that own limits rest under another plan than theirs', async () => {
    const page = await subscribed();
    await send(page, form);
    const { id } = await world.database.prisma.subscription.findFirstOrThrow({ orderBy: { id: 'desc' } });
    await world.mutate('migrateSubscription', { id, product: 'customer:1.0.0', plan: 'asked-for' }, '{ id }');
    expect((await read(page)).text).toContain(
      'They were set for the plan free and are inactive: the limits of Asked For apply.',
    );
  });

  it('changes nothing for who may only look, or by another button', async () => {
    const page = await subscribed();
    expect((await read(page, viewer)).text).not.toContain('Set the limits');
    expect((await send(page, form, viewer)).status).toBe(403);
    expect((await send(page, { ...form, action: 'constructor' })).status).toBe(404);
    expect((await read(page)).text).toContain('None: the limits of its plan apply.');
  });
});

describe('a priced subscription', () => {
  const price = priceOf(
    { currency: 'EUR', amount: '10', charges: [{ included: 100, unitPrice: '0.1' }] },
    [],
  );
  const dearer = priceOf({ currency: 'EUR', amount: '20' }, []);
  const month = monthOf(new Date(), -1);

  it('tells the price that a member has accepted, and the dearer one that waits', async () => {
    await world.product('priced:1.0.0', { plans: [{ title: 'Gold', price }], publishTo: CATALOG });
    const { name } = await world.client('Buyer', ['priced:1.0.0', 'gold']);
    const page = `/console/catalogs/acme/${CATALOG}/consumers/consumers/${name}/subscriptions/priced/1.0.0`;
    expect((await read(page)).text).toMatch(
      /Price Free of charge A higher price applies once a member accepts it: €10\.00 a month/,
    );
    const { prisma } = world.database;
    const where = { application: { name } };
    const { id: subscriptionId, catalogPlanId } = await prisma.subscription.findFirstOrThrow({ where });
    const { id: _, ...offered } = await prisma.priceChange.findFirstOrThrow({ where: { subscriptionId } });
    const at = new Date(month.from.getTime() - 86_400_000);
    await prisma.priceChange.updateMany({ where: { subscriptionId }, data: { at } });
    const data = { ...offered, at, price: toStore(price), acceptedBy: 'carol' };
    await prisma.priceChange.create({ data });
    expect((await read(page)).text).toMatch(
      /Price €10\.00 a month, 100 calls included, then €0\.10 per call Accepted by carol on \d/,
    );
    await prisma.catalogPlan.update({ where: { id: catalogPlanId }, data: { price: toStore(dearer) } });
    expect((await read(page)).text).toContain(
      'A higher price applies once a member accepts it: €20.00 a month',
    );

    const used = { subscriptionId, product: 'priced:1.0.0', plan: 'gold', hour: month.from };
    await countUsage(world.database, [{ ...used, outcome: 'ANSWERED', calls: 150 }]);
    const invoice = `/console/catalogs/acme/${CATALOG}/invoices/consumers`;
    const shown = await read(`${invoice}?month=${writeMonth(month)}`);
    expect(shown.text).toMatch(
      /Total €15\.00 .*buyer priced:1\.0\.0, gold .* Base amount €10\.00 .* Calls 150 100 50 €5\.00/,
    );
    expect(shown.links).toContain(`${invoice}?month=${writeMonth(monthOf(month.from, -1))}`);
    const german = await world.signedIn();
    await german.submit('/console/language', { language: 'de' });
    expect((await read(`${invoice}?month=${writeMonth(month)}`, german)).text).toMatch(
      /Summe 15,00 €.*Grundbetrag/,
    );
  });

  it('is nothing to pay in a month without one, and of an org that there is', async () => {
    const at = (org: string) => `/console/catalogs/acme/${CATALOG}/invoices/${org}`;
    expect((await read(`${at('consumers')}?month=2020-01`)).text).toContain('Nothing is due');
    expect((await read(at('nobody'))).status).toBe(404);
  });
});
