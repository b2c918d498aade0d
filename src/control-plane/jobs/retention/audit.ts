import { type AuditSigner, nextEndsMac } from '../../../domain/events/audit-chain.ts';
import { readEnds } from '../../../infrastructure/database/audit-chain.ts';
import type { Statements } from '../../../infrastructure/database/database.ts';

/** The orgs with chained events from before an instant. */
export async function orgsWithAuditBefore(
  { query }: Pick<Statements, 'query'>,
  before: Date,
): Promise<string[]> {
  const rows = await query<{ orgId: string }>(
    `SELECT DISTINCT "orgId"::text FROM "AuditEvent" WHERE at < $1 AND "mac" IS NOT NULL`,
    [before],
  );
  return rows.map(({ orgId }) => orgId);
}

type RemoveAuditInput = { readonly orgId: string; readonly before: Date; readonly rowsMax: number };

/**
 * Removes events from the beginning of a chain. The chain then begins after the last of them, and stays whole. An
 * event that has expired after one that has not, because a clock was set back, stays until that one goes.
 */
export async function removeChained(
  { query }: Pick<Statements, 'query'>,
  { orgId, before, rowsMax }: RemoveAuditInput,
  signer: AuditSigner,
): Promise<number> {
  const ends = await readEnds({ query }, orgId, { lock: true });
  const first = await query<{ id: string; at: Date; mac: string }>(
    `SELECT id::text, at, "mac" FROM "AuditEvent" e WHERE "orgId" = $1::uuid AND "mac" IS NOT NULL ORDER BY e.id LIMIT $2`,
    [orgId, rowsMax],
  );
  const kept = first.findIndex(({ at }) => at >= before);
  const over = kept < 0 ? first : first.slice(0, kept);
  const last = over.at(-1);
  if (!last || !ends) return 0;
  const next = { ...ends, afterId: BigInt(last.id), afterMac: last.mac };
  await query(
    `DELETE FROM "AuditEvent" WHERE "orgId" = $1::uuid AND id <= $2::bigint AND "mac" IS NOT NULL`,
    [orgId, last.id],
  );
  await query(
    `UPDATE "AuditChain" SET "afterId" = $2::bigint, "afterMac" = $3, "mac" = $4 WHERE "orgId" = $1::uuid`,
    [orgId, last.id, last.mac, nextEndsMac(next, ends, signer)],
  );
  return over.length;
}
