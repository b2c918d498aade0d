import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dumpEmbedded } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { seedFile } from './seed-file.ts';

/** Creates the empty, migrated database once per set of migrations, and dumps it for every test to begin with. */
export default async function setup(): Promise<void> {
  const file = seedFile();
  if (existsSync(file)) return;
  mkdirSync('node_modules/.cache', { recursive: true });
  const dump = await dumpEmbedded(migrate);
  writeFileSync(`${file}.${process.pid}`, Buffer.from(await dump.arrayBuffer()));
  renameSync(`${file}.${process.pid}`, file);
}
