import { expect, it } from 'vitest';
import type { PortalContext } from '../../../src/control-plane/portal/api/context.ts';
import {
  type ProductPair,
  productChanges,
} from '../../../src/control-plane/portal/api/product/product-changes.ts';

type Selected = { readonly where: { readonly id: string }; readonly select: { readonly apis?: unknown } };

/** A portal whose products have one API each, with a name of so many characters. */
function portalOf(orgId: string, nameLength = 1, hiddenGraphQL: readonly string[] = []) {
  const read: string[] = [];
  const findUniqueOrThrow = async ({ where: { id }, select }: Selected) => {
    if (!select.apis) return { plans: [{ name: 'gold', hiddenGraphQL, subscriptions: [] }] };
    read.push(id);
    const name = `${id} ${'x'.repeat(nameLength)}`;
    return { apis: [{ id: `api of ${id}`, name, version: '1.0.0' }] };
  };
  const prisma = { catalogProduct: { findUniqueOrThrow }, $queryRaw: async () => [] };
  const context = { catalog: { orgId }, viewer: undefined, database: { prisma } } as unknown as PortalContext;
  return {
    /** Compares two products. @returns whether they had to be read */
    async compare(pair: Partial<ProductPair> = {}): Promise<boolean> {
      read.length = 0;
      const { removedApis } = await productChanges(context, {
        before: `${orgId} before`,
        after: 'after',
        revision: 1,
        ...pair,
      });
      expect(removedApis).toHaveLength(1);
      return read.length > 0;
    },
    read,
  };
}

it('two products are compared once, until something of the org changes or other parts are hidden', async () => {
  const portal = portalOf('once');
  await Promise.all([portal.compare(), portal.compare()]);
  expect(portal.read).toHaveLength(2);
  expect(await portal.compare()).toBe(false);
  expect(await portal.compare({ revision: 2 })).toBe(true);
  expect(await portalOf('once', 1, ['Query.secret']).compare()).toBe(true);
});

it('an org that compares hundreds of pairs displaces no comparison of another org', async () => {
  const quiet = portalOf('quiet');
  await quiet.compare();
  const busy = portalOf('busy');
  for (let at = 0; at < 400; at += 1) await busy.compare({ before: `busy ${at}` });
  expect(await quiet.compare()).toBe(false);
});

it('comparisons of an org take no more memory than its share, and the latest ones stay', async () => {
  const large = portalOf('large', 500_000);
  const pairs = Array.from({ length: 10 }, (_, at) => ({ before: `large ${at}` }));
  for (const pair of pairs) await large.compare(pair);
  const anew: string[] = [];
  // From the latest on, since one that is read anew displaces another.
  for (const pair of pairs.toReversed()) if (await large.compare(pair)) anew.push(pair.before);
  expect(anew).toEqual(['large 1', 'large 0']);
});

it('comparisons of all orgs together take no more than their bound: the largest org loses one', async () => {
  const small = portalOf('small', 100_000);
  await small.compare();
  const orgs = Array.from({ length: 12 }, (_, at) => portalOf(`org-${at}`, 3_900_000));
  for (const org of orgs) await org.compare();
  expect(await small.compare()).toBe(false);
  const kept: boolean[] = [];
  for (const org of orgs.toReversed()) kept.push(!(await org.compare()));
  const count = kept.filter(Boolean).length;
  expect([count > 0, count <= 8]).toEqual([true, true]);
});
