import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Clock, systemClock } from '../../foundation/clock.ts';
import { CHANGED, type Database, databaseOver } from './database.ts';
import { LISTEN_TO_ALL, Notices } from './notices.ts';
import { SerialClient } from './serial-client.ts';

const CONNECTIONS_MAX = 10;
const ANSWER_MS = 10_000;
const RECONNECT_MS = 1_000;
/**
 * The interval and the time limit of a check on the listening connection. A connection that only listens does not
 * notice a dead line.
 */
const ASK_EVERY_MS = 5_000;
/**
 * A setting against the JIT compiler of PostgreSQL. It compiles queries that the planner takes for costly, for example
 * "published, or subscribed to". That takes a third of a second for each page of a portal of 10,000 products, which is
 * read in a tenth of that.
 */
const WITHOUT_COMPILING = 'SET jit = off';

export type ServerOptions = {
  readonly clock?: Clock;
  /** The time limit for connecting and for a statement, in milliseconds. The default is 10,000. */
  readonly answerMs?: number;
};

/** Opens a PostgreSQL server. */
export async function openServer(
  databaseUrl: string,
  { clock = systemClock, answerMs = ANSWER_MS }: ServerOptions = {},
): Promise<Database> {
  const pool = new pg.Pool({
    Client: SerialClient,
    connectionString: databaseUrl,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    onConnect: (connection) => connection.query(WITHOUT_COMPILING),
  });
  // The pool replaces an idle connection that breaks. Without a listener, the break would end the process.
  pool.on('error', () => {});
  const listener = createListener(databaseUrl, clock);
  return databaseOver({
    kind: 'server',
    pool,
    listen: listener.listen,
    deafSince: listener.deafSince,
    async close() {
      await listener.close();
      await pool.end();
    },
  });
}

/** Listens on a connection of its own, which reconnects whenever it is lost. */
function createListener(databaseUrl: string, clock: Clock): Pick<Database, 'listen' | 'deafSince' | 'close'> {
  const notices = new Notices();
  let client: pg.Client | undefined;
  let connected: Promise<void> | undefined;
  let isClosed = false;
  let heardAt = clock();
  let deafSince: Date | undefined;

  async function connect(): Promise<void> {
    client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ASK_EVERY_MS,
    });
    client.on('error', () => {});
    client.on('notification', ({ channel, payload }) => notices.tell(channel, payload));
    try {
      await client.connect();
      await client.query(LISTEN_TO_ALL);
    } catch (error) {
      await client.end();
      throw error;
    }
    hear(clock());
    client.once('end', () => void reconnect());
  }

  function hear(at: Date): void {
    heardAt = at;
    deafSince = undefined;
  }
  /** Checks the connection. Notices before the check arrive before its answer. */
  async function ask(): Promise<void> {
    if (deafSince || !client) return;
    const [asked, at] = [client, clock()];
    try {
      await asked.query(LISTEN_TO_ALL);
      if (asked === client && !deafSince) heardAt = at;
    } catch {
      // Its end is handled like any other.
      await asked.end();
    }
  }
  const asking = setInterval(() => void ask(), ASK_EVERY_MS).unref();

  /** Reports the gap at once, and again when it is over. Readers then learn whether the database is lost. */
  async function reconnect(): Promise<void> {
    if (isClosed) return;
    deafSince ??= heardAt;
    notices.tellOfGap();
    while (!isClosed) {
      try {
        await connect();
        return notices.tellOfGap();
      } catch {
        await sleep(RECONNECT_MS, undefined, { ref: false });
      }
    }
  }

  return {
    async listen(onNotice, channel = CHANGED) {
      notices.add(channel, onNotice);
      connected ??= connect().catch((error) => {
        connected = undefined;
        throw error;
      });
      await connected;
    },
    deafSince: () => deafSince,
    async close() {
      isClosed = true;
      clearInterval(asking);
      await client?.end();
    },
  };
}
