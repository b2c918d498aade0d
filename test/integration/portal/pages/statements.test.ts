import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Browser, openPages, type PagesWorld } from '../../../support/portal-pages.ts';
import { watchStatements } from '../../../support/statements.ts';

let world: PagesWorld;
let carol: Browser;
beforeAll(async () => {
  world = await openPages();
  carol = await world.signedIn('carol');
  await more(2);
});
afterAll(() => world.close());

/** Adds products, and an application of carol's consumer org that is subscribed to each. */
async function more(count: number): Promise<void> {
  const { prisma } = world.portal.database;
  const { consumerOrgId } = await prisma.member.findFirstOrThrow({ where: { username: 'carol' } });
  for (let at = 0; at < count; at += 1) {
    const name = `product-${await prisma.catalogProduct.count()}`;
    const { id: catalogProductId } = await world.portal.product({ name });
    const { id: catalogPlanId } = await prisma.catalogPlan.findFirstOrThrow({ where: { catalogProductId } });
    const subscription = { catalogProductId, catalogPlanId };
    await prisma.application.create({
      data: { consumerOrgId, name: `of-${name}`, title: name, subscriptions: { create: subscription } },
    });
  }
}

it.each([
  ['/', 14],
  ['/?search=product', 7],
  ['/products/product-1:1.0.0', 14],
  ['/apis/product-1:1.0.0/customerdb:1.0.0/operations', 8],
  ['/apis/product-1:1.0.0/customerdb:1.0.0/operations/GET?path=%2Fcustomers', 8],
  ['/changes', 6],
  ['/changes.atom?product=product-1', 6],
  ['/applications', 6],
  ['/applications/of-product-1', 17],
  ['/subscriptions', 28],
  ['/account', 6],
  ['/quotas', 18],
])('%s takes %i statements, however many rows there are', async (path, count) => {
  const statements = watchStatements();
  const read = async () => {
    // What is read once and kept is read now.
    await carol.get(path);
    const before = statements.length;
    const { status } = await carol.get(path);
    const own = statements.slice(before).filter(({ text }) => !/^(?:BEGIN|COMMIT)/.test(text));
    return [status, own.length];
  };
  const few = await read();
  await more(3);
  expect([few, await read()]).toEqual([
    [200, count],
    [200, count],
  ]);
});
