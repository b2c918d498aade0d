import { refuse } from '../../../../foundation/errors.ts';
import type { EmailVerification } from '../../../../infrastructure/database/generated/prisma/client.ts';
import {
  endEmailChange,
  isDone,
  isOpen,
  requestVerification,
  verificationOfLink,
  verifyEmail,
} from '../../../consumer/email-verification.ts';
import { sendsMail } from '../../../consumer/sends-mail.ts';
import { builder } from '../builder.ts';
import { demandViewer, type PortalContext } from '../context.ts';

/** Returns what a verification needs of a request. */
export const verificationContextOf = ({ catalog, secrets, clock }: PortalContext) => ({
  catalog,
  secrets,
  now: clock(),
});

const PortalEmailVerification = builder.objectRef<EmailVerification>('PortalEmailVerification').implement({
  description: 'An address that a person is asked to verify, by the link of a mail.',
  fields: (t) => ({
    email: t.exposeString('email', {
      description: 'The address. It may be another one than that of the account, which it then replaces.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the link ends; `sendEmailVerification` mails another.',
    }),
    ended: t.boolean({
      description: 'Has the link ended?',
      resolve: ({ expiresAt }, _args, { clock }) => expiresAt <= clock(),
    }),
  }),
});

builder.prismaObjectField('Member', 'emailVerified', (t) =>
  t.boolean({
    description:
      "Is the email address certainly the person's? Audiences by mail domain count no other. It is where the person opened the link of a mail, and where an identity provider or the provider of the portal vouches for it.",
    select: { email: true, emailVerifiedAt: true },
    resolve: ({ email, emailVerifiedAt }) => email !== null && emailVerifiedAt !== null,
  }),
);

builder.prismaObjectField('Member', 'emailVerification', (t) =>
  t.field({
    type: PortalEmailVerification,
    nullable: true,
    description: 'The address that the person is asked to verify; null where there is none.',
    select: { email: true, emailVerifiedAt: true, emailToVerify: true },
    resolve: ({ emailToVerify, ...member }) =>
      emailToVerify && isOpen({ ...emailToVerify, member }) ? emailToVerify : null,
  }),
);

builder.queryField('emailVerification', (t) =>
  t.field({
    type: PortalEmailVerification,
    nullable: true,
    description:
      'What the viewer is asked by the link of a mail; null where it was answered, the link has ended, or it is for another person.',
    args: { code: t.arg.string({ required: true, description: 'The code of the link.' }) },
    resolve: async (_root, { code }, context) => {
      const { memberId } = demandViewer(context);
      const { database, secrets, clock } = context;
      const verification = await verificationOfLink(database.prisma, { code, memberId, secrets });
      return verification && isOpen(verification) && verification.expiresAt > clock() ? verification : null;
    },
  }),
);

builder.mutationField('verifyEmail', (t) =>
  t.boolean({
    description:
      'Verifies the address of a link. The link is good for a day, and for the person alone who is signed in. The address is that of the account from then on.',
    args: { code: t.arg.string({ required: true, description: 'The code of the link.' }) },
    resolve: async (_root, { code }, context) => {
      const { memberId, username } = demandViewer(context);
      const { database, secrets, clock } = context;
      const opened = { code, memberId, secrets };
      const verification = await verificationOfLink(database.prisma, opened);
      if (verification && isDone(verification)) return true;
      await context.change({ action: 'verifyEmail', subject: username, username }, (transaction) =>
        verifyEmail(transaction, { ...opened, now: clock() }),
      );
      return true;
    },
  }),
);

builder.mutationField('sendEmailVerification', (t) =>
  t.boolean({
    description:
      'Mails the link that verifies an address again: of the address that replaces that of the account, else of the one that it has. A person gets three in an hour.',
    resolve: (_root, _args, context) => {
      const { memberId, username } = demandViewer(context);
      if (!sendsMail(context)) refuse('CONFLICT', { detail: 'This portal sends no mail.' });
      const request = { action: 'sendEmailVerification', subject: username, username };
      return context.change(request, async (transaction) => {
        const { emailToVerify, ...member } = await transaction.member.findUniqueOrThrow({
          where: { id: memberId },
          include: { emailToVerify: true },
        });
        const pending = emailToVerify && isOpen({ ...emailToVerify, member }) ? emailToVerify : undefined;
        const email = pending?.email ?? (member.emailVerifiedAt === null ? member.email : null);
        if (email === null)
          return refuse('CONFLICT', { detail: 'Your account has no address that is not verified.' });
        await requestVerification(transaction, { member, email }, verificationContextOf(context));
        return true;
      });
    },
  }),
);

builder.mutationField('cancelEmailChange', (t) =>
  t.boolean({
    description: 'Keeps the address of the account: the link of the one that was to replace it ends.',
    resolve: (_root, _args, context) => {
      const { memberId, username } = demandViewer(context);
      const request = { action: 'cancelEmailChange', subject: username, username };
      return context.change(request, async (transaction) => {
        if (!(await endEmailChange(transaction, memberId, context.clock())))
          refuse('NOT_FOUND', { detail: 'No other address waits for its link to be opened.' });
        return true;
      });
    },
  }),
);
