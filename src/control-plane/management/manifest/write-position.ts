import { Prisma } from '../../../../bundles/prisma.js';
import { NO_AUDIENCE } from '../../../domain/consumer/audience.ts';
import type { CatalogProductDefinition } from '../../../domain/manifest/definition.ts';
import { type Difference, isSame } from '../../../domain/manifest/difference.ts';
import type { ManifestStep, StepOf } from '../../../domain/manifest/plan-manifest.ts';
import type { PositionAction } from '../../../domain/manifest/position-path.ts';
import { checkSunset, nextState } from '../../../domain/product/lifecycle.ts';
import { checkAllMapped } from '../../../domain/product/supersede.ts';
import { refuse } from '../../../foundation/errors.ts';
import { quantity } from '../../../foundation/text/listed.ts';
import { readVersionedName, versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Catalog, CatalogProduct } from '../../../infrastructure/database/generated/prisma/client.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { setCopiesOnline } from '../api/online.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import { catalogProductNamed } from '../catalog/catalog-product.ts';
import { archiveOrRemove, retire } from '../lifecycle/retirement.ts';
import { copyIntoCatalog } from '../product/publication.ts';
import { writeAudiences } from './position-audience.ts';
import type { WriteContext } from './write-context.ts';

/** A product on its way to its position, one action after the other. */
type PositionContext = WriteContext & {
  readonly step: StepOf<'CatalogProduct'>;
  readonly after: CatalogProductDefinition;
  readonly catalog: Catalog;
};

type PositionStep = (context: PositionContext) => Promise<unknown>;

/** Performers of each action; each does the same as the mutation of its name. */
const performers: Record<PositionAction, PositionStep> = {
  STAGE: (context) => stageOrPublish(context, 'STAGE'),
  PUBLISH: (context) => stageOrPublish(context, 'PUBLISH'),
  DEPRECATE: (context) => deprecate(context, 'DEPRECATE'),
  SUPERSEDE: async (context) => {
    await deprecate(context, 'SUPERSEDE');
    await setMigrationTarget(context);
  },
  SET_MIGRATION_TARGET: setMigrationTarget,
  RETIRE: async (context) => retire(context.transaction, await rowOf(context), context.clock()),
  ARCHIVE: async (context) => archiveOrRemove(context.transaction, await rowOf(context), 'ARCHIVE'),
  REMOVE: async (context) => archiveOrRemove(context.transaction, await rowOf(context), 'REMOVE'),
};

const isBringing = (action: PositionAction) => action === 'STAGE' || action === 'PUBLISH';

/**
 * Takes the first actions of a position, which bring the product into the catalog. After that other products can have
 * it as migration target.
 */
export async function beginPosition(context: WriteContext, step: StepOf<'CatalogProduct'>): Promise<void> {
  const rest = step.way.findIndex((action) => !isBringing(action));
  await perform(context, step, rest === -1 ? step.way : step.way.slice(0, rest));
}

/** Takes the other actions of a position. It sets what is no part of the copy. */
export async function finishPosition(context: WriteContext, step: StepOf<'CatalogProduct'>): Promise<void> {
  const rest = step.way.findIndex((action) => !isBringing(action));
  if (rest !== -1) await perform(context, step, step.way.slice(rest));
  if (!step.after) return;
  const { copy, online, subscriptionForm } = step.after;
  const row = await rowOf({ ...context, after: step.after, catalog: await catalogOf(context, step.after) });
  const { id } = row;
  if (!isSame(audiencesOf(step.before), audiencesOf(step.after)))
    await writeAudiences(context.transaction, { id, catalogId: row.catalogId, after: step.after });
  if (!isSame(row.subscriptionForm, subscriptionForm))
    await context.transaction.catalogProduct.update({
      where: { id },
      data: { subscriptionForm: subscriptionForm ? toStore(subscriptionForm) : Prisma.DbNull },
    });
  const offline = copy.apis.map(versionedName).filter((api) => !online.includes(api));
  if (online.length > 0) await setCopiesOnline(context.transaction, id, { apis: online, online: true });
  if (offline.length > 0) await setCopiesOnline(context.transaction, id, { apis: offline, online: false });
}

const audiencesOf = (position: CatalogProductDefinition | undefined) => [
  position?.visibleTo ?? NO_AUDIENCE,
  position?.subscribableBy ?? NO_AUDIENCE,
  position?.planAudiences ?? [],
];

async function perform(
  context: WriteContext,
  step: StepOf<'CatalogProduct'>,
  way: readonly PositionAction[],
): Promise<void> {
  const { after } = step;
  if (!after) return;
  for (const action of way)
    await performers[action]({ ...context, step, after, catalog: await catalogOf(context, after) });
}

type CatalogProductName = Pick<CatalogProductDefinition, 'catalog' | 'product'>;

