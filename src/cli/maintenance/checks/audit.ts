import {
  type AuditSigner,
  ChainReader,
  holds,
  type StoredEntry,
} from '../../../domain/events/audit-chain.ts';
import { AUDIT, readEnds } from '../../../infrastructure/database/audit-chain.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import { retiredIn } from '../../../infrastructure/secrets/first-secret-key.ts';
import { type Secrets, UnsealError } from '../../../infrastructure/secrets/secrets.ts';
import { secretsOf } from '../platform-database.ts';
import type { Check, Finding } from './check.ts';

const check = 'audit';
/** Events that are held at once. */
const EVENTS = 2_000;
/** Orgs of which each is told by itself. */
const TOLD_MAX = 10;

/** Verifies that each org's audit is as the platform wrote it, event by event. */
export const audit: Check = async ({ current, config }) => {
  if (!current) return [];
  const signer = await signerOf(current, secretsOf(config));
  const orgs = await current.query<Org>(`SELECT id::text, name FROM "Org" ORDER BY name`);
  const findings: Finding[] = [];
  let [chained, earlier] = [0, 0];
  for (const org of orgs) {
    const found = await examined(current, org, signer);
    chained += found.chained;
    earlier += found.earlier;
    findings.push(...found.findings);
  }
  const before = earlier > 0 ? `, and ${earlier} are from before the chains` : '';
  const whole: Finding = { check, state: 'ok', message: `${chained} events are chained${before}` };
  const more = findings.length - TOLD_MAX;
  const rest: Finding[] =
    more > 0 ? [{ check, state: 'fail', message: `and ${more} more such findings`, remedy: BROKEN }] : [];
  return findings.length === 0 ? [whole] : [...findings.slice(0, TOLD_MAX), ...rest];
};

/** Keys before signed what was written then. What does not open is told by the check of keys. */
async function signerOf({ prisma }: Database, secrets: Secrets): Promise<AuditSigner> {
  const row = await prisma.secretKey.findFirst();
  try {
    if (row) secrets.admit(retiredIn(row, secrets));
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error;
  }
  return secrets.signer(AUDIT);
}

const BROKEN =
  'Somebody has written into the database past the platform. Compare the audit with that of the last backup from before.';
const BESIDE = 'After an upgrade that is as it should be. Else somebody has written into the database.';

type Org = { readonly id: string; readonly name: string };
type ExaminedAudit = {
  readonly chained: number;
  readonly earlier: number;
  readonly findings: readonly Finding[];
};

async function examined(
  database: Database,
  { id: orgId, name }: Org,
  signer: AuditSigner,
): Promise<ExaminedAudit> {
  const fail = (message: string): Finding => ({ check, state: 'fail', message, remedy: BROKEN });
  return database.within('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', async ({ query }) => {
    const ends = await readEnds({ query }, orgId);
    const findings: Finding[] = [];
    if (ends && !holds(ends, signer))
      findings.push(fail(`where the audit of the org ${name} begins and ends was changed`));
    const none = { orgId, afterId: BEFORE_ALL, afterMac: '', headId: BEFORE_ALL, headMac: '' };
    const reader = new ChainReader(ends ?? none, signer);
    for await (const entry of entriesOf(query, orgId)) reader.read(entry);
    const { chained, earlier, beside, broken } = reader.report();
    if (!ends && chained === 0) return { chained, earlier: earlier + beside.count, findings };
    if (broken)
      findings.push(fail(`the audit of the org ${name} breaks at the event ${broken.id}: ${broken.why}`));
    if (beside.count > 0)
      findings.push({
        check,
        state: 'warn',
        message: `${beside.count} events of the org ${name}, the first of them ${beside.firstId}, are in no chain: a process of the version before wrote them, or somebody past the platform`,
        remedy: BESIDE,
      });
    return { chained, earlier, findings };
  });
}

/** No event has it. */
const BEFORE_ALL = 0n;

type Row = Omit<StoredEntry, 'id' | 'orgId'> & { readonly id: string };

async function* entriesOf(query: Database['query'], orgId: string): AsyncGenerator<StoredEntry> {
  let last = '0';
  for (;;) {
    const rows = await query<Row>(
      `SELECT id::text, at, actor, action, subject, detail, address, "mac" FROM "AuditEvent" e
      WHERE "orgId" = $1::uuid AND id > $2::bigint ORDER BY e.id LIMIT ${EVENTS}`,
      [orgId, last],
    );
    for (const { id, ...row } of rows) yield { orgId, id: BigInt(id), ...row };
    last = rows.at(-1)?.id ?? last;
    if (rows.length < EVENTS) return;
  }
}
