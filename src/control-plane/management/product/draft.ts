import type { PlanTerms } from '../../../domain/plan/plan.ts';
import type { ProductWords } from '../../../domain/product/product-words.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { readVersionedName, type VersionedName, versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type {
  Api,
  Prisma,
  Product,
  Subscribability,
  Visibility,
} from '../../../infrastructure/database/generated/prisma/client.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { planToStore, storedPlan } from '../../../infrastructure/database/stored-plan.ts';
import { checkHiding } from './hidden-graphql.ts';
import type { HidingApi } from './hiding-fault.ts';
import { checkMetered } from './metered-limits.ts';

const draftTree = {
  apis: { orderBy: { position: 'asc' }, include: { api: { omit: { sdl: true } } } },
  plans: { orderBy: { position: 'asc' } },
} as const satisfies Prisma.ProductInclude;

type DraftRow = Prisma.ProductGetPayload<{ include: typeof draftTree }>;

/** The draft of a product with its APIs and plans, each in its order. */
export type ProductDraft = Omit<DraftRow, 'apis'> & {
  readonly apis: readonly (Omit<DraftRow['apis'][number], 'api'> & { readonly api: Api })[];
};

/** Adds the schemas of GraphQL APIs. With the rest they would be too large for one statement. */
async function withSchemas(transaction: Transaction, draft: DraftRow): Promise<ProductDraft> {
  const ids = draft.apis.flatMap(({ api }) => (api.kind === 'GRAPHQL' ? [api.id] : []));
  const rows =
    ids.length === 0
      ? []
      : await transaction.api.findMany({ where: { id: { in: ids } }, select: { id: true, sdl: true } });
  const sdlOf = new Map(rows.map(({ id, sdl }) => [id, sdl]));
  const apis = draft.apis.map(({ api, ...row }) => ({
    ...row,
    api: { ...api, sdl: sdlOf.get(api.id) ?? null },
  }));
  return { ...draft, apis };
}

type DraftOfInput = { readonly orgId: string; readonly product: VersionedName };

/** The draft of a product; undefined when there is none. */
export async function draftOf(
  transaction: Transaction,
  { orgId, product: { name, version } }: DraftOfInput,
): Promise<ProductDraft | undefined> {
  const draft = await transaction.product.findUnique({
    where: { orgId_name_version: { orgId, name, version } },
    include: draftTree,
    relationLoadStrategy: 'join',
  });
  return draft ? withSchemas(transaction, draft) : undefined;
}

/** @throws NOT_FOUND when there is no draft of the product */
export async function findDraft(
  transaction: Transaction,
  { orgId, product }: { orgId: string; product: string },
): Promise<ProductDraft> {
  const draft = await draftOf(transaction, { orgId, product: readVersionedName(product) });
  return (
    draft ?? refuse('NOT_FOUND', { detail: `There is no product ${product}.`, path: ['input', 'product'] })
  );
}

/**
 * The APIs that a product names, in their order.
 *
 * @throws BAD_USER_INPUT when there is none, or one is there twice; NOT_FOUND when one does not exist
 */
export async function findApis(
  transaction: Transaction,
  { orgId, apis }: { orgId: string; apis: readonly string[] },
): Promise<Api[]> {
  if (apis.length === 0)
    refuse('BAD_USER_INPUT', {
      detail: 'A product holds one API or more: name one.',
      path: ['input', 'apis'],
    });
  const rows = await transaction.api.findMany({
    where: { orgId, OR: apis.map((each) => readVersionedName(each)) },
  });
  return apis.map((api, index) => {
    const path = ['input', 'apis', index];
    if (apis.indexOf(api) !== index)
      refuse('BAD_USER_INPUT', { detail: `The API ${api} is named twice.`, path });
    const row = rows.find((each) => versionedName(each) === api);
    return row ?? refuse('NOT_FOUND', { detail: `There is no API ${api}.`, path });
  });
}

type NewDraft = VersionedName & {
  readonly orgId: string;
  readonly title: string;
  readonly apis: readonly (Pick<Api, 'id' | 'settings'> & HidingApi)[];
  readonly plans: readonly PlanTerms[];
  readonly visibility: Visibility;
  readonly subscribability: Subscribability;
  readonly words: ProductWords;
};

/** @throws NAME_TAKEN when the product exists in that version; BAD_USER_INPUT when a plan does not fit the APIs */
export async function createDraft(
  transaction: Transaction,
  { apis, plans, words, ...columns }: NewDraft,
): Promise<Product> {
  if (await draftOf(transaction, { orgId: columns.orgId, product: columns }))
    refuse('NAME_TAKEN', {
      detail: `There is a product ${versionedName(columns)} already: choose another name or version.`,
      path: ['input', 'version'],
    });
  checkMetered({ plans, apis }, ['input', 'plans']);
  await checkHiding({ plans, apis }, { path: ['input', 'plans'], queueKey: columns.orgId });
  return transaction.product.create({
    data: {
      ...columns,
      words: toStore(words),
      apis: { create: apis.map(({ id }, position) => ({ apiId: id, position })) },
      plans: { create: plans.map((plan, position) => ({ ...planToStore(plan), position })) },
    },
  });
}

/**
 * Checks that the plans of a draft fit its APIs. They have what is hidden of them, and the meters that are limited.
 *
 * @throws BAD_USER_INPUT
 */
export async function checkPlansOf(
  transaction: Transaction,
  productId: string,
  path: InputPath,
): Promise<void> {
  const draft = await transaction.product.findUniqueOrThrow({
    where: { id: productId },
    include: draftTree,
    relationLoadStrategy: 'join',
  });
  const { orgId, plans, apis } = await withSchemas(transaction, draft);
  checkMetered({ plans: plans.map(storedPlan), apis: apis.map(({ api }) => api) }, path.slice(0, 2));
  await checkHiding({ plans, apis: apis.map(({ api }) => api) }, { path, queueKey: orgId });
}

/** Replaces the APIs of a draft. */
export async function replaceApis(
  transaction: Transaction,
  productId: string,
  apis: readonly Pick<Api, 'id'>[],
): Promise<void> {
  await transaction.productApi.deleteMany({ where: { productId } });
  await transaction.productApi.createMany({
    data: apis.map(({ id }, position) => ({ productId, apiId: id, position })),
  });
}

/** Replaces the plans of a draft. Nothing but the draft refers to them: a catalog holds copies. */
export async function replacePlans(
  transaction: Transaction,
  productId: string,
  plans: readonly PlanTerms[],
): Promise<void> {
  await transaction.plan.deleteMany({ where: { productId } });
  await transaction.plan.createMany({
    data: plans.map((plan, position) => ({ ...planToStore(plan), productId, position })),
  });
}
