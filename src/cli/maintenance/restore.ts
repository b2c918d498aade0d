import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BACKUP_FORMAT, type BackedUp, type BackupHead } from '../../infrastructure/backup/backup.ts';
import { MaintenanceFault } from '../../infrastructure/backup/maintenance-fault.ts';
import { type BackedUpTable, unsealRow } from '../../infrastructure/backup/sealed-columns.ts';
import { AS_TEXT, quoted, type Table, tablesOf } from '../../infrastructure/backup/tables.ts';
import type { Database, Statements } from '../../infrastructure/database/database.ts';
import { knownMigrations, migrate } from '../../infrastructure/database/migrate.ts';
import { keyFingerprint } from '../../infrastructure/secrets/key-fingerprint.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';
import { renewExtendedTypes } from './renew-extended-types.ts';

type RestoreDeps = { readonly database: Database; readonly secrets: Secrets };
export type Restored = BackedUp & {
  /** The migrations that the backup did not have yet. */
  readonly migrations: readonly string[];
};

/** The length of the rows of one statement, in characters. */
const BATCH_LENGTH = 1_000_000;

/**
 * Restores a backup in one transaction, into an empty database or over its content.
 *
 * A backup of an older version is migrated. Constraints are dropped and added again, so that every reference is
 * checked.
 *
 * @throws FILE_UNREADABLE, BACKUP_INVALID when it is none or was cut off, BACKUP_TOO_NEW, SECRET_KEY_OTHER,
 *   DATABASE_NOT_EMPTY
 */
