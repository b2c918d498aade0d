import { type BackgroundJob, startBackgroundJob } from '../../../foundation/background-job.ts';
import type { Clock } from '../../../foundation/clock.ts';
import type { Database, Statements } from '../../../infrastructure/database/database.ts';
import { endedPartitions, keepPartition } from '../../../infrastructure/usage/retention.ts';
import { orgsWithAuditBefore, removeChained } from './audit.ts';
import { auditMs, historyMs, type RetentionSettings, type Rule, rules } from './rules.ts';

type RetentionDeps = {
  readonly database: Pick<Database, 'query' | 'within' | 'auditSigner'>;
  readonly clock: Clock;
  readonly kept: RetentionSettings;
  readonly onFault: (error: unknown) => void;
};

const EVERY_MS = 10 * 60_000;
/** Rows of a transaction, so that nobody waits long. */
const ROWS = 1_000;

/** Removes expired rows as long as the process runs. */
export function watchRetention(deps: RetentionDeps): BackgroundJob {
  return startBackgroundJob(() => removeOver(deps), { everyMs: EVERY_MS, onFault: deps.onFault });
}

/** Removes expired rows now. Of several processes one does it; the rest is for its next run. */
export async function removeOver({ database, clock, kept, onFault }: RetentionDeps): Promise<void> {
  const now = clock().getTime();
  const removals = [
    () => beginHistory(database, { now, kept }),
    ...rules.map((rule) => () => removeRows(database, rule, { now, kept })),
    () => removeAudit(database, { now, kept }),
    () => keepUsage(database, { now, kept }),
  ];
  // What stands in the way of one leaves the others as they are.
  for (const remove of removals) await remove().catch(onFault);
}

type RetentionRun = { readonly now: number; readonly kept: RetentionSettings };

async function removeRows(
  database: RetentionDeps['database'],
  { table, over, keptMs }: Rule,
  { now, kept }: RetentionRun,
): Promise<void> {
  const age = keptMs(kept);
  if (age === null) return;
  const before = new Date(now - age);
  const rows = `SELECT ctid FROM "${table}" WHERE ${over} LIMIT ${ROWS} FOR UPDATE SKIP LOCKED`;
  let removed: number | undefined;
  do {
    removed = await inTurn(database, async ({ query }) => {
      const gone = await query(`DELETE FROM "${table}" WHERE ctid = ANY(ARRAY(${rows})) RETURNING 1`, [
        before,
      ]);
      return gone.length;
    });
  } while (removed === ROWS);
}

/** Writes since when history is whole. It is written before what is older goes, and never falls. */
async function beginHistory(database: RetentionDeps['database'], { now, kept }: RetentionRun): Promise<void> {
  const since = new Date(now - historyMs(kept));
  await inTurn(database, ({ query }) =>
    query(
      `INSERT INTO "HistoryStart" AS s (id, since) VALUES (1, $1)
       ON CONFLICT (id) DO UPDATE SET since = greatest(s.since, EXCLUDED.since)`,
      [since],
    ),
  );
}

async function removeAudit(database: RetentionDeps['database'], { now, kept }: RetentionRun): Promise<void> {
  const { auditSigner: signer } = database;
  const age = auditMs(kept);
  if (age === null || !signer) return;
  const before = new Date(now - age);
  for (const orgId of await orgsWithAuditBefore(database, before)) {
    let removed: number | undefined;
    do {
      removed = await inTurn(database, (connection) =>
        removeChained(connection, { orgId, before, rowsMax: ROWS }, signer),
      );
    } while (removed === ROWS);
  }
}

async function keepUsage(database: RetentionDeps['database'], { now, kept }: RetentionRun): Promise<void> {
  for (const partition of await endedPartitions(database, new Date(now), kept))
    await inTurn(database, (connection) => keepPartition(connection, partition));
}

/** Runs a work in one process at a time; undefined where another has the turn. */
function inTurn<Result>(
  { within }: RetentionDeps['database'],
  work: (connection: Statements) => Promise<Result>,
): Promise<Result | undefined> {
  return within('BEGIN', async (connection) => {
    const [turn] = await connection.query<{ isOurs: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtext('gatehouse retention')) AS "isOurs"`,
    );
    return turn?.isOurs ? work(connection) : undefined;
  });
}
