import { unfinishedStates } from '../../domain/change-request/states.ts';
import { isSameDay } from '../../domain/events/letters.ts';
import type { StoredResource } from '../../domain/org/quota.ts';
import type { Transaction } from './change.ts';
import type { Prisma } from './generated/prisma/client.ts';

/** Stored sizes. Values that are stored outside their row are not read for them. */
const DOCUMENT_BYTES = `
  SELECT ((SELECT coalesce(sum(coalesce(pg_column_size("openapi"), 0) + coalesce(pg_column_size("sdl"), 0)), 0)
      FROM "Api" WHERE "orgId" = $1::uuid)
    + (SELECT coalesce(sum(coalesce(pg_column_size(a."openapi"), 0) + coalesce(pg_column_size(a."sdl"), 0)), 0)
      FROM "CatalogApi" a JOIN "CatalogProduct" p ON p."id" = a."catalogProductId"
        JOIN "Catalog" c ON c."id" = p."catalogId" WHERE c."orgId" = $1::uuid)
    + (SELECT coalesce(sum(coalesce(pg_column_size("documents"), 0) + coalesce(pg_column_size("built"), 0)), 0)
      FROM "GraphQLServer" WHERE "orgId" = $1::uuid))::float8 AS bytes`;

/** Returns the stored size of all documents of an org. */
export async function documentBytes(transaction: Transaction, orgId: string): Promise<number> {
  const [row] = await transaction.$queryRawUnsafe<{ bytes: number }[]>(DOCUMENT_BYTES, orgId);
  return row?.bytes ?? 0;
}
const DOCUMENT_TABLES = ['Api', 'CatalogApi', 'GraphQLServer'];

/** Returns the size of the tables of documents, which no org can exceed. The database knows it without reading them. */
export async function documentBytesAtMost(transaction: Transaction): Promise<number> {
  const [row] = await transaction.$queryRaw<{ bytes: number }[]>`
    SELECT sum(pg_table_size(format('%I', name)::regclass))::float8 AS bytes FROM unnest(${DOCUMENT_TABLES}::text[]) AS name`;
  return row?.bytes ?? Number.POSITIVE_INFINITY;
}

export const megabytes = (bytes: number): number => Math.ceil(bytes / 1_048_576);

/** The prefix of the names of temporary tokens. */
export const TEMPORARY = 'temporary-';
const temporary = { name: { startsWith: TEMPORARY } } satisfies Prisma.AccessTokenWhereInput;

/** The tokens of a person, or those that descend from a token. */
const TOKENS_OF_ISSUER = `
  WITH RECURSIVE come AS (
    SELECT "id" FROM "AccessToken" WHERE "membershipId" = $1::uuid OR "issuerId" = $1::uuid
    UNION SELECT t."id" FROM "AccessToken" t JOIN come c ON t."issuerId" = c."id")
  SELECT count(*)::float8 AS count FROM come JOIN "AccessToken" t USING ("id")
  WHERE t."name" LIKE '${TEMPORARY}%' AND t."expiresAt" > $2::timestamptz`;

/** The first token of a chain of temporary tokens. */
const FIRST_ISSUER = `
  WITH RECURSIVE issuers AS (
    SELECT "id", "issuerId" FROM "AccessToken" WHERE "id" = $1::uuid
    UNION SELECT t."id", t."issuerId" FROM "AccessToken" t JOIN issuers i ON t."id" = i."issuerId")
  SELECT "id" FROM issuers WHERE "issuerId" IS NULL`;

/**
 * Returns the token that a chain of temporary tokens counts for. A chain would otherwise have as many issuers as
 * tokens.
 */
export async function firstIssuer(transaction: Transaction, tokenId: string): Promise<string> {
  const [row] = await transaction.$queryRawUnsafe<{ id: string }[]>(FIRST_ISSUER, tokenId);
  return row?.id ?? tokenId;
}

/** The time for which an ended application still counts. To create another opens no new window of a plan at once. */
const ENDED_APPLICATION_MS = 3_600_000;

/** Keeps the ended applications that still count. */
export const countedStill = (endedAt: readonly Date[], now: Date): Date[] =>
  endedAt.filter((at) => at.getTime() > now.getTime() - ENDED_APPLICATION_MS);

type Count = (
  transaction: Transaction,
  ownerId: string,
  bounds: { readonly take: number; readonly now: Date },
) => Promise<number>;

