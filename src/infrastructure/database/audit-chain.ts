import {
  type AuditEntry,
  type AuditSigner,
  entryText,
  GENESIS,
  nextEndsMac,
  type SignedEnds,
} from '../../domain/events/audit-chain.ts';
import { detailWithRows } from '../../domain/events/audit-detail.ts';
import type { Database } from './database.ts';
import type { Prisma, PrismaClient } from './generated/prisma/client.ts';

/** A record for the audit of each of some orgs. */
type AuditRecord = {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly detail?: Prisma.InputJsonValue | undefined;
  /** The address that the request came from. Absent for background work. */
  readonly address?: string | undefined;
};

/** The purpose of the key that signs audits. */
export const AUDIT = 'audit';

/** The property of a client or transaction that holds the signer of its audit. */
const SIGNER = '$auditSigner';
type Signing = { readonly [SIGNER]?: () => AuditSigner };

/** Returns the database with a chained audit. It covers everything written by it, in any transaction. */
export function withAuditChain(database: Database, auditSigner: AuditSigner): Database {
  const prisma = database.prisma.$extends({
    client: { [SIGNER]: () => auditSigner },
  }) as unknown as PrismaClient;
  return { ...database, prisma, auditSigner };
}

/**
 * Writes an event into the audit of each org, behind its last one. Its detail tells the rows that the transaction has
 * changed. Other writers of that audit wait until the transaction ends. It is therefore the last thing in a transaction.
 *
 * Without a signer, as in tools that only read, events stand beside the chain.
 */
export async function appendAudit(
  transaction: Prisma.TransactionClient,
  orgIds: readonly string[],
  record: AuditRecord,
): Promise<void> {
  if (orgIds.length === 0) return;
  const signer = (transaction as Signing)[SIGNER]?.();
  const { detail, address = null, ...rest } = record;
  if (!signer) {
    const event = { ...rest, address, ...(detail !== undefined && { detail }) };
    await transaction.auditEvent.createMany({ data: orgIds.map((orgId) => ({ orgId, ...event })) });
    return;
  }
  const tips = await holdChains(transaction, orgIds);
  const rows = tips.map(({ noted, ...tip }) => {
    const stored = JSON.parse(JSON.stringify(detailWithRows(detail, noted ?? '', tip.orgId)));
    return rowOf(tip, { ...rest, detail: stored, address }, signer);
  });
  await write(transaction, JSON.stringify(rows));
}

/** Locks the audits of orgs before several events are written to each. Other writers wait. */
export async function holdAudits(
  transaction: Prisma.TransactionClient,
  orgIds: readonly string[],
): Promise<void> {
  if ((transaction as Signing)[SIGNER]) await holdChains(transaction, orgIds);
}

/** Appends to the audit of one org, if it still exists, or of every org. */
export async function appendAuditOf(
  transaction: Prisma.TransactionClient,
  orgId: string | null,
  record: AuditRecord,
): Promise<void> {
  const where = orgId === null ? {} : { id: orgId };
  const orgs = await transaction.org.findMany({ where, select: { id: true } });
  const ids = orgs.map(({ id }) => id);
  await appendAudit(transaction, ids, record);
}

/** The stored chain of an org. Its ends are null until the first event. */
type ChainRow = { readonly orgId: string } & {
  readonly [Name in Exclude<keyof SignedEnds, 'orgId'>]: SignedEnds[Name] | null;
};
/** The chain with the id and the instant of the next event. */
type ChainTip = ChainRow & { readonly nextId: bigint; readonly at: Date };
/** A tip, with the rows that the transaction has changed since its last event. */
type NotedTip = ChainTip & { readonly noted: string | null };

/** Returns the ends of a chain. Undefined before its first event. */
function endsOf({ orgId, afterId, afterMac, headId, headMac, mac }: ChainRow): SignedEnds | undefined {
  if (afterId === null || headId === null) return undefined;
  return {
    orgId,
    afterId,
    afterMac: afterMac ?? GENESIS,
    headId,
    headMac: headMac ?? GENESIS,
    mac: mac ?? '',
  };
}

