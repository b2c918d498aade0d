import { INVITATION_MS, INVITATIONS_MAX, type MemberRole } from '../../domain/consumer/team.ts';
import { checkEmail } from '../../domain/people/member.ts';
import { refuse } from '../../foundation/errors.ts';
import { newUuid } from '../../foundation/text/uuid.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import { checkQuota } from '../../infrastructure/database/check-quota.ts';
import type {
  ConsumerOrg,
  Member,
  MemberInvitation,
} from '../../infrastructure/database/generated/prisma/client.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';
import { createMember, type FirstOwner } from './consumer-org.ts';
import { invitationCode } from './invitation-mail.ts';

type NewInvitation = Readonly<Record<'consumerOrgId' | 'invitedBy', string>> & {
  readonly role: MemberRole;
  readonly email: string | null;
  readonly secrets: Pick<Secrets, 'signer' | 'hash'>;
  readonly now: Date;
};

/** @throws BAD_USER_INPUT for an email that is no address; QUOTA_EXCEEDED when too many invitations are open */
export async function invite(
  transaction: Transaction,
  { secrets, now, ...data }: NewInvitation,
): Promise<{ readonly invitation: MemberInvitation; readonly code: string }> {
  if (data.email !== null) checkEmail(data.email, ['email']);
  const { consumerOrgId } = data;
  await transaction.memberInvitation.deleteMany({ where: { consumerOrgId, expiresAt: { lte: now } } });
  if ((await transaction.memberInvitation.count({ where: { consumerOrgId } })) >= INVITATIONS_MAX)
    refuse('QUOTA_EXCEEDED', { detail: `${INVITATIONS_MAX} invitations are open: take one back first.` });
  await checkQuota(transaction, { resource: 'MEMBERS', ownerId: consumerOrgId, now });
  const id = newUuid(now);
  const code = invitationCode(secrets, id);
  const expiresAt = new Date(now.getTime() + INVITATION_MS);
  const invitation = await transaction.memberInvitation.create({
    data: { id, ...data, codeHash: secrets.hash(code), createdAt: now, expiresAt },
  });
  return { invitation, code };
}

type InvitationCode = {
  readonly code: string;
  readonly catalogId: string;
  readonly secrets: Pick<Secrets, 'hashes'>;
  readonly now: Date;
};

/** Finds the open invitation of a code in a catalog. */
export function openInvitation(
  { memberInvitation }: Pick<Transaction, 'memberInvitation'>,
  { code, catalogId, secrets, now }: InvitationCode,
) {
  return memberInvitation.findFirst({
    where: { codeHash: { in: secrets.hashes(code) }, expiresAt: { gt: now }, consumerOrg: { catalogId } },
    include: { consumerOrg: true },
  });
}

/**
 * Makes the member of an invitation, which ends with it. Nobody vouches for the email address: the owner had the link,
 * too.
 *
 * @throws NOT_FOUND when the invitation was used, taken back or has ended; as `createMember`; QUOTA_EXCEEDED
 */
export async function accept(
  transaction: Transaction,
  input: InvitationCode,
  person: FirstOwner,
): Promise<Member> {
  const invitation = (await openInvitation(transaction, input)) ?? endedInvitation(['input', 'code']);
  const { id, role, consumerOrg } = invitation;
  await checkQuota(transaction, { resource: 'MEMBERS', ownerId: consumerOrg.id, now: input.now });
  await transaction.memberInvitation.delete({ where: { id } });
  return createMember(transaction, consumerOrg, { ...person, role });
}

/** @throws NOT_FOUND */
export function endedInvitation(path: readonly string[]): never {
  return refuse('NOT_FOUND', {
    detail: 'The invitation was used, taken back, or has ended: ask for another.',
    path,
  });
}

/** @throws NOT_FOUND when the consumer org has no such person */
export async function memberNamed(
  { member }: Pick<Transaction, 'member'>,
  { id: consumerOrgId, username }: Pick<ConsumerOrg, 'id'> & { readonly username: string },
): Promise<Member> {
  const found = username.includes('\0')
    ? null
    : await member.findFirst({ where: { consumerOrgId, username } });
  return (
    found ??
    refuse('NOT_FOUND', { detail: 'Your organization has nobody of that username.', path: ['username'] })
  );
}

/** @throws CONFLICT when the person is the only owner */
export async function checkOtherOwner(
  transaction: Transaction,
  { id, consumerOrgId }: Pick<Member, 'id' | 'consumerOrgId'>,
): Promise<void> {
  const others = await transaction.member.count({
    where: { consumerOrgId, role: 'OWNER', id: { not: id } },
  });
  if (others === 0)
    refuse('CONFLICT', {
      detail:
        'The organization would have no owner: make somebody else one first, or delete the organization.',
    });
}
