import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LONG_MS, type Statements } from './database.ts';

const MIGRATIONS = fileURLToPath(new URL('../../prisma/migrations/', import.meta.url));
const TABLE = '_prisma_migrations';
/** The advisory lock that Prisma Migrate itself takes; held until the transaction that a message is, is over. */
const LOCK = 'SELECT pg_advisory_xact_lock(72707369);';
const NOT_NULL_VIOLATION = '23502';

/**
 * Applies the migrations that are missing: `prisma migrate deploy` without its engine, in the same table with the
 * same checksums, so that Prisma's own command agrees. Each is one transaction under a lock: all of it or nothing,
 * and once, however many processes start at the same time.
 *
 * @param directory holds a folder a migration, in the order of their names
 * @param upTo the last one to apply; all of them without it
 * @returns the names of those that were missing
 * @throws Error when a migration fails, was edited after it was applied, or was begun by Prisma and not finished
 */
export async function migrate(
  { query, execute }: Statements,
  directory: string = MIGRATIONS,
  upTo?: string,
): Promise<string[]> {
  await execute(`${LOCK} CREATE TABLE IF NOT EXISTS "${TABLE}" (
    id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`);
  const applied = await query<Applied>(
    `SELECT migration_name, checksum, finished_at FROM "${TABLE}" WHERE rolled_back_at IS NULL`,
  );
  const missing: string[] = [];
  for (const migration of read(directory)) {
    if (upTo !== undefined && migration.name > upTo) break;
    const row = applied.find(({ migration_name }) => migration_name === migration.name);
    if (row) check(row, migration);
    else {
      await apply(migration, execute);
      missing.push(migration.name);
    }
  }
  return missing;
}

/** The names of the migrations that this code knows, in their order. */
export function knownMigrations(directory: string = MIGRATIONS): string[] {
  return read(directory).map(({ name }) => name);
}

/** The names of the migrations that were applied to a database, in their order. */
export async function appliedMigrations({ query }: Pick<Statements, 'query'>): Promise<string[]> {
  const [table] = await query<{ is: boolean }>(`SELECT to_regclass('"${TABLE}"') IS NOT NULL AS is`);
  if (!table?.is) return [];
  const rows = await query<Applied>(
    `SELECT migration_name FROM "${TABLE}" WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows.map(({ migration_name }) => migration_name);
}

type Migration = { readonly name: string; readonly sql: string; readonly checksum: string };
type Applied = {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
};

function read(directory: string): Migration[] {
  return readdirSync(directory)
    .map((name) => ({ name, file: join(directory, name, 'migration.sql') }))
    .filter(({ file }) => existsSync(file))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, file }) => {
      const sql = readFileSync(file, 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

function check(row: Applied, { name, checksum }: Migration): void {
  if (row.checksum !== checksum)
    throw new Error(`The migration ${name} was edited after it was applied to this database.`);
  if (row.finished_at === null)
    throw new Error(
      `The migration ${name} was begun and not finished: mend it, and tell \`prisma migrate resolve\`.`,
    );
}

async function apply({ name, sql, checksum }: Migration, execute: Statements['execute']): Promise<void> {
  try {
    // Where another process was faster, NULL is refused by the column and all of it is rolled back.
    await execute(
      `${LOCK}
      INSERT INTO "${TABLE}"(id, checksum, migration_name, finished_at, applied_steps_count)
        VALUES ('${randomUUID()}', '${checksum}', CASE WHEN EXISTS (SELECT 1 FROM "${TABLE}"
          WHERE migration_name = '${name}' AND rolled_back_at IS NULL) THEN NULL ELSE '${name}' END, now(), 1);
      ${sql}`,
      LONG_MS,
    );
  } catch (error) {
    const { code, table } = error as { code?: string; table?: string };
    if (code !== NOT_NULL_VIOLATION || table !== TABLE) throw error;
  }
}
