import type { AudienceOrg } from '../../domain/consumer/audience-change.ts';
import type { Prisma } from '../../infrastructure/database/generated/prisma/client.ts';

const DOMAIN = `lower(substring(m."email" from '[^@]*$'))`;
const IS_VERIFIED = 'm."email" IS NOT NULL AND m."emailVerifiedAt" IS NOT NULL';

/**
 * An expression for the audience keys of a member `m` by the membership `p`. They are of its consumer org and groups,
 * and the mail domain of the person. An address that nobody but the member vouches for is none.
 */
export const MEMBER_KEYS = `(ARRAY['org:' || p."consumerOrgId"] || ARRAY(
    SELECT 'group:' || g."name" FROM "_ConsumerGroupToConsumerOrg" j JOIN "ConsumerGroup" g ON g."id" = j."A"
      WHERE j."B" = p."consumerOrgId"
    UNION
    SELECT 'group:' || g."name" FROM "ConsumerGroup" g
      WHERE ${IS_VERIFIED} AND g."catalogId" = m."catalogId" AND g."mailDomains" @> ARRAY[${DOMAIN}])
  || CASE WHEN ${IS_VERIFIED} THEN ARRAY['domain:' || ${DOMAIN}] ELSE '{}' END)`;

/** An expression for the audience keys of a consumer org `o`. It has those of its groups and members. */
const ORG_KEYS = `ARRAY(
    SELECT 'org:' || o."id"
    UNION SELECT 'group:' || g."name" FROM "_ConsumerGroupToConsumerOrg" j JOIN "ConsumerGroup" g ON g."id" = j."A"
      WHERE j."B" = o."id"
    UNION SELECT unnest(${MEMBER_KEYS}) FROM "ConsumerMembership" p JOIN "Member" m ON m."id" = p."memberId"
      WHERE p."consumerOrgId" = o."id")`;

type Reader = {
  $queryRawUnsafe<Row>(statement: string, ...values: unknown[]): Promise<Row>;
};

/** Reads the audience keys of a consumer org. */
export async function audienceOfConsumerOrg(reader: Reader, id: string): Promise<readonly string[]> {
  const [row] = await reader.$queryRawUnsafe<{ keys: string[] }[]>(
    `SELECT ${ORG_KEYS} AS keys FROM "ConsumerOrg" o WHERE o."id" = $1::uuid`,
    id,
  );
  return row?.keys ?? [];
}

/** Reads the present audience keys of a person in a consumer org. */
export async function audienceOfMember(
  reader: Reader,
  { memberId, consumerOrg }: { readonly memberId: string; readonly consumerOrg: { readonly id: string } },
): Promise<readonly string[]> {
  const [row] = await reader.$queryRawUnsafe<{ keys: string[] }[]>(
    `SELECT ${MEMBER_KEYS} AS keys FROM "ConsumerMembership" p JOIN "Member" m ON m."id" = p."memberId"
    WHERE p."memberId" = $1::uuid AND p."consumerOrgId" = $2::uuid`,
    memberId,
    consumerOrg.id,
  );
  return row?.keys ?? [];
}

/** Matches the plans that somebody with these keys may see. */
export const plansFor = (keys: readonly string[]): Prisma.CatalogPlanWhereInput => ({
  OR: [{ visibleTo: { isEmpty: true } }, { visibleTo: { hasSome: [...keys] } }],
});

/** Reads the audience keys of all consumer orgs of a product's catalog, by name. */
export function audienceOrgsOf(
  reader: Reader,
  { id, catalogId }: { readonly id: string; readonly catalogId: string },
): Promise<AudienceOrg[]> {
  return reader.$queryRawUnsafe<AudienceOrg[]>(
    `SELECT o."name", ${ORG_KEYS} AS keys,
      (SELECT count(*)::int FROM "Subscription" s JOIN "Application" a ON a."id" = s."applicationId"
        WHERE s."catalogProductId" = $1::uuid AND a."consumerOrgId" = o."id") AS subscriptions
    FROM "ConsumerOrg" o WHERE o."catalogId" = $2::uuid ORDER BY o."name"`,
    id,
    catalogId,
  );
}
