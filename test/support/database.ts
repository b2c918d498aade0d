import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { CHANGED, type Database, databaseOver } from '../../src/infrastructure/database/database.ts';
import { databaseOverLite, Lite, openEmbedded } from '../../src/infrastructure/database/embedded.ts';
import { migrate } from '../../src/infrastructure/database/migrate.ts';
import { openServer } from '../../src/infrastructure/database/postgres-server.ts';
import { SerialClient } from '../../src/infrastructure/database/serial-client.ts';
import { StatementNames } from '../../src/infrastructure/database/statement-names.ts';
import { seedFile } from './seed-file.ts';
import { serverUrl } from './servers.ts';

/** Databases that tests of this worker have closed. Emptying one takes a thirtieth of a start. */
const idle: Lite[] = [];

/** A server for this run alone. Its single sessions take a third of the processor time of WASM. */
const SERVER_OF_THE_RUN = process.env['DATABASE_URL_OF_RUN'];

/** The folder of that server's socket, where it has one. A test takes a tenth less time of processors by it than by TCP. */
const SOCKET_OF_THE_RUN = process.env['DATABASE_SOCKET_OF_RUN'];

/** A database of one session, with its client. A new client compiles each statement anew, which takes a tenth of a second. */
type Session = { readonly database: Database; stopListening(): void; empty(): Promise<void> };
const idleSessions: Session[] = [];

/** The variable that names the migrated database of that server. The others there are copies of it. */
const TEMPLATE = 'DATABASE_TEMPLATE_OF_RUN';

/** Migrates a database of the server of the run, once, before the workers begin. */
export async function makeTemplate(): Promise<void> {
  if (SERVER_OF_THE_RUN === undefined) return;
  const { url } = await createServerDatabase(SERVER_OF_THE_RUN);
  await (await openMigrated(url)).close();
  process.env[TEMPLATE] = new URL(url).pathname.slice(1);
}

/** Creates a migrated database on a server. It is a copy where the run has such a one there. */
export async function createMigratedDatabase(serverAddress: string): Promise<ServerDatabase> {
  const template = serverAddress === SERVER_OF_THE_RUN ? process.env[TEMPLATE] : undefined;
  const database = await createServerDatabase(serverAddress, template);
  if (template === undefined) await (await openMigrated(database.url)).close();
  return database;
}

async function openMigrated(url: string): Promise<Database> {
  const database = await openServer(url);
  await migrate(database);
  return database;
}

/**
 * Opens a migrated, empty database of one session.
 *
 * It is embedded, unless the run has a server of its own. Close it after the tests, with the schema as it was.
 */
export function emptyDatabase(): Promise<Database> {
  return SERVER_OF_THE_RUN === undefined ? emptyEmbedded() : emptySession(SERVER_OF_THE_RUN);
}

/** Opens a database of one session that has no table, as `emptyDatabase` does. */
export async function bareDatabase(): Promise<Database> {
  if (SERVER_OF_THE_RUN === undefined) return openEmbedded({});
  const { url, drop } = await createServerDatabase(SERVER_OF_THE_RUN);
  const { database } = sessionOver(poolOfOne(url));
  return {
    ...database,
    async close() {
      await database.close();
      await drop();
    },
  };
}

async function emptySession(serverAddress: string): Promise<Database> {
  const session = idleSessions.pop() ?? (await migratedSession(serverAddress));
  return {
    ...session.database,
    async close() {
      session.stopListening();
      await session.database.execute(FORGET);
      await session.empty();
      idleSessions.push(session);
    },
  };
}

/**
 * Opens a migrated database with two sessions: one of the tests, one that empties it. A session that skips triggers has
 * to plan all of them anew.
 */
async function migratedSession(serverAddress: string): Promise<Session> {
  const { url, empty } = await emptiedDatabase(serverAddress);
  return { ...sessionOver(poolOfOne(url)), empty };
}

/** A migrated database, and a session that empties it. */
type Emptied = { readonly url: string; empty(): Promise<void> };
const idleOnServer: Emptied[] = [];

async function emptiedDatabase(serverAddress: string): Promise<Emptied> {
  const { url } = await createMigratedDatabase(serverAddress);
  await (await openMigrated(url)).close();
  const emptying = poolOfOne(url);
  await emptying.query(EMPTY_FUNCTION);
  await emptying.query('SET session_replication_role = replica');
  return {
    url,
    async empty() {
      await emptying.query('SELECT pg_temp.empty()');
    },
  };
}

