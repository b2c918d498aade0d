import { type Transaction, transact } from '../../database/change.ts';
import type { Membership, Prisma, User } from '../../database/generated/prisma/client.ts';
import { checkNewPassword } from '../../domain/password.ts';
import type { Role } from '../../domain/roles.ts';
import { writtenEmail } from '../../domain/user.ts';
import { refuse } from '../../errors.ts';
import { type Guess, SIGN_INS_A_MINUTE } from '../../limits/attempts.ts';
import { deviceOf, issueDevice } from '../../secrets/device.ts';
import type { Passwords } from '../../secrets/passwords.ts';
import type { CallerDeps } from '../caller.ts';
import { auditReach } from '../reach.ts';
import { type OpenedSession, openSession } from './console-session.ts';

/** From where somebody tries to sign in. */
export type SignInPlace = {
  /** The network address, as it counts for guesses. */
  readonly network: string;
  /** The device cookie of the browser. */
  readonly device: string | undefined;
};

/** What an OpenID Connect issuer says of somebody. */
export type Identity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly emailVerified: boolean;
};

/** An invitation that can be accepted, and by what. */
export type OpenInvitation = {
  readonly email: string;
  readonly role: Role;
  /** Of the org; undefined where it is for every org. */
  readonly orgTitle: string | undefined;
  /** A person who is new chooses a password; one who is known shows that she is the same. */
  readonly by: 'NEW_PASSWORD' | 'PASSWORD' | 'IDENTITY_PROVIDER';
};

export type SignedInPerson = OpenedSession & { readonly email: string };

/** How people sign in to the console. Each sign-in is told to the audit of what it reaches. */
export type PersonSignIn = {
  /** @throws SIGN_IN_FAILED, TOO_MANY_ATTEMPTS, FORBIDDEN when the person is in no org at present */
  byPassword(given: { email: string; password: string }, place: SignInPlace): Promise<SignedInPerson>;
  /** @throws FORBIDDEN when the person is unknown and was not invited, or is in no org at present */
  byIdentity(identity: Identity): Promise<SignedInPerson>;
  /** @throws NOT_FOUND when the link was used, has ended or was replaced */
  invitationOf(code: string): Promise<OpenInvitation>;
  /** @throws NOT_FOUND as above, BAD_USER_INPUT for a password that may not be, SIGN_IN_FAILED for a wrong one */
  accept(given: { code: string; password: string }, place: SignInPlace): Promise<SignedInPerson>;
  /** Goes on in another org of the same person, or in every org: ''. @throws NOT_FOUND when she is in no such org */
  enterOrg(session: string, org: string): Promise<void>;
  /** A cookie by which the browser is known from now on. */
  issueDevice(email: string): string;
};

type Deps = CallerDeps & { readonly passwords: Passwords };
type Invitation = Prisma.MembershipGetPayload<{ include: { user: true; org: true } }>;

/** Whose turn the hashing of a password takes: who uses the console may be of several orgs, so it is of none. */
export const consolePlace = (from: string) => ['console', from];

const deviceOwner = (email: string) => ['management', email];

export function createPersonSignIn(deps: Deps): PersonSignIn {
  const { database, secrets, clock } = deps;
  return {
    async byPassword(given, place) {
      const user = await verified(deps, given, place);
      return transact(database, (transaction) => enter(deps, { user, transaction }));
    },
    byIdentity: (identity) =>
      transact(database, async (transaction) => {
        const user = await identified(transaction, identity);
        await transaction.membership.updateMany({
          where: { userId: user.id, state: 'INVITED', invitationEndsAt: { gt: clock() } },
          data: accepted,
        });
        return enter(deps, { user, transaction });
      }),
    async invitationOf(code) {
      const { user, org, role } = await openInvitation(deps, code);
      return { email: user.email, role, orgTitle: org?.title, by: proofOf(user) };
    },
    accept: (given, place) => accept(deps, given, place),
    enterOrg: (session, org) =>
      transact(database, (transaction) => enterOrg(transaction, { tokenHash: secrets.hash(session), org })),
    issueDevice: (email) => issueDevice(secrets, deviceOwner(writtenEmail(email)), clock()),
  };
}

const accepted = { state: 'ENABLED', invitationHash: null, invitationEndsAt: null } as const;

async function openInvitation({ database, secrets, clock }: Deps, code: string): Promise<Invitation> {
  const found = await database.prisma.membership.findUnique({
    where: {
      invitationHash: secrets.hash(code),
      state: 'INVITED',
      invitationEndsAt: { gt: clock() },
    },
    include: { user: true, org: true },
  });
  return found ?? refuse('NOT_FOUND', { detail: 'This invitation was used, or has ended: ask for another.' });
}

async function accept(
  deps: Deps,
  { code, password }: { readonly code: string; readonly password: string },
  place: SignInPlace,
): Promise<SignedInPerson> {
  const invitation = await openInvitation(deps, code);
  const by = proofOf(invitation.user);
  if (by === 'IDENTITY_PROVIDER')
    return refuse('BAD_USER_INPUT', { detail: 'Sign in with your identity provider: that accepts it.' });
  const user =
    by === 'PASSWORD'
      ? await verified(deps, { email: invitation.user.email, password }, place)
      : { ...invitation.user, passwordHash: await newHash(deps, password, place) };
  return transact(deps.database, async (transaction) => {
    await take(transaction, invitation);
    if (by === 'NEW_PASSWORD') await setFirstPassword(transaction, user);
    return enter(deps, { user, transaction, membershipId: invitation.id });
  });
}

