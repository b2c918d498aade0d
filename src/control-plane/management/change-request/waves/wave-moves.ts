import type { WaveCandidate } from '../../../../domain/change-request/waves.ts';
import { offeredPlan } from '../../../../domain/consumer/subscription.ts';
import type { PlanMapping } from '../../../../domain/plan/plan.ts';
import type { Transaction } from '../../../../infrastructure/database/change.ts';

type Products = { readonly oldId: string; readonly newId: string };

/** A product with its plans. */
export type WaveProduct = {
  readonly id: string;
  readonly plans: readonly { readonly id: string; readonly name: string }[];
};

/** The plan that subscriptions leave, and the one that they reach. */
type PlanStep = { readonly from: string; readonly to: string };

/** The plans that lead from an old product to its successor, by their ids. */
export function planSteps(
  old: WaveProduct,
  successor: WaveProduct,
  mappings: readonly PlanMapping[],
): PlanStep[] {
  return old.plans.flatMap(({ id: from, name }) => {
    const target = offeredPlan(mappings, name);
    const to = successor.plans.find((plan) => plan.name === target)?.id;
    return to === undefined ? [] : [{ from, to }];
  });
}

type Rest = Products & {
  readonly steps: readonly PlanStep[];
  /** The subscriptions that move at all; null for all. */
  readonly subscriptions: readonly string[] | null;
};

/** Reads the subscriptions that can still move. Their plan leads somewhere, and their application is not there already. */
export function restOf(
  transaction: Transaction,
  { oldId, newId, steps, subscriptions }: Rest,
): Promise<WaveCandidate[]> {
  return transaction.$queryRaw<WaveCandidate[]>`
    SELECT s."id"::text AS "id", o."name" AS "consumerOrg", a."name" AS "application",
      ARRAY(SELECT g."name" FROM "_ConsumerGroupToConsumerOrg" j JOIN "ConsumerGroup" g ON g."id" = j."A"
        WHERE j."B" = o."id") AS "groups"
    FROM "Subscription" s JOIN "Application" a ON a."id" = s."applicationId"
      JOIN "ConsumerOrg" o ON o."id" = a."consumerOrgId"
    WHERE s."catalogProductId" = ${oldId}::uuid AND s."catalogPlanId" = ANY (${steps.map(({ from }) => from)}::uuid[])
      AND (${subscriptions}::uuid[] IS NULL OR s."id" = ANY (${subscriptions}::uuid[]))
      AND NOT EXISTS (SELECT FROM "Subscription" t
        WHERE t."applicationId" = s."applicationId" AND t."catalogProductId" = ${newId}::uuid)
    ORDER BY s."id"`;
}

/** Counts the subscriptions that waves have moved and that are still on the successor. */
export async function movedCount(
  transaction: Pick<Transaction, '$queryRaw'>,
  { changeRequestId, newId }: { readonly changeRequestId: string; readonly newId: string },
): Promise<number> {
  const [row] = await transaction.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int4 AS "count" FROM "ChangeWaveMove" m JOIN "Subscription" s ON s."id" = m."subscriptionId"
    WHERE m."changeRequestId" = ${changeRequestId}::uuid AND s."catalogProductId" = ${newId}::uuid`;
  return row.count;
}

/** The time limit of a transaction that moves subscriptions. A hundred thousand take half a minute. */
export const MOVES_TIMEOUT_MS = 4 * 60_000;

type WaveMove = Products & {
  readonly changeRequestId: string;
  readonly wave: number;
  readonly steps: readonly PlanStep[];
  readonly ids: readonly string[];
};

/**
 * Moves subscriptions, and keeps where they came from. Ids, credentials and states stay. A plan that a consumer had
 * requested is requested no more, as with each move; it is kept too.
 *
 * @returns how many moved
 */
export async function moveSubscriptions(
  transaction: Transaction,
  { changeRequestId, wave, oldId, newId, steps, ids }: WaveMove,
): Promise<number> {
  await transaction.$executeRaw`
    INSERT INTO "ChangeWaveMove" ("changeRequestId", "subscriptionId", "wave", "fromPlanId", "toPlanId", "planRequest")
    SELECT ${changeRequestId}::uuid, s."id", ${wave}, step."from", step."to", to_jsonb(r)
    FROM unnest(${[...ids]}::uuid[]) AS chosen JOIN "Subscription" s ON s."id" = chosen
      JOIN unnest(${steps.map(({ from }) => from)}::uuid[], ${steps.map(({ to }) => to)}::uuid[]) AS step("from", "to")
        ON step."from" = s."catalogPlanId"
      LEFT JOIN "PlanRequest" r ON r."subscriptionId" = s."id"
    ON CONFLICT ("changeRequestId", "subscriptionId") DO UPDATE SET "wave" = EXCLUDED."wave",
      "fromPlanId" = EXCLUDED."fromPlanId", "toPlanId" = EXCLUDED."toPlanId", "planRequest" = EXCLUDED."planRequest"`;
  return transaction.$executeRaw`
    UPDATE "Subscription" s SET "catalogProductId" = ${newId}::uuid, "catalogPlanId" = m."toPlanId"
    FROM "ChangeWaveMove" m
    WHERE m."changeRequestId" = ${changeRequestId}::uuid AND m."wave" = ${wave} AND s."id" = m."subscriptionId"
      AND s."catalogProductId" = ${oldId}::uuid`;
}

type TakeBack = Products & { readonly changeRequestId: string };

/**
 * Takes all waves back. Subscriptions that are on the successor by them are on their old plans again, and the plans
 * that were requested are again. Those that ended or went elsewhere meanwhile are left alone.
 *
 * @returns how many went back
 */
export async function takeMovesBack(
  transaction: Transaction,
  { changeRequestId, oldId, newId }: TakeBack,
): Promise<number> {
  const count = await transaction.$executeRaw`
    UPDATE "Subscription" s SET "catalogProductId" = ${oldId}::uuid, "catalogPlanId" = m."fromPlanId"
    FROM "ChangeWaveMove" m
    WHERE m."changeRequestId" = ${changeRequestId}::uuid AND s."id" = m."subscriptionId"
      AND s."catalogProductId" = ${newId}::uuid
      AND EXISTS (SELECT FROM "CatalogPlan" p WHERE p."id" = m."fromPlanId" AND p."catalogProductId" = ${oldId}::uuid)
      AND NOT EXISTS (SELECT FROM "Subscription" t
        WHERE t."applicationId" = s."applicationId" AND t."catalogProductId" = ${oldId}::uuid)`;
  await transaction.$executeRaw`
    INSERT INTO "PlanRequest" SELECT was.* FROM "ChangeWaveMove" m
      JOIN "Subscription" s ON s."id" = m."subscriptionId" AND s."catalogPlanId" = m."fromPlanId"
      CROSS JOIN LATERAL jsonb_populate_record(NULL::"PlanRequest", m."planRequest") AS was
      JOIN "CatalogPlan" p ON p."id" = was."catalogPlanId"
    WHERE m."changeRequestId" = ${changeRequestId}::uuid AND m."planRequest" IS NOT NULL
    ON CONFLICT DO NOTHING`;
  return count;
}
