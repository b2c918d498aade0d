import { MEMBERSHIPS_MAX, type MemberRole } from '../../domain/consumer/team.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import { checkQuota } from '../../infrastructure/database/check-quota.ts';
import type {
  ConsumerMembership,
  ConsumerOrg,
  Member,
} from '../../infrastructure/database/generated/prisma/client.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';
import { createMember, type FirstOwner } from './consumer-org.ts';

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
    include: { consumerOrg: true, _count: { select: { mails: true } } },
  });
}

type OpenInvitation = NonNullable<Awaited<ReturnType<typeof openInvitation>>>;

/**
 * Tells whether an invitation proves that its reader has an email address. The link of a mailed one was shown to nobody
 * else; without mail the owner had it, too.
 */
const provesAddress = ({ email, _count }: OpenInvitation, address: string | null | undefined): boolean =>
  _count.mails > 0 && email !== null && email.toLowerCase() === address?.toLowerCase();

/** Ends an invitation that is accepted. @throws NOT_FOUND when it is not open; QUOTA_EXCEEDED */
async function take(
  transaction: Transaction,
  input: InvitationCode,
  path: InputPath,
): Promise<OpenInvitation> {
  const invitation = (await openInvitation(transaction, input)) ?? endedInvitation(path);
  const { id, consumerOrg } = invitation;
  await checkQuota(transaction, { resource: 'MEMBERS', ownerId: consumerOrg.id, now: input.now });
  await transaction.memberInvitation.delete({ where: { id } });
  return invitation;
}

/**
 * Makes the member of an invitation, which ends with it. The email address of a mailed one is verified by it.
 *
 * @throws NOT_FOUND when the invitation was used, taken back or has ended; as `createMember`; QUOTA_EXCEEDED
 */
export async function accept(
  transaction: Transaction,
  input: InvitationCode,
  person: FirstOwner,
): Promise<Member> {
  const invitation = await take(transaction, input, ['input', 'code']);
  const { role, consumerOrg } = invitation;
  const emailVerifiedAt = provesAddress(invitation, person.email) ? input.now : undefined;
  return createMember(transaction, consumerOrg, { ...person, role, emailVerifiedAt });
}

/**
 * Adds a person who has an account by an invitation, which ends with it.
 *
 * @throws NOT_FOUND when the invitation is not open; CONFLICT when the person belongs to the consumer org; QUOTA_EXCEEDED
 */
export async function join(
  transaction: Transaction,
  input: InvitationCode,
  memberId: string,
): Promise<{ readonly consumerOrg: ConsumerOrg; readonly role: MemberRole }> {
  const path = ['code'];
  const invitation = await take(transaction, input, path);
  const { role, consumerOrg } = invitation;
  const person = await transaction.member.findUniqueOrThrow({
    where: { id: memberId },
    include: { memberships: { where: { consumerOrgId: consumerOrg.id } } },
  });
  if (person.memberships.length > 0)
    refuse('CONFLICT', {
      detail: `You belong to ${consumerOrg.title} already: leave the invitation to whom it is for.`,
      path,
    });
  await checkMemberships(transaction, memberId);
  await transaction.consumerMembership.create({
    data: { memberId, consumerOrgId: consumerOrg.id, role, createdAt: input.now },
  });
  if (person.emailVerifiedAt === null && provesAddress(invitation, person.email))
    await transaction.member.update({ where: { id: memberId }, data: { emailVerifiedAt: input.now } });
  return { consumerOrg, role };
}

/** @throws QUOTA_EXCEEDED when a person belongs to as many consumer orgs as one may */
export async function checkMemberships(transaction: Transaction, memberId: string): Promise<void> {
  if ((await transaction.consumerMembership.count({ where: { memberId } })) >= MEMBERSHIPS_MAX)
    refuse('QUOTA_EXCEEDED', {
      detail: `You belong to ${MEMBERSHIPS_MAX} organizations, and a person may to no more: leave one first.`,
    });
}

/** @throws NOT_FOUND */
export function endedInvitation(path: InputPath): never {
  return refuse('NOT_FOUND', {
    detail: 'The invitation was used, taken back, or has ended: ask for another.',
    path,
  });
}

/** @throws NOT_FOUND when the consumer org has no such person */
export async function membershipNamed(
  { consumerMembership }: Pick<Transaction, 'consumerMembership'>,
  { id: consumerOrgId, username }: Pick<ConsumerOrg, 'id'> & { readonly username: string },
): Promise<ConsumerMembership> {
  const found = username.includes('\0')
    ? null
    : await consumerMembership.findFirst({ where: { consumerOrgId, member: { username } } });
  return (
    found ??
    refuse('NOT_FOUND', { detail: 'Your organization has nobody of that username.', path: ['username'] })
  );
}

type SignedIn = {
  readonly sessionId: string;
  readonly role: MemberRole;
  readonly consumerOrg: Pick<ConsumerOrg, 'id'>;
};

/**
 * Checks a person again in the transaction of a change. It may have waited for its turn behind the one that took their
 * rights.
 *
 * @throws UNAUTHENTICATED when the session has ended, or the role in the consumer org is another one
 */
export async function demandStillMember(
  { portalSession }: Pick<Transaction, 'portalSession'>,
  { sessionId, role, consumerOrg: { id: consumerOrgId } }: SignedIn,
  now: Date,
): Promise<void> {
  const session = await portalSession.findFirst({
    where: {
      id: sessionId,
      expiresAt: { gt: now },
      member: { memberships: { some: { consumerOrgId, role } } },
    },
    select: { id: true },
  });
  if (!session)
    refuse('UNAUTHENTICATED', {
      detail: 'Your session ended, or your role changed, before the change had its turn.',
    });
}

/** @throws CONFLICT when the person is the only owner */
export async function checkOtherOwner(
  transaction: Transaction,
  { id, consumerOrgId }: Pick<ConsumerMembership, 'id' | 'consumerOrgId'>,
  title = 'The organization',
): Promise<void> {
  const others = await transaction.consumerMembership.count({
    where: { consumerOrgId, role: 'OWNER', id: { not: id } },
  });
  if (others === 0)
    refuse('CONFLICT', {
      detail: `${title} would have no owner: make somebody else one first, or delete the organization.`,
    });
}
