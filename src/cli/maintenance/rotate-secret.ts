import { holds, nextEndsMac } from '../../domain/events/audit-chain.ts';
import { MaintenanceFault } from '../../infrastructure/backup/maintenance-fault.ts';
import { AUDIT, readEnds } from '../../infrastructure/database/audit-chain.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import { matchingKey, RETIRED, retiredIn } from '../../infrastructure/secrets/first-secret-key.ts';
import { keyFingerprint } from '../../infrastructure/secrets/key-fingerprint.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';

type RotateDeps = { readonly database: Database; readonly secrets: Secrets };
/** Progress of a rotation: values of a kind that were read, sealed or signed anew. */
type RotationProgress = { readonly what: string; readonly seen: number; readonly anew: number };
export type OnProgress = (progress: RotationProgress) => void;

export type Rotated = {
  readonly done: readonly RotationProgress[];
  /** Values that open under neither key. They were damaged before, and stay as they are. */
  readonly damaged: readonly string[];
  /** Hashes of secrets that their holders alone know, by what they are of. */
  readonly kept: readonly { readonly what: string; readonly count: number }[];
};

/** Rows of a transaction. */
const ROWS = 100;
/** The most rounds. A process that still seals under the old key has not been restarted with the new one. */
const ROUNDS_MAX = 10;

/**
 * Replaces SECRET_KEY_OLD by SECRET_KEY while the platform runs.
 *
 * Sealed values are sealed anew and chains of audits are signed anew, some rows a transaction. After an interruption,
 * another run continues. At the end the platform's key is the new one. It seals the derived keys of before, which old
 * hashes and audit events are compared with.
 *
 * @throws SECRET_KEY_OLD_MISSING, SECRET_KEY_OTHER when neither is the platform's, SECRET_KEYS_SWAPPED,
 *   SECRET_KEY_IN_USE
 */
export async function rotateSecret(
  { database, secrets }: RotateDeps,
  onProgress: OnProgress,
): Promise<Rotated> {
  const row = await database.prisma.secretKey.findFirst();
  if (!row)
    throw new MaintenanceFault(
      'DATABASE_MISSING',
      'This platform was never started: it has no key to rotate.',
    );
  checkOrder(row, secrets);
  secrets.admit(retiredIn(row, secrets));
  const totals = new Map<string, RotationProgress>();
  const damaged = new Set<string>();
  const tell = ({ what, seen, anew }: RotationProgress, round: number) => {
    const before = totals.get(what) ?? { seen: 0, anew: 0 };
    const total = { what, seen: round === 0 ? before.seen + seen : before.seen, anew: before.anew + anew };
    totals.set(what, total);
    onProgress(total);
  };
  for (let round = 0; ; round += 1) {
    let anew = 0;
    for await (const progress of everything({ database, secrets }, damaged)) {
      anew += progress.anew;
      tell(progress, round);
    }
    if (anew === 0) break;
    if (round === ROUNDS_MAX)
      throw new MaintenanceFault(
        'SECRET_KEY_IN_USE',
        'Processes still make things under SECRET_KEY_OLD: restart each with the new SECRET_KEY, and run this again.',
      );
  }
  await finish({ database, secrets });
  return { done: [...totals.values()], damaged: [...damaged], kept: await keptHashes(database) };
}

function checkOrder(row: Parameters<typeof matchingKey>[0], secrets: Secrets): void {
  const { beside } = secrets;
  if (!beside)
    throw new MaintenanceFault(
      'SECRET_KEY_OLD_MISSING',
      'Set SECRET_KEY to the new key and SECRET_KEY_OLD to the one before it, on every process, and run this again.',
    );
  const keyMatch = matchingKey(row, secrets);
  if (keyMatch === 'OTHER')
    throw new MaintenanceFault(
      'SECRET_KEY_OTHER',
      'Neither SECRET_KEY nor SECRET_KEY_OLD is the key of this platform: give the one before as SECRET_KEY_OLD.',
    );
  // Where it has ended, what is left of the key before is known.
  const { pepper } = beside.retire();
  if (keyMatch === 'OWN' && !retiredIn(row, secrets).some((key) => key.pepper === pepper))
    throw new MaintenanceFault(
      'SECRET_KEYS_SWAPPED',
      'SECRET_KEY is the key of this platform, and SECRET_KEY_OLD the new one: give them the other way round, on every process first.',
    );
}

async function* everything(deps: RotateDeps, damaged: Set<string>): AsyncGenerator<RotationProgress> {
  for (const table of sealedTables) yield* sealAnew(deps, table, damaged);
  yield* signAnew(deps);
}

