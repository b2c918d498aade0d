import type { PlanSubscribers } from '../../../domain/plan/plan-subscribers.ts';
import { LIST_MAX } from '../../../foundation/text/listed.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { CatalogPlan, Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';

/** A subscription with the names that it is known by. */
export type NamedSubscription = {
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
export async function planSubscribersOf(
  transaction: Transaction,
  plans: readonly Pick<CatalogPlan, 'id' | 'name'>[],
): Promise<PlanSubscribers[]> {
  const subscribed: PlanSubscribers[] = [];
  for (const { id: catalogPlanId, name: plan } of plans) {
    const count = await transaction.subscription.count({ where: { catalogPlanId } });
    if (count === 0) continue;
    const applications = await transaction.application.findMany({
      where: { subscriptions: { some: { catalogPlanId } } },
      select: { name: true, consumerOrg: { select: { name: true } } },
      orderBy: [{ consumerOrg: { name: 'asc' } }, { name: 'asc' }],
      take: LIST_MAX,
    });
    const first = applications.map(({ name, consumerOrg }) => `${consumerOrg.name}/${name}`);
    subscribed.push({ plan, count, first });
  }
  return subscribed;
}

/** Reads subscriptions with the names of their application, product and plan. */
export async function subscribersOf(
  transaction: Transaction,
  where: Prisma.SubscriptionWhereInput,
): Promise<NamedSubscription[]> {
  const name = await namesOf(transaction, where);
  const subscriptions = await transaction.subscription.findMany({
    where,
    select: { applicationId: true, catalogPlanId: true },
    orderBy: { id: 'asc' },
  });
  return subscriptions.map(name);
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

/**
 * Names subscriptions. The names are read separately: a product can have a hundred thousand subscriptions, and a
 * query that includes them would name each application to the database again.
 */
export async function namesOf(
  transaction: Transaction,
  where: Prisma.SubscriptionWhereInput,
): Promise<(subscription: SubscriptionKeys) => NamedSubscription> {
  const subscriptions = { some: where };
  const consumerOrgs = await transaction.consumerOrg.findMany({
    where: { applications: { some: { subscriptions } } },
    select: { id: true, name: true },
  });
  const applications = await transaction.application.findMany({
    where: { subscriptions },
    select: { id: true, name: true, consumerOrgId: true },
  });
  const plans = await transaction.catalogPlan.findMany({
    where: { subscriptions },
    select: { id: true, name: true, catalogProduct: { select: { id: true, name: true, version: true } } },
  });
  const consumerOrgNames = new Map(consumerOrgs.map(({ id, name }) => [id, name]));
  const applicationsById = new Map(applications.map((each) => [each.id, each]));
  const plansById = new Map(plans.map((each) => [each.id, each]));
  return ({ applicationId, catalogPlanId }) => {
    const application = applicationsById.get(applicationId);
    const plan = plansById.get(catalogPlanId);
    if (!application || !plan) throw new TypeError('a subscription without its application or its plan');
    return {
      consumerOrg: consumerOrgNames.get(application.consumerOrgId) ?? '',
      application: application.name,
      applicationId,
      product: versionedName(plan.catalogProduct),
      productId: plan.catalogProduct.id,
      plan: plan.name,
    };
  };
}
