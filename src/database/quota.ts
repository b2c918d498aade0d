import {
  ENDED_APPLICATION_MS,
  isExceeded,
  type QuotaOwner,
  type QuotaResource,
  quotaExceeded,
  quotaLimit,
  quotas,
} from '../domain/quota.ts';
import { type InputPath, refuse } from '../errors.ts';
import type { Transaction } from './change.ts';
import type { Prisma } from './generated/prisma/client.ts';

/** Where an owner belongs, and what it is called in a refusal. */
type Place = { readonly orgId: string | null; readonly catalogId: string | null; readonly whose: string };

const inCatalog = { select: { orgId: true } } as const;

const places: Record<QuotaOwner, (transaction: Transaction, id: string) => Promise<Place>> = {
  async ORG({ org }, id) {
    const { name } = await org.findUniqueOrThrow({ where: { id }, select: { name: true } });
    return { orgId: id, catalogId: null, whose: `the org ${name}` };
  },
  async CATALOG({ catalog }, id) {
    const { name, orgId } = await catalog.findUniqueOrThrow({ where: { id } });
    return { orgId, catalogId: id, whose: `the catalog ${name}` };
  },
  async CONSUMER_ORG({ consumerOrg }, id) {
    const select = { name: true, catalogId: true, catalog: inCatalog };
    const { name, catalogId, catalog } = await consumerOrg.findUniqueOrThrow({ where: { id }, select });
    return { orgId: catalog.orgId, catalogId, whose: `the consumer org ${name}` };
  },
  async APPLICATION({ application }, id) {
    const select = { name: true, consumerOrg: { select: { catalogId: true, catalog: inCatalog } } };
    const { name, consumerOrg } = await application.findUniqueOrThrow({ where: { id }, select });
    const { catalogId, catalog } = consumerOrg;
    return { orgId: catalog.orgId, catalogId, whose: `the application ${name}` };
  },
  async MEMBER({ member }, id) {
    const select = { username: true, catalogId: true, catalog: inCatalog };
    const { username, catalogId, catalog } = await member.findUniqueOrThrow({ where: { id }, select });
    return { orgId: catalog.orgId, catalogId, whose: username };
  },
};

/** Stored sizes: what is kept apart from its row is not read for it. */
const DOCUMENT_BYTES = `
  SELECT ((SELECT coalesce(sum(coalesce(pg_column_size("openapi"), 0) + coalesce(pg_column_size("sdl"), 0)), 0)
      FROM "Api" WHERE "orgId" = $1::uuid)
    + (SELECT coalesce(sum(coalesce(pg_column_size(a."openapi"), 0) + coalesce(pg_column_size(a."sdl"), 0)), 0)
      FROM "CatalogApi" a JOIN "CatalogProduct" p ON p."id" = a."catalogProductId"
        JOIN "Catalog" c ON c."id" = p."catalogId" WHERE c."orgId" = $1::uuid)
    + (SELECT coalesce(sum(coalesce(pg_column_size("documents"), 0) + coalesce(pg_column_size("built"), 0)), 0)
      FROM "GraphQLServer" WHERE "orgId" = $1::uuid))::float8 AS bytes`;

type Count = (
  transaction: Transaction,
  ownerId: string,
  asked: { take: number; now: Date },
) => Promise<number>;

