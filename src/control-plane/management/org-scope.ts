import { refuse } from '../../foundation/errors.ts';
import { appendAuditOf } from '../../infrastructure/database/audit-chain.ts';
import { type OrgChange, type Transaction, transact } from '../../infrastructure/database/change.ts';
import { inOrg } from './builder.ts';
import { demandStillValid } from './caller.ts';
import type { ManagementContext } from './context.ts';

/** One org; null for every org. */
type OrgScope = { readonly orgId: string | null };
type OrgScopeChange = OrgScope & Pick<OrgChange, 'action' | 'subject' | 'detail'>;

/** Arguments or input fields that name an org scope. */
export const orgScopeArgs = {
  org: inOrg,
  everyOrg: {
    defaultValue: false,
    description:
      'What reaches every org, those to come too, in place of one org; for an administrator of the platform.',
  },
};

export type OrgScopeInput = {
  readonly org?: string | null | undefined;
  readonly everyOrg?: boolean | null | undefined;
};

/** Lock of changes to every org. They follow one another, as those of one org do. */
const LOCK = 72_707_372;

/** The org scope that an input names. @throws FORBIDDEN where it is every org, and the caller is of one */
export async function orgScopeOf(
  context: ManagementContext,
  { org, everyOrg }: OrgScopeInput,
): Promise<string | null> {
  if (!everyOrg) return (await context.org(org)).id;
  if (context.caller.orgId !== null)
    refuse('FORBIDDEN', { detail: 'What reaches every org is changed by an administrator of the platform.' });
  return null;
}

/**
 * Changes one org, or every org in one transaction. The audit of each org has an event; with every org, their
 * revisions stay.
 */
export function changeInScope<Result>(
  context: ManagementContext,
  { orgId, ...request }: OrgScopeChange,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  if (orgId !== null) return context.change({ orgId, ...request }, work);
  return transact(context.database, async (transaction) => {
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK})`;
    const { caller, address, clock } = context;
    await demandStillValid(caller, { database: { prisma: transaction }, clock });
    const result = await work(transaction);
    await auditScope(transaction, { orgId, actor: caller.actor, address, ...request });
    return result;
  });
}

/** Writes the audit event of each org in a scope. */
export async function auditScope(
  transaction: Transaction,
  { orgId, ...event }: OrgScopeChange & Pick<OrgChange, 'actor' | 'address'>,
): Promise<void> {
  await appendAuditOf(transaction, orgId, event);
}
