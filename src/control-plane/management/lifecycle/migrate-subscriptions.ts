import type { PlanMapping } from '../../../domain/plan/plan.ts';
import { nextState } from '../../../domain/product/lifecycle.ts';
import { planMigration } from '../../../domain/product/plan-migration.ts';
import { refuse } from '../../../foundation/errors.ts';
import { readVersionedName, versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Catalog, Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder, inOrg } from '../builder.ts';
import { refuseAbsent } from '../catalog/catalog-product.ts';
import { inChunks } from '../chunks.ts';
import { changeLifecycle, type LifecycleOutcome } from './lifecycle-change.ts';
import { LifecycleChangeRef } from './payload.ts';

const MigrateSubscriptionsInput = builder.inputType('MigrateSubscriptionsInput', {
  description: 'A product with a migration target, and which of its subscriptions move: all, or those named.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    product: t.field({ type: 'VersionedName', required: true, description: 'The old product.' }),
    subscriptions: t.idList({ description: 'Those to move; without it, all.' }),
    dryRun: t.boolean({ defaultValue: false, description: 'Check and answer the same, but change nothing.' }),
  }),
});

builder.mutationField('migrateSubscriptions', (t) =>
  t.field({
    type: LifecycleChangeRef,
    description:
      'Moves the subscriptions that are still on a product with a migration target: all, or those named. Their ids and credentials stay the same.',
    args: {
      input: t.arg({ type: MigrateSubscriptionsInput, required: true, description: 'Which subscriptions.' }),
    },
    resolve: (_root, { input }, context, info) => {
      const { product: subject, subscriptions: ids } = input;
      const detail = { ...(ids != null && { subscriptions: ids }) };
      const request = {
        input,
        subject,
        products: [subject],
        movesSubscriptions: true,
        detail,
        context,
        info,
      };
      return changeLifecycle(request, (transaction, catalog) =>
        migrateSubscriptions(transaction, catalog, { product: subject, ids }),
      );
    },
  }),
);

const sourceTree = {
  migrationTarget: { include: { plans: true, subscriptions: { select: { applicationId: true } } } },
  subscriptions: {
    include: { catalogPlan: true, application: { include: { consumerOrg: true } } },
    orderBy: { id: 'asc' },
  },
} as const satisfies Prisma.CatalogProductInclude;

type Source = Prisma.CatalogProductGetPayload<{ include: typeof sourceTree }>;

async function migrateSubscriptions(
  transaction: Transaction,
  catalog: Catalog,
  { product, ids }: { product: string; ids: readonly string[] | null | undefined },
): Promise<LifecycleOutcome> {
  const source = await sourceOf(transaction, catalog, product);
  nextState(source, source.state, 'MIGRATE_SUBSCRIPTIONS');
  const target = targetOf(source);
  const onTarget = new Set(target.subscriptions.map(({ applicationId }) => applicationId));
  const migrations = planMigration({
    old: source,
    target,
    plans: stored<PlanMapping[]>(source.migrationPlans),
    ids,
    subscriptions: source.subscriptions.map(({ id, applicationId, application, catalogPlan }) => ({
      id,
      consumerOrg: application.consumerOrg.name,
      application: application.name,
      plan: catalogPlan.name,
      alreadyOnTarget: onTarget.has(applicationId),
    })),
  });
  for (const plan of target.plans) {
    const moving = migrations.filter(({ move }) => move.toPlan === plan.name).map(({ id }) => id);
    await inChunks(moving, async (chunk) => {
      const data = { catalogProductId: target.id, catalogPlanId: plan.id };
      await transaction.subscription.updateMany({ where: { id: { in: chunk } }, data });
      return [];
    });
  }
  return { product: source, transitions: [], subscriptions: migrations.map(({ move }) => move) };
}

async function sourceOf(transaction: Transaction, catalog: Catalog, product: string): Promise<Source> {
  const source = await transaction.catalogProduct.findUnique({
    where: { catalogId_name_version: { catalogId: catalog.id, ...readVersionedName(product) } },
    include: sourceTree,
  });
  return source ?? refuseAbsent({ catalog, product, path: ['input', 'product'] });
}

function targetOf(source: Source): NonNullable<Source['migrationTarget']> {
  const { migrationTarget } = source;
  if (migrationTarget?.state === 'PUBLISHED') return migrationTarget;
  return refuse('MIGRATION_TARGET_MISSING', {
    detail: migrationTarget
      ? `${versionedName(migrationTarget)}, the migration target of ${versionedName(source)}, is ${migrationTarget.state}, not PUBLISHED.`
      : `${versionedName(source)} has no migration target: supersede it, or set one.`,
    path: ['input', 'product'],
  });
}