type SealedTable = { readonly what: string; readonly table: string; readonly column: string };
/** The columns with sealed values. Each value is bound to the id of its row. */
const sealedTables: readonly SealedTable[] = [
  { what: 'signing keys', table: 'SigningKey', column: 'privateJwkSealed' },
  { what: 'webhook secrets', table: 'Webhook', column: 'secretSealed' },
  { what: 'previous webhook secrets', table: 'Webhook', column: 'previousSecretSealed' },
  { what: 'secrets of catalogs', table: 'Secret', column: 'valueSealed' },
  { what: 'secrets of user registries', table: 'UserRegistry', column: 'bindPasswordSealed' },
  { what: 'change requests', table: 'ChangeRequest', column: 'inputSealed' },
  { what: 'registered clients', table: 'ClientRegistration', column: 'managementSealed' },
];

async function* sealAnew(
  { database, secrets }: RotateDeps,
  { what, table, column }: SealedTable,
  damaged: Set<string>,
): AsyncGenerator<RotationProgress> {
  let last = '';
  for (;;) {
    const rows = await database.query<{ id: string; sealed: Buffer }>(
      `SELECT id::text AS id, "${column}" AS sealed FROM "${table}" WHERE id::text > $1 AND "${column}" IS NOT NULL ORDER BY 1 LIMIT ${ROWS}`,
      [last],
    );
    let anew = 0;
    for (const { id, sealed } of rows) {
      if (secrets.isSealedAnew(sealed, id)) continue;
      const plain = secrets.beside?.isSealedAnew(sealed, id) ? secrets.unseal(sealed, id) : undefined;
      if (plain === undefined) {
        damaged.add(`${what}: ${id}`);
        continue;
      }
      // What was changed meanwhile is looked at again.
      await database.query(
        `UPDATE "${table}" SET "${column}" = $2 WHERE id::text = $1 AND "${column}" = $3`,
        [id, secrets.seal(plain, id), sealed],
      );
      anew += 1;
    }
    yield { what, seen: rows.length, anew };
    last = rows.at(-1)?.id ?? last;
    if (rows.length < ROWS) return;
  }
}

/** Signs the ends of chains anew. Events keep their MACs, which the ends hold under the new key. */
async function* signAnew({ database, secrets }: RotateDeps): AsyncGenerator<RotationProgress> {
  const signer = secrets.signer(AUDIT);
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const orgs = await database.query<{ orgId: string }>(
      `SELECT "orgId"::text FROM "AuditChain" c WHERE "orgId" > $1::uuid ORDER BY c."orgId" LIMIT ${ROWS}`,
      [last],
    );
    let anew = 0;
    for (const { orgId } of orgs) {
      const isAnew = await database.within('BEGIN', async ({ query }) => {
        const ends = await readEnds({ query }, orgId, { lock: true });
        if (!ends || !holds(ends, signer)) return false;
        const mac = nextEndsMac(ends, undefined, signer);
        if (mac === ends.mac) return false;
        await query(`UPDATE "AuditChain" SET "mac" = $2 WHERE "orgId" = $1::uuid`, [orgId, mac]);
        return true;
      });
      if (isAnew) anew += 1;
    }
    yield { what: 'chains of audits', seen: orgs.length, anew };
    last = orgs.at(-1)?.orgId ?? last;
    if (orgs.length < ROWS) return;
  }
}

/** Makes the new key the platform's. It seals what remains of the keys before it. */
async function finish({ database, secrets }: RotateDeps): Promise<void> {
  const retiredSealed = new Uint8Array(secrets.seal(JSON.stringify(secrets.retired()), RETIRED));
  await database.prisma.secretKey.updateMany({
    data: { fingerprint: keyFingerprint(secrets), retiredSealed },
  });
}

const hashedTables: Readonly<Record<string, string>> = {
  'client secrets': '"Credential"',
  'API keys': '"ApiKey"',
  'access tokens': '"AccessToken"',
  'refresh tokens': '"RefreshToken"',
  'recovery codes': '"RecoveryCode" WHERE "usedAt" IS NULL',
  invitations: '"Membership" WHERE "invitationHash" IS NOT NULL',
};

async function keptHashes({ query }: Database): Promise<Rotated['kept']> {
  const kept: { what: string; count: number }[] = [];
  for (const [what, rows] of Object.entries(hashedTables)) {
    const [row] = await query<{ count: string }>(`SELECT count(*)::text AS count FROM ${rows}`);
    kept.push({ what, count: Number(row?.count ?? 0) });
  }
  return kept;
}
