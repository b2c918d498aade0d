import { afterAll, beforeAll, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';

let world: CatalogWorld;
beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  await world.product('customer:1.0.0', { plans: [{ title: 'Free' }], publishTo: CATALOG });
});
afterAll(() => world.close());

const CALLS = `SELECT coalesce(sum("calls"), 0)::int AS calls FROM pg_stat_xact_user_functions
  WHERE "funcname" ~ '^(keepHistory|noteForAudit)' OR
    "funcname" IN ('keepPriceChange', 'tellClients', 'tellCredential', 'tellSubscription')`;

/** Deletes a new consumer org with applications, each with a client key and a subscription. */
async function ended(applications: number) {
  const { prisma } = world.database;
  for (let made = 0; made < applications; made++)
    await world.client(`App ${made}`, ['customer:1.0.0', 'free']);
  await prisma.event.deleteMany();
  const triggers = await prisma.$transaction(async (transaction) => {
    await transaction.$executeRaw`SET LOCAL track_functions = 'pl'`;
    const calls = async () => (await transaction.$queryRawUnsafe<{ calls: number }[]>(CALLS))[0]?.calls ?? 0;
    const before = await calls();
    await transaction.consumerOrg.deleteMany({ where: { name: 'consumers' } });
    return (await calls()) - before;
  });
  await world.mutate('createConsumerOrg', { catalog: CATALOG, title: 'Consumers' });
  const events = await prisma.event.findMany({ select: { type: true, subject: true } });
  return { triggers, events: events.map(({ type, subject }) => `${type} ${subject}`).toSorted() };
}

it('a consumer org that is deleted tells each end by its name, by as many triggers for many applications as for two', async () => {
  const few = await ended(2);
  expect(few.triggers).toBeGreaterThan(0);
  expect(few.events).toEqual([
    'CREDENTIAL consumers/app-0',
    'CREDENTIAL consumers/app-1',
    'SUBSCRIPTION consumers/app-0',
    'SUBSCRIPTION consumers/app-1',
  ]);
  const many = await ended(6);
  expect(many.events).toHaveLength(12);
  expect(many.triggers).toBe(few.triggers);
});
