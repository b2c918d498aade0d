import { randomBytes } from 'node:crypto';
import { appendAudit, holdAudits } from '../../../infrastructure/database/audit-chain.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';
import { RECOVERY_CODES, recoveryCodeOf, writtenRecoveryCode } from './second-factor-rules.ts';

const CODE_BYTES = 10;

/** Hashes that a recovery code may be stored as, the present one first. They bind it to one second factor. */
export const recoveryCodeHashes = (secrets: Secrets, secondFactorId: string, typed: string): string[] =>
  secrets.hashes(`recovery ${secondFactorId} ${writtenRecoveryCode(typed)}`);

/** Replaces the recovery codes of a second factor. The new ones can be read only now. */
export async function replaceRecoveryCodes(
  { recoveryCode }: Transaction,
  secrets: Secrets,
  secondFactorId: string,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCodeOf(randomBytes(CODE_BYTES)));
  const data = codes.map((code) => {
    const [codeHash = ''] = recoveryCodeHashes(secrets, secondFactorId, code);
    return { secondFactorId, codeHash };
  });
  await recoveryCode.deleteMany({ where: { secondFactorId } });
  await recoveryCode.createMany({ data });
  return codes;
}

/** A change of a second factor for the audits of orgs; null is every org. */
export type SecondFactorEvent = {
  readonly orgIds: readonly (string | null)[];
  readonly action: string;
  readonly detail?: Prisma.InputJsonValue;
};

/** The person who changes it, and their address. */
type SecondFactorActor = { readonly email: string; readonly address?: string | undefined };

/**
 * Writes audit events of a second factor, last in a transaction. The orgs are locked in the order that all callers
 * use.
 */
export async function auditSecondFactor(
  transaction: Transaction,
  { email, address }: SecondFactorActor,
  events: readonly SecondFactorEvent[],
): Promise<void> {
  const resolved = await Promise.all(
    events.map(async ({ orgIds, ...event }) => ({ ...event, orgIds: await namedOrgs(transaction, orgIds) })),
  );
  await holdAudits(transaction, [...new Set(resolved.flatMap(({ orgIds }) => orgIds))]);
  for (const { orgIds, ...event } of resolved)
    await appendAudit(transaction, orgIds, { actor: `user:${email}`, subject: email, address, ...event });
}

async function namedOrgs({ org }: Transaction, orgIds: SecondFactorEvent['orgIds']): Promise<string[]> {
  const named = orgIds.filter((id) => id !== null);
  const where = orgIds.includes(null) ? {} : { id: { in: named } };
  return (await org.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

/** Lists the orgs that require a second factor. */
export async function orgsRequiringSecondFactor(
  { membership }: Transaction,
  secondFactorId: string,
): Promise<(string | null)[]> {
  const asking = await membership.findMany({ where: { secondFactorId }, select: { orgId: true } });
  return asking.map(({ orgId }) => orgId);
}

/**
 * Adds this second factor to the memberships of a session that require none yet. The person could as well register a
 * passkey for each; so one serves them all.
 *
 * @returns their orgs
 */
export async function guardOpened(
  { membership }: Transaction,
  { secondFactorId, opens }: { readonly secondFactorId: string; readonly opens: readonly string[] },
): Promise<(string | null)[]> {
  const guarded = await membership.updateManyAndReturn({
    where: { id: { in: [...opens] }, secondFactorId: null },
    data: { secondFactorId },
    select: { orgId: true },
  });
  return guarded.map(({ orgId }) => orgId);
}

/** Removes second factors that no membership requires any more, of one person or of all. */
export async function dropUnusedSecondFactors({ secondFactor }: Transaction, userId?: string): Promise<void> {
  await secondFactor.deleteMany({
    where: { memberships: { none: {} }, ...(userId !== undefined && { userId }) },
  });
}
