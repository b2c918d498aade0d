import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { Database } from '../../src/database/database.ts';
import { openEmbedded } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openServer } from '../../src/database/server.ts';
import { seedFile } from './seed-file.ts';
import { serverUrl } from './servers.ts';

/** A migrated, empty database in memory. Close it after the tests. */
export function emptyDatabase(): Promise<Database> {
  return openEmbedded({ seed: new Blob([readFileSync(seedFile())]) });
}

export type ServerDatabase = {
  readonly url: string;
  /** Runs a statement as an administrator of the server, over a connection of its own. */
  administer(sql: string): Promise<void>;
  drop(): Promise<void>;
};

/** A database of its own on a PostgreSQL server, without a table. */
export async function createServerDatabase(serverAddress: string): Promise<ServerDatabase> {
  const name = `gatehouse_test_${randomUUID().replaceAll('-', '')}`;
  const administer = async (sql: string) => {
    const client = new pg.Client({ connectionString: serverAddress });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await administer(`CREATE DATABASE ${name}`);
  const url = new URL(serverAddress);
  url.pathname = `/${name}`;
  return { url: url.href, administer, drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

/** The same as `emptyDatabase` on a PostgreSQL server: a database of its own, dropped when it is closed. */
async function emptyServerDatabase(serverAddress: string): Promise<Database> {
  const { url, drop } = await createServerDatabase(serverAddress);
  const database = await openServer(url);
  await migrate(database);
  return {
    ...database,
    async close() {
      await database.close();
      await drop();
    },
  };
}

/** The databases that this machine has, for tests of what must hold on each. */
export async function everyDatabase(): Promise<{ name: string; open: () => Promise<Database> }[]> {
  const server = await serverUrl('PostgreSQL server');
  return [
    { name: 'the embedded database', open: emptyDatabase },
    ...(server ? [{ name: 'a PostgreSQL server', open: () => emptyServerDatabase(server) }] : []),
  ];
}
