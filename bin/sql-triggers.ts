import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Statements } from '../src/infrastructure/database/database.ts';

const FOLDER = fileURLToPath(new URL('../prisma/triggers/', import.meta.url));

/** Definitions of SQL functions and triggers by what a DROP calls them, such as `FUNCTION "tellClients"()`. */
export type Definitions = ReadonlyMap<string, string>;

/** Reads the functions and triggers of a database, functions first, as PostgreSQL prints them. */
export async function definitionsIn({ query }: Statements): Promise<Definitions> {
  const rows = await query<{ name: string; definition: string }>(`
    SELECT * FROM (
      SELECT 0 AS kind, format('FUNCTION %I(%s)', proname, pg_get_function_identity_arguments(oid)) AS name,
        replace(pg_get_functiondef(oid), 'FUNCTION public.', 'FUNCTION ') AS definition
      FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      UNION ALL
      SELECT 1, format('TRIGGER %I ON %s', tgname, tgrelid::regclass),
        replace(pg_get_triggerdef(oid, true), 'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER')
      FROM pg_trigger WHERE NOT tgisinternal
    ) AS definitions ORDER BY kind, name`);
  return new Map(rows.map(({ name, definition }) => [name, definition.trimEnd()]));
}

/** Replaces the functions and triggers of a database by those of the files. */
export async function replaceDefinitions(statements: Statements, folder: string = FOLDER): Promise<void> {
  const present = await definitionsIn(statements);
  const files = readdirSync(folder).sort();
  await statements.execute(
    [...dropped(present.keys()), ...files.map((file) => readFileSync(join(folder, file), 'utf8'))].join('\n'),
  );
}

/** Writes a migration from one set of definitions to another. It is empty where they are the same. */
export function migrationOf(from: Definitions, to: Definitions): string {
  const over = [...from.keys()].filter((name) => !to.has(name));
  const changed = [...to].filter(([name, definition]) => from.get(name) !== definition);
  // A function that is gone may be called until its triggers are replaced.
  return [...changed.map(([, definition]) => `${definition};`), ...dropped(over)].join('\n\n');
}

/** Triggers are dropped before the functions that they call. */
const dropped = (names: Iterable<string>) => [...names].reverse().map((name) => `DROP ${name};`);