async function enterOrg(
  transaction: Transaction,
  { tokenHash, org }: { readonly tokenHash: string; readonly org: string },
): Promise<void> {
  const entered = await transaction.membership.findFirst({
    where: {
      state: 'ENABLED',
      user: { memberships: { some: { sessions: { some: { tokenHash } } } } },
      ...(org === '' ? { orgId: null } : { org: { name: org } }),
    },
    include: { user: true },
  });
  if (!entered) return refuse('NOT_FOUND', { detail: `You are in no org ${org}.` });
  await transaction.consoleSession.update({ where: { tokenHash }, data: { membershipId: entered.id } });
  return auditSignIn(transaction, entered.user, entered);
}

function proofOf({ passwordHash, issuer }: User): OpenInvitation['by'] {
  if (issuer !== null) return 'IDENTITY_PROVIDER';
  return passwordHash === null ? 'NEW_PASSWORD' : 'PASSWORD';
}

/** @throws SIGN_IN_FAILED, TOO_MANY_ATTEMPTS */
async function verified(
  { database, secrets, clock, passwords, attempts }: Deps,
  given: { readonly email: string; readonly password: string },
  { network, device }: SignInPlace,
): Promise<User> {
  const email = writtenEmail(given.email);
  const known = deviceOf(secrets, device, { owner: deviceOwner(email), now: clock() });
  const target = ['management', 'sign-in', email];
  const guess: Guess =
    known === undefined
      ? { target, source: ['management', 'sign-in', network], rightMax: SIGN_INS_A_MINUTE }
      : { target, source: ['device', known], isKnown: true, rightMax: SIGN_INS_A_MINUTE };
  // A text that PostgreSQL cannot hold is nobody's address.
  const user = email.includes('\0') ? null : await database.prisma.user.findUnique({ where: { email } });
  const isRight = await attempts.attempt(guess, () =>
    passwords.verify(given.password, user?.passwordHash ?? undefined, consolePlace(network)),
  );
  if (user && isRight) return user;
  return refuse('SIGN_IN_FAILED', { detail: 'The email address or the password is wrong.' });
}

function newHash({ passwords }: Deps, password: string, { network }: SignInPlace): Promise<string> {
  checkNewPassword(password, ['password']);
  return passwords.hash(password, consolePlace(network));
}

/** Of several that accept by the same link one does. */
async function take({ membership }: Transaction, { id, invitationHash }: Membership): Promise<void> {
  const where = { id, invitationHash, state: 'INVITED' } as const;
  const { count } = await membership.updateMany({ where, data: accepted });
  if (count === 0) refuse('CONFLICT', { detail: 'The invitation was accepted or replaced in the meantime.' });
}

async function setFirstPassword({ user }: Transaction, { id, passwordHash }: User): Promise<void> {
  const where = { id, passwordHash: null, issuer: null };
  const { count } = await user.updateMany({ where, data: { passwordHash } });
  if (count === 0)
    refuse('CONFLICT', { detail: 'You have accepted another invitation: open the link again.' });
}

/**
 * Whom an issuer speaks of: the person that it is linked with, else the one who was invited by the address that it has
 * verified. Then the link takes the place of a password, and ends what was opened by that: whoever was sent the first
 * invitation may have chosen it.
 */
async function identified(transaction: Transaction, identity: Identity): Promise<User> {
  const { user, consoleSession, accessToken } = transaction;
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
  const owned = { membership: { userId: found.id } };
  await consoleSession.deleteMany({ where: owned });
  await accessToken.deleteMany({ where: owned });
  return user.update({ where: { id: found.id }, data: { issuer, subject, passwordHash: null } });
}

type Entrance = {
  readonly user: User;
  readonly transaction: Transaction;
  /** Where to; else to every org, where she may, or to the first by name. */
  readonly membershipId?: string;
};

/** @throws FORBIDDEN when she is in no org at present; SIGN_IN_FAILED when her password was changed meanwhile */
async function enter(deps: Deps, { user, transaction, membershipId }: Entrance): Promise<SignedInPerson> {
  const { id: userId, passwordHash, email } = user;
  const memberships = await transaction.membership.findMany({
    where: { userId, state: 'ENABLED', ...(membershipId && { id: membershipId }) },
    orderBy: { org: { name: 'asc' } },
  });
  const entered = memberships.find(({ orgId }) => orgId === null) ?? memberships[0];
  if (!entered)
    return refuse('FORBIDDEN', { detail: 'You are in no org at present: ask its administrator.' });
  const { count } = await transaction.user.updateMany({
    where: { id: userId, passwordHash },
    data: { lastSignInAt: deps.clock() },
  });
  if (count === 0) refuse('SIGN_IN_FAILED', { detail: 'The password was changed in the meantime.' });
  await auditSignIn(transaction, user, entered);
  return { ...(await openSession(deps, { membershipId: entered.id }, transaction)), email };
}

function auditSignIn(transaction: Transaction, { email }: User, { orgId }: Membership): Promise<void> {
  return auditReach(transaction, { orgId, actor: `user:${email}`, action: 'signIn', subject: email });
}