/** Reads the ends of an org's chain. Undefined before its first event. With `lock`, writers of events wait. */
export async function readEnds(
  { query }: Pick<Database, 'query'>,
  orgId: string,
  { lock = false } = {},
): Promise<SignedEnds | undefined> {
  const [row] = await query<Readonly<Record<Exclude<keyof ChainRow, 'orgId'>, string | null>>>(
    `SELECT "afterId"::text, "afterMac", "headId"::text, "headMac", "mac" FROM "AuditChain"
    WHERE "orgId" = $1::uuid ${lock ? 'FOR UPDATE' : ''}`,
    [orgId],
  );
  return row && endsOf({ orgId, ...row, afterId: idOf(row.afterId), headId: idOf(row.headId) });
}

const idOf = (id: string | null) => (id === null ? null : BigInt(id));

/** Locks the chains of orgs and creates missing ones. All processes keep one order, so that no deadlock occurs. */
function holdChains(transaction: Prisma.TransactionClient, orgIds: readonly string[]): Promise<NotedTip[]> {
  return transaction.$queryRaw<NotedTip[]>`
    INSERT INTO "AuditChain" ("orgId") SELECT org FROM unnest(${[...orgIds]}::uuid[]) AS org ORDER BY org
    ON CONFLICT ("orgId") DO UPDATE SET "orgId" = EXCLUDED."orgId"
    RETURNING "orgId"::text, "afterId", "afterMac", "headId", "headMac", "mac",
      nextval(pg_get_serial_sequence('"AuditEvent"', 'id')) AS "nextId", clock_timestamp()::timestamptz(3) AS at,
      current_setting('gatehouse.noted', true) AS noted`;
}

function rowOf(
  { nextId, at, ...tip }: ChainTip,
  event: Omit<AuditEntry, 'orgId' | 'id' | 'at'>,
  signer: AuditSigner,
) {
  const { orgId } = tip;
  const last = endsOf(tip);
  const entry = { orgId, id: nextId, at, ...event };
  const mac = signer.sign(entryText(entry, last?.headMac ?? GENESIS));
  const { afterId, afterMac } = last ?? { afterId: nextId - 1n, afterMac: GENESIS };
  const ends = nextEndsMac({ orgId, afterId, afterMac, headId: nextId, headMac: mac }, last, signer);
  return { ...entry, id: `${nextId}`, at: at.toISOString(), mac, afterId: `${afterId}`, afterMac, ends };
}

/**
 * Writes event and chain in one statement. A reader never sees an event that its chain does not include. The rows that
 * were noted belong to this event alone, and it tells history who made the moment of the transaction.
 */
function write(transaction: Prisma.TransactionClient, rows: string): Promise<number> {
  return transaction.$executeRaw`
    WITH event AS (
      SELECT * FROM jsonb_to_recordset(${rows}::jsonb) AS r(
        id bigint, "orgId" uuid, at timestamptz, actor text, action text, subject text, detail jsonb, address text,
        mac text, "afterId" bigint, "afterMac" text, ends text)
    ), written AS (
      INSERT INTO "AuditEvent" ("id", "orgId", "at", "actor", "action", "subject", "detail", "address", "mac")
      SELECT id, "orgId", at, actor, action, subject, detail, address, mac FROM event
    ), told AS (
      UPDATE "HistoryMoment" m SET "auditEventId" = event.id, "at" = event.at FROM event
      WHERE m."auditEventId" IS NULL
        AND m."id" = (nullif(current_setting('gatehouse.moments', true), '')::jsonb ->> event."orgId"::text)::bigint
    )
    UPDATE "AuditChain" c SET "afterId" = event."afterId", "afterMac" = event."afterMac",
      "headId" = event.id, "headMac" = event.mac, "mac" = event.ends
    FROM event, (SELECT set_config('gatehouse.noted', '', true)) AS taken WHERE event."orgId" = c."orgId"`;
}
