import { type BackgroundJob, startBackgroundJob } from '../../foundation/background-job.ts';
import { type Database, LONG_MS } from './database.ts';

/** The interval of a server. (PostgreSQL manual, "Automatic Vacuuming", `autovacuum_naptime`) */
const EVERY_MS = 60_000;

/**
 * The tables that a server would vacuum or analyse, by its standard thresholds. (PostgreSQL manual, "The Autovacuum
 * Daemon")
 */
const DUE = `
  SELECT * FROM (
    SELECT format('%I', s."relname") AS "table",
      s."n_dead_tup" > 50 + 0.2 * c."rows" OR s."n_ins_since_vacuum" > 1000 + 0.2 * c."rows"
        OR age(c."relfrozenxid") > 200000000 AS "isWorn",
      s."n_mod_since_analyze" > 50 + 0.1 * c."rows" AS "isUnknown"
    FROM pg_stat_user_tables s JOIN LATERAL (
      SELECT greatest("reltuples", 0) AS "rows", "relfrozenxid" FROM pg_class WHERE "oid" = s."relid"
    ) c ON true
  ) AS t WHERE "isWorn" OR "isUnknown" ORDER BY 1`;

type Due = { readonly table: string; readonly isWorn: boolean };

/** Vacuums the embedded database as long as the process runs. */
export function watchVacuum(
  database: Pick<Database, 'query' | 'execute'>,
  onFault: (error: unknown) => void,
): BackgroundJob {
  return startBackgroundJob(() => vacuum(database), { everyMs: EVERY_MS, onFault });
}

/**
 * Frees what deleted rows took, and tells the planner what the tables hold.
 *
 * A server does it by itself. The embedded database has no processes but its session: its files would grow for ever, and
 * its plans be those of empty tables.
 */
export async function vacuum({ query, execute }: Pick<Database, 'query' | 'execute'>): Promise<void> {
  // What the last statements did is counted only a second later.
  await query('SELECT pg_stat_force_next_flush()');
  for (const { table, isWorn } of await query<Due>(DUE))
    await execute(isWorn ? `VACUUM (ANALYZE) ${table}` : `ANALYZE ${table}`, LONG_MS);
}
