import { type Transaction, transact } from '../../database/change.ts';
import { checkNewPassword, passwordLength } from '../../domain/password.ts';
import { refuse } from '../../errors.ts';
import { builder } from '../builder.ts';
import type { Caller } from '../caller.ts';
import type { ManagementContext } from '../context.ts';
import { auditReach } from '../reach.ts';
import { consolePlace } from './person-sign-in.ts';

const ChangePasswordInput = builder.inputType('ChangePasswordInput', {
  description: 'A new password, and the one before it.',
  fields: (t) => ({
    currentPassword: t.string({ required: true, description: 'The password that holds until now.' }),
    newPassword: t.string({
      required: true,
      description: `Of ${passwordLength.min} to ${passwordLength.max} characters.`,
    }),
  }),
});

builder.mutationField('changePassword', (t) =>
  t.boolean({
    skipTypeScopes: true,
    authScopes: { role: 'VIEWER' },
    description:
      "Replaces the caller's password and ends all her other sessions of the console. For a person, not for a token; wrong guesses of the present one are slowed.",
    args: { input: t.arg({ type: ChangePasswordInput, required: true, description: 'Both passwords.' }) },
    resolve: async (_root, { input }, context) => {
      const { userId, sessionId } = demandPerson(context.caller);
      checkNewPassword(input.newPassword, ['input', 'newPassword']);
      const known = await verifiedHash(context, userId, input.currentPassword);
      const place = consolePlace(userId);
      const passwordHash = await context.passwords.hash(input.newPassword, place);
      await changeOwn(context, 'changePassword', async ({ user, consoleSession }) => {
        const where = { id: userId, passwordHash: known };
        const { count } = await user.updateMany({ where, data: { passwordHash } });
        if (count === 0) refuse('CONFLICT', { detail: 'The password was changed in the meantime.' });
        await consoleSession.deleteMany({ where: { membership: { userId }, id: { not: sessionId } } });
      });
      return true;
    },
  }),
);

builder.mutationField('signOutEverywhere', (t) =>
  t.boolean({
    skipTypeScopes: true,
    authScopes: { role: 'VIEWER' },
    description:
      "Ends all of the caller's sessions of the console, in every org. For a person, not for a token.",
    resolve: async (_root, _args, context) => {
      const { userId } = demandPerson(context.caller);
      await changeOwn(context, 'signOutEverywhere', ({ consoleSession }) =>
        consoleSession.deleteMany({ where: { membership: { userId } } }),
      );
      return true;
    },
  }),
);

type PersonCaller = Caller & { readonly userId: string; readonly sessionId: string };

/** @throws BAD_USER_INPUT when a token asks */
function demandPerson(caller: Caller): PersonCaller {
  const { userId, sessionId } = caller;
  if (userId !== undefined && sessionId !== undefined) return { ...caller, userId, sessionId };
  return refuse('BAD_USER_INPUT', {
    detail: 'This is for a person who is signed in to the console: you ask by an access token.',
  });
}

/** @throws SIGN_IN_FAILED when it is not the person's password, TOO_MANY_ATTEMPTS */
async function verifiedHash(
  { database, passwords, attempts, caller }: ManagementContext,
  userId: string,
  password: string,
): Promise<string> {
  const { passwordHash } = await database.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  const path = ['input', 'currentPassword'];
  if (passwordHash === null)
    return refuse('BAD_USER_INPUT', {
      detail: 'You have no password here: your identity provider signs you in.',
      path,
    });
  // Counted by themselves: who guesses at the sign-in page does not hold up who is signed in.
  const guess = { target: ['management', 'own password', caller.name] };
  const isRight = await attempts.attempt(guess, () =>
    passwords.verify(password, passwordHash, consolePlace(userId)),
  );
  if (!isRight) refuse('SIGN_IN_FAILED', { detail: 'The present password is wrong.', path });
  return passwordHash;
}

/** It changes no org's definition, so this is no `change`: the audit is told. */
function changeOwn(
  { database, caller: { orgId, actor, name } }: ManagementContext,
  action: string,
  work: (transaction: Transaction) => Promise<unknown>,
): Promise<void> {
  return transact(database, async (transaction) => {
    await work(transaction);
    await auditReach(transaction, { orgId, actor, action, subject: name });
  });
}
