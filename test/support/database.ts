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

/** The same on a PostgreSQL server: a database of its own, dropped when it is closed. */
async function emptyServerDatabase(serverAddress: string): Promise<Database> {
  const name = `gatehouse_test_${process.pid}_${Date.now().toString(36)}`;
  const administer = async (sql: string) => {
    const client = new pg.Client({ connectionString: serverAddress });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await administer(`CREATE DATABASE ${name}`);
  const url = new URL(serverAddress);
  url.pathname = `/${name}`;
  const database = await openServer(url.href);
  await migrate(database);
  return {
    ...database,
    async close() {
      await database.close();
      await administer(`DROP DATABASE ${name} WITH (FORCE)`);
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