function catalogOf(
  { transaction, orgId }: WriteContext,
  { catalog: name }: CatalogProductName,
): Promise<Catalog> {
  return catalogNamed(transaction, { orgId, name, path: ['input', 'product'] });
}

type CatalogProductRowInput = {
  readonly transaction: Transaction;
  readonly after: CatalogProductName;
  readonly catalog: Catalog;
};

function rowOf({
  transaction,
  catalog,
  after: { product },
}: CatalogProductRowInput): Promise<CatalogProduct> {
  return catalogProductNamed(transaction, { catalog, product, path: ['input', 'product'] });
}

/** Stages or publishes the copy of the manifest, which may differ from the draft. */
async function stageOrPublish({ transaction, after, catalog }: PositionContext, action: 'STAGE' | 'PUBLISH') {
  const { visibility, subscribability, copy } = after;
  const product = readVersionedName(after.product);
  const { title, words, plans } = copy;
  return copyIntoCatalog(transaction, {
    catalog,
    product,
    action,
    visibility,
    subscribability,
    copy: {
      ...product,
      title,
      words,
      plans,
      visibility,
      subscribability,
      apis: copy.apis.map((api) => ({ api })),
    },
  });
}

/** Deprecates a product. One that was deprecated before keeps the time of that. */
async function deprecate(context: PositionContext, action: 'DEPRECATE' | 'SUPERSEDE'): Promise<void> {
  const { transaction, clock, after, step, deprecatedAt } = context;
  if (after.sunsetAt !== step.before?.sunsetAt)
    checkSunset(after.sunsetAt === null ? null : new Date(after.sunsetAt), clock());
  const row = await rowOf(context);
  await transaction.catalogProduct.update({
    where: { id: row.id },
    data: {
      state: nextState(row, row.state, action),
      deprecatedAt: deprecatedAt.get(row.id) ?? clock(),
      sunsetAt: after.sunsetAt,
      sunsetIfIdleDays: after.sunsetIfIdleDays,
    },
  });
}

async function setMigrationTarget(context: PositionContext): Promise<void> {
  const { transaction, after } = context;
  const { migrationTarget } = after;
  const row = await rowOf(context);
  const target =
    migrationTarget && (await rowOf({ ...context, after: { ...after, product: migrationTarget.product } }));
  if (migrationTarget) await checkSubscribersMapped(transaction, row, migrationTarget.plans);
  await transaction.catalogProduct.update({
    where: { id: row.id },
    data: { migrationTargetId: target?.id ?? null, migrationPlans: toStore(migrationTarget?.plans ?? []) },
  });
}

type PlanMap = NonNullable<CatalogProductDefinition['migrationTarget']>['plans'];

async function checkSubscribersMapped(
  transaction: Transaction,
  row: CatalogProduct,
  map: PlanMap,
): Promise<void> {
  const plans = await transaction.catalogPlan.findMany({
    where: { catalogProductId: row.id },
    select: { id: true, name: true },
    orderBy: { position: 'asc' },
  });
  const counts = await transaction.subscription.groupBy({
    by: ['catalogPlanId'],
    where: { catalogProductId: row.id },
    _count: true,
  });
  const countOf = new Map(counts.map(({ catalogPlanId, _count }) => [catalogPlanId, _count]));
  const subscribed = plans.map(({ id, name: plan }) => ({ plan, count: countOf.get(id) ?? 0 }));
  checkAllMapped({ old: { ...row, plans }, subscribed, plans: map }, ['input', 'migrationTarget', 'plans']);
}

/** The difference of a step. Where it retires a product, it includes the number of subscriptions that end. */
export async function differenceWithEnds(
  context: Pick<WriteContext, 'transaction' | 'orgId'>,
  { kind, before, way, diff }: ManifestStep,
): Promise<Difference | null> {
  if (kind !== 'CatalogProduct' || !before || !way.includes('RETIRE')) return diff;
  const count = await subscriptionCount(context, before);
  return count === 0 ? diff : { ...diff, subscriptions: { before: count, after: 0 } };
}

function subscriptionCount(
  { transaction, orgId }: Pick<WriteContext, 'transaction' | 'orgId'>,
  { catalog, product }: CatalogProductName,
): Promise<number> {
  const catalogProduct = { ...readVersionedName(product), catalog: { orgId, name: catalog } };
  return transaction.subscription.count({ where: { catalogProduct } });
}

/** @throws IN_USE while it has subscriptions: they are the consumers', and a manifest does not speak of them */
export async function removePosition(context: WriteContext, step: StepOf<'CatalogProduct'>): Promise<void> {
  const { before } = step;
  if (!before) return;
  const count = await subscriptionCount(context, before);
  if (count > 0)
    refuse('IN_USE', {
      detail: `${step.name} has ${quantity(count, 'subscription')}: name it in the manifest, or move them first.`,
      path: ['input'],
    });
  await perform(context, { ...step, after: before }, step.way);
}
