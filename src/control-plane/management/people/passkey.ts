import { refuse } from '../../../foundation/errors.ts';
import { type Transaction, transact } from '../../../infrastructure/database/change.ts';
import { builder } from '../builder.ts';
import type { Caller } from '../caller.ts';
import type { ManagementContext } from '../context.ts';
import { demandPerson, type PersonCaller } from './own-account.ts';
import { auditSecondFactor, orgsRequiringSecondFactor, replaceRecoveryCodes } from './second-factor.ts';
import { PASSKEYS_MAX, RECOVERY_CODES } from './second-factor-rules.ts';
import { Viewer } from './viewer.ts';

const PasskeyRef = builder.prismaObject('Passkey', {
  description: 'A passkey that a person shows beside her password, or beside her identity provider.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    name: t.exposeString('name', { description: 'What she calls it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was registered.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When she last signed in with it; null for never since it was registered.',
    }),
  }),
});

builder.objectFields(Viewer, (t) => ({
  passkeys: t.prismaField({
    type: [PasskeyRef],
    description: `The passkeys of the person that open the org where her session is, the first registered first; ${PASSKEYS_MAX} at most. Others of her orgs may have others. None where a token asks.`,
    resolve: async (query, caller, _args, { database }) => {
      const secondFactorId = await secondFactorOf(database.prisma, caller);
      if (secondFactorId === null) return [];
      return database.prisma.passkey.findMany({
        ...query,
        where: { secondFactorId },
        orderBy: { id: 'asc' },
        take: PASSKEYS_MAX,
      });
    },
  }),
  recoveryCodesLeft: t.int({
    description: `How many of her ${RECOVERY_CODES} recovery codes were not used yet; 0 where she has no passkey, or a token asks.`,
    resolve: async (caller, _args, { database }) => {
      const secondFactorId = await secondFactorOf(database.prisma, caller);
      if (secondFactorId === null) return 0;
      return database.prisma.recoveryCode.count({ where: { secondFactorId, usedAt: null } });
    },
  }),
}));

/** The second factor of the person's org; null where it requires none. */
async function secondFactorOf(
  { membership }: Pick<Transaction, 'membership'>,
  { userId, membershipId }: Caller,
): Promise<string | null> {
  if (userId === undefined || membershipId == null) return null;
  const entered = await membership.findUnique({ where: { id: membershipId } });
  return entered?.secondFactorId ?? null;
}

const PasskeyInput = builder.inputType('PasskeyInput', {
  description: "One of the caller's own passkeys.",
  fields: (t) => ({ id: t.id({ required: true, description: 'The id of the passkey.' }) }),
});

builder.mutationField('deletePasskey', (t) =>
  t.boolean({
    skipTypeScopes: true,
    authScopes: { role: 'VIEWER' },
    description:
      "Removes one of the caller's passkeys, and ends her other sessions. With the last one her recovery codes go, too: her orgs ask for no second factor any more, and those that require one for a new passkey. For a person, not for a token.",
    args: { input: t.arg({ type: PasskeyInput, required: true, description: 'Which.' }) },
    resolve: async (_root, { input }, context) => {
      const person = demandPerson(context.caller);
      await changeSecondFactor(context, person, (transaction, secondFactorId) =>
        deletePasskey(context, transaction, { id: `${input.id}`, secondFactorId, person }),
      );
      return true;
    },
  }),
);

type Deletion = {
  readonly id: string;
  readonly secondFactorId: string;
  readonly person: PersonCaller;
};

async function deletePasskey(
  { caller: { name: email }, address }: ManagementContext,
  transaction: Transaction,
  { id, secondFactorId, person: { sessionId } }: Deletion,
): Promise<void> {
  const { passkey, secondFactor, consoleSession } = transaction;
  const own = await passkey.findMany({ where: { secondFactorId } });
  const deleted = own.find((each) => each.id === id);
  if (!deleted) return refuseUnknown();
  const orgIds = await orgsRequiringSecondFactor(transaction, secondFactorId);
  await passkey.delete({ where: { id } });
  if (own.length === 1) await secondFactor.delete({ where: { id: secondFactorId } });
  await consoleSession.deleteMany({ where: { verified: { has: secondFactorId }, id: { not: sessionId } } });
  const event = { orgIds, action: 'deletePasskey', detail: { passkey: deleted.name } };
  await auditSecondFactor(transaction, { email, address }, [event]);
}

builder.mutationField('replaceRecoveryCodes', (t) =>
  t.stringList({
    skipTypeScopes: true,
    authScopes: { role: 'VIEWER' },
    description: `Makes ${RECOVERY_CODES} new recovery codes, each good once in place of a passkey; those before are void. They are shown this once. For a person, not for a token.`,
    resolve: async (_root, _args, context) => {
      const { secrets, caller, address } = context;
      return changeSecondFactor(context, demandPerson(caller), async (transaction, secondFactorId) => {
        const codes = await replaceRecoveryCodes(transaction, secrets, secondFactorId);
        const orgIds = await orgsRequiringSecondFactor(transaction, secondFactorId);
        const event = { orgIds, action: 'replaceRecoveryCodes' };
        await auditSecondFactor(transaction, { email: caller.name, address }, [event]);
        return codes;
      });
    },
  }),
);

/** Changes a person's second factor, one change after the other. @throws NOT_FOUND where their org requires none */
function changeSecondFactor<Result>(
  { database, caller }: ManagementContext,
  { membershipId }: PersonCaller,
  work: (transaction: Transaction, secondFactorId: string) => Promise<Result>,
): Promise<Result> {
  return transact(database, async (transaction) => {
    await transaction.$executeRaw`SELECT FROM "User" WHERE id = ${caller.userId}::uuid FOR UPDATE`;
    const secondFactorId = await secondFactorOf(transaction, { ...caller, membershipId });
    if (secondFactorId === null) return refuseUnknown();
    return work(transaction, secondFactorId);
  });
}

const refuseUnknown = () =>
  refuse('NOT_FOUND', { detail: 'You have no such passkey here.', path: ['input', 'id'] });
