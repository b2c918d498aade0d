import { passwordLength } from '../../../domain/people/password.ts';
import { refuse } from '../../../foundation/errors.ts';
import { type Transaction, transact } from '../../../infrastructure/database/change.ts';
import { checkNewPassword } from '../../../infrastructure/secrets/new-password.ts';
import { builder } from '../builder.ts';
import type { Caller } from '../caller.ts';
import type { ManagementContext } from '../context.ts';
import { auditScope } from '../org-scope.ts';
import { sessionsOpening } from './console-session.ts';
import { consoleHashingTurn } from './person-password.ts';

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
      "Replaces the caller's password, in each org that she signed in to with it, and ends her other sessions there. Orgs that another password opens keep that. For a person, not for a token; wrong guesses of the present one are slowed.",
    args: { input: t.arg({ type: ChangePasswordInput, required: true, description: 'Both passwords.' }) },
    resolve: async (_root, { input }, context) => {
      const person = demandPerson(context.caller);
      await checkNewPassword(input.newPassword, ['input', 'newPassword']);
      const { known, salt } = await verifiedPassword(context, person, input.currentPassword);
      const passwordHash = await context.passwords.hash(
        input.newPassword,
        consoleHashingTurn(person.membershipId),
        salt,
      );
      await changeOwn(context, 'changePassword', async ({ membership, consoleSession }) => {
        const changed = await membership.updateManyAndReturn({
          where: { id: { in: person.opens }, passwordHash: known },
          data: { passwordHash },
          select: { id: true },
        });
        if (changed.length === 0) refuse('CONFLICT', { detail: 'The password was changed in the meantime.' });
        const ids = changed.map(({ id }) => id);
        await consoleSession.deleteMany({
          where: { ...sessionsOpening(ids), id: { not: person.sessionId } },
        });
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
      "Ends all of the caller's sessions of the console, in every org that she signed in to with this one. For a person, not for a token.",
    resolve: async (_root, _args, context) => {
      const { opens } = demandPerson(context.caller);
      await changeOwn(context, 'signOutEverywhere', ({ consoleSession }) =>
        consoleSession.deleteMany({ where: sessionsOpening(opens) }),
      );
      return true;
    },
  }),
);

export type PersonCaller = {
  readonly membershipId: string;
  readonly sessionId: string;
  readonly opens: string[];
};

/** @throws BAD_USER_INPUT when a token asks */
export function demandPerson({ membershipId, sessionId, opens }: Caller): PersonCaller {
  if (membershipId != null && sessionId !== undefined && opens) return { membershipId, sessionId, opens };
  return refuse('BAD_USER_INPUT', {
    detail: 'This is for a person who is signed in to the console: you ask by an access token.',
  });
}

/** @throws SIGN_IN_FAILED when it is not the person's password of this org, TOO_MANY_ATTEMPTS */
async function verifiedPassword(
  { database, passwords, attempts }: ManagementContext,
  { membershipId }: PersonCaller,
  password: string,
) {
  const { passwordHash, user } = await database.prisma.membership.findUniqueOrThrow({
    where: { id: membershipId },
    include: { user: true },
  });
  const path = ['input', 'currentPassword'];
  if (passwordHash === null)
    return refuse('BAD_USER_INPUT', {
      detail: 'You have no password here: your identity provider signs you in.',
      path,
    });
  // Counted by themselves: who guesses at the sign-in page does not hold up who is signed in.
  const guess = { target: ['management', 'own password', membershipId] };
  const isRight = await attempts.attempt(guess, () =>
    passwords.verify(password, passwordHash, consoleHashingTurn(membershipId)),
  );
  if (!isRight) refuse('SIGN_IN_FAILED', { detail: 'The present password is wrong.', path });
  return { known: passwordHash, salt: user.passwordSalt };
}

/**
 * Changes the caller's own account and writes the audit event. It changes no org's definition, so it is no `change`.
 */
function changeOwn(
  { database, caller: { orgId, actor, name }, address }: ManagementContext,
  action: string,
  work: (transaction: Transaction) => Promise<unknown>,
): Promise<void> {
  return transact(database, async (transaction) => {
    await work(transaction);
    await auditScope(transaction, { orgId, actor, action, subject: name, address });
  });
}
