import { usernameKey } from '../../../../domain/people/member.ts';
import { refuse } from '../../../../foundation/errors.ts';
import { isUuid } from '../../../../foundation/text/uuid.ts';
import { type Transaction, transact } from '../../../../infrastructure/database/change.ts';
import { quotaOf } from '../../../../infrastructure/database/check-quota.ts';
import type { Member } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { type AttemptInput, SIGN_INS_A_MINUTE } from '../../../../infrastructure/limits/guesses/attempts.ts';
import { deviceOf } from '../../../../infrastructure/secrets/device.ts';
import { membersCalled } from '../../../consumer/username.ts';
import { builder } from '../builder.ts';
import { demandViewer, type PortalContext } from '../context.ts';
import { demandPasswords } from './sign-in-provider.ts';

/** Lifetime of a session: a working day and a little more. People sign in, and come back the next morning. */
const SESSION_MS = 12 * 3_600_000;

export type IssuedSession = { readonly token: string; readonly expiresAt: Date; readonly memberId: string };

export const PortalSession = builder.objectRef<IssuedSession>('PortalSession').implement({
  description: 'A session of a person in this portal. Its token is shown this once.',
  fields: (t) => ({
    token: t.exposeString('token', { description: 'For the header `Authorization: Bearer <token>`.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends: 12 hours from now.' }),
    viewer: t.prismaField({
      type: 'Member',
      description: 'The person who is signed in by it.',
      resolve: (query, { memberId }, _args, { database }) =>
        database.prisma.member.findUniqueOrThrow({ ...query, where: { id: memberId } }),
    }),
  }),
});

/** Opens a session, and removes the person's ended sessions and the oldest beyond the maximum. */
export async function openSession(
  { database, secrets, clock }: PortalContext,
  memberId: string,
  transaction: Transaction = database.prisma,
): Promise<IssuedSession> {
  const now = clock();
  const token = secrets.issue('ps_');
  const expiresAt = new Date(now.getTime() + SESSION_MS);
  const { portalSession } = transaction;
  await portalSession.deleteMany({ where: { memberId, expiresAt: { lte: now } } });
  await portalSession.create({
    data: { memberId, tokenHash: secrets.hash(token), createdAt: now, expiresAt },
  });
  const { limit } = await quotaOf(transaction, { resource: 'PORTAL_SESSIONS', ownerId: memberId });
  const [lastKept] = await portalSession.findMany({
    where: { memberId },
    orderBy: { id: 'desc' },
    skip: Math.max(0, limit - 1),
    take: 1,
    select: { id: true },
  });
  if (lastKept) await portalSession.deleteMany({ where: { memberId, id: { lt: lastKept.id } } });
  return { token, expiresAt, memberId };
}

/**
 * Opens the session of a password that was right. A new one ends all sessions, so none begins by the old one after it.
 *
 * @throws SIGN_IN_FAILED when the password was changed while this one was verified
 */
function openByPassword(
  context: PortalContext,
  { id, passwordHash }: Pick<Member, 'id' | 'passwordHash'>,
): Promise<IssuedSession> {
  return transact(context.database, async (transaction) => {
    const [held] = await transaction.$queryRaw<{ id: string }[]>`
      SELECT "id" FROM "Member" WHERE "id" = ${id}::uuid AND "passwordHash" = ${passwordHash} FOR NO KEY UPDATE`;
    if (!held) refuse('SIGN_IN_FAILED', { detail: 'The password was changed in the meantime.' });
    return openSession(context, id, transaction);
  });
}

/** Owner of a device cookie: a person in one catalog. The case of the username does not matter. */
export const deviceOwner = ({ id }: PortalContext['catalog'], username: string) => [
  'portal',
  id,
  usernameKey(username),
];

/**
 * Makes the attempt at a person's password. It is counted by a device that the person is known by, else by the
 * address.
 */
