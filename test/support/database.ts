import { readFileSync } from 'node:fs';
import type { Database } from '../../src/database/database.ts';
import { openEmbedded } from '../../src/database/embedded.ts';
import { seedFile } from './seed-file.ts';

/** A migrated, empty database in memory. Close it after the tests. */
export function emptyDatabase(): Promise<Database> {
  return openEmbedded({ seed: new Blob([readFileSync(seedFile())]) });
}
