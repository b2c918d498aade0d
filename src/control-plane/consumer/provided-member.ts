import { type ProvidedIdentity, placementOf } from '../../domain/consumer/sign-in-placement.ts';
import type { SignInProvider } from '../../domain/consumer/sign-in-policy.ts';
import type { MemberRole } from '../../domain/consumer/team.ts';
import { checkEmail, checkUsername } from '../../domain/people/member.ts';
import { Refusal, refuse } from '../../foundation/errors.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import { checkQuota } from '../../infrastructure/database/check-quota.ts';
import type { ConsumerOrg, Member } from '../../infrastructure/database/generated/prisma/client.ts';
import { createConsumerOrg, createMember, removeMember, roleOfNext } from './consumer-org.ts';
import { withGeneratedName } from './generated-name.ts';
import { placedConsumerOrg } from './placed-consumer-org.ts';
import { randomText } from './random-text.ts';
import { membersCalled } from './username.ts';

/** Members that a sign-in provider signs in have no password here. */
const NO_PASSWORD = '';

/** A person whom a user registry has identified at a portal. */
export type ProvidedPerson = {
  readonly catalogId: string;
  readonly userRegistry: { readonly id: string; readonly name: string; readonly issuer: string };
  readonly identity: ProvidedIdentity;
  readonly now: Date;
};

/** The member of a sign-in; undefined where no consumer org is the person's. */
export type ProvidedMember = { readonly member: Member | undefined; readonly isChanged: boolean };

/**
 * Finds or makes the member of a person, by the rules of the provider. Rules count at each sign-in: who lost a group
 * loses with it the consumer org, or the role. People whom no rule has placed keep what they have in the portal.
 *
 * Decision: rules concern one membership of a person. Others come by invitation and stay, with their roles. Whom no rule
 * places any more cannot sign in at all, since the rules say who may use the provider; her memberships wait for her.
 *
 * @throws QUOTA_EXCEEDED
 */
export async function memberOfPerson(
  transaction: Transaction,
  person: ProvidedPerson,
  provider: SignInProvider,
): Promise<ProvidedMember> {
  const { identity, now } = person;
  const known = await knownIdentity(transaction, person);
  if (known && !known.isPlaced) return { member: known.member, isChanged: false };
  const { targets, role } = placementOf(provider, identity);
  const consumerOrg = await placedConsumerOrg(transaction, person, targets);
  if (!consumerOrg) {
    // Who was placed before and is not any more has no business here, and in no other consumer org by this provider.
    if (known) await transaction.portalSession.deleteMany({ where: { memberId: known.memberId } });
    return { member: undefined, isChanged: known !== null };
  }
  if (known) return updatedMember(transaction, known.member, { consumerOrg, role, person });
  await checkQuota(transaction, { resource: 'MEMBERS', ownerId: consumerOrg.id, now });
  const member = await newMember(transaction, consumerOrg, { person, role, isPlaced: true });
  return { member, isChanged: true };
}

/**
 * Makes a consumer org for a person whom no rule places, who owns it. The rules of the provider do not concern the
 * person from then on.
 *
 * @throws CONFLICT where the person is a member already; as `createConsumerOrg`
 */
export async function signUpPerson(
  transaction: Transaction,
  person: ProvidedPerson,
  title: string,
): Promise<Member> {
  if (await knownIdentity(transaction, person))
    refuse('CONFLICT', { detail: 'You have an account here already: sign in again.' });
  const { catalogId, now } = person;
  const named = withGeneratedName({ title }, 'organization');
  const consumerOrg = await createConsumerOrg(transaction, { ...named, catalogId, now });
  return newMember(transaction, consumerOrg, { person, role: 'OWNER', isPlaced: false });
}

const knownIdentity = (
  { memberIdentity }: Transaction,
  { catalogId, userRegistry: { id: userRegistryId, issuer }, identity: { subject } }: ProvidedPerson,
) =>
  memberIdentity.findUnique({
    where: {
      catalogId_userRegistryId_issuer_subject: { catalogId, userRegistryId, issuer, subject },
    },
    include: { member: true },
  });

type Placement = {
  readonly consumerOrg: ConsumerOrg;
  readonly role: MemberRole | null;
  readonly person: ProvidedPerson;
};

