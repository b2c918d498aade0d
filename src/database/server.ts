import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CHANNEL, type Database, databaseOver } from './database.ts';

const CONNECTIONS_MAX = 10;
const RECONNECT_MS = 1_000;

/** Opens a PostgreSQL server. */
export async function openServer(databaseUrl: string): Promise<Database> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS_MAX });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  const listener = createListener(databaseUrl);
  return databaseOver({
    kind: 'server',
    pool,
    listen: listener.listen,
    async close() {
      await listener.close();
      await pool.end();
    },
  });
}

/** LISTEN on a connection of its own, connected again whenever it is lost. */
function createListener(databaseUrl: string): { listen: Database['listen']; close(): Promise<void> } {
  let client: pg.Client | undefined;
  let closed = false;

  async function connect(onChange: (orgId: string | undefined) => void): Promise<void> {
    client = new pg.Client({ connectionString: databaseUrl });
    client.on('notification', ({ payload }) => onChange(payload));
    client.on('error', () => {});
    client.once('end', () => void reconnect(onChange));
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
  }

  async function reconnect(onChange: (orgId: string | undefined) => void): Promise<void> {
    while (!closed) {
      await sleep(RECONNECT_MS);
      if (closed) return;
      try {
        await connect(onChange);
        return onChange(undefined);
      } catch {
        client?.removeAllListeners('end');
      }
    }
  }

  return {
    listen: connect,
    async close() {
      closed = true;
      await client?.end();
    },
  };
}
