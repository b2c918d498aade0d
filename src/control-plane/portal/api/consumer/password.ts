import { passwordLength } from '../../../../domain/people/password.ts';
import { refuse } from '../../../../foundation/errors.ts';
import { checkNewPassword } from '../../../../infrastructure/secrets/new-password.ts';
import { endEmailChange } from '../../../consumer/email-verification.ts';
import { builder } from '../builder.ts';
import { demandViewer, type PortalContext, type Viewer } from '../context.ts';
import { passwordQueueKeys, signInAttemptOf } from './session.ts';

builder.mutationField('changePassword', (t) =>
  t.boolean({
    description:
      "Replaces the viewer's password and ends all other sessions. Wrong guesses of the present one count as at `signIn`.",
    args: {
      currentPassword: t.arg.string({ required: true, description: 'The password that holds until now.' }),
      newPassword: t.arg.string({
        required: true,
        description: `Of ${passwordLength.min} to ${passwordLength.max} characters.`,
      }),
    },
    resolve: async (_root, { currentPassword, newPassword }, context) => {
      const viewer = demandViewer(context);
      await checkNewPassword(newPassword, ['newPassword']);
      const known = await verifiedHash(context, viewer, currentPassword);
      const passwordHash = await context.passwords.hash(newPassword, passwordQueueKeys(context));
      await replacePassword(context, viewer, { known, passwordHash });
      return true;
    },
  }),
);

/**
 * Checks the viewer's password, and returns its hash. Wrong guesses count as at the sign-in.
 *
 * @throws SIGN_IN_FAILED when it is not the viewer's password, TOO_MANY_ATTEMPTS
 */
export async function verifiedHash(
  context: PortalContext,
  viewer: Viewer,
  password: string,
): Promise<string> {
  const { passwordHash } = await context.database.prisma.member.findUniqueOrThrow({
    where: { id: viewer.memberId },
    select: { passwordHash: true },
  });
  const isRight = await context.attempts.attempt(signInAttemptOf(context, viewer.username), () =>
    context.passwords.verify(password, passwordHash || undefined, passwordQueueKeys(context)),
  );
  if (!isRight)
    refuse('SIGN_IN_FAILED', { detail: 'The present password is wrong.', path: ['currentPassword'] });
  return passwordHash;
}

/**
 * @param hashes the present one as it was verified, and the new one
 * @throws CONFLICT when the password was changed in the meantime
 */
function replacePassword(
  context: PortalContext,
  { memberId, sessionId, username }: Viewer,
  { known, passwordHash }: { readonly known: string; readonly passwordHash: string },
): Promise<void> {
  return context.change({ action: 'changePassword', subject: username, username }, async (transaction) => {
    const { count } = await transaction.member.updateMany({
      where: { id: memberId, passwordHash: known },
      data: { passwordHash },
    });
    if (count === 0) refuse('CONFLICT', { detail: 'The password was changed in the meantime.' });
    await transaction.portalSession.deleteMany({ where: { memberId, id: { not: sessionId } } });
    await endEmailChange(transaction, memberId, context.clock());
  });
}
