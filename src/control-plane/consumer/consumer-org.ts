import type { MemberRole } from '../../domain/consumer/team.ts';
import { checkEmail, checkUsername, normalUsername } from '../../domain/people/member.ts';
import { refuse } from '../../foundation/errors.ts';
import { nameFor } from '../../foundation/text/name.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import { checkQuota } from '../../infrastructure/database/check-quota.ts';
import type { ConsumerOrg, Member } from '../../infrastructure/database/generated/prisma/client.ts';
import { membersCalled } from './username.ts';

/** A person to be: the first one of a consumer org owns it. */
export type FirstOwner = {
  readonly username: string;
  /** Left out: the first one is the owner, the others are developers. */
  readonly role?: MemberRole | undefined;
  /** Hashed before the transaction: hashing takes long on purpose, and the org waits for it. */
  readonly passwordHash: string;
  readonly email?: string | null | undefined;
  /** Since when somebody but the person vouches for the address. */
  readonly emailVerifiedAt?: Date | undefined;
  /** Path of the owner in the input, for a refusal. */
  readonly path?: readonly string[];
};

type NewConsumerOrg = {
  readonly catalogId: string;
  readonly title: string;
  readonly name?: string | null | undefined;
  readonly owner?: FirstOwner | null | undefined;
  readonly now: Date;
  /** Path of the input, for a refusal. */
  readonly path?: readonly string[];
};

/**
 * Creates a consumer org, with its owner as the first member.
 *
 * @throws BAD_USER_INPUT; NAME_TAKEN when the catalog has a consumer org of that name or a person of that username;
 * QUOTA_EXCEEDED
 */
export async function createConsumerOrg(
  transaction: Transaction,
  { catalogId, title, name: givenName, owner, now, path = ['input'] }: NewConsumerOrg,
): Promise<ConsumerOrg & { readonly owner: Member | null }> {
  const name = nameFor({ title, name: givenName }, path);
  const existing = await transaction.consumerOrg.findFirst({ where: { catalogId, name } });
  if (existing)
    refuse('NAME_TAKEN', {
      detail: `The catalog has a consumer org ${name} already: choose another title or name.`,
      path: [...path, givenName == null ? 'title' : 'name'],
    });
  await checkQuota(transaction, { resource: 'CONSUMER_ORGS', ownerId: catalogId, now });
  const consumerOrg = await transaction.consumerOrg.create({ data: { catalogId, name, title } });
  return { ...consumerOrg, owner: owner ? await createMember(transaction, consumerOrg, owner) : null };
}

/**
 * Creates a member, whose home is the consumer org. A trigger makes the membership. Usernames identify people at the
 * portal's sign-in, so each is unique in a catalog, in whatever case.
 *
 * @throws BAD_USER_INPUT; NAME_TAKEN when the catalog has a person of that username
 */
export async function createMember(
  transaction: Transaction,
  { id: consumerOrgId, catalogId }: ConsumerOrg,
  { username, role, passwordHash, email, emailVerifiedAt, path = ['input', 'owner'] }: FirstOwner,
): Promise<Member> {
  checkUsername(username, [...path, 'username']);
  if (email != null) checkEmail(email, [...path, 'email']);
  if ((await membersCalled(transaction, catalogId, username)).length > 0)
    refuse('NAME_TAKEN', {
      detail: `The catalog has a person with the username ${username} already: choose another.`,
      path: [...path, 'username'],
    });
  return transaction.member.create({
    data: {
      catalogId,
      consumerOrgId,
      username: normalUsername(username),
      role: role ?? (await roleOfNext(transaction, consumerOrgId)),
      email: email ?? null,
      emailVerifiedAt: email == null ? null : (emailVerifiedAt ?? null),
      passwordHash,
    },
  });
}

/** Returns the role of a person who is given none. A consumer org that has people has an owner. */
export async function roleOfNext(transaction: Transaction, consumerOrgId: string): Promise<MemberRole> {
  const owners = await transaction.consumerMembership.count({ where: { consumerOrgId, role: 'OWNER' } });
  return owners === 0 ? 'OWNER' : 'DEVELOPER';
}

/** Deletes a consumer org with its members, applications, credentials and subscriptions. */
export async function deleteConsumerOrg(transaction: Transaction, consumerOrg: ConsumerOrg): Promise<void> {
  await transaction.consumerOrg.delete({ where: { id: consumerOrg.id } });
}

/**
 * Removes a person from a consumer org. The person's sessions in it end at once, and with the last consumer org the
 * account. The applications stay, since they are the organization's. Where no owner is left, the person who has been
 * there longest becomes the owner.
 *
 * @throws NOT_FOUND when the consumer org has no such person
 */
export async function removeMember(
  transaction: Transaction,
  { id: consumerOrgId, name }: ConsumerOrg,
  { username, path }: { readonly username: string; readonly path: readonly string[] },
): Promise<void> {
  const { count } = await transaction.consumerMembership.deleteMany({
    where: { consumerOrgId, member: { username } },
  });
  if (count === 0)
    refuse('NOT_FOUND', {
      detail: `There is no ${JSON.stringify(username)} among the people of ${name}.`,
      path,
    });
  if ((await roleOfNext(transaction, consumerOrgId)) !== 'OWNER') return;
  const eldest = await transaction.consumerMembership.findFirst({
    where: { consumerOrgId },
    orderBy: [{ createdAt: 'asc' }, { memberId: 'asc' }],
  });
  if (eldest)
    await transaction.consumerMembership.update({ where: { id: eldest.id }, data: { role: 'OWNER' } });
}
