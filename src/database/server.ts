import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Client } from './client.ts';
import {
  CHANGED,
  type Channel,
  type Database,
  databaseOver,
  type OnNotice,
  PUBLISHED,
  REVOKED,
} from './database.ts';

const CONNECTIONS_MAX = 10;
const CONNECT_TIMEOUT_MS = 10_000;
const RECONNECT_MS = 1_000;
const CHANNELS = [CHANGED, REVOKED, PUBLISHED] as const;

/** Opens a PostgreSQL server. */
export async function openServer(databaseUrl: string): Promise<Database> {
  const pool = new pg.Pool({
    Client,
    connectionString: databaseUrl,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
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
  const callbacks: Record<Channel, Set<OnNotice>> = {
    [CHANGED]: new Set(),
    [REVOKED]: new Set(),
    [PUBLISHED]: new Set(),
  };
  let client: pg.Client | undefined;
  let connected: Promise<void> | undefined;
  let isClosed = false;

  function tell(channel: Channel, notice: string | undefined): void {
    for (const onNotice of callbacks[channel]) onNotice(notice);
  }
  function tellOfGap(): void {
    for (const channel of CHANNELS) tell(channel, undefined);
  }

  async function connect(): Promise<void> {
    client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      // A peer that vanished is noticed, though this connection only listens.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    client.on('error', () => {});
    client.on('notification', ({ channel, payload }) => tell(channel as Channel, payload));
    try {
      await client.connect();
      await client.query(CHANNELS.map((channel) => `LISTEN ${channel}`).join('; '));
    } catch (error) {
      await client.end();
      throw error;
    }
    client.once('end', () => void reconnect());
  }

  /** Told at once, so that who reads finds out whether the database is lost, and again when it is back. */
  async function reconnect(): Promise<void> {
    if (isClosed) return;
    tellOfGap();
    while (!isClosed) {
      try {
        await connect();
        return tellOfGap();
      } catch {
        await sleep(RECONNECT_MS, undefined, { ref: false });
      }
    }
  }

  return {
    async listen(onNotice, channel = CHANGED) {
      callbacks[channel].add(onNotice);
      connected ??= connect();
      await connected;
    },
    async close() {
      isClosed = true;
      await client?.end();
    },
  };
}
