import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CLOSES_AFTER_MS, closeMeteredHours } from '../../../src/control-plane/jobs/metered-hours.ts';
import { createMeteredUsage } from '../../../src/control-plane/management/metered-usage.ts';
import { priceId, priceOf } from '../../../src/domain/plan/price.ts';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { countUnits, countUsage } from '../../support/usage.ts';

const HOUR = 3_600_000;
const price =
  priceOf({ currency: 'EUR', charges: [{ unitPrice: '0.01' }] }, []) ?? expect.fail('It is a price.');
const closed = new Date(Math.floor((Date.now() - 3 * HOUR) / HOUR) * HOUR);

let world: CatalogWorld;
let token: string;
let round = 0;
let product: string;
let subscriptionId: string;

beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  const { prisma } = world.database;
  token = world.deps.secrets.issue('gh_');
  const { id: orgId } = await prisma.org.findUniqueOrThrow({ where: { name: 'acme' } });
  await prisma.accessToken.create({
    data: { orgId, name: 'biller', role: 'VIEWER', tokenHash: world.deps.secrets.hash(token) },
  });
});
afterAll(() => world.close());

beforeEach(async () => {
  round += 1;
  product = `metered-${round}:1.0.0`;
  await world.product(product, { plans: [{ title: 'Gold', price }], publishTo: CATALOG });
  await world.client(`Buyer ${round}`, [product, 'gold']);
  const { prisma } = world.database;
  const found = await prisma.subscription.findFirstOrThrow({
    where: { catalogProduct: { name: `metered-${round}` } },
  });
  subscriptionId = found.id;
});

/** Accepts the price a while ago, as a member does in the portal. */
async function accept(at = new Date(closed.getTime() - 24 * HOUR), accepted = price) {
  const { prisma } = world.database;
  const { id: _id, ...offered } = await prisma.priceChange.findFirstOrThrow({ where: { subscriptionId } });
  await prisma.priceChange.updateMany({ where: { subscriptionId }, data: { at } });
  await prisma.priceChange.create({
    data: { ...offered, price: toStore(accepted), at, acceptedBy: 'carol' },
  });
}
const count = (calls: number, hour = closed) =>
  countUsage(world.database, [{ subscriptionId, product, plan: 'gold', hour, outcome: 'ANSWERED', calls }]);
/** Closes hours, as a process does at that time. */
const close = (now = Date.now()) =>
  closeMeteredHours({ database: world.database, clock: () => new Date(now) });

/** Downloads by an export of its own, as another process does. */
async function download(file: string, query: Record<string, string>, bearer = token) {
  const faults: unknown[] = [];
  const serve = createMeteredUsage({ ...world.deps, onFault: (fault) => faults.push(fault) });
  const request = new Request('http://control.test', { headers: { authorization: `Bearer ${bearer}` } });
  const answer = await serve(request, { org: 'acme', file, ...query }, { network: 'network' });
  const text = await answer.text();
  expect(faults).toEqual([]);
  return { status: answer.status, text };
}
const range = {
  from: new Date(closed.getTime() - 24 * HOUR).toISOString(),
  to: new Date(closed.getTime() + 3 * HOUR).toISOString(),
};
type Exported = { id: string; subject: string; time: string; data: { value: string; correction: number } };
async function events(within = range): Promise<Exported[]> {
  const { status, text } = await download('metered-usage.jsonl', within);
  expect(status).toBe(200);
  const all = text.split('\n').filter(Boolean);
  return all.map((line) => JSON.parse(line) as Exported).filter(({ subject }) => subject === subscriptionId);
}

