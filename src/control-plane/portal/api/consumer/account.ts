import { checkEmail } from '../../../../domain/people/member.ts';
import { refuse } from '../../../../foundation/errors.ts';
import type { Transaction } from '../../../../infrastructure/database/change.ts';
import type { Member, Prisma } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { askToVerify, endEmailChange, tellPresentAddress } from '../../../consumer/email-verification.ts';
import { memberOfLink } from '../../../consumer/mail-link.ts';
import { sendsMail } from '../../../consumer/sends-mail.ts';
import { builder } from '../builder.ts';
import { demandViewer, type PortalContext } from '../context.ts';
import { askingOf } from './email-verification.ts';

builder.mutationField('updateAccount', (t) =>
  t.prismaField({
    type: 'Member',
    description:
      "Changes the viewer's email address, and whether notices come by mail. What is left out stays. Where the portal has mail, another address is that of the account only once its link was opened: see `emailVerification` of the viewer.",
    args: {
      email: t.arg.string({ description: 'The email address; null takes it away.' }),
      noticesByMail: t.arg.boolean({ description: 'Are notices by mail wanted?' }),
    },
    resolve: async (query, _root, { email, noticesByMail }, context) => {
      const { memberId, username } = demandViewer(context);
      if (email != null) checkEmail(email, ['email']);
      const request = { action: 'updateAccount', subject: username, username };
      return context.change(request, async (transaction) => {
        const before = await transaction.member.findUniqueOrThrow({ where: { id: memberId } });
        const isOther = email !== undefined && email !== before.email;
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
  const asking = askingOf(context);
  if (!sendsMail(context)) {
    await endEmailChange(transaction, before.id, asking.now);
    return { email, emailVerifiedAt: null, emailNeedsProof: false };
  }
  const open = await transaction.emailVerification.findFirst({
    where: { memberId: before.id, closedAt: null, email: email ?? '' },
  });
  if (!open) await tellPresentAddress(transaction, before, asking);
  if (email === null) {
    await endEmailChange(transaction, before.id, asking.now);
    return { email, emailVerifiedAt: null, emailNeedsProof: false };
  }
  await askToVerify(transaction, { member: before, email, path: ['email'] }, asking);
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
