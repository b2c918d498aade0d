import { checkEmail } from '../../../../domain/people/member.ts';
import { refuse } from '../../../../foundation/errors.ts';
import { memberOfLink } from '../../../consumer/mail-link.ts';
import { builder } from '../builder.ts';
import { demandViewer } from '../context.ts';

builder.mutationField('updateAccount', (t) =>
  t.prismaField({
    type: 'Member',
    description:
      "Changes the viewer's email address, and whether notices come by mail. What is left out stays.",
    args: {
      email: t.arg.string({ description: 'The email address; null takes it away.' }),
      noticesByMail: t.arg.boolean({ description: 'Are notices by mail wanted?' }),
    },
    resolve: async (query, _root, { email, noticesByMail }, context) => {
      const { memberId, username } = demandViewer(context);
      if (email != null) checkEmail(email, ['email']);
      return context.change({ action: 'updateAccount', subject: username, username }, async (transaction) => {
        const before = await transaction.member.findUniqueOrThrow({ where: { id: memberId } });
        // Nobody vouches for an address that people give themselves.
        const isOther = email !== undefined && email !== before.email;
        const data = {
          email,
          noticesByMail: noticesByMail ?? undefined,
          ...(isOther && { emailVerifiedAt: null }),
        };
        return transaction.member.update({ ...query, where: { id: memberId }, data });
      });
    },
  }),
);

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
