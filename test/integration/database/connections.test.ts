import { afterEach, describe, expect, it } from 'vitest';
import { openServer } from '../../../src/infrastructure/database/postgres-server.ts';
import { createMigratedDatabase } from '../../support/database.ts';
import { serverUrl } from '../../support/servers.ts';

const server = await serverUrl('PostgreSQL server');

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
});
