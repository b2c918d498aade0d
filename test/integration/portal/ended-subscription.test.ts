import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hrefsOf } from '../../support/page-elements.ts';
import type { PortalClient } from '../../support/portal.ts';
import { openPages, type PagesWorld } from '../../support/portal-pages.ts';

const DAY_MS = 86_400_000;
const ENDED = `{ viewer { consumerOrg { endedSubscriptions { product } } }
  application(name: "shop") { endedSubscriptions { product title serves endedAt application { name } instead { version } } } }`;
const SUBSCRIBE = `mutation { subscribe(application: "shop", product: "customer:1.0.0", plan: "default-plan") { id } }`;

type Ended = {
  viewer: { consumerOrg: { endedSubscriptions: unknown[] } };
  application: { endedSubscriptions: unknown[] };
};

let world: PagesWorld;
let carol: PortalClient;
let productId: string;
let subscriptionId: string;
beforeEach(async () => {
  world = await openPages();
  productId = (await world.portal.product({ title: 'Customers' })).id;
  carol = await world.portal.signIn('carol');
  await carol.run('mutation { createApplication(title: "Shop") { clientKey } }');
  ({ id: subscriptionId } = (await carol.run<{ subscribe: { id: string } }>(SUBSCRIBE)).subscribe);
});
afterEach(() => world.close());

/** What becomes of the product, as its provider makes it: its subscriptions end with it. */
async function retire() {
  const { prisma } = world.portal.database;
  await prisma.subscription.deleteMany({ where: { catalogProductId: productId } });
  await prisma.catalogProduct.update({ where: { id: productId }, data: { state: 'RETIRED' } });
  await atTheClockOfThePortal();
}

/** The database says when something happened by a clock of its own. */
async function atTheClockOfThePortal() {
  const { prisma } = world.portal.database;
  await prisma.event.updateMany({ data: { at: world.portal.deps.clock() } });
  await prisma.application.updateMany({ data: { createdAt: world.portal.deps.clock() } });
}

async function ended(client = carol) {
  const { viewer, application } = await client.run<Ended>(ENDED);
  expect(viewer.consumerOrg.endedSubscriptions).toHaveLength(application.endedSubscriptions.length);
  return application.endedSubscriptions;
}

describe('a subscription whose product was retired', () => {
  it('is told of with its end and what takes its place, for 30 days', async () => {
    expect(await ended()).toEqual([]);
    const endedAt = world.portal.deps.clock().toISOString();
    await retire();
    const told = { product: 'customer:1.0.0', title: 'Customers', serves: false, endedAt };
    expect(await ended()).toEqual([{ ...told, application: { name: 'shop' }, instead: null }]);
    await world.portal.product({ version: '2.0.0' });
    await world.portal.product({ version: '3.0.0', subscribability: 'DISABLED' });
    expect(await ended()).toMatchObject([{ ...told, instead: { version: '2.0.0' } }]);
    world.portal.pass(30 * DAY_MS);
    carol = await world.portal.signIn('carol');
    expect(await ended()).toEqual([]);
  });

  it('is told of with the product that replaced it, also one of another name, while that takes subscriptions', async () => {
    const { prisma } = world.portal.database;
    await retire();
    await world.portal.product({ version: '2.0.0' });
    const { id } = await world.portal.product({ name: 'people', title: 'People', version: '5.0.0' });
    await prisma.catalogProduct.update({ where: { id: productId }, data: { successorId: id } });
    expect(await ended()).toMatchObject([{ instead: { version: '5.0.0' } }]);
    await prisma.catalogProduct.update({ where: { id }, data: { visibility: 'CUSTOM' } });
    expect(await ended(), 'for chosen consumers').toMatchObject([{ instead: { version: '2.0.0' } }]);
  });

  it('is told of by its name where the product has left the catalog', async () => {
    await retire();
    await world.portal.database.prisma.catalogProduct.delete({ where: { id: productId } });
    expect(await ended()).toMatchObject([{ product: 'customer:1.0.0', title: 'customer', serves: false }]);
  });

  it('is over no more once it came back', async () => {
    const { prisma } = world.portal.database;
    const subscription = await prisma.subscription.findUniqueOrThrow({
      where: { id: subscriptionId },
      omit: { ownLimits: true, formAnswers: true },
    });
    await retire();
    await prisma.catalogProduct.update({ where: { id: productId }, data: { state: 'PUBLISHED' } });
    expect(await ended()).toMatchObject([{ serves: true, instead: { version: '1.0.0' } }]);
    await prisma.subscription.create({ data: subscription });
    expect(await ended()).toEqual([]);
  });

  it('is nothing to other consumers, nor to another application of the name', async () => {
    await retire();
    const dave = await world.portal.signIn('dave');
    expect(await dave.run('{ viewer { consumerOrg { endedSubscriptions { id } } } }')).toEqual({
      viewer: { consumerOrg: { endedSubscriptions: [] } },
    });
    await carol.run('mutation { deleteApplication(name: "shop") }');
    await carol.run('mutation { createApplication(title: "Shop") { clientKey } }');
    await world.portal.database.prisma.application.updateMany({
      data: { createdAt: new Date(world.portal.deps.clock().getTime() + 1) },
    });
    expect(await ended()).toEqual([]);
  });

  it('stands on the pages of its application and of the subscriptions, with what to do', async () => {
    const browser = await world.signedIn('carol');
    expect((await browser.get('/applications/shop')).text).not.toContain('Ended');
    await retire();
    for (const [path, of] of [
      ['/applications/shop', ''],
      ['/subscriptions', ' Application: Shop'],
    ] as const) {
      const { text } = await browser.get(path);
      expect(text).toContain(
        `Customers 1.0.0 Ended: 1 Jan 2027, 10:00 UTC${of} The provider has retired this product: it answers no calls`,
      );
      expect(text).toContain('ask the provider of this portal how to go on');
    }
    await world.portal.product({ version: '2.0.0' });
    expect(
      hrefsOf(await browser.get('/applications/shop'), 'See Customer 2.0.0 and subscribe to it'),
    ).toEqual(['/portal/acme/sandbox/products/customer:2.0.0']);
  });
});