/** Counts per resource. None reads more rows than the result needs. */
export const counts: Record<StoredResource, Count> = {
  APIS: ({ api }, orgId, { take }) => api.count({ where: { orgId }, take }),
  PRODUCTS: ({ product }, orgId, { take }) => product.count({ where: { orgId }, take }),
  CATALOGS: ({ catalog }, orgId, { take }) => catalog.count({ where: { orgId }, take }),
  GRAPHQL_SERVERS: ({ graphQLServer }, orgId, { take }) => graphQLServer.count({ where: { orgId }, take }),
  RULE_SETS: ({ ruleSet }, orgId, { take }) => ruleSet.count({ where: { orgId }, take }),
  BACKENDS: ({ backend }, orgId, { take }) => backend.count({ where: { orgId }, take }),
  USER_REGISTRIES: ({ userRegistry }, orgId, { take }) => userRegistry.count({ where: { orgId }, take }),
  LOCAL_USERS: ({ localUser }, orgId, { take }) =>
    localUser.count({ where: { userRegistry: { orgId } }, take }),
  OAUTH_PROVIDERS: ({ oAuthProvider }, orgId, { take }) => oAuthProvider.count({ where: { orgId }, take }),
  DOCUMENT_MEGABYTES: async (transaction, orgId) => megabytes(await documentBytes(transaction, orgId)),
  CHANGE_REQUESTS: ({ changeRequest }, orgId, { take }) =>
    changeRequest.count({ where: { orgId, state: { in: [...unfinishedStates] } }, take }),
  USERS: ({ membership }, orgId, { take }) => membership.count({ where: { orgId }, take }),
  ACCESS_TOKENS: ({ accessToken }, orgId, { take }) =>
    accessToken.count({ where: { orgId, NOT: temporary }, take }),
  TEMPORARY_TOKENS: ({ accessToken }, orgId, { take, now }) =>
    accessToken.count({ where: { orgId, ...temporary, expiresAt: { gt: now } }, take }),
  async DAILY_LETTERS({ org }, id, { now }) {
    const { lettersSince, letters } = await org.findUniqueOrThrow({ where: { id } });
    return isSameDay(lettersSince, now) ? letters : 0;
  },
  async DAILY_MESSAGE_MAILS({ org }, id, { now }) {
    const { messageMailsSince, messageMails } = await org.findUniqueOrThrow({ where: { id } });
    return isSameDay(messageMailsSince, now) ? messageMails : 0;
  },
  async OWN_TEMPORARY_TOKENS(transaction, id, { now }) {
    const [row] = await transaction.$queryRawUnsafe<{ count: number }[]>(TOKENS_OF_ISSUER, id, now);
    return row?.count ?? 0;
  },
  CONSUMER_GROUPS: ({ consumerGroup }, catalogId, { take }) =>
    consumerGroup.count({ where: { catalogId }, take }),
  CONSUMER_ORGS: ({ consumerOrg }, catalogId, { take }) => consumerOrg.count({ where: { catalogId }, take }),
  SECRETS: ({ secret }, catalogId, { take }) => secret.count({ where: { catalogId }, take }),
  WEBHOOKS: ({ webhook }, catalogId, { take }) =>
    webhook.count({ where: { catalogId, consumerOrgId: null }, take }),
  CONSUMER_WEBHOOKS: ({ webhook }, consumerOrgId, { take }) =>
    webhook.count({ where: { consumerOrgId }, take }),
  MEMBERS: ({ consumerMembership }, consumerOrgId, { take }) =>
    consumerMembership.count({ where: { consumerOrgId }, take }),
  async APPLICATIONS({ application, consumerOrg }, id, { take, now }) {
    const { applicationsEndedAt } = await consumerOrg.findUniqueOrThrow({ where: { id } });
    const there = await application.count({ where: { consumerOrgId: id }, take });
    return there + countedStill(applicationsEndedAt, now).length;
  },
  CREDENTIALS: ({ credential }, applicationId, { take }) =>
    credential.count({ where: { applicationId }, take }),
  API_KEYS: ({ apiKey }, applicationId, { take }) => apiKey.count({ where: { applicationId }, take }),
  CLIENT_CERTIFICATES: ({ clientCertificate }, applicationId, { take }) =>
    clientCertificate.count({ where: { applicationId }, take }),
  SUBSCRIPTIONS: ({ subscription }, applicationId, { take }) =>
    subscription.count({ where: { applicationId }, take }),
  PORTAL_SESSIONS: ({ portalSession }, memberId, { take, now }) =>
    portalSession.count({ where: { memberId, expiresAt: { gt: now } }, take }),
};