export function signInAttemptOf(context: PortalContext, username: string): AttemptInput {
  const { catalog, secrets, clock, network } = context;
  const target = ['sign-in', catalog.id, usernameKey(username)];
  const owner = deviceOwner(catalog, username);
  const device = deviceOf(secrets, context.device, { owner, now: clock() });
  if (device === undefined)
    return { target, source: ['sign-in', catalog.id, network], rightMax: SIGN_INS_A_MINUTE };
  return { target, source: ['device', device], isKnown: true, rightMax: SIGN_INS_A_MINUTE };
}

/** Turn of a person for hashing their password. */
export const passwordQueueKeys = ({ catalog, network }: PortalContext) => [
  catalog.orgId,
  catalog.id,
  network,
];

/** Finds the member of a username, else the only one in another case. */
export async function memberOf({ database, catalog }: PortalContext, username: string) {
  const called = await membersCalled(database.prisma, catalog.id, username);
  const [only, another] = called;
  return called.find((each) => each.username === username) ?? (another ? undefined : only);
}

builder.mutationField('signIn', (t) =>
  t.field({
    type: PortalSession,
    skipTypeScopes: true,
    description:
      "Signs a person in. The token goes into the Authorization header; the portal's pages keep it in a cookie that scripts cannot read.",
    args: {
      username: t.arg.string({ required: true, description: 'A username of this catalog, in any case.' }),
      password: t.arg.string({ required: true, description: 'The password that belongs to it.' }),
    },
    resolve: async (_root, { username, password }, context) => {
      demandPasswords(context);
      const member = await memberOf(context, username);
      const guess = signInAttemptOf(context, member?.username ?? username);
      const isRight = await context.attempts.attempt(guess, () =>
        // Who is signed in by an identity provider has no password here.
        context.passwords.verify(password, member?.passwordHash || undefined, passwordQueueKeys(context)),
      );
      if (member && isRight) return openByPassword(context, member);
      noteFailed(context, member?.username);
      return refuse('SIGN_IN_FAILED');
    },
  }),
);

/**
 * Notes a failed sign-in. A username that the catalog does not have is left out, since people type passwords there,
 * too.
 */
export function noteFailed(
  { failedSignIns, catalog, clientAddress }: PortalContext,
  username?: string,
): void {
  const { orgId, name } = catalog;
  const detail = { catalog: name, ...(username === undefined && { username: 'of nobody here' }) };
  const who = { subject: username ?? '(unknown)', detail, address: clientAddress };
  failedSignIns.note({ orgId, action: 'signInFailed', ...who });
}

builder.mutationField('signOut', (t) =>
  t.boolean({
    description: 'Ends the session whose token came with the request.',
    resolve: async (_root, _args, context) => {
      const { sessionId } = demandViewer(context);
      await context.database.prisma.portalSession.deleteMany({ where: { id: sessionId } });
      return true;
    },
  }),
);

builder.mutationField('signOutEverywhere', (t) =>
  t.boolean({
    description: 'Ends all sessions of the person, this one too.',
    resolve: async (_root, _args, context) => {
      const { memberId } = demandViewer(context);
      await context.database.prisma.portalSession.deleteMany({ where: { memberId } });
      return true;
    },
  }),
);

builder.mutationField('signOutElsewhere', (t) =>
  t.boolean({
    description: 'Ends all other sessions of the person.',
    resolve: async (_root, _args, context) => {
      const { memberId, sessionId } = demandViewer(context);
      await context.database.prisma.portalSession.deleteMany({ where: { memberId, id: { not: sessionId } } });
      return true;
    },
  }),
);

builder.mutationField('endSession', (t) =>
  t.boolean({
    description: 'Ends one session of the person.',
    args: { id: t.arg.id({ required: true, description: 'Which: its id in `viewer.sessions`.' }) },
    resolve: async (_root, { id: given }, context) => {
      const { memberId } = demandViewer(context);
      const id = String(given);
      const { count } = isUuid(id)
        ? await context.database.prisma.portalSession.deleteMany({ where: { id, memberId } })
        : { count: 0 };
      if (count === 0) refuse('NOT_FOUND', { detail: 'You have no such session.', path: ['id'] });
      return true;
    },
  }),
);
