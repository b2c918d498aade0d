import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { buildSchema, parse } from 'graphql';
import { afterEach, describe, expect, it } from 'vitest';
import { runner } from '../../../src/graphql/server/run-document.ts';
import { asWorkOf } from '../../../src/infrastructure/database/fair-pool.ts';
import { openServer } from '../../../src/infrastructure/database/postgres-server.ts';
import { createMigratedDatabase } from '../../support/database.ts';
import { serverUrl } from '../../support/servers.ts';

const server = await serverUrl('PostgreSQL server');

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

describe.runIf(server)('the connections of a process to a server', () => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  it('are no more than it may have, however much it asks at once, and all is answered', async () => {
    const { url, drop } = await createMigratedDatabase(`${server}`);
    closers.push(drop);
    const database = await openServer(url, { name: 'bounded', connectionsMax: 2 });
    closers.push(() => database.close());
    await database.listen(() => {});
    const asked = Array.from({ length: 20 }, () =>
      database.query<{ open: number }>(
        `SELECT count(*)::int AS open FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'bounded'`,
      ),
    );
    const open = (await Promise.all(asked)).map(([row]) => row?.open ?? 0);
    // One more listens.
    expect([open.length, Math.max(...open)]).toEqual([20, 3]);
  });

  it('are half of one org at most, so that its slow queries hold up no other org', async () => {
    const { url, drop } = await createMigratedDatabase(`${server}`);
    closers.push(drop);
    const [database, other] = await Promise.all([
      openServer(url, { name: 'shared', connectionsMax: 4 }),
      openServer(url, { name: 'holder' }),
    ]);
    closers.push(
      () => database.close(),
      () => other.close(),
    );
    const slow = 'SELECT pg_advisory_xact_lock_shared(1)';
    const held = gate();
    const lock = gate();
    const holder = other.within('BEGIN', async ({ query }) => {
      await query('SELECT pg_advisory_xact_lock(1)');
      lock.open();
      await held.opened;
    });
    await lock.opened;
    const asked = asWorkOf('eve', () =>
      Promise.all([
        ...Array.from({ length: 4 }, () => database.query(slow)),
        ...Array.from({ length: 4 }, () =>
          database.prisma.$queryRawUnsafe(`SELECT 1 FROM (${slow}) AS held`),
        ),
      ]),
    );
    const waiting = async () =>
      (
        await other.query<{ count: number }>(`SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'shared' AND wait_event = 'advisory'`)
      )[0]?.count;
    await expect.poll(waiting).toBe(2);
    const change = () => database.prisma.org.create({ data: { name: 'vic', title: 'Vic' } });
    expect((await asWorkOf('vic', change)).title).toBe('Vic');
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await waiting()).toBe(2);
    held.open();
    await holder;
    expect(await asked).toHaveLength(8);
  });

  it('are half of one org at most for documents of its pages, too', async () => {
    const { url, drop } = await createMigratedDatabase(`${server}`);
    closers.push(drop);
    const database = await openServer(url, { name: 'pages', connectionsMax: 2, answerMs: 3_000 });
    closers.push(() => database.close());
    const { held, begun } = { held: gate(), begun: gate() };
    const slow = () =>
      database.within('BEGIN', async () => {
        begun.open();
        await held.opened;
        return 'slow';
      });
    const schema = buildSchema('type Query { slow: String quick: String }');
    for (const field of Object.values(schema.getQueryType()?.getFields() ?? {}))
      field.resolve = (_, _input, context) => context[field.name]();
    const show = (org: string, query: string) => {
      const contextValue = { slow, quick: async () => (await database.query('SELECT 1')).length };
      const run = runner({ schema, contextValue, org, onFault: () => expect.unreachable() });
      return run(parse(query) as TypedDocumentNode<object, Record<string, never>>);
    };
    const pages = Array.from({ length: 3 }, () => show('eve', '{ slow }'));
    await begun.opened;
    expect(await show('vic', '{ quick }')).toEqual({ quick: '1' });
    held.open();
    expect(await Promise.all(pages)).toEqual(Array(3).fill({ slow: 'slow' }));
  });

  it('are refused to work of an org that waits for its own for too long', async () => {
    const { url, drop } = await createMigratedDatabase(`${server}`);
    closers.push(drop);
    const database = await openServer(url, { name: 'shared', connectionsMax: 2, answerMs: 3_000 });
    closers.push(() => database.close());
    const held = gate();
    const begun = gate();
    const holder = asWorkOf('eve', () =>
      database.within('BEGIN', async () => {
        begun.open();
        await held.opened;
      }),
    );
    await begun.opened;
    const count = () => database.prisma.org.count();
    await expect(asWorkOf('eve', count)).rejects.toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' });
    expect(await asWorkOf('vic', count)).toBe(0);
    held.open();
    await holder;
    expect(await asWorkOf('eve', count)).toBe(0);
  });
});
