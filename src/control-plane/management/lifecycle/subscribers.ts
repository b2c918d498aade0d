import { Prisma } from '../../../../bundles/prisma.js';
import type { PlanSubscribers } from '../../../domain/plan/plan-subscribers.ts';
import { LIST_MAX } from '../../../foundation/text/listed.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { CatalogPlan } from '../../../infrastructure/database/generated/prisma/client.ts';

/** A subscription with the names that it is known by. */
type NamedSubscription = {
  readonly consumerOrg: string;
  readonly application: string;
  readonly applicationId: string;
  readonly product: string;
  readonly productId: string;
  readonly plan: string;
};

type SubscriptionKeys = {
  readonly applicationId: string;
  readonly catalogPlanId: string;
};

/** Reads the number of subscribers of each plan, and the first of their applications. */
export const planSubscribersOf = (transaction: Transaction, plans: readonly NamedPlan[]) =>
  subscribersWhere(transaction, plans, Prisma.sql`true`);

/** Reads likewise those whose own limits hold in place of those of the plan. */
export const ownLimitedOf = (transaction: Transaction, plans: readonly NamedPlan[], now: Date) =>
  subscribersWhere(
    transaction,
    plans,
    Prisma.sql`s."ownLimits"->>'plan' = (SELECT p."name" FROM "CatalogPlan" p WHERE p."id" = s."catalogPlanId")
      AND coalesce((s."ownLimits"->>'until')::timestamptz > ${now}, true)`,
  );

type NamedPlan = Pick<CatalogPlan, 'id' | 'name'>;

async function subscribersWhere(
  transaction: Transaction,
  plans: readonly NamedPlan[],
  condition: Prisma.Sql,
): Promise<PlanSubscribers[]> {
  const ids = plans.map(({ id }) => id);
  const rows = await transaction.$queryRaw<(Omit<PlanSubscribers, 'plan'> & { readonly planId: string })[]>`
    SELECT "planId"::text, "count"::int4, array_agg("name" ORDER BY "place") AS "first" FROM (
      SELECT s."catalogPlanId" AS "planId", o."name" || '/' || a."name" AS "name",
        count(*) OVER (PARTITION BY s."catalogPlanId") AS "count",
        row_number() OVER (PARTITION BY s."catalogPlanId" ORDER BY o."name", a."name") AS "place"
      FROM "Subscription" s JOIN "Application" a ON a."id" = s."applicationId"
        JOIN "ConsumerOrg" o ON o."id" = a."consumerOrgId"
      WHERE s."catalogPlanId" = ANY (${ids}::uuid[]) AND ${condition}) subscriber
    WHERE "place" <= ${LIST_MAX} GROUP BY 1, 2`;
  const byPlan = new Map(rows.map(({ planId, ...subscribers }) => [planId, subscribers]));
  return plans.flatMap(({ id, name: plan }) => {
    const subscribers = byPlan.get(id);
    return subscribers ? [{ plan, ...subscribers }] : [];
  });
}

/** Reads subscriptions with the names of their application, product and plan. */
export async function subscribersOf(
  transaction: Transaction,
  where: Prisma.SubscriptionWhereInput,
): Promise<NamedSubscription[]> {
  const subscriptions = await transaction.subscription.findMany({
    where,
    select: { applicationId: true, catalogPlanId: true },
    orderBy: { id: 'asc' },
  });
  return subscriptions.map(await namesOf(transaction, subscriptions));
}

/**
 * Finds the applications that are subscribed to a product already. Only those with movable subscriptions count.
 *
 * @param movable the subscriptions that could be moved
 * @returns their ids
 */
export async function applicationsOn(
  transaction: Transaction,
  catalogProduct: Prisma.CatalogProductWhereInput,
  movable: Prisma.SubscriptionWhereInput,
): Promise<ReadonlySet<string>> {
  const rows = await transaction.subscription.findMany({
    where: { catalogProduct, application: { subscriptions: { some: movable } } },
    select: { applicationId: true },
  });
  return new Set(rows.map(({ applicationId }) => applicationId));
}

type ApplicationNames = { readonly id: string; readonly name: string; readonly consumerOrg: string };

/**
 * Names subscriptions. The names are read separately: a product can have a hundred thousand subscriptions, and a
 * query that includes them would name each application to the database several times.
 */
export async function namesOf(
  transaction: Transaction,
  subscriptions: readonly SubscriptionKeys[],
): Promise<(subscription: SubscriptionKeys) => NamedSubscription> {
  const idsOf = (key: keyof SubscriptionKeys) => [...new Set(subscriptions.map((each) => each[key]))];
  if (subscriptions.length === 0) return unnamed;
  const applications = await transaction.$queryRaw<ApplicationNames[]>`
    SELECT a."id"::text, a."name", o."name" AS "consumerOrg"
    FROM unnest(${idsOf('applicationId')}::uuid[]) AS wanted JOIN "Application" a ON a."id" = wanted
      JOIN "ConsumerOrg" o ON o."id" = a."consumerOrgId"`;
  const plans = await transaction.catalogPlan.findMany({
    where: { id: { in: idsOf('catalogPlanId') } },
    select: { id: true, name: true, catalogProduct: { select: { id: true, name: true, version: true } } },
    relationLoadStrategy: 'join',
  });
  const applicationsById = new Map(applications.map((each) => [each.id, each]));
  const plansById = new Map(plans.map((each) => [each.id, each]));
  return ({ applicationId, catalogPlanId }) => {
    const application = applicationsById.get(applicationId);
    const plan = plansById.get(catalogPlanId);
    if (!application || !plan) return unnamed();
    return {
      consumerOrg: application.consumerOrg,
      application: application.name,
      applicationId,
      product: versionedName(plan.catalogProduct),
      productId: plan.catalogProduct.id,
      plan: plan.name,
    };
  };
}

function unnamed(): never {
  throw new TypeError('a subscription without its application or its plan');
}