function sessionOver(pool: pg.Pool): Omit<Session, 'empty'> {
  const stops: (() => void)[] = [];
  const database = databaseOver({
    kind: 'embedded',
    pool,
    statementNames: new StatementNames(),
    async listen(onNotice, channel = CHANGED) {
      const connection = await pool.connect();
      connection.release();
      const hear = (notification: pg.Notification) => {
        if (notification.channel === channel) onNotice(notification.payload);
      };
      connection.on('notification', hear);
      stops.push(() => connection.off('notification', hear));
      await pool.query(`LISTEN ${channel}`);
    },
    deafSince: () => undefined,
    polls: () => false,
    hearsNotices: async () => true,
    servers: () => ({ states: [], chosen: undefined, switches: 0 }),
    close: () => pool.end(),
  });
  return {
    database,
    stopListening() {
      for (const stop of stops.splice(0)) stop();
    },
  };
}

function poolOfOne(address: string): pg.Pool {
  const url = new URL(address);
  if (SOCKET_OF_THE_RUN !== undefined) url.searchParams.set('host', SOCKET_OF_THE_RUN);
  const connectionString = url.href;
  const pool = new pg.Pool({ Client: SerialClient, connectionString, max: 1, idleTimeoutMillis: 0 });
  // A session that has just ended may hear that its database is dropped. Without a listener, that would end the run.
  pool.on('error', () => {});
  return pool;
}

async function emptyEmbedded(): Promise<Database> {
  const lite = idle.pop() ?? (await Lite.open({ seed: new Blob([readFileSync(seedFile())]) }));
  const database = databaseOverLite(lite, async () => {
    idle.push(lite);
  });
  return {
    ...database,
    async close() {
      await database.execute(
        `${EMPTY_FUNCTION} SET session_replication_role = replica; SELECT pg_temp.empty();`,
      );
      await database.execute('DISCARD ALL');
      await database.close();
    },
  };
}

/**
 * Makes a function of the session that empties the database. Partitions are dropped, since they are made as they are
 * needed. The other tables are emptied row by row: they hold few, and TRUNCATE writes files anew for each.
 */
const EMPTY_FUNCTION = `
  DO $$ DECLARE deletes text; BEGIN
    SELECT string_agg(format('DELETE FROM %I;', relname), ' ') INTO deletes FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND relname <> '_prisma_migrations';
    EXECUTE format('CREATE FUNCTION pg_temp.empty() RETURNS void LANGUAGE plpgsql AS %L', '
      DECLARE name text; BEGIN
        FOR name IN SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE relkind = ''r''
          LOOP EXECUTE format(''DROP TABLE %I'', name); END LOOP; ' || deletes || '
        PERFORM setval(format(''%I'', sequencename), start_value, false) FROM pg_sequences
          WHERE schemaname = ''public'' AND last_value IS NOT NULL;
      END');
  END $$;`;

/** Statements of DISCARD ALL, without those that drop plans. They would be made anew in each test. */
const FORGET = `
  CLOSE ALL; RESET SESSION AUTHORIZATION; RESET ALL; UNLISTEN *; SELECT pg_advisory_unlock_all();
  DISCARD TEMP; DISCARD SEQUENCES;`;

export type ServerDatabase = {
  readonly url: string;
  /** Runs a statement as an administrator of the server, over a connection of its own. */
  administer(sql: string): Promise<void>;
  drop(): Promise<void>;
};

/** Creates a database on a PostgreSQL server. It is a copy of the template, or has no table. */
export async function createServerDatabase(
  serverAddress: string,
  template?: string,
): Promise<ServerDatabase> {
  const name = `gatehouse_test_${randomUUID().replaceAll('-', '')}`;
  const administer = async (sql: string) => {
    const client = new pg.Client({ connectionString: serverAddress });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await administer(`CREATE DATABASE ${name} ${template ? `TEMPLATE ${template}` : ''}`);
  const url = new URL(serverAddress);
  url.pathname = `/${name}`;
  return { url: url.href, administer, drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

/**
 * Opens an empty database on a PostgreSQL server.
 *
 * It is dropped when it is closed; on the server of the run, the next test has it, emptied.
 */
async function emptyServerDatabase(serverAddress: string): Promise<Database> {
  if (serverAddress !== SERVER_OF_THE_RUN) {
    const { url, drop } = await createMigratedDatabase(serverAddress);
    const dropped = await openMigrated(url);
    return closing(dropped, drop);
  }
  const emptied = idleOnServer.pop() ?? (await emptiedDatabase(serverAddress));
  return closing(await openServer(emptied.url), async () => {
    await emptied.empty();
    idleOnServer.push(emptied);
  });
}

const closing = (database: Database, after: () => Promise<void>): Database => ({
  ...database,
  async close() {
    await database.close();
    await after();
  },
});

/** The databases that this machine has, for tests of what must hold on each. */
export async function everyDatabase(): Promise<{ name: string; open: () => Promise<Database> }[]> {
  const server = await serverUrl('PostgreSQL server');
  return [
    { name: 'the embedded database', open: emptyEmbedded },
    ...(server ? [{ name: 'a PostgreSQL server', open: () => emptyServerDatabase(server) }] : []),
  ];
}
