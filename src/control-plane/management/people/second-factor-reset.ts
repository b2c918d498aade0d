import { refuse } from '../../../foundation/errors.ts';
import { builder } from '../builder.ts';
import { changeInScope, orgScopeOf } from '../org-scope.ts';
import { sessionsOpening } from './console-session.ts';
import { personOf, withUser } from './person.ts';
import { dropUnusedSecondFactors } from './second-factor.ts';
import { UserInput, UserRef } from './user.ts';
import { writtenEmail } from './user-rules.ts';

builder.mutationField('resetSecondFactor', (t) =>
  t.field({
    type: UserRef,
    authScopes: { role: 'ADMINISTRATOR' },
    description:
      'Lets a person who has lost her passkeys and recovery codes enter this org by her password, or her identity provider, alone; her sessions that reach it end. Her other orgs go on asking for her passkeys. Where the org requires a second factor, she registers a new passkey when she signs in next. Needs the role ADMINISTRATOR.',
    args: { input: t.arg({ type: UserInput, required: true, description: 'Whose.' }) },
    resolve: async (_root, { input }, context) => {
      const orgId = await orgScopeOf(context, input);
      const subject = writtenEmail(input.email);
      return changeInScope(context, { orgId, action: 'resetSecondFactor', subject }, async (transaction) => {
        const { id, userId, secondFactorId } = await personOf(transaction, { orgId, email: input.email });
        if (secondFactorId === null)
          refuse('TRANSITION_REFUSED', {
            detail: `${subject} has no passkey for this org.`,
            path: ['input', 'email'],
          });
        const data = { secondFactorId: null };
        const person = await transaction.membership.update({ where: { id }, data, include: withUser });
        await dropUnusedSecondFactors(transaction, userId);
        await transaction.consoleSession.deleteMany({ where: sessionsOpening([id]) });
        return person;
      });
    },
  }),
);
