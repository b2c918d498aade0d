import type { Database } from '../../../src/infrastructure/database/database.ts';

/** All rows of all tables, each as JSON, and where its sequences stand. */
export type Stored = {
  readonly tables: readonly { readonly name: string; readonly rows: readonly string[] }[];
  readonly sequences: readonly { readonly name: string; readonly last: bigint | null }[];
};

/** Partitions are read by way of their table. */
const TABLES = `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
  AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = format('%I', tablename)::regclass) ORDER BY tablename`;

/** Reads everything that a database holds. */
export async function readStored({ prisma }: Database): Promise<Stored> {
  const names = await prisma.$queryRawUnsafe<{ name: string }[]>(TABLES);
  const select = names.map(
    ({ name }) => `SELECT '${name}' AS name, row_to_json(t)::text AS row FROM "${name}" t`,
  );
  const found = await prisma.$queryRawUnsafe<{ name: string; row: string }[]>(select.join(' UNION ALL '));
  const rowsOf = (table: string) => found.flatMap(({ name, row }) => (name === table ? [row] : [])).sort();
  return {
    tables: names.map(({ name }) => ({ name, rows: rowsOf(name) })),
    sequences: await prisma.$queryRawUnsafe(
      `SELECT sequencename AS name, last_value AS last FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
    ),
  };
}

/** Puts back what is no longer as it was read. Triggers are off: nobody hears of it. */
export async function restoreStored(database: Database, { tables, sequences }: Stored): Promise<void> {
  const now = await readStored(database);
  const differs = ({ name, rows }: Stored['tables'][number]) =>
    `${now.tables.find((each) => each.name === name)?.rows}` !== `${rows}`;
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
      if (now.sequences.find((each) => each.name === name)?.last !== last)
        await transaction.$executeRawUnsafe(`SELECT setval('"${name}"', ${last ?? 1}, ${last !== null})`);
  });
}

/** Finds the rows with one of these texts, by table. They belong to somebody. */
export function rowsWith({ tables }: Stored, texts: readonly string[]): Record<string, readonly string[]> {
  const found = tables.map(({ name, rows }) => [
    name,
    rows.filter((row) => texts.some((text) => row.includes(text))),
  ]);
  return Object.fromEntries(found.filter(([, rows]) => rows?.length));
}
