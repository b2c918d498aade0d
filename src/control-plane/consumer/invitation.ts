import { INVITATION_MS, INVITATIONS_MAX, type MemberRole } from '../../domain/consumer/team.ts';
import { checkEmail } from '../../domain/people/member.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { isUuid, newUuid } from '../../foundation/text/uuid.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import { checkQuota } from '../../infrastructure/database/check-quota.ts';
import type { ConsumerOrg, MemberInvitation } from '../../infrastructure/database/generated/prisma/client.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';
import { invitationCode, invitationUrl, mailInvitation } from './invitation-mail.ts';

/** An invitation, and its link where nobody is mailed it. */
export type IssuedInvitation = {
  readonly invitation: MemberInvitation;
  readonly url: string | null;
  readonly sent: boolean;
};

type NewInvitation = {
  readonly consumerOrg: Pick<ConsumerOrg, 'id' | 'catalogId'>;
  /** The username of the owner, or the title of the provider's org. */
  readonly invitedBy: string;
  readonly role: MemberRole;
  /** The address of the person; empty is for whoever has the link. */
  readonly email: string | null | undefined;
  /** The path of the address in the input, for refusals. */
  readonly path: InputPath;
};

type Issuer = {
  readonly secrets: Pick<Secrets, 'signer' | 'hash'>;
  readonly portalUrl: string;
  /** Is an invitation with an address mailed? */
  readonly sendsMail: boolean;
  readonly now: Date;
};

/**
 * Invites a person to a consumer org. The link is mailed where there is mail and an address, and is then shown to
 * nobody.
 *
 * @throws BAD_USER_INPUT for an email that is no address; QUOTA_EXCEEDED when too many are open, or were mailed today
 */
export async function issueInvitation(
  transaction: Transaction,
  { consumerOrg: { id: consumerOrgId, catalogId }, path, ...given }: NewInvitation,
  { secrets, portalUrl, sendsMail, now }: Issuer,
): Promise<IssuedInvitation> {
  const email = given.email?.trim() || null;
  if (email !== null) checkEmail(email, path);
  await transaction.memberInvitation.deleteMany({ where: { consumerOrgId, expiresAt: { lte: now } } });
  if ((await transaction.memberInvitation.count({ where: { consumerOrgId } })) >= INVITATIONS_MAX)
    refuse('QUOTA_EXCEEDED', { detail: `${INVITATIONS_MAX} invitations are open: take one back first.` });
  await checkQuota(transaction, { resource: 'MEMBERS', ownerId: consumerOrgId, now });
  const id = newUuid(now);
  const code = invitationCode(secrets, id);
  const expiresAt = new Date(now.getTime() + INVITATION_MS);
  const codeHash = secrets.hash(code);
  const invitation = await transaction.memberInvitation.create({
    data: { ...given, id, consumerOrgId, email, codeHash, createdAt: now, expiresAt },
  });
  if (email === null || !sendsMail) return { invitation, url: invitationUrl(portalUrl, code), sent: false };
  await mailInvitation(transaction, { invitation: { ...invitation, email }, catalogId, now, path });
  return { invitation, url: null, sent: true };
}

type RevokedInvitation = {
  readonly id: string;
  readonly consumerOrgId: string;
  readonly detail: string;
  readonly path: InputPath;
};

/** Takes an invitation back. @throws NOT_FOUND with the detail when the consumer org has no such open one */
export async function revokeInvitation(
  { memberInvitation }: Pick<Transaction, 'memberInvitation'>,
  { id, consumerOrgId, detail, path }: RevokedInvitation,
): Promise<void> {
  const { count } = isUuid(id)
    ? await memberInvitation.deleteMany({ where: { id, consumerOrgId } })
    : { count: 0 };
  if (count === 0) refuse('NOT_FOUND', { detail, path });
}
