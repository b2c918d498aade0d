import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { openEmbedded } from '../../src/infrastructure/database/embedded.ts';
import { migrate } from '../../src/infrastructure/database/migrate.ts';
import { makeTemplate } from './database.ts';
import { seedFile } from './seed-file.ts';

export default async function setup(): Promise<void> {
  await makeTemplate();
  await makeSeedFile();
}

/**
 * Creates and dumps the empty, migrated database once per set of migrations.
 *
 * Every test begins with the dump.
 */
async function makeSeedFile(): Promise<void> {
  const file = seedFile();
  if (existsSync(file)) return;
  mkdirSync('node_modules/.cache', { recursive: true });
  const dump = await dumpMigrated();
  writeFileSync(`${file}.${process.pid}`, Buffer.from(await dump.arrayBuffer()));
  renameSync(`${file}.${process.pid}`, file);
}

/**
 * An empty, migrated database. It is a third of what one is on a disk, since opening a dump takes as long as it is large:
 * log segments of 1 MB, and no templates to make further databases of.
 */
async function dumpMigrated(): Promise<Blob> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-seed-'));
  const open = () =>
    PGlite.create({ dataDir: join(dataDir, 'database'), initDbStartParams: ['--wal-segsize=1'] });
  await (await open()).close();
  const database = await openEmbedded({ dataDir });
  await migrate(database);
  await database.close();
  const lite = await open();
  await lite.exec('UPDATE pg_database SET datistemplate = false');
  for (const template of ['template0', 'template1']) await lite.exec(`DROP DATABASE ${template}`);
  const dump = await lite.dumpDataDir('none');
  await lite.close();
  rmSync(dataDir, { recursive: true });
  return dump;
}
