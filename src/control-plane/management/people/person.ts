import { refuse } from '../../../foundation/errors.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Membership, User } from '../../../infrastructure/database/generated/prisma/client.ts';
import type { Caller } from '../caller.ts';
import { isLastAdministrator, writtenEmail } from './user-rules.ts';

/** A person as one org knows them. */
export type Person = Membership & { readonly user: Pick<User, 'email' | 'issuer'> };
export const withUser = { user: { select: { email: true, issuer: true } } } as const;

/** @throws NOT_FOUND when there is no such person where the input looks for her */
export async function personOf(
  { membership }: Transaction,
  { orgId, email }: { readonly orgId: string | null; readonly email: string },
): Promise<Person> {
  const where = { orgId, user: { email: writtenEmail(email) } };
  const person = await membership.findFirst({ where, include: withUser });
  return (
    person ??
    refuse('NOT_FOUND', {
      detail: `There is no person ${writtenEmail(email)} here.`,
      path: ['input', 'email'],
    })
  );
}

/**
 * Refuses to leave an org without an administrator. Only an administrator of the platform, who can return, may do
 * that.
 *
 * @throws LAST_ADMINISTRATOR
 */
export async function demandAnotherAdministrator(
  { membership }: Transaction,
  { caller, person }: { readonly caller: Caller; readonly person: Person },
): Promise<void> {
  if (caller.orgId === null) return;
  const members = await membership.findMany({ where: { orgId: person.orgId } });
  if (isLastAdministrator(members, person.id))
    refuse('LAST_ADMINISTRATOR', {
      detail: `${person.user.email} is the last administrator of the org: make somebody else one first.`,
      path: ['input', 'email'],
    });
}
