import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Database } from './database.ts';

const MIGRATIONS = fileURLToPath(new URL('../../prisma/migrations/', import.meta.url));
/** The advisory lock that Prisma Migrate itself takes. */
const LOCK = 72_707_369;

/**
 * Applies the migrations that are missing: `prisma migrate deploy` without its engine, in the same table with the
 * same checksums, so that Prisma's own command agrees. Each is one transaction under a lock: all of it or nothing,
 * and once, however many processes start at the same time.
 *
 * @throws Error when a migration was edited after it was applied
 */
export async function migrate({ query, execute }: Pick<Database, 'query' | 'execute'>): Promise<void> {
  await execute(`CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`);
  const applied = await query<{ migration_name: string; checksum: string }>(
    'SELECT migration_name, checksum FROM "_prisma_migrations" WHERE rolled_back_at IS NULL',
  );
  for (const name of names()) {
    const sql = readFileSync(`${MIGRATIONS}${name}/migration.sql`, 'utf8');
    const checksum = createHash('sha256').update(sql).digest('hex');
    const row = applied.find(({ migration_name }) => migration_name === name);
    if (!row) await apply({ name, sql, checksum }, execute);
    else if (row.checksum !== checksum)
      throw new Error(`The migration ${name} was edited after it was applied to this database.`);
  }
}

function names(): string[] {
  return readdirSync(MIGRATIONS)
    .filter((name) => existsSync(`${MIGRATIONS}${name}/migration.sql`))
    .sort();
}

type Migration = { readonly name: string; readonly sql: string; readonly checksum: string };

async function apply({ name, sql, checksum }: Migration, execute: Database['execute']): Promise<void> {
  try {
    // One message is one transaction. Where another process was faster, NULL is refused by the column and all of it
    // is rolled back.
    await execute(`BEGIN; SELECT pg_advisory_xact_lock(${LOCK});
      INSERT INTO "_prisma_migrations"(id, checksum, migration_name, finished_at, applied_steps_count)
        VALUES ('${randomUUID()}', '${checksum}', CASE WHEN EXISTS (SELECT 1 FROM "_prisma_migrations"
          WHERE migration_name = '${name}' AND rolled_back_at IS NULL) THEN NULL ELSE '${name}' END, now(), 1);
      ${sql};
      COMMIT;`);
  } catch (error) {
    await execute('ROLLBACK').catch(() => {});
    if ((error as { code?: string }).code !== '23502') throw error;
  }
}
