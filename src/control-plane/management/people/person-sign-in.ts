import type { Role } from '../../../domain/people/roles.ts';
import { refuse } from '../../../foundation/errors.ts';
import { type Transaction, transact } from '../../../infrastructure/database/change.ts';
import type { Membership, Prisma, User } from '../../../infrastructure/database/generated/prisma/client.ts';
import { issueDevice } from '../../../infrastructure/secrets/device.ts';
import { checkNewPassword } from '../../../infrastructure/secrets/new-password.ts';
import { ofSecondFactor } from '../caller.ts';
import { type OpenedSession, openSession, SESSION_MS, sessionsOpening } from './console-session.ts';
import {
  consoleHashingTurn,
  deviceOwner,
  openedBy,
  type PasswordDeps,
  type PasswordSignInInput,
  type SignInSource,
} from './person-password.ts';
import { recordSignIn } from './record-sign-in.ts';
import { HALF_SIGNED_IN_MS, secondFactorNeed } from './second-factor-rules.ts';
import { writtenEmail } from './user-rules.ts';

/** The identity of a person, as an OpenID Connect issuer states it. */
type Identity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly emailVerified: boolean;
};

/** An invitation that can be accepted. It says nothing of other orgs: the link may be in the wrong hands. */
type OpenInvitation = {
  readonly email: string;
  readonly role: Role;
  /** Title of the org; undefined for every org. */
  readonly orgTitle: string | undefined;
};

/** A session that a password opened, with the device cookie for later sign-ins. */
type SignedInPerson = OpenedSession & { readonly device: string };

/**
 * Sign-in of people to the console by a password or an identity. Where a second factor is required, the session opens
 * nothing before it is shown (`second-factor-sign-in.ts`). A password belongs to one membership and opens no other:
 * whoever accepted that invitation chose it, which may have been the administrator who wrote it. Each sign-in is
 * recorded in the audit of what it enters.
 */
type PersonSignIn = {
  /** @throws SIGN_IN_FAILED, TOO_MANY_ATTEMPTS, FORBIDDEN when the person is in no org at present */
  byPassword(input: PasswordSignInInput, source: SignInSource): Promise<SignedInPerson>;
  /** @throws FORBIDDEN when the person is unknown and was not invited, or is in no org at present */
  byIdentity(identity: Identity, address?: string): Promise<OpenedSession>;
  /** @throws NOT_FOUND when the link was used, has ended or was replaced */
  invitationOf(code: string): Promise<OpenInvitation>;
  /** @throws NOT_FOUND as above, BAD_USER_INPUT for a password that may not be */
  accept(input: { code: string; password: string }, source: SignInSource): Promise<SignedInPerson>;
  /**
   * Enters another org that the sign-in opened, or every org: ''. Where it requires a second factor that was not
   * shown yet, the session opens nothing until it is.
   *
   * @returns when the session ends
   * @throws NOT_FOUND when it opened no such org
   */
  enterOrg(session: string, org: string, address?: string): Promise<Date>;
};

type Invitation = Prisma.MembershipGetPayload<{ include: { user: true; org: true } }>;

export function createPersonSignIn(deps: PasswordDeps): PersonSignIn {
  const { database, clock } = deps;
  return {
    async byPassword(input, source) {
      const opened = await openedBy(deps, input, source);
      const entered = await transact(database, (transaction) =>
        enter(deps, { opened, transaction, address: source.address }),
      );
      return withDevice(deps, entered);
    },
    byIdentity: (identity, address) =>
      transact(database, async (transaction) => {
        const { id: userId } = await identified(transaction, identity);
        await endPasswords(transaction, userId);
        await transaction.membership.updateMany({
          where: { userId, state: 'INVITED', invitationEndsAt: { gt: clock() } },
          data: accepted,
        });
        const opened = await transaction.membership.findMany({ where: { userId, state: 'ENABLED' } });
        return enter(deps, { opened, transaction, address });
      }),
    async invitationOf(code) {
      const { user, org, role } = await openInvitation(deps, code);
      return { email: user.email, role, orgTitle: org?.title };
    },
    async accept({ code, password }, { network, address }) {
      const invitation = await openInvitation(deps, code);
      await checkNewPassword(password, ['password']);
      const passwordHash = await deps.passwords.hash(
        password,
        consoleHashingTurn(network),
        invitation.user.passwordSalt,
      );
      const entered = await transact(database, async (transaction) => {
        await take(transaction, invitation, passwordHash);
        return enter(deps, { opened: [{ ...invitation, passwordHash }], transaction, address });
      });
      return withDevice(deps, entered);
    },
    enterOrg: (session, org, address) =>
      transact(database, (transaction) => enterOrg(transaction, deps, { session, org, address })),
  };
}

function withDevice(
  { secrets, clock }: PasswordDeps,
  { membershipId, ...session }: EnteredSession,
): SignedInPerson {
  return { ...session, device: issueDevice(secrets, deviceOwner(membershipId), clock()) };
}

const accepted = { state: 'ENABLED', invitationHash: null, invitationEndsAt: null } as const;

async function openInvitation({ database, secrets, clock }: PasswordDeps, code: string): Promise<Invitation> {
  const found = await database.prisma.membership.findFirst({
    where: {
      invitationHash: { in: secrets.hashes(code) },
      state: 'INVITED',
      invitationEndsAt: { gt: clock() },
    },
    include: { user: true, org: true },
  });
  return found ?? refuse('NOT_FOUND', { detail: 'This invitation was used, or has ended: ask for another.' });
}