async function updatedMember(
  transaction: Transaction,
  before: Member,
  { consumerOrg, role, person }: Placement,
): Promise<ProvidedMember> {
  const isMoved = await placeMember(transaction, before, { consumerOrg, role, person });
  const { email, emailVerifiedAt } = emailOf(person);
  const isOtherEmail =
    email !== before.email ||
    ((emailVerifiedAt === null) !== (before.emailVerifiedAt === null) &&
      !(await hasVerified(transaction, before)));
  if (!isMoved && !isOtherEmail) return { member: before, isChanged: false };
  const member = await transaction.member.update({
    where: { id: before.id },
    data: isOtherEmail ? { email, emailVerifiedAt, emailNeedsProof: false } : {},
  });
  return { member, isChanged: true };
}

/** Tells whether a person has verified the address of the account by a mail. The provider need not vouch for it then. */
async function hasVerified(
  { emailVerification }: Pick<Transaction, 'emailVerification'>,
  { id: memberId, email, emailVerifiedAt }: Member,
): Promise<boolean> {
  if (email === null || emailVerifiedAt === null) return false;
  return (await emailVerification.count({ where: { memberId, email, closedAt: { not: null } } })) > 0;
}

/**
 * Gives a person the membership that the rules say. It is the home; the one that they said before ends.
 *
 * @returns whether that has changed anything
 */
async function placeMember(
  transaction: Transaction,
  { id: memberId, consumerOrgId: home, username }: Member,
  { consumerOrg, role: given, person: { now } }: Placement,
): Promise<boolean> {
  const consumerOrgId = consumerOrg.id;
  const where = { memberId_consumerOrgId: { memberId, consumerOrgId } };
  const before = await transaction.consumerMembership.findUnique({ where });
  if (!before) await checkQuota(transaction, { resource: 'MEMBERS', ownerId: consumerOrgId, now });
  const role = given ?? before?.role ?? (await roleOfNext(transaction, consumerOrgId));
  if (home === consumerOrgId && before?.isPlaced && before.role === role) return false;
  const left = await transaction.consumerMembership.findMany({
    where: { memberId, isPlaced: true, consumerOrgId: { not: consumerOrgId } },
    include: { consumerOrg: true },
  });
  await transaction.consumerMembership.upsert({
    where,
    create: { memberId, consumerOrgId, role, isPlaced: true, createdAt: now },
    update: { role, isPlaced: true },
  });
  await transaction.member.update({ where: { id: memberId }, data: { consumerOrgId, role } });
  for (const { consumerOrg: org } of left) await removeMember(transaction, org, { username, path: [] });
  return true;
}

type NewMember = {
  readonly person: ProvidedPerson;
  readonly role: MemberRole | null;
  readonly isPlaced: boolean;
};

async function newMember(
  transaction: Transaction,
  consumerOrg: ConsumerOrg,
  { person, role, isPlaced }: NewMember,
): Promise<Member> {
  const { catalogId, userRegistry, identity } = person;
  const { email, emailVerifiedAt } = emailOf(person);
  const member = await createMember(transaction, consumerOrg, {
    username: await freeUsername(transaction, person),
    role: role ?? undefined,
    passwordHash: NO_PASSWORD,
    email,
    emailVerifiedAt: emailVerifiedAt ?? undefined,
  });
  // A trigger has made the membership.
  if (isPlaced)
    await transaction.consumerMembership.updateMany({
      where: { memberId: member.id },
      data: { isPlaced },
    });
  await transaction.memberIdentity.create({
    data: {
      catalogId,
      userRegistryId: userRegistry.id,
      issuer: userRegistry.issuer,
      subject: identity.subject,
      memberId: member.id,
      isPlaced,
    },
  });
  return member;
}

/** Reads the address of a person, where it is one. The provider vouches for it where it says so. */
function emailOf({ identity: { email, isEmailVerified }, now }: ProvidedPerson) {
  if (email === null || !holds(() => checkEmail(email, []))) return { email: null, emailVerifiedAt: null };
  return { email, emailVerifiedAt: isEmailVerified ? now : null };
}

/** Chooses a username that nobody in the catalog has. Equal names never make two people one. */
async function freeUsername(
  transaction: Transaction,
  { catalogId, userRegistry: { name }, identity }: ProvidedPerson,
): Promise<string> {
  const own = identity.username.trim();
  for (const username of [own, `${own} (${name})`])
    if (
      holds(() => checkUsername(username, [])) &&
      (await membersCalled(transaction, catalogId, username)).length === 0
    )
      return username;
  return `${name}-${randomText()}`;
}

function holds(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
