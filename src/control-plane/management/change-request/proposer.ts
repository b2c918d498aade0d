import { includesRole, type Role, weakerRole } from '../../../domain/people/roles.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { firstIssuer } from '../../../infrastructure/database/quota-counts.ts';
import type { Caller } from '../caller.ts';

/** The authority of a proposer when the change was proposed. */
export type Authority = {
  readonly name: string;
  readonly actor: string;
  readonly role: Role;
  readonly orgId: string | null;
  readonly membershipId: string | null;
  readonly tokenId: string | null;
  /** The end of the token, as an ISO instant; null is none. */
  readonly tokenEndsAt: string | null;
};

/** Notes the authority of a caller, to act with it later. */
export function authorityOf(caller: Caller): Authority {
  const { name, actor, role, orgId, membershipId = null, tokenId = null, expiresAt } = caller;
  return {
    name,
    actor,
    role,
    orgId,
    membershipId,
    tokenId,
    tokenEndsAt: expiresAt?.toISOString() ?? null,
  };
}

/**
 * The person behind a caller, whatever token they use. A token that belongs to nobody stands for itself and for the
 * temporary tokens that it issued. No two approvals are of one, and none is of the proposer.
 */
export async function personKey(transaction: Transaction, caller: Caller): Promise<string> {
  const { userId, membershipId, tokenId, actor } = caller;
  if (userId !== undefined) return `user:${userId}`;
  if (membershipId != null) {
    const { membership } = transaction;
    const row = await membership.findUnique({ where: { id: membershipId }, select: { userId: true } });
    if (row) return `user:${row.userId}`;
  }
  return tokenId === undefined ? actor : `token:${await firstIssuer(transaction, tokenId)}`;
}

/**
 * Finds whether a proposer may still do what they proposed, and with which role. A token that ended in time leaves its
 * person's authority; one that was revoked leaves none.
 *
 * @returns the caller to act as, or why there is none
 */
export async function presentCaller(
  { membership, accessToken }: Transaction,
  authority: Authority,
  now: Date,
): Promise<Caller | { readonly fault: string }> {
  const { name, actor, orgId, membershipId, tokenId, tokenEndsAt } = authority;
  let { role } = authority;
  if (membershipId !== null) {
    const row = await membership.findUnique({
      where: { id: membershipId },
      select: { role: true, state: true },
    });
    if (row?.state !== 'ENABLED') return { fault: `${name}, who proposed it, may change nothing any more.` };
    role = weakerRole(role, row.role);
  }
  if (tokenId !== null) {
    const row = await accessToken.findUnique({ where: { id: tokenId }, select: { role: true } });
    const isEnded = tokenEndsAt !== null && new Date(tokenEndsAt) <= now;
    if (!row && !isEnded) return { fault: `The access token ${name}, which proposed it, was revoked.` };
    if (isEnded && membershipId === null)
      return { fault: `The access token ${name}, which proposed it, has ended and belongs to nobody.` };
    if (row) role = weakerRole(role, row.role);
  }
  if (!includesRole(role, 'DEVELOPER'))
    return { fault: `${name}, who proposed it, has the role ${role}; it needs DEVELOPER.` };
  return { name, actor, role, orgId, membershipId };
}
