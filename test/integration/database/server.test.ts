import { expect, it, onTestFinished, vi } from 'vitest';
import { openServer } from '../../../src/infrastructure/database/postgres-server.ts';
import { createServerDatabase } from '../../support/database.ts';
import { serverUrl } from '../../support/servers.ts';

/** Lasts long enough that those asked at once need a session each. */
const SESSION = 'SELECT pg_backend_pid() AS id FROM pg_sleep(0.05)';

const server = await serverUrl('PostgreSQL server');

it.runIf(server)('no statement is compiled on a PostgreSQL server, over any of its connections', async () => {
  const own = await createServerDatabase(server ?? '');
  const database = await openServer(own.url);
  const atOnce = await Promise.all([database.query('SHOW jit'), database.query('SHOW jit')]);
  expect(atOnce).toEqual([[{ jit: 'off' }], [{ jit: 'off' }]]);
  await database.close();
  await own.drop();
});

it.runIf(server)(
  'a burst after a calm of minutes meets the same sessions, which know the catalog',
  async () => {
    const own = await createServerDatabase(server ?? '');
    const database = await openServer(own.url);
    const sessions = async () => {
      const atOnce = Array.from({ length: 3 }, () => database.query<{ id: number }>(SESSION));
      return (await Promise.all(atOnce)).map(([session]) => session?.id).sort();
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const before = await sessions();
    vi.advanceTimersByTime(5 * 60_000);
    expect(await sessions()).toEqual(before);
    vi.advanceTimersByTime(11 * 60_000);
    const after = await sessions();
    expect(before.some((id) => after.includes(id))).toBe(false);
    await database.close();
    await own.drop();
  },
);
