import type { Database } from '../../../src/infrastructure/database/database.ts';

/** All rows of all tables, each as JSON, and where its sequences stand. */
export type Stored = {
  readonly tables: readonly { readonly name: string; readonly rows: readonly string[] }[];
  readonly sequences: readonly { readonly name: string; readonly last: string | null }[];
};

/** Partitions are read by way of their table. */
const TABLES = `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
  AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = format('%I', tablename)::regclass) ORDER BY tablename`;

/**
 * Tables of a database, whose statement is prepared. A world asks hundreds of times: planning it costs most. A session
 * keeps it until the next world.
 */
const reading = new WeakMap<Database, Promise<readonly string[]>>();

async function prepare(database: Database): Promise<readonly string[]> {
  const tables = (await database.query<{ name: string }>(TABLES)).map(({ name }) => name);
  const select = tables.map(
    (name) => `SELECT '${name}' AS name, row_to_json(t)::text AS row FROM "${name}" t`,
  );
  const kept = await database.query(`SELECT FROM pg_prepared_statements WHERE name = 'everything'`);
  if (kept.length > 0) await database.execute('DEALLOCATE everything');
  await database.execute(`PREPARE everything AS ${select.join(' UNION ALL ')}`);
  return tables;
}

/** Reads everything that a database of one session holds. Without Prisma, which would take twice as long. */
export async function readStored(database: Database): Promise<Stored> {
  const known = reading.get(database) ?? prepare(database);
  reading.set(database, known);
  const tables = await known;
  const rows = new Map<string, string[]>(tables.map((name) => [name, []]));
  for (const { name, row } of await database.query<{ name: string; row: string }>('EXECUTE everything'))
    rows.get(name)?.push(row);
  return {
    tables: tables.map((name) => ({ name, rows: rows.get(name)?.sort() ?? [] })),
    sequences: await database.query(
      `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
    ),
  };
}

/**
 * Puts back what is no longer as it was read. Triggers are off: nobody hears of it.
 *
 * @param now what it holds, by default as it is read here
 */
export async function restoreStored(
  database: Database,
  { tables, sequences }: Stored,
  now?: Stored,
): Promise<void> {
  const held = now ?? (await readStored(database));
  const differs = ({ name, rows }: Stored['tables'][number]) =>
    `${held.tables.find((each) => each.name === name)?.rows}` !== `${rows}`;
  const changed = tables.filter(differs);
  await database.prisma.$transaction(async (transaction) => {
    await transaction.$executeRawUnsafe('SET LOCAL session_replication_role = replica');
    for (const { name, rows } of changed) {
      await transaction.$executeRawUnsafe(`DELETE FROM "${name}"`);
      if (rows.length > 0)
        await transaction.$executeRawUnsafe(
          `INSERT INTO "${name}" SELECT * FROM json_populate_recordset(NULL::"${name}", $1::json)`,
          `[${rows.join(',')}]`,
        );
    }
    for (const { name, last } of sequences)
      if (held.sequences.find((each) => each.name === name)?.last !== last)
        await transaction.$executeRawUnsafe(`SELECT setval('"${name}"', ${last ?? 1}, ${last !== null})`);
  });
}

const ID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/** Finds the rows with one of these ids, by table. They belong to somebody. */
export function rowsWith({ tables }: Stored, ids: readonly string[]): Record<string, readonly string[]> {
  const known = new Set(ids);
  const found = tables.map(({ name, rows }) => [
    name,
    rows.filter((row) => row.match(ID)?.some((id) => known.has(id))),
  ]);
  return Object.fromEntries(found.filter(([, rows]) => rows?.length));
}
