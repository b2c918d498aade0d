import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Clock } from '../../foundation/clock.ts';
import type { Database, Statements } from '../database/database.ts';
import { appliedMigrations } from '../database/migrate.ts';
import { keyFingerprint } from '../secrets/key-fingerprint.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { MaintenanceFault } from './maintenance-fault.ts';
import { described, sealRow } from './sealed-columns.ts';
import { AS_TEXT, quoted, type Table, tablesOf } from './tables.ts';

/**
 * The version of the backup format: gzipped lines of JSON.
 *
 * The first line is a head. Each table follows with its description, then its rows as arrays of the columns, each as
 * the text that PostgreSQL writes. The last line has the number of rows. From format 2 on, the description names the
 * columns whose values are sealed.
 */
export const BACKUP_FORMAT = 2;

export type BackupHead = {
  readonly gatehouse: 'backup';
  readonly format: number;
  /** The newest migration of the database. */
  readonly migration: string;
  readonly takenAt: string;
  /** Tells the secret key from others, and tells nothing of it. */
  readonly key: string;
};
type BackupEnd = { readonly rows: number };

export type BackupDeps = {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
};
export type BackedUp = { readonly tables: number; readonly rows: number; readonly migration: string };

const ROWS = 500;

/**
 * Writes a backup into a new file. The file is whole, or there is none.
 *
 * @param write writes the backup
 * @throws BACKUP_EXISTS, and what `write` throws
 */
export async function toNewFile(
  file: string,
  write: (draft: string) => Promise<BackedUp>,
): Promise<BackedUp> {
  if (existsSync(file))
    throw new MaintenanceFault('BACKUP_EXISTS', `${file} is there already: choose another name.`);
  const draft = `${file}.partial`;
  try {
    const done = await write(draft);
    await rename(draft, file);
    return done;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** The draft of a backup, which only its owner reads. */
export const draftStream = (draft: string) => createWriteStream(draft, { mode: 0o600 });

/** Writes all that a database holds at one moment into a new file. @throws what `toNewFile` and `streamBackup` throw */
export const backUp = (deps: BackupDeps, file: string): Promise<BackedUp> =>
  toNewFile(file, (draft) => streamBackup(deps, () => draftStream(draft)));

/**
 * Writes all that a database holds at one moment, no faster than it is taken.
 *
 * Secrets stay as they are stored, hashed or sealed under the secret key. A value that is stored in clear and opens
 * something is sealed as well. A restore needs the same key.
 *
 * @param openSink opens what takes it, as late as it is written: its faults are then those of the backup
 * @throws DATABASE_MISSING when it holds no tables
 */
export async function streamBackup(
  { database, ...deps }: BackupDeps,
  openSink: () => Writable,
): Promise<BackedUp> {
  const done = { tables: 0, rows: 0, migration: '' };
  await database.within('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', async (connection) => {
    await pipeline(Readable.from(linesOf(connection, deps, done)), createGzip(), openSink());
  });
  return done;
}

async function* linesOf(
  connection: Statements,
  { secrets, clock }: Omit<BackupDeps, 'database'>,
  done: { -readonly [Name in keyof BackedUp]: BackedUp[Name] },
): AsyncGenerator<string> {
  await connection.execute(AS_TEXT);
  const migration = (await appliedMigrations(connection)).at(-1);
  if (migration === undefined)
    throw new MaintenanceFault('DATABASE_MISSING', 'This database holds nothing of the platform.');
  done.migration = migration;
  yield line({
    gatehouse: 'backup',
    format: BACKUP_FORMAT,
    migration,
    takenAt: clock().toISOString(),
    key: keyFingerprint(secrets),
  } satisfies BackupHead);
  for (const table of (await tablesOf(connection)).map(described)) {
    yield line(table);
    done.tables += 1;
    const seal = sealRow(table, secrets);
    for await (const rows of rowsOf(connection, table)) {
      done.rows += rows.length;
      yield rows.map(({ row }) => `${seal ? seal(row) : row}\n`).join('');
    }
  }
  yield line({ rows: done.rows } satisfies BackupEnd);
}

const line = (value: object) => `${JSON.stringify(value)}\n`;

async function* rowsOf({ query, execute }: Statements, table: Table): AsyncGenerator<{ row: string }[]> {
  const columns = table.columns.map(({ name }) => `${quoted(name)}::text`).join(', ');
  await execute(
    `DECLARE backup NO SCROLL CURSOR FOR SELECT json_build_array(${columns})::text AS row FROM ${quoted(table.name)}`,
  );
  for (;;) {
    const rows = await query<{ row: string }>(`FETCH ${ROWS} FROM backup`);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS) break;
  }
  await execute('CLOSE backup');
}
