import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Path of the dump of the empty, migrated database. Its name is the hash of the migrations. */
export function seedFile(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync('prisma/migrations', { recursive: true }).map(String).sort())
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(`prisma/migrations/${name}`));
  return `node_modules/.cache/gatehouse-${hash.digest('hex').slice(0, 16)}.tar`;
}

/**
 * Copies the empty, migrated database into a data directory.
 *
 * It is for tests of platforms whose very first start does not matter. Half of that is the creation of the database.
 */
export function seedDataDir(dataDir: string): void {
  const database = join(dataDir, 'database');
  mkdirSync(database, { recursive: true });
  // It says of each run that it takes the paths of the dump for relative ones.
  execFileSync('tar', ['-xf', seedFile(), '-C', database], { stdio: 'pipe' });
}
