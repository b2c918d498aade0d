import type { PlanMapping, PlanTerms } from '../../../domain/plan/plan.ts';
import type { ProductState } from '../../../domain/product/lifecycle.ts';
import { refuse } from '../../../foundation/errors.ts';
import { quantity } from '../../../foundation/text/listed.ts';
import { type VersionedName, versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { copyOpenApis, writeOpenApi } from '../../../infrastructure/database/documents.ts';
import type {
  Api,
  CatalogProduct,
  Subscribability,
  Visibility,
} from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored, toStore } from '../../../infrastructure/database/json-columns.ts';
import { planToStore } from '../../../infrastructure/database/stored-plan.ts';
import { checkHiding } from './hidden-graphql.ts';

/** Settings of a copy. Visibility and subscribability are the draft's unless given. */
export type CopySettings = {
  readonly state: ProductState;
  readonly visibility?: Visibility;
  readonly subscribability?: Subscribability;
  readonly deprecatedAt?: null;
  readonly sunsetAt?: null;
  readonly sunsetIfIdleDays?: null;
  readonly retiredAt?: null;
  readonly successorId?: null;
  readonly migrationTargetId?: null;
  readonly migrationPlans?: [];
};

type JsonColumn = 'securityDefinitions' | 'security' | 'settings' | 'words';

/** The source of a copy: the draft of a product, or its like. */
export type CopySource = VersionedName & {
  readonly title: string;
  /** ProductWords as they are stored. */
  readonly words: unknown;
  readonly visibility: Visibility;
  readonly subscribability: Subscribability;
  readonly plans: readonly PlanTerms[];
  readonly apis: readonly { readonly api: ApiSource }[];
};
type ApiSource = Omit<Api, JsonColumn | 'id' | 'orgId' | 'sortKey' | 'createdAt'> &
  Readonly<Record<JsonColumn, unknown>> &
  // The draft whose document is copied, or the document as JSON text.
  ({ readonly id: string; readonly openapi?: never } | { readonly openapi: string | null });

type CopyToCatalogInput = {
  readonly catalogId: string;
  readonly draft: CopySource;
  readonly settings: CopySettings;
  /** True where the catalog has no copy of it yet. */
  readonly isNew: boolean;
};

/**
 * Writes the draft of a product into a catalog. A copy that is there is changed in place: plans keep their rows by
 * name, and with them their subscriptions.
 */
export async function copyToCatalog(
  transaction: Transaction,
  { catalogId, draft, settings, isNew }: CopyToCatalogInput,
): Promise<CatalogProduct> {
  const { name, version, title, visibility, subscribability, plans, apis } = draft;
  const words = toStore(draft.words);
  // The changes of an org follow one another, so that its catalogs take no more turns than it has.
  await checkHiding(
    { plans, apis: apis.map(({ api }) => api) },
    { path: ['input', 'product'], queueKey: catalogId },
  );
  const audiences = isNew ? await audiencesBefore(transaction, { catalogId, name }) : undefined;
  const { visibleTo = [], subscribableBy = [], subscriptionForm = null } = audiences ?? {};
  const columns = { title, words, visibility, subscribability, ...settings };
  const product = await transaction.catalogProduct.upsert({
    where: { catalogId_name_version: { catalogId, name, version } },
    create: {
      catalogId,
      name,
      version,
      ...columns,
      visibleTo,
      subscribableBy,
      ...(subscriptionForm !== null && { subscriptionForm: toStore(subscriptionForm) }),
    },
    update: columns,
  });
  if (!isNew) {
    await checkNeededPlans(transaction, product, draft);
    await deleteOthers(transaction, product.id, draft);
  }
  await copyPlans(transaction, { catalogProductId: product.id, isNew }, { plans, audiences });
  await copyApis(transaction, { catalogProductId: product.id, isNew }, draft);
  return product;
}

/**
 * Finds the newest version that the catalog has of a product. A new version is for the same audiences, it and its plans:
 * nobody is let in by a version that others are kept out of. It asks the same of those who subscribe.
 */
const audiencesBefore = async (
  transaction: Transaction,
  where: { readonly catalogId: string; readonly name: string },
) =>
  (await transaction.catalogProduct.findFirst({
    where,
    orderBy: { sortKey: 'asc' },
    select: {
      visibleTo: true,
      subscribableBy: true,
      subscriptionForm: true,
      plans: { select: { name: true, visibleTo: true, subscribableBy: true } },
    },
    relationLoadStrategy: 'join',
  })) ?? undefined;

type AudiencesBefore = Awaited<ReturnType<typeof audiencesBefore>>;

