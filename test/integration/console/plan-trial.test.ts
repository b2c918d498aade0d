import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/domain/call/usage.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { type ConsoleWorld, consoleOf, readPage, type Visitor } from '../../support/console.ts';
import { fieldOf } from '../../support/page-elements.ts';
import { countUsage } from '../../support/usage.ts';

const PRODUCT = '/console/products/acme/customer/1.0.0';
const TRIAL = `${PRODUCT}/plans/gold/trial`;

let world: ConsoleWorld<CatalogWorld>;
let viewer: Visitor;

beforeAll(async () => {
  world = await consoleOf(await openCatalog());
  await world.api('customerdb:1.0.0');
  const plans = [{ title: 'Gold', rateLimit: 100, graphQLCostLimit: 5 }, { title: 'Empty' }];
  await world.product('customer:1.0.0', { plans, publishTo: CATALOG });
  await world.client('Shop', ['customer:1.0.0', 'gold']);
  const { id: subscriptionId } = await world.database.prisma.subscription.findFirstOrThrow();
  const hour = new Date(Math.floor(world.deps.clock().getTime() / HOUR_MS) * HOUR_MS - 3 * HOUR_MS);
  await countUsage(world.database, [
    { orgId: world.orgId, subscriptionId, hour, outcome: 'ANSWERED', calls: 1500 },
  ]);
  viewer = await world.viewer();
});
afterAll(() => world.close());

const read = (path: string) => readPage(viewer.get(path));

describe('the trial of a plan', () => {
  it('is a page away from the card of the plan, and begins with its limits on the last 7 days', async () => {
    expect((await read(PRODUCT)).links).toContain(TRIAL);
    const page = await read(TRIAL);
    expect(page.status).toBe(200);
    expect(fieldOf(page, 'Calls').value).toBe('100');
    expect(fieldOf(page, 'On').value).toBe('7');
    expect(page.text).toMatch(
      /100 calls an hour an estimate: .* 5 of cost an hour not judged: .* consumers\/shop sandbox 1,500 1,400 rateLimit: 1,400/,
    );
    expect(page.links).toContain(`/console/catalogs/acme/${CATALOG}/consumers/consumers/shop`);
  });

  it('tries the limits that were typed, and keeps them', async () => {
    const query = new URLSearchParams({ rateLimit: '2000', limits: '1 call per minute', days: '1' });
    const page = await read(`${TRIAL}?${query}`);
    expect([fieldOf(page, 'Calls').value, fieldOf(page, 'Further limits').value]).toEqual([
      '2000',
      '1 call per minute',
    ]);
    expect(page.text).toMatch(/1 call a minute at least: .* 1,500 1,439 per-minute: 1,439/);
    expect((await read(`${TRIAL}?rateLimit=`)).text).toContain(
      'Without a limit, no call would have been refused.',
    );
  });

  it('says beside the field what is wrong, and of whom nothing is known', async () => {
    const wrong = await read(`${TRIAL}?rateLimit=0`);
    expect([wrong.status, fieldOf(wrong, 'Calls').error]).toEqual([
      400,
      expect.stringContaining('rateLimit is 0'),
    ]);
    const line = await read(`${TRIAL}?rateLimit=&limits=many`);
    expect([line.status, fieldOf(line, 'Further limits').error]).toEqual([
      400,
      expect.stringContaining('"many" is no limit'),
    ]);
    expect((await read(TRIAL.replace('gold', 'empty'))).text).toContain(
      'No subscription on this plan has called in that time.',
    );
    expect((await read(TRIAL.replace('gold', 'none'))).status).toBe(404);
  });
});
