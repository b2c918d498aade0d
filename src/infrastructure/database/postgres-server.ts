import type pg from 'pg';
import { type Clock, systemClock } from '../../foundation/clock.ts';
import { type Database, databaseOver } from './database.ts';
import { FairPool } from './fair-pool.ts';
import { NoticeListener } from './notice-listener.ts';
import type { NoticeSource } from './notice-source.ts';
import { PrimaryClient } from './primary-client.ts';
import { PrimaryServer } from './primary-server.ts';
import { serverAddresses } from './server-address.ts';

const CONNECTIONS_MAX = 10;
const ANSWER_MS = 10_000;
/**
 * Time after which an unused session ends. A new session reads the catalog and compiles each trigger anew, so the first
 * change in it takes several times as long. With the ten seconds of pg, a burst after a calm met new sessions.
 */
const IDLE_MS = 600_000;
/**
 * A setting against the JIT compiler of PostgreSQL. It compiles queries that the planner takes for costly, for example
 * "published, or subscribed to". That takes a third of a second for each page of a portal of 10,000 products, which is
 * read in a tenth of that.
 */
const WITHOUT_COMPILING = 'SET jit = off';

type ServerOptions = {
  /** The name of its connections in pg_stat_activity. One in the address comes first. */
  readonly name?: string;
  /** The address to listen for notices at, where the other one leads to a pooler. */
  readonly listenUrl?: string | undefined;
  /** Returns another way to hear notices. It may listen to the database by itself for a while. */
  readonly hearBy?: ((direct: () => NoticeSource) => NoticeSource) | undefined;
  /** The most connections at once, beside that which listens. The default is ten. */
  readonly connectionsMax?: number;
  readonly clock?: Clock;
  /** The time limit for connecting and for a statement, in milliseconds. The default is 10,000. */
  readonly answerMs?: number;
};

/** Opens a PostgreSQL server. Of several addresses, the one that takes writes is used. */
export async function openServer(
  databaseUrl: string,
  {
    name = 'gatehouse',
    listenUrl,
    hearBy = (direct) => direct(),
    connectionsMax = CONNECTIONS_MAX,
    clock = systemClock,
    answerMs = ANSWER_MS,
  }: ServerOptions = {},
): Promise<Database> {
  const primary = new PrimaryServer(databaseUrl, name);
  const listened = listenUrl === undefined ? primary : new PrimaryServer(listenUrl, name);
  const [{ url: connectionString } = { url: databaseUrl }] = serverAddresses(databaseUrl);
  const settings = {
    Client: PrimaryClient as unknown as typeof pg.Client,
    primary,
    connectionString,
    application_name: name,
    max: connectionsMax,
    connectionTimeoutMillis: answerMs,
    idleTimeoutMillis: IDLE_MS,
    query_timeout: answerMs,
    onConnect: (connection: pg.ClientBase) => connection.query(WITHOUT_COMPILING),
  };
  const pool = new FairPool(settings);
  // The pool replaces an idle connection that breaks. Without a listener, the break would end the process.
  pool.on('error', () => {});
  const listener = hearBy(() => new NoticeListener({ primary: listened, name, pool, clock }));
  return databaseOver({
    kind: 'server',
    pool,
    listen: (onNotice, channel) => listener.listen(onNotice, channel),
    deafSince: () => listener.deafSince,
    polls: () => listener.polls,
    hearsNotices: () => listener.hears(),
    servers: () => primary.report(),
    async close() {
      primary.close();
      listened.close();
      await listener.close();
      await pool.end();
    },
  });
}
