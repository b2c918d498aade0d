import {
  type AuditEntry,
  type AuditSigner,
  entryText,
  GENESIS,
  nextEndsMac,
  type SignedEnds,
} from '../../domain/events/audit-chain.ts';
import type { Database } from './database.ts';
import type { Prisma, PrismaClient } from './generated/prisma/client.ts';

/** What is written into the audit of each of some orgs. */
export type AuditRecord = {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly detail?: Prisma.InputJsonValue | undefined;
  /** Where the request came from; nothing for what happens by itself. */
  readonly address?: string | undefined;
};

/** What the key that signs audits is for. */
export const AUDIT = 'audit';

/** Under this name the client of a database, and each of its transactions, has what signs its audit. */
const SIGNER = '$auditSigner';
type Signing = { readonly [SIGNER]?: () => AuditSigner };

/** The same database, whose audit is chained: whatever is written by it, in whichever transaction. */
export function withAuditChain(database: Database, auditSigner: AuditSigner): Database {
  const prisma = database.prisma.$extends({
    client: { [SIGNER]: () => auditSigner },
  }) as unknown as PrismaClient;
  return { ...database, prisma, auditSigner };
}

/**
 * Writes an event into the audit of each org, behind the last one there: what does so at the same time waits. It is the
 * last that a transaction does, or others wait long.
 *
 * Without a signer, as tools have it that only read, events stand beside the chain.
 */
export async function appendAudit(
  transaction: Prisma.TransactionClient,
  orgIds: readonly string[],
  record: AuditRecord,
): Promise<void> {
  if (orgIds.length === 0) return;
  const signer = (transaction as Signing)[SIGNER]?.();
  const { detail, address, ...rest } = record;
  if (!signer) {
    const event = { ...rest, address: address ?? null, ...(detail !== undefined && { detail }) };
    await transaction.auditEvent.createMany({ data: orgIds.map((orgId) => ({ orgId, ...event })) });
    return;
  }
  const stored = detail === undefined ? null : JSON.parse(JSON.stringify(detail));
  const tips = await holdChains(transaction, orgIds);
  const event = { ...rest, detail: stored, address: address ?? null };
  const rows = tips.map((tip) => rowOf(tip, event, signer));
  await write(transaction, JSON.stringify(rows));
}

/** Has who writes into these audits wait, before several events go to some of them each. */
export async function holdAudits(
  transaction: Prisma.TransactionClient,
  orgIds: readonly string[],
): Promise<void> {
  if ((transaction as Signing)[SIGNER]) await holdChains(transaction, orgIds);
}

/** The same in the audit of one org, where it is still there, or of every one. */
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

/** The chain of an org as it is stored; its ends are null until the first event. */
type ChainRow = { readonly orgId: string } & {
  readonly [Name in Exclude<keyof SignedEnds, 'orgId'>]: SignedEnds[Name] | null;
};
/** With the id and the instant of the event that comes next. */
type ChainTip = ChainRow & { readonly nextId: bigint; readonly at: Date };

/** The ends of a chain; undefined before its first event. */
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

/** The ends of the chain of one org; undefined before its first event. With `lock`, who would write an event waits. */
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

/** The chains of the orgs, in an order that all keep, so that nobody waits in a circle. One that is missing begins. */
function holdChains(transaction: Prisma.TransactionClient, orgIds: readonly string[]): Promise<ChainTip[]> {
  return transaction.$queryRaw<ChainTip[]>`
    INSERT INTO "AuditChain" ("orgId") SELECT org FROM unnest(${[...orgIds]}::uuid[]) AS org ORDER BY org
    ON CONFLICT ("orgId") DO UPDATE SET "orgId" = EXCLUDED."orgId"
    RETURNING "orgId"::text, "afterId", "afterMac", "headId", "headMac", "mac",
      nextval(pg_get_serial_sequence('"AuditEvent"', 'id')) AS "nextId", clock_timestamp()::timestamptz(3) AS at`;
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

/** Both in one statement: who only reads never meets an event that its chain does not know. */
function write(transaction: Prisma.TransactionClient, rows: string): Promise<number> {
  return transaction.$executeRaw`
    WITH event AS (
      SELECT * FROM jsonb_to_recordset(${rows}::jsonb) AS r(
        id bigint, "orgId" uuid, at timestamptz, actor text, action text, subject text, detail jsonb, address text,
        mac text, "afterId" bigint, "afterMac" text, ends text)
    ), written AS (
      INSERT INTO "AuditEvent" ("id", "orgId", "at", "actor", "action", "subject", "detail", "address", "mac")
      SELECT id, "orgId", at, actor, action, subject, detail, address, mac FROM event
    )
    UPDATE "AuditChain" c SET "afterId" = event."afterId", "afterMac" = event."afterMac",
      "headId" = event.id, "headMac" = event.mac, "mac" = event.ends
    FROM event WHERE event."orgId" = c."orgId"`;
}