/** Deletes the plans and APIs of a copy that its draft does not have. */
async function deleteOthers(
  transaction: Transaction,
  catalogProductId: string,
  { plans, apis }: CopySource,
): Promise<void> {
  await transaction.catalogPlan.deleteMany({
    where: { catalogProductId, name: { notIn: plans.map(({ name }) => name) } },
  });
  await transaction.catalogApi.deleteMany({
    where: { catalogProductId, NOT: { OR: apis.map(({ api: { name, version } }) => ({ name, version })) } },
  });
}

type Copy = { readonly catalogProductId: string; readonly isNew: boolean };

/** @throws IN_USE when the draft lacks a plan that has subscriptions, or that others are to move to */
async function checkNeededPlans(
  transaction: Transaction,
  product: CatalogProduct,
  draft: CopySource,
): Promise<void> {
  const kept = new Set(draft.plans.map(({ name }) => name));
  const lost = await transaction.catalogPlan.findFirst({
    where: { catalogProductId: product.id, name: { notIn: [...kept] }, subscriptions: { some: {} } },
    orderBy: { position: 'asc' },
  });
  if (lost) {
    const count = await transaction.subscription.count({ where: { catalogPlanId: lost.id } });
    refuseWithoutPlan(product, lost.name, `it has ${quantity(count, 'subscription')}`);
  }
  const sources = await transaction.catalogProduct.findMany({ where: { migrationTargetId: product.id } });
  for (const source of sources)
    for (const { target } of stored<PlanMapping[]>(source.migrationPlans))
      if (!kept.has(target))
        refuseWithoutPlan(product, target, `subscribers of ${versionedName(source)} are to move to it`);
}

function refuseWithoutPlan(product: VersionedName, plan: string, why: string): never {
  refuse('IN_USE', {
    detail: `${versionedName(product)} lacks the plan ${plan} now, but ${why}: keep a plan of that name.`,
    path: ['input', 'product'],
  });
}

async function copyPlans(
  transaction: Transaction,
  { catalogProductId, isNew }: Copy,
  { plans, audiences }: Pick<CopySource, 'plans'> & { readonly audiences: AudiencesBefore },
): Promise<void> {
  const rows = plans.map((plan, position) => ({
    ...planToStore(plan),
    position,
    catalogProductId,
  }));
  const ofPlan = new Map(audiences?.plans.map(({ name, ...audience }) => [name, audience]));
  if (isNew)
    await transaction.catalogPlan.createMany({
      data: rows.map((row) => ({ ...row, ...ofPlan.get(row.name) })),
    });
  else
    for (const row of rows)
      await transaction.catalogPlan.upsert({
        where: { catalogProductId_name: { catalogProductId, name: row.name } },
        create: row,
        update: row,
      });
}

async function copyApis(transaction: Transaction, copy: Copy, { apis }: CopySource): Promise<void> {
  const ids = await writeApis(transaction, copy, apis);
  const sources = apis.map(({ api }) => ({ api, to: ids.get(versionedName(api)) ?? '' }));
  await copyOpenApis(
    transaction,
    'CatalogApi',
    sources.flatMap(({ api, to }) => (api.openapi === undefined ? [{ from: api.id, to }] : [])),
  );
  for (const { api, to } of sources)
    if (api.openapi !== undefined)
      await writeOpenApi(transaction, { table: 'CatalogApi', id: to }, api.openapi);
}

/** Writes APIs without their documents. @returns the ids of their rows by `name:version` */
async function writeApis(
  transaction: Transaction,
  { catalogProductId, isNew }: Copy,
  apis: CopySource['apis'],
): Promise<ReadonlyMap<string, string>> {
  const rows = apis.map(({ api }, position) => ({ ...definitionOf(api), position, catalogProductId }));
  const select = { id: true, name: true, version: true } as const;
  const written = isNew
    ? await transaction.catalogApi.createManyAndReturn({ data: rows, select })
    : await inTurn(rows, (row) => {
        const { name, version } = row;
        const where = { catalogProductId_name_version: { catalogProductId, name, version } };
        return transaction.catalogApi.upsert({ where, create: row, update: row, select });
      });
  return new Map(written.map(({ id, ...api }) => [versionedName(api), id]));
}

async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** The definition of an API, without the row of its draft. */
function definitionOf({
  name,
  title,
  version,
  kind,
  basePath,
  targetUrl,
  backend,
  graphqlUrl,
  sdl,
  forwardAuthorization,
  ...json
}: ApiSource) {
  return {
    name,
    title,
    version,
    kind,
    basePath,
    targetUrl,
    backend,
    graphqlUrl,
    sdl,
    forwardAuthorization,
    securityDefinitions: toStore(json.securityDefinitions),
    security: toStore(json.security),
    settings: toStore(json.settings),
    words: toStore(json.words),
  };
}
