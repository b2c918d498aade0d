import { checkEmail } from '../../../../domain/people/member.ts';
import { refuse } from '../../../../foundation/errors.ts';
import type { Transaction } from '../../../../infrastructure/database/change.ts';
import type { Member, Prisma } from '../../../../infrastructure/database/generated/prisma/client.ts';
import {
  endEmailChange,
  requestVerification,
  tellPresentAddress,
} from '../../../consumer/email-verification.ts';
import { memberOfLink } from '../../../consumer/mail-link.ts';
import { sendsMail } from '../../../consumer/sends-mail.ts';
import { builder } from '../builder.ts';
import { demandViewer, type PortalContext, type Viewer } from '../context.ts';
import { verificationContextOf } from './email-verification.ts';
import { verifiedHash } from './password.ts';

builder.prismaObjectField('Member', 'hasPassword', (t) =>
  t.boolean({
    description: 'Does the person have a password here? Who signs in by an identity provider alone has none.',
    select: { passwordHash: true },
    resolve: ({ passwordHash }) => passwordHash !== '',
  }),
);

builder.mutationField('updateAccount', (t) =>
  t.prismaField({
    type: 'Member',
    description:
      "Changes the viewer's email address, and whether notices come by mail. What is left out stays. Where the portal has mail, another address is that of the account only once its link was opened: see `emailVerification` of the viewer. Who has a password gives it for another address: else SIGN_IN_FAILED, and wrong guesses count as at `signIn`.",
    args: {
      email: t.arg.string({ description: 'The email address; null takes it away.' }),
      currentPassword: t.arg.string({
        description: 'The present password. Another address needs it, unless the account has no password.',
      }),
      noticesByMail: t.arg.boolean({ description: 'Are notices by mail wanted?' }),
    },
    resolve: async (query, _root, { email, noticesByMail, currentPassword }, context) => {
      const viewer = demandViewer(context);
      const { memberId, username } = viewer;
      if (email != null) checkEmail(email, ['email']);
      const known = await provenHash(context, viewer, { email, currentPassword });
      const request = { action: 'updateAccount', subject: username, username };
      return context.change(request, async (transaction) => {
        const before = await transaction.member.findUniqueOrThrow({ where: { id: memberId } });
        const isOther = email !== undefined && email !== before.email;
        if (isOther && before.passwordHash !== known)
          refuse('CONFLICT', { detail: 'The account was changed in the meantime.' });
        return transaction.member.update({
          ...query,
          where: { id: memberId },
          data: {
            noticesByMail: noticesByMail ?? undefined,
            ...(isOther && (await otherEmail(transaction, context, { before, email }))),
          },
        });
      });
    },
  }),
);

type AddressChange = {
  readonly email: string | null | undefined;
  readonly currentPassword: string | null | undefined;
};

/**
 * Asks for the password before another address. A session that was stolen cannot take the account by it.
 *
 * @returns the hash of the password, which is empty where the account has none; undefined for no other address
 * @throws SIGN_IN_FAILED, TOO_MANY_ATTEMPTS
 */
async function provenHash(
  context: PortalContext,
  viewer: Viewer,
  { email, currentPassword }: AddressChange,
): Promise<string | undefined> {
  if (email === undefined) return undefined;
  const present = await context.database.prisma.member.findUniqueOrThrow({
    where: { id: viewer.memberId },
    select: { email: true, passwordHash: true },
  });
  if (email === present.email) return undefined;
  if (present.passwordHash === '') return '';
  if (currentPassword == null || currentPassword === '')
    return refuse('SIGN_IN_FAILED', {
      detail: 'Another address needs the present password.',
      path: ['currentPassword'],
    });
  return verifiedHash(context, viewer, currentPassword);
}

type OtherEmail = { readonly before: Member; readonly email: string | null };

/**
 * Begins the change of an address, and returns what changes at once. Where the portal has mail, another address has to be
 * verified first, and the present one is told. Elsewhere it holds at once; nobody vouches for it.
 */
async function otherEmail(
  transaction: Transaction,
  context: PortalContext,
  { before, email }: OtherEmail,
): Promise<Prisma.MemberUpdateInput> {
  const verifying = verificationContextOf(context);
  if (!sendsMail(context)) {
    await endEmailChange(transaction, before.id, verifying.now);
    return { email, emailVerifiedAt: null, emailNeedsProof: false };
  }
  const open = await transaction.emailVerification.findFirst({
    where: { memberId: before.id, closedAt: null, email: email ?? '' },
  });
  if (!open) await tellPresentAddress(transaction, before, verifying);
  if (email === null) {
    await endEmailChange(transaction, before.id, verifying.now);
    return { email, emailVerifiedAt: null, emailNeedsProof: false };
  }
  await requestVerification(transaction, { member: before, email, path: ['email'] }, verifying);
  return {};
}

builder.mutationField('endNoticesByMail', (t) =>
  t.boolean({
    skipTypeScopes: true,
    description:
      'Ends the notices by mail of whoever has the link of a mail. It needs no sign-in. (RFC 8058)',
    args: {
      member: t.arg.string({ required: true, description: 'The member that the link names.' }),
      proof: t.arg.string({ required: true, description: 'The proof of the link.' }),
    },
    resolve: async (_root, link, context) => {
      const { database, secrets, catalog } = context;
      const id = memberOfLink(secrets, link);
      const member =
        id === undefined
          ? null
          : await database.prisma.member.findFirst({ where: { id, catalogId: catalog.id } });
      if (!member)
        return refuse('NOT_FOUND', {
          detail: 'The link is not good any more: sign in, and change it in your account.',
          path: ['proof'],
        });
      const { username } = member;
      await context.change({ action: 'endNoticesByMail', subject: username, username }, (transaction) =>
        transaction.member.update({ where: { id: member.id }, data: { noticesByMail: false } }),
      );
      return true;
    },
  }),
);
