import { afterEach, describe, expect, it } from 'vitest';
import { EventFeed } from '../../../src/control-plane/events/event-feed.ts';
import { lockOrg, waitForTurn } from '../../../src/infrastructure/database/change.ts';
import { openServer } from '../../../src/infrastructure/database/postgres-server.ts';
import { createMigratedDatabase } from '../../support/database.ts';
import { serverUrl } from '../../support/servers.ts';

const server = await serverUrl('PostgreSQL server');

describe.runIf(server)('an event that is written early and committed late', () => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  async function world() {
    const { url, drop } = await createMigratedDatabase(`${server}`);
    closers.push(drop);
    const database = await openServer(url);
    closers.push(() => database.close());
    const { id: orgId } = await database.prisma.org.create({ data: { name: 'acme', title: 'Acme' } });
    const feed = new EventFeed(database);
    closers.push(async () => feed.close());
    const follow = () =>
      feed.follow({
        orgId,
        owner: orgId,
        admit: () => {},
        where: async () => ({}),
        after: undefined,
        mayGoOn: async () => true,
      });
    const write = (subject: string) =>
      database.prisma.event.create({ data: { orgId, type: 'SUBSCRIPTION', subject, detail: {} } });
    return { database, orgId, follow, write };
  }

  it.each(['a change of the org', 'what a gateway writes'])(
    'by %s is told, and before later ones',
    async (by) => {
      const { database, orgId, follow, write } = await world();
      const told = await follow();
      const begin = told.next();
      await database.prisma.$transaction(async (transaction) => {
        if (by === 'a change of the org') await waitForTurn(transaction, orgId);
        await transaction.event.create({
          data: { orgId, type: 'SUBSCRIPTION', subject: 'early', detail: {} },
        });
        await write('late');
        await new Promise((resolve) => setTimeout(resolve, 300));
      });
      expect((await begin).value).toMatchObject({ subject: 'early' });
      expect((await told.next()).value).toMatchObject({ subject: 'late' });
    },
  );

  it('is committed before a stream begins that is asked for meanwhile', async () => {
    const { database, follow, write } = await world();
    let isCommitted = false;
    const begun = await database.prisma.$transaction(async (transaction) => {
      const { id: orgId } = await transaction.org.findFirstOrThrow();
      await transaction.event.create({
        data: { orgId, type: 'SUBSCRIPTION', subject: 'early', detail: {} },
      });
      await write('late');
      const following = follow().then((events) => ({ events, isAfter: isCommitted }));
      await new Promise((resolve) => setTimeout(resolve, 300));
      isCommitted = true;
      return { following };
    });
    const { events, isAfter } = await begun.following;
    expect(isAfter).toBe(true);
    await write('next');
    expect((await events.next()).value).toMatchObject({ subject: 'next' });
  });

  it('is told while changes of its org follow one another without a pause, to each of many followers', async () => {
    const { database, orgId, follow, write } = await world();
    const told = await Promise.all(Array.from({ length: 20 }, follow));
    const first = told.map((each) => each.next());
    let isOver = false;
    const changing = Array.from({ length: 3 }, async () => {
      while (!isOver) await database.prisma.$transaction((transaction) => lockOrg(transaction, orgId));
    });
    await write('among changes');
    const events = await Promise.all(first);
    isOver = true;
    await Promise.all(changing);
    expect(events.map(({ value }) => value?.subject)).toEqual(told.map(() => 'among changes'));
  });
});
