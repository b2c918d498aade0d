import { passwordLength } from '../../../../domain/people/password.ts';
import { refuse } from '../../../../foundation/errors.ts';
import { checkNewPassword } from '../../../../infrastructure/secrets/new-password.ts';
import { isPasswordCode } from '../../../../infrastructure/secrets/password-link.ts';
import { endEmailChange } from '../../../consumer/email-verification.ts';
import { builder } from '../builder.ts';
import { memberOf, openSession, PortalSession, passwordQueueKeys } from './session.ts';
import { demandPasswords } from './sign-in-provider.ts';

const ChoosePasswordInput = builder.inputType('ChoosePasswordInput', {
  description: 'The link of the provider, or of `requestPasswordReset`, and the new password.',
  fields: (t) => ({
    username: t.string({ required: true, description: 'The username that the link names.' }),
    code: t.string({ required: true, description: 'The code of the link.' }),
    password: t.string({
      required: true,
      description: `Of ${passwordLength.min} to ${passwordLength.max} characters.`,
    }),
  }),
});

builder.mutationField('choosePassword', (t) =>
  t.field({
    type: PortalSession,
    skipTypeScopes: true,
    description:
      "Sets the password of a person who has a link, which works once. It ends the person's sessions, and opens a new one.",
    args: { input: t.arg({ type: ChoosePasswordInput, required: true, description: 'Whose, and which.' }) },
    resolve: async (_root, { input: { username, code, password } }, context) => {
      demandPasswords(context);
      const { secrets, clock } = context;
      const member = await memberOf(context, username);
      if (!member || !isPasswordCode(secrets, code, { owner: member, now: clock() }))
        return refuse('NOT_FOUND', {
          detail: 'The link was used, or has ended: ask for another.',
          path: ['input', 'code'],
        });
      await checkNewPassword(password, ['input', 'password']);
      const passwordHash = await context.passwords.hash(password, passwordQueueKeys(context));
      const who = { subject: member.username, username: member.username };
      await context.change({ action: 'choosePassword', ...who }, async (transaction) => {
        const { count } = await transaction.member.updateMany({
          where: { id: member.id, passwordHash: member.passwordHash },
          data: { passwordHash },
        });
        if (count === 0) refuse('CONFLICT', { detail: 'The password was changed in the meantime.' });
        await transaction.portalSession.deleteMany({ where: { memberId: member.id } });
        await endEmailChange(transaction, member.id, clock());
      });
      return openSession(context, member.id);
    },
  }),
);
