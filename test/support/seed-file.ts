import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** Where the dump of the empty, migrated database lies: named by the migrations that made it. */
export function seedFile(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync('prisma/migrations', { recursive: true }).map(String).sort())
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(`prisma/migrations/${name}`));
  return `node_modules/.cache/gatehouse-${hash.digest('hex').slice(0, 16)}.tar`;
}
