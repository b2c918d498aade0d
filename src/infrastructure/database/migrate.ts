import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageFile } from '../../foundation/package-files.ts';
import { LONG_MS, type Statements } from './database.ts';

const MIGRATIONS = packageFile('prisma/migrations/');
const TABLE = '_prisma_migrations';
/** The wait for another process that migrates. It is shorter than the time limit of a server that does not hang. */
const TURN_MS = 5_000;
/** The wait for a table. Readers of the table queue behind a waiting migration, and proceed when it gives up. */
const LOCK_MS = 1_000;
const PAUSE_MS = 2_000;
/** Ten minutes: a migration of another process may take as long. */
const TRIES = 200;
/** Takes the advisory lock of Prisma Migrate. It is held until the transaction of the message ends. */
const TURN = `SET LOCAL lock_timeout = ${TURN_MS}; SELECT pg_advisory_xact_lock(72707369);
  SET LOCAL lock_timeout = ${LOCK_MS};`;
/** lock_not_available, deadlock_detected (PostgreSQL, Appendix A) */
const HELD = new Set(['55P03', '40P01']);
const NOT_NULL_VIOLATION = '23502';

/**
 * A migration that was blocked at every try. Another migration, or users of its tables, held the locks. The operator has
 * to act.
 */
export class MigrationBlocked extends Error {
  override readonly name = 'MigrationBlocked';
}

type MigrateOptions = {
  /** The directory of migrations: a folder for each, in the order of their names. */
  readonly directory?: string | undefined;
  /** The last migration to apply. Without it, all are applied. */
  readonly upTo?: string | undefined;
  /** Tries of a migration to get its locks. */
  readonly tries?: number;
  /** Called once when a migration waits for locks. */
  readonly onFault?: (error: unknown) => void;
};

/**
 * Applies missing migrations, as `prisma migrate deploy` does without its engine. It uses the same table and checksums,
 * so that Prisma's own command agrees. Each migration is one transaction under a lock. It is applied completely or not
 * at all, and once, however many processes start together. A migration that is blocked lets the holders proceed, and
 * tries again.
 *
 * @returns the names of those that were missing
 * @throws MigrationBlocked; Error when a migration fails, was edited after it was applied, or was begun by Prisma and
 * not
 * finished
 */
export async function migrate(
  { query, execute }: Statements,
  { directory = MIGRATIONS, upTo, ...patience }: MigrateOptions = {},
): Promise<string[]> {
  const create = `CREATE TABLE IF NOT EXISTS "${TABLE}" (
    id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;
  await retryWhileLocked('of the table of migrations', () => execute(`${TURN} ${create}`), patience);
  const applied = await query<AppliedMigration>(
    `SELECT migration_name, checksum, finished_at FROM "${TABLE}" WHERE rolled_back_at IS NULL`,
  );
  const missing: string[] = [];
  for (const migration of read(directory)) {
    if (upTo !== undefined && migration.name > upTo) break;
    const row = applied.find(({ migration_name }) => migration_name === migration.name);
    if (row) check(row, migration);
    else {
      await retryWhileLocked(migration.name, () => apply(migration, execute), patience);
      missing.push(migration.name);
    }
  }
  return missing;
}

/** Retries while others hold the locks. */
async function retryWhileLocked(
  name: string,
  work: () => Promise<void>,
  { tries = TRIES, onFault }: Pick<MigrateOptions, 'tries' | 'onFault'>,
): Promise<void> {
  for (let tried = 1; ; tried += 1)
    try {
      return await work();
    } catch (error) {
      if (!HELD.has((error as { code?: string }).code ?? '')) throw error;
      if (tried >= tries)
        throw new MigrationBlocked(
          `Others hold what the migration ${name} changes: a process that migrates, or a transaction that runs long (pg_stat_activity). Nothing of it is done; try again when that has ended.`,
          { cause: error },
        );
      if (tried === 1)
        onFault?.(new Error(`The migration ${name} waits for what others hold.`, { cause: error }));
      await sleep(PAUSE_MS);
    }
}

/** Lists the migrations that this code knows, in their order. */
export function knownMigrations(directory: string = MIGRATIONS): string[] {
  return read(directory).map(({ name }) => name);
}

/** Lists the enum types that migrations add values to. A value can be used once its migration is committed. */
export function extendedTypes(directory: string = MIGRATIONS): string[] {
  const added = read(directory).flatMap(({ sql }) => [...sql.matchAll(/^ALTER TYPE "(\w+)" ADD VALUE/gm)]);
  return [...new Set(added.map(([, type = '']) => type))];
}

/** Lists the migrations that were applied to a database, in their order. */
export async function appliedMigrations({ query }: Pick<Statements, 'query'>): Promise<string[]> {
  const [table] = await query<{ is: boolean }>(`SELECT to_regclass('"${TABLE}"') IS NOT NULL AS is`);
  if (!table?.is) return [];
  const rows = await query<AppliedMigration>(
    `SELECT migration_name FROM "${TABLE}" WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows.map(({ migration_name }) => migration_name);
}

type MigrationFile = { readonly name: string; readonly sql: string; readonly checksum: string };
type AppliedMigration = {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
};

function read(directory: string): MigrationFile[] {
  return readdirSync(directory)
    .map((name) => ({ name, file: join(directory, name, 'migration.sql') }))
    .filter(({ file }) => existsSync(file))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, file }) => {
      const sql = readFileSync(file, 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

function check(row: AppliedMigration, { name, checksum }: MigrationFile): void {
  if (row.checksum !== checksum)
    throw new Error(`The migration ${name} was edited after it was applied to this database.`);
  if (row.finished_at === null)
    throw new Error(
      `The migration ${name} was begun and not finished: mend it, and tell \`prisma migrate resolve\`.`,
    );
}

async function apply({ name, sql, checksum }: MigrationFile, execute: Statements['execute']): Promise<void> {
  try {
    // Where another process was faster, the column refuses NULL and all is rolled back.
    await execute(
      `${TURN}
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
