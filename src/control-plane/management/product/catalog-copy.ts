import type { PlanMapping, PlanTerms } from '../../../domain/plan/plan.ts';
import type { ProductState } from '../../../domain/product/lifecycle.ts';
import { refuse } from '../../../foundation/errors.ts';
import { counted } from '../../../foundation/text/listed.ts';
import { type VersionedName, versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { copyOpenApi, writeOpenApi } from '../../../infrastructure/database/documents.ts';
import type {
  Api,
  CatalogProduct,
  Subscribability,
  Visibility,
} from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored, toStore } from '../../../infrastructure/database/json-columns.ts';
import { termsOf } from './draft.ts';
import { checkHiding } from './hidden-graphql.ts';

/** Settings of a copy. Visibility and subscribability are the draft's unless given. */
export type CopySettings = {
  readonly state: ProductState;
  readonly visibility?: Visibility;
  readonly subscribability?: Subscribability;
  readonly deprecatedAt?: null;
  readonly sunsetAt?: null;
  readonly migrationTargetId?: null;
  readonly migrationPlans?: [];
};

type JsonColumn = 'securityDefinitions' | 'security' | 'settings';

/** The source of a copy: the draft of a product, or its like. */
export type CopySource = VersionedName & {
  readonly title: string;
  readonly visibility: Visibility;
  readonly subscribability: Subscribability;
  readonly plans: readonly PlanTerms[];
  readonly apis: readonly { readonly api: ApiSource }[];
};
type ApiSource = Omit<Api, JsonColumn | 'id' | 'orgId' | 'createdAt'> &
  Readonly<Record<JsonColumn, unknown>> &
  // The draft whose document is copied, or the document as JSON text.
  ({ readonly id: string; readonly openapi?: never } | { readonly openapi: string | null });

/**
 * Writes the draft of a product into a catalog. A copy that is there is changed in place: plans keep their rows by
 * name, and with them their subscriptions.
 */
export async function copyToCatalog(
  transaction: Transaction,
  { catalogId, draft, settings }: { catalogId: string; draft: CopySource; settings: CopySettings },
): Promise<CatalogProduct> {
  const { name, version, title, visibility, subscribability, plans, apis } = draft;
  // The changes of an org follow one another, so that its catalogs take no more turns than it has.
  await checkHiding(
    { plans, apis: apis.map(({ api }) => api) },
    { path: ['input', 'product'], queueKey: catalogId },
  );
  const product = await transaction.catalogProduct.upsert({
    where: { catalogId_name_version: { catalogId, name, version } },
    create: { catalogId, name, version, title, visibility, subscribability, ...settings },
    update: { title, visibility, subscribability, ...settings },
  });
  await checkNeededPlans(transaction, product, draft);
  await copyPlans(transaction, product.id, draft);
  await copyApis(transaction, product.id, draft);
  return product;
}

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
    refuseWithoutPlan(product, lost.name, `it has ${counted(count, 'subscription')}`);
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
  catalogProductId: string,
  { plans }: CopySource,
): Promise<void> {
  await transaction.catalogPlan.deleteMany({
    where: { catalogProductId, name: { notIn: plans.map(({ name }) => name) } },
  });
  for (const [position, plan] of plans.entries()) {
    const terms = { ...termsOf(plan), position };
    await transaction.catalogPlan.upsert({
      where: { catalogProductId_name: { catalogProductId, name: plan.name } },
      create: { ...terms, catalogProductId },
      update: terms,
    });
  }
}

async function copyApis(
  transaction: Transaction,
  catalogProductId: string,
  { apis }: CopySource,
): Promise<void> {
  await transaction.catalogApi.deleteMany({
    where: { catalogProductId, NOT: { OR: apis.map(({ api: { name, version } }) => ({ name, version })) } },
  });
  for (const [position, { api }] of apis.entries()) {
    const { name, version } = api;
    const columns = { ...definitionOf(api), position };
    const { id } = await transaction.catalogApi.upsert({
      where: { catalogProductId_name_version: { catalogProductId, name, version } },
      create: { ...columns, catalogProductId },
      update: columns,
      select: { id: true },
    });
    const row = { table: 'CatalogApi', id } as const;
    if (api.openapi === undefined) await copyOpenApi(transaction, api.id, row);
    else await writeOpenApi(transaction, row, api.openapi);
  }
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
  };
}