export async function restore(
  { database, secrets }: RestoreDeps,
  file: string,
  { replace = false } = {},
): Promise<Restored> {
  const lines = backupLines(file);
  const head = checkHead((await lines.next()).value, secrets);
  return database.within('BEGIN', async (connection) => {
    const { query, execute } = connection;
    await execute(AS_TEXT);
    if (!replace) await checkEmpty(connection);
    await execute(CLEAR);
    await migrate(connection, { upTo: head.migration });
    const tables = new Map((await tablesOf(connection)).map((table) => [table.name, table]));
    const references = await query<Reference>(REFERENCES);
    for (const { table, name } of references) await execute(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    // What a migration wrote is in the backup as well.
    for (const name of tables.keys())
      await execute(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER; DELETE FROM ${quoted(name)}`);
    await renewExtendedTypes(connection);
    const counts = await load({ connection, tables, secrets }, lines);
    for (const { table, name, definition } of references)
      await execute(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    for (const name of tables.keys()) await execute(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
    await execute(SEQUENCES);
    return { ...counts, migration: head.migration, migrations: await migrate(connection) };
  });
}

/**
 * Reads the lines of a backup, which end with a line feed alone.
 *
 * JSON holds no line feed, but it may hold other characters that end lines.
 */
export async function* backupLines(file: string): AsyncGenerator<string> {
  let rest = '';
  try {
    // Who reads is told of faults; the function is told, too, and has nothing to add.
    for await (const chunk of pipeline(createReadStream(file), createGunzip(), () => {}).setEncoding(
      'utf8',
    )) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw invalid('it cannot be read to its end', error);
    throw new MaintenanceFault('FILE_UNREADABLE', `${file} cannot be read: ${message}.`, error);
  }
}

const invalid = (why: string, cause?: unknown) =>
  new MaintenanceFault('BACKUP_INVALID', `This is no whole backup: ${why}.`, cause);

function parsed<Line>(text: string | undefined): Line {
  try {
    return JSON.parse(text ?? '');
  } catch (error) {
    throw invalid('it holds a line that is no JSON', error);
  }
}

function checkHead(text: string | undefined, secrets: Secrets): BackupHead {
  const head = parsed<Partial<BackupHead>>(text);
  const { gatehouse, format, migration } = head;
  if (gatehouse !== 'backup' || format === undefined || migration === undefined)
    throw invalid('its first line is that of another file');
  if (format > BACKUP_FORMAT || !knownMigrations().includes(migration))
    throw new MaintenanceFault(
      'BACKUP_TOO_NEW',
      `This backup was made by a newer version of the platform (${migration}): restore it with that one.`,
    );
  const keys = secrets.beside ? [secrets, secrets.beside] : [secrets];
  if (!keys.some((key) => keyFingerprint(key) === head.key))
    throw new MaintenanceFault(
      'SECRET_KEY_OTHER',
      'The secrets in this backup are sealed under another key: set SECRET_KEY to that of the platform that it was made of, or to what its DATA_DIR has in secret.key. If that was rotated since, set SECRET_KEY_OLD to it.',
    );
  return head as BackupHead;
}

/**
 * Tables that a start or a migration writes, and that the backup brings as well.
 *
 * A gateway that waits for its platform writes the first, too.
 */
const OF_EACH_START = ['SecretKey', 'HistoryStart'];

async function checkEmpty(connection: Statements): Promise<void> {
  for (const { name } of await tablesOf(connection)) {
    if (OF_EACH_START.includes(name)) continue;
    const rows = await connection.query(`SELECT FROM ${quoted(name)} LIMIT 1`);
    if (rows.length > 0)
      throw new MaintenanceFault(
        'DATABASE_NOT_EMPTY',
        `This database holds something already (${name}): give an empty one, or --replace to lose what it holds.`,
      );
  }
}

type Target = {
  readonly connection: Statements;
  readonly tables: ReadonlyMap<string, Table>;
  readonly secrets: Secrets;
};

/** Into the tables as they are described, each row of those that the backup has. */
async function load(
  { connection, tables, secrets }: Target,
  lines: AsyncIterable<string>,
): Promise<Pick<BackedUp, 'tables' | 'rows'>> {
  let table: Table | undefined;
  let unseal: ((row: string) => string) | undefined;
  let batch: string[] = [];
  let length = 0;
  let isWhole = false;
  const done = { tables: 0, rows: 0 };
  async function write(): Promise<void> {
    if (table && batch.length > 0) await connection.query(insertInto(table), [`[${batch.join(',')}]`]);
    done.rows += batch.length;
    batch = [];
    length = 0;
  }
  for await (const text of lines) {
    if (text.startsWith('[')) {
      batch.push(unseal ? unseal(text) : text);
      length += text.length;
      if (length > BATCH_LENGTH) await write();
      continue;
    }
    await write();
    const line = parsed<BackedUpTable | { rows: number }>(text);
    if ('rows' in line) isWhole = line.rows === done.rows;
    else {
      table = checkTable(line, tables.get(line.name));
      unseal = unsealRow(line, secrets);
      await makePartitions(connection, line);
      done.tables += 1;
    }
  }
  if (!isWhole) throw invalid('its end is missing');
  return done;
}

function insertInto({ name, columns }: Table): string {
  const names = columns.map((column) => quoted(column.name)).join(', ');
  const values = columns.map(({ type }, at) => `(r->>${at})::${type}`).join(', ');
  return `INSERT INTO ${quoted(name)} (${names}) SELECT ${values} FROM json_array_elements($1::json) AS r`;
}

/** The columns in the order of the backup, with the types of this database. */
function checkTable(described: Table, here: Table | undefined): Table {
  const types = new Map(here?.columns.map(({ name, type }) => [name, type]));
  const columns = described.columns.map(({ name }) => ({ name, type: types.get(name) ?? '' }));
  if (columns.length !== types.size || columns.some(({ type }) => type === ''))
    throw invalid(`its table ${described.name} has other columns than its migration made`);
  return { ...described, columns };
}

/** The bound of a partition as `pg_get_expr` prints it, of one value or one range. */
const BOUND = /^(?:DEFAULT|FOR VALUES FROM \('[\w .:+-]+'\) TO \('[\w .:+-]+'\))$/;

async function makePartitions({ execute }: Statements, { name, partitions }: Table): Promise<void> {
  for (const partition of partitions) {
    if (!BOUND.test(partition.bound)) throw invalid(`the partition ${partition.name} has no bounds`);
    await execute(
      `CREATE TABLE IF NOT EXISTS ${quoted(partition.name)} PARTITION OF ${quoted(name)} ${partition.bound}`,
    );
  }
}

type Reference = { readonly table: string; readonly name: string; readonly definition: string };
const REFERENCES = `
  SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint
  WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0`;

/** Sequences go on behind the highest number there is. */
const SEQUENCES = `
  DO $$ DECLARE each RECORD; BEGIN
    FOR each IN SELECT c.oid::regclass AS relation, a.attname, pg_get_serial_sequence(c.oid::regclass::text, a.attname) AS sequence
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
        AND pg_get_serial_sequence(c.oid::regclass::text, a.attname) IS NOT NULL
    LOOP
      EXECUTE format('SELECT setval(%L, coalesce(max(%I), 1), max(%I) IS NOT NULL) FROM %s',
        each.sequence, each.attname, each.attname, each.relation);
    END LOOP;
  END $$`;

/** All that migrations make; what an extension has made stays. */
const CLEAR = `
  SELECT pg_advisory_xact_lock(72707369);
  DO $$ DECLARE each RECORD; BEGIN
    FOR each IN
      SELECT 1 AS turn, 'TABLE ' || c.oid::regclass AS what FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
      UNION ALL SELECT 2, 'FUNCTION ' || p.oid::regprocedure FROM pg_proc p
        WHERE p.pronamespace = 'public'::regnamespace
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
      UNION ALL SELECT 3, 'TYPE ' || t.oid::regtype FROM pg_type t
        WHERE t.typnamespace = 'public'::regnamespace AND t.typtype = 'e'
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = t.oid AND d.deptype = 'e')
      ORDER BY 1
    LOOP EXECUTE 'DROP ' || each.what || ' CASCADE'; END LOOP;
  END $$`;
