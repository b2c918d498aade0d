import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { everyDatabase } from '../../support/database.ts';

afterEach(() => vi.restoreAllMocks());

/** Takes notes of how many queries are asked of pg's connections, and of how many at the same time. */
function watchQueries() {
  const seen = { asked: 0, underWay: 0, mostAtOnce: 0 };
  const query = pg.Client.prototype.query as (...given: unknown[]) => Promise<unknown>;
  const watched = async function (this: pg.Client, ...given: unknown[]) {
    seen.asked += 1;
    seen.underWay += 1;
    seen.mostAtOnce = Math.max(seen.mostAtOnce, seen.underWay);
    return query.apply(this, given).finally(() => {
      seen.underWay -= 1;
    });
  };
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(watched as never);
  return seen;
}

describe.each(await everyDatabase())('a connection to $name', ({ open }) => {
  it('is asked one thing at a time, also for a nested selection within a transaction', async () => {
    const { prisma, close } = await open();
    await prisma.org.create({ data: { name: 'acme', title: 'Acme' } });
    const seen = watchQueries();
    const include = { apis: true, catalogs: true, products: true };
    const orgs = await prisma.$transaction((transaction) => transaction.org.findMany({ include }));
    expect(orgs).toMatchObject([{ name: 'acme', apis: [], catalogs: [], products: [] }]);
    expect(seen).toEqual({ asked: 6, underWay: 0, mostAtOnce: 1 });
    await close();
  });

  it('goes on after one that failed', async () => {
    const { prisma, close } = await open();
    await prisma.$transaction(async (transaction) => {
      await transaction.org.create({ data: { name: 'acme', title: 'Acme' } });
    });
    const twice = prisma.$transaction(async (transaction) => {
      const create = () => transaction.org.create({ data: { name: 'acme', title: 'Acme again' } });
      return Promise.all([create(), create()]);
    });
    await expect(twice).rejects.toThrow('Unique constraint failed');
    expect(await prisma.org.findMany()).toMatchObject([{ name: 'acme', title: 'Acme' }]);
    await close();
  });
});