/** None counts more rows than it takes to know. */
const counts: Record<QuotaResource, Count> = {
  APIS: ({ api }, orgId, { take }) => api.count({ where: { orgId }, take }),
  PRODUCTS: ({ product }, orgId, { take }) => product.count({ where: { orgId }, take }),
  CATALOGS: ({ catalog }, orgId, { take }) => catalog.count({ where: { orgId }, take }),
  GRAPHQL_SERVERS: ({ graphQLServer }, orgId, { take }) => graphQLServer.count({ where: { orgId }, take }),
  async DOCUMENT_MEGABYTES(transaction, orgId) {
    const [row] = await transaction.$queryRawUnsafe<{ bytes: number }[]>(DOCUMENT_BYTES, orgId);
    return Math.ceil((row?.bytes ?? 0) / 1_048_576);
  },
  USERS: ({ membership }, orgId, { take }) => membership.count({ where: { orgId }, take }),
  ACCESS_TOKENS: ({ accessToken }, orgId, { take }) =>
    accessToken.count({ where: { orgId, NOT: temporary }, take }),
  TEMPORARY_TOKENS: ({ accessToken }, orgId, { take, now }) =>
    accessToken.count({ where: { orgId, ...temporary, expiresAt: { gt: now } }, take }),
  CONSUMER_ORGS: ({ consumerOrg }, catalogId, { take }) => consumerOrg.count({ where: { catalogId }, take }),
  WEBHOOKS: ({ webhook }, catalogId, { take }) => webhook.count({ where: { catalogId }, take }),
  MEMBERS: ({ member }, consumerOrgId, { take }) => member.count({ where: { consumerOrgId }, take }),
  async APPLICATIONS({ application, consumerOrg }, id, { take, now }) {
    const { applicationsEndedAt } = await consumerOrg.findUniqueOrThrow({ where: { id } });
    const there = await application.count({ where: { consumerOrgId: id }, take });
    return there + countedStill(applicationsEndedAt, now).length;
  },
  CREDENTIALS: ({ credential }, applicationId, { take }) =>
    credential.count({ where: { applicationId }, take }),
  API_KEYS: ({ apiKey }, applicationId, { take }) => apiKey.count({ where: { applicationId }, take }),
  SUBSCRIPTIONS: ({ subscription }, applicationId, { take }) =>
    subscription.count({ where: { applicationId }, take }),
  PORTAL_SESSIONS: ({ portalSession }, memberId, { take, now }) =>
    portalSession.count({ where: { memberId, expiresAt: { gt: now } }, take }),
};

/** How the names of temporary tokens begin. */
export const TEMPORARY = 'temporary-';
const temporary = { name: { startsWith: TEMPORARY } } satisfies Prisma.AccessTokenWhereInput;

/** Of the instants at which applications ended those that still count. */
export const countedStill = (endedAt: readonly Date[], now: Date): Date[] =>
  endedAt.filter((at) => at.getTime() > now.getTime() - ENDED_APPLICATION_MS);

type QuotaOf = { readonly resource: QuotaResource; readonly ownerId: string; readonly now: Date };

/** What is set for an org, or for one of its catalogs, and what that comes to. */
export async function quotaLimitIn(
  { quota }: Pick<Transaction, 'quota'>,
  { resource, orgId, catalogId }: { resource: QuotaResource } & Pick<Place, 'orgId' | 'catalogId'>,
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

/** How much of a quota its owner has used. */
export const quotaUsed = (transaction: Transaction, { resource, ownerId, now }: QuotaOf): Promise<number> =>
  counts[resource](transaction, ownerId, { take: COUNTED_MAX, now });
/** No quota is larger. */
export const COUNTED_MAX = 10_000_000;

/** How many an owner may have. */
export async function quotaOf(
  transaction: Transaction,
  { resource, ownerId }: Pick<QuotaOf, 'resource' | 'ownerId'>,
): Promise<number> {
  const place = await places[quotas[resource].owner](transaction, ownerId);
  return quotaLimitIn(transaction, { resource, ...place });
}

type CheckQuota = QuotaOf & {
  /** How many more there are to be: one unless given; 0 where they are there already. */
  readonly adding?: number;
  /** Where the input asks for them. */
  readonly path?: InputPath;
};

/**
 * Makes sure that an owner may have more of something. Whoever asks holds the org, so that of many at once no more get
 * through than there is room for.
 *
 * @throws QUOTA_EXCEEDED, saying which quota, of whom, and what to do
 */
export async function checkQuota(
  transaction: Transaction,
  { resource, ownerId, now, adding = 1, path }: CheckQuota,
): Promise<void> {
  const place = await places[quotas[resource].owner](transaction, ownerId);
  const limit = await quotaLimitIn(transaction, { resource, ...place });
  const used = await counts[resource](transaction, ownerId, { take: limit + 1, now });
  const use = { resource, limit, used, adding, whose: place.whose };
  if (isExceeded(use))
    refuse('QUOTA_EXCEEDED', {
      detail: quotaExceeded(use),
      ...(path && { path }),
      facts: { resource, limit, used, adding },
    });
}

/** Of what was written already, in this transaction. @throws QUOTA_EXCEEDED */
export const checkDocuments = (
  transaction: Transaction,
  { orgId, now }: { readonly orgId: string; readonly now: Date },
): Promise<void> =>
  checkQuota(transaction, { resource: 'DOCUMENT_MEGABYTES', ownerId: orgId, now, adding: 0 });