type EnterOrgInput = {
  readonly session: string;
  readonly org: string;
  readonly address: string | undefined;
};

async function enterOrg(
  transaction: Transaction,
  { secrets, clock }: PasswordDeps,
  { session, org, address }: EnterOrgInput,
): Promise<Date> {
  const tokenHash = { in: secrets.hashes(session) };
  const { consoleSession, membership } = transaction;
  const current = await consoleSession.findFirst({ where: { tokenHash, expiresAt: { gt: clock() } } });
  const entered = await membership.findFirst({
    where: {
      id: { in: current?.opens ?? [] },
      state: 'ENABLED',
      ...(org === '' ? { orgId: null } : { org: { name: org } }),
    },
    include: { org: ofSecondFactor.org },
  });
  if (!current || !entered)
    return refuse('NOT_FOUND', {
      detail: `What you signed in with opens no org ${org}: sign out, and sign in to it by its own password.`,
    });
  const isHalf = secondFactorNeed(entered, current.verified) !== undefined;
  const expiresAt = isHalf ? current.expiresAt : new Date(current.createdAt.getTime() + SESSION_MS);
  await consoleSession.updateMany({ where: { tokenHash }, data: { membershipId: entered.id, expiresAt } });
  if (!isHalf) await recordSignIn(transaction, entered, { now: clock(), address });
  return expiresAt;
}

/** Accepts an invitation. Of several uses of one link a single one succeeds. */
async function take(
  { membership }: Transaction,
  { id, invitationHash }: Membership,
  passwordHash: string,
): Promise<void> {
  const where = { id, invitationHash, state: 'INVITED' } as const;
  const { count } = await membership.updateMany({ where, data: { ...accepted, passwordHash } });
  if (count === 0) refuse('CONFLICT', { detail: 'The invitation was accepted or replaced in the meantime.' });
}

/** Finds the person of an identity. That is the linked one, else the one invited by the verified address. */
async function identified({ user }: Transaction, identity: Identity): Promise<User> {
  const { issuer, subject, email, emailVerified } = identity;
  const known = await user.findUnique({ where: { issuer_subject: { issuer, subject } } });
  if (known) return known;
  if (email === undefined || !emailVerified)
    return refuse('FORBIDDEN', {
      detail: 'Your identity provider does not vouch for your email address: verify it there first.',
    });
  const found = await user.findUnique({ where: { email: writtenEmail(email) } });
  if (!found || found.issuer !== null)
    return refuse('FORBIDDEN', {
      detail: `Nobody has invited ${email}: ask an administrator for an invitation.`,
    });
  return user.update({ where: { id: found.id }, data: { issuer, subject } });
}

/**
 * Replaces the passwords of a person by the identity. It also ends what they opened, since whoever was sent an
 * invitation may have chosen one.
 */
async function endPasswords(
  { membership, consoleSession, accessToken }: Transaction,
  userId: string,
): Promise<void> {
  const rows = await membership.updateManyAndReturn({
    where: { userId, passwordHash: { not: null } },
    data: { passwordHash: null },
    select: { id: true },
  });
  const ids = rows.map(({ id }) => id);
  await consoleSession.deleteMany({ where: sessionsOpening(ids) });
  await accessToken.deleteMany({ where: { membershipId: { in: ids } } });
}

type EnterInput = {
  /**
   * Memberships that were proved. The person enters every org where permitted, else the first by name, and may change
   * to the others.
   */
  readonly opened: readonly Membership[];
  readonly transaction: Transaction;
  readonly address: string | undefined;
};
type EnteredSession = OpenedSession & { readonly membershipId: string };

/** @throws FORBIDDEN when she is in none of them at present; SIGN_IN_FAILED when one was changed meanwhile */
async function enter(
  deps: PasswordDeps,
  { opened, transaction, address }: EnterInput,
): Promise<EnteredSession> {
  const { membership } = transaction;
  const opens = opened.map(({ id }) => id);
  await transaction.$executeRaw`SELECT FROM "Membership" WHERE id = ANY(${opens}::uuid[]) ORDER BY id FOR UPDATE`;
  const held = await membership.findMany({
    where: { id: { in: opens }, passwordHash: opened[0]?.passwordHash ?? null },
    include: { org: ofSecondFactor.org },
    orderBy: { org: { name: 'asc' } },
  });
  if (held.length < opens.length)
    return refuse('SIGN_IN_FAILED', { detail: 'The password was changed in the meantime.' });
  const enabled = held.filter(({ state }) => state === 'ENABLED');
  const entered = enabled.find(({ orgId }) => orgId === null) ?? enabled[0];
  if (!entered)
    return refuse('FORBIDDEN', { detail: 'You are in no org at present: ask its administrator.' });
  const membershipId = entered.id;
  const now = deps.clock();
  const owner = { membershipId, opens };
  if (secondFactorNeed(entered, [])) {
    const endsBefore = new Date(now.getTime() + HALF_SIGNED_IN_MS);
    return { ...(await openSession(deps, { ...owner, endsBefore }, transaction)), membershipId };
  }
  const session = await openSession(deps, owner, transaction);
  await recordSignIn(transaction, entered, { now, address });
  return { ...session, membershipId };
}
