import { refuse } from '../../../../foundation/errors.ts';
import { memberOfLink } from '../../../consumer/mail-link.ts';
import { builder } from '../builder.ts';
import { demandViewer } from '../context.ts';

builder.mutationField('setNoticesByMail', (t) =>
  t.boolean({
    description: 'Says whether the viewer wants notices by mail; answers with what holds now.',
    args: { wanted: t.arg.boolean({ required: true, description: 'Are they wanted?' }) },
    resolve: async (_root, { wanted }, context) => {
      const { memberId, username } = demandViewer(context);
      await context.change({ action: 'setNoticesByMail', subject: username, username }, (transaction) =>
        transaction.member.update({ where: { id: memberId }, data: { noticesByMail: wanted } }),
      );
      return wanted;
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