describe('metered usage', () => {
  it('is an event an hour, the same however often it is closed and downloaded', async () => {
    await accept();
    await count(7);
    await Promise.all([close(), close()]);
    const first = await events();
    await close();
    expect(await events()).toEqual(first);
    expect(first).toEqual([
      {
        specversion: '1.0',
        id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        source: `gatehouse/acme/${CATALOG}`,
        type: 'gatehouse.usage.calls',
        time: closed.toISOString(),
        subject: subscriptionId,
        datacontenttype: 'application/json',
        data: {
          value: '7',
          consumerOrg: 'consumers',
          application: `buyer-${round}`,
          product,
          plan: 'gold',
          price: priceId(price),
          correction: 0,
        },
      },
    ]);
    const csv = (await download('metered-usage.csv', range)).text.split('\r\n');
    expect(csv[0]).toBe(
      'id,type,time,subject,source,value,consumerOrg,application,product,plan,price,correction',
    );
    expect(csv.filter((line) => line.startsWith(first[0]?.id ?? ' '))).toHaveLength(1);
  });

  it('has what was counted later as a correction with an id of its own', async () => {
    await accept();
    await count(7);
    await close();
    const [first] = await events();
    await count(5);
    await close();
    const [one, other, ...more] = (await events()).toSorted((a, b) => a.data.correction - b.data.correction);
    expect([one, more]).toEqual([first, []]);
    expect(other?.data).toMatchObject({ value: '5', correction: 1 });
    expect(other?.id).not.toBe(first?.id);
  });

  it('has no hour before it is closed', async () => {
    await accept();
    await count(7);
    const end = closed.getTime() + HOUR;
    await close(end + CLOSES_AFTER_MS - 1);
    expect(await events()).toEqual([]);
    await close(end + CLOSES_AFTER_MS);
    expect(await events()).toHaveLength(1);
  });

  it('has the units of a meter that a price charges for, and no calls that it does not', async () => {
    await world.mutate('updateApi', {
      api: 'customerdb:1.0.0',
      meters: [{ name: 'tokens', header: 'X-Tokens' }],
    });
    const charges = [{ counts: 'METER', meter: 'tokens', unitPrice: '2', per: 1000 }] as const;
    const perToken = priceOf({ currency: 'EUR', charges }, []) ?? expect.fail('It is a price.');
    product = `tokens-${round}:1.0.0`;
    await world.product(product, { plans: [{ title: 'Gold', price: perToken }], publishTo: CATALOG });
    const { name } = await world.client(`Model ${round}`, [product, 'gold']);
    const where = { application: { name } };
    subscriptionId = (await world.database.prisma.subscription.findFirstOrThrow({ where })).id;
    await accept(undefined, perToken);
    await count(7);
    const used = { subscriptionId, product, plan: 'gold', hour: closed };
    await countUnits(world.database, [{ ...used, meter: 'tokens', units: 1_234 }]);
    await close();
    expect(await events()).toMatchObject([
      { type: 'gatehouse.usage.meter.tokens', data: { value: '1234', price: priceId(perToken) } },
    ]);
  });

  it('has hours that ended while no process ran, and begins where the last one was', async () => {
    const { prisma } = world.database;
    const long = new Date(closed.getTime() - 5 * 24 * HOUR);
    await close();
    await accept(new Date(long.getTime() - HOUR));
    await count(7, long);
    await close();
    const from = new Date(long.getTime() - HOUR).toISOString();
    expect(await events({ ...range, from })).toEqual([]);
    await prisma.meteredWatch.updateMany({ data: { closedUntil: long } });
    await close();
    const told = await events({ ...range, from });
    expect(told).toMatchObject([{ time: long.toISOString(), data: { value: '7', correction: 0 } }]);
    await prisma.meteredWatch.updateMany({ data: { closedUntil: long } });
    await close();
    expect(await events({ ...range, from })).toEqual(told);
    const { closedUntil } = await prisma.meteredWatch.findFirstOrThrow();
    expect(closedUntil.getTime()).toBeGreaterThan(closed.getTime());
  });

  it('has nothing under a price that nobody has accepted', async () => {
    await count(7);
    await close();
    expect(await events()).toEqual([]);
  });

  it('is of an org alone, for who may read it, and for 31 days at most', async () => {
    const { status, text } = await download('metered-usage.jsonl', { ...range, org: 'another' });
    expect([status, text]).toEqual([404, expect.stringContaining('NOT_FOUND')]);
    expect((await download('metered-usage.jsonl', range, 'gh_unknown')).status).toBe(401);
    for (const query of [{ from: '' }, { from: 'yesterday' }, { from: '2020-01-01T00:00:00Z' }]) {
      const refused = await download('metered-usage.jsonl', query);
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('at most 31 days')]);
    }
  });
});
