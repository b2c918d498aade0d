import {
  isExceeded,
  type QuotaOwner,
  type QuotaResource,
  type QuotaUse,
  quotaExceeded,
  quotaLimit,
  quotas,
  type StoredResource,
} from '../../domain/org/quota.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import type { Transaction } from './change.ts';
import { counts, documentBytes, documentBytesAtMost, megabytes } from './quota-counts.ts';

/** The owner of a quota: its org or catalog, and its name in a refusal. */
type QuotaSubject = {
  readonly orgId: string | null;
  readonly catalogId: string | null;
  readonly ownerName: string;
};

const inCatalog = { select: { orgId: true } } as const;
/** A reading of an owner by its id, with what that belongs to. All of it is small, and one statement. */
const byId = (id: string) => ({ where: { id }, relationLoadStrategy: 'join' as const });

const subjects: Record<QuotaOwner, (transaction: Transaction, id: string) => Promise<QuotaSubject>> = {
  async ORG({ org }, id) {
    const { name } = await org.findUniqueOrThrow({ where: { id }, select: { name: true } });
    return { orgId: id, catalogId: null, ownerName: `the org ${name}` };
  },
  async ISSUER({ membership, accessToken }, id) {
    const select = { orgId: true, user: { select: { email: true } } } as const;
    const person = await membership.findUnique({ where: { id }, select });
    if (person) return { orgId: person.orgId, catalogId: null, ownerName: person.user.email };
    const { orgId, name } = await accessToken.findUniqueOrThrow({ where: { id } });
    return { orgId, catalogId: null, ownerName: `the access token ${name}` };
  },
  async CATALOG({ catalog }, id) {
    const { name, orgId } = await catalog.findUniqueOrThrow({ where: { id } });
    return { orgId, catalogId: id, ownerName: `the catalog ${name}` };
  },
  async CONSUMER_ORG({ consumerOrg }, id) {
    const select = { name: true, catalogId: true, catalog: inCatalog };
    const { name, catalogId, catalog } = await consumerOrg.findUniqueOrThrow({ ...byId(id), select });
    return { orgId: catalog.orgId, catalogId, ownerName: `the consumer org ${name}` };
  },
  async APPLICATION({ application }, id) {
    const select = { name: true, consumerOrg: { select: { catalogId: true, catalog: inCatalog } } };
    const { name, consumerOrg } = await application.findUniqueOrThrow({ ...byId(id), select });
    const { catalogId, catalog } = consumerOrg;
    return { orgId: catalog.orgId, catalogId, ownerName: `the application ${name}` };
  },
  async MEMBER({ member }, id) {
    const select = { username: true, catalogId: true, catalog: inCatalog };
    const { username, catalogId, catalog } = await member.findUniqueOrThrow({ ...byId(id), select });
    return { orgId: catalog.orgId, catalogId, ownerName: username };
  },
};

type QuotaOf = { readonly resource: StoredResource; readonly ownerId: string; readonly now: Date };

/** Returns the quota of an org or one of its catalogs from their settings. */
export async function quotaLimitIn(
  { quota }: Pick<Transaction, 'quota'>,
  { resource, orgId, catalogId }: { resource: QuotaResource } & Pick<QuotaSubject, 'orgId' | 'catalogId'>,
): Promise<number> {
  if (orgId === null) return quotas[resource].limit;
  const rows = await quota.findMany({
    where: { resource, orgId, OR: [{ catalogId: null }, ...(catalogId === null ? [] : [{ catalogId }])] },
  });
  const setFor = (id: string | null) => rows.find((row) => row.catalogId === id)?.limit ?? null;
  return quotaLimit(resource, {
    org: setFor(null),
    catalog: catalogId === null ? null : setFor(catalogId),
  });
}

/** Counts how much of a quota its owner has used. */
export const quotaUsed = (transaction: Transaction, { resource, ownerId, now }: QuotaOf): Promise<number> =>
  counts[resource](transaction, ownerId, { take: COUNTED_MAX, now });
/** No quota is larger. */
const COUNTED_MAX = 10_000_000;

/** The quota of an owner. */
type OwnQuota = Pick<QuotaUse, 'resource' | 'limit' | 'ownerName'>;

export async function quotaOf(
  transaction: Transaction,
  { resource, ownerId }: { readonly resource: QuotaResource; readonly ownerId: string },
): Promise<OwnQuota> {
  const { ownerName, ...owner } = await subjects[quotas[resource].owner](transaction, ownerId);
  return { resource, limit: await quotaLimitIn(transaction, { resource, ...owner }), ownerName };
}

type QuotaUseInput = Pick<QuotaUse, 'used' | 'adding'> & { readonly path?: InputPath | undefined };

/** @throws QUOTA_EXCEEDED, saying which quota, its owner, and what to do */
export function refuseBeyond(quota: OwnQuota, { used, adding, path }: QuotaUseInput): void {
  const use = { ...quota, used, adding };
  if (!isExceeded(use)) return;
  const { resource, limit } = quota;
  refuse('QUOTA_EXCEEDED', {
    detail: quotaExceeded(use),
    ...(path && { path }),
    facts: { resource, limit, used, adding },
  });
}

type CheckQuota = QuotaOf & {
  /** The number of additions. The default is one. */
  readonly adding?: number;
  /** The path in the input that requests them. */
  readonly path?: InputPath;
};

/**
 * Checks that an owner may have more of something. The caller has locked the org, so that concurrent requests do not
 * exceed the quota together.
 *
 * @throws QUOTA_EXCEEDED
 */
export async function checkQuota(
  transaction: Transaction,
  { resource, ownerId, now, adding = 1, path }: CheckQuota,
): Promise<void> {
  const quota = await quotaOf(transaction, { resource, ownerId });
  const used = await counts[resource](transaction, ownerId, { take: quota.limit + 1, now });
  refuseBeyond(quota, { used, adding, path });
}

/** Tells whether an owner may have one more. The caller has locked the org. */
export async function hasRoom(
  transaction: Transaction,
  { resource, ownerId, now }: QuotaOf,
): Promise<boolean> {
  const quota = await quotaOf(transaction, { resource, ownerId });
  const used = await counts[resource](transaction, ownerId, { take: quota.limit + 1, now });
  return !isExceeded({ ...quota, used, adding: 1 });
}

/**
 * Runs work that writes documents of an org, within the quota of their size. An org above a quota that was lowered may
 * still do work that does not enlarge them.
 *
 * @throws QUOTA_EXCEEDED
 */
export async function withinDocuments<Result>(
  transaction: Transaction,
  orgId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const resource = 'DOCUMENT_MEGABYTES';
  const limit = await quotaLimitIn(transaction, { resource, orgId, catalogId: null });
  // Summing the documents of ten thousand APIs takes longer than most of these changes. Few orgs are near the quota.
  const isWithin = async () => megabytes(await documentBytesAtMost(transaction)) <= limit;
  // Below the quota it does not matter how far.
  const before = (await isWithin()) ? 0 : await documentBytes(transaction, orgId);
  const result = await work();
  if (await isWithin()) return result;
  const after = await documentBytes(transaction, orgId);
  if (after > before) {
    const quota = await quotaOf(transaction, { resource, ownerId: orgId });
    refuseBeyond(quota, { used: megabytes(after), adding: 0 });
  }
  return result;
}
