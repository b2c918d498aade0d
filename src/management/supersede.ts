import type { Transaction } from '../database/change.ts';
import type { Catalog, Prisma } from '../database/generated/prisma/client.ts';
import { stored, toStore } from '../database/json.ts';
import { checkSunset } from '../domain/lifecycle.ts';
import type { SecurityDefinition, SecurityRequirement } from '../domain/security.ts';
import { type PlanMapping, type ProductInCatalog, planSupersede } from '../domain/supersede.ts';
import { readVersionedName } from '../domain/version.ts';
import { refuse } from '../errors.ts';
import { builder } from './builder.ts';
import type { ManagementContext } from './context.ts';
import { refuseNotYet } from './lifecycle.ts';
import { changeLifecycle, LifecycleChangeRef, type LifecycleOutcome } from './lifecycle-change.ts';
import { takeOnline } from './publication.ts';

const PlanMappingInput = builder.inputType('PlanMappingInput', {
  description: 'Where the subscribers of a plan are to go.',
  fields: (t) => ({
    source: t.string({ required: true, description: 'A plan of the old product.' }),
    target: t.string({ required: true, description: 'A plan of the new product.' }),
  }),
});

const SupersedeProductInput = builder.inputType('SupersedeProductInput', {
  description:
    'An old product, a new one, and a target for each plan of the old product that has subscribers.',
  fields: (t) => ({
    org: t.string({ description: 'The org; may be left out by a caller of one org.' }),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    old: t.field({
      type: 'VersionedName',
      required: true,
      description: 'The product that is published now.',
    }),
    new: t.field({ type: 'VersionedName', required: true, description: 'The product that takes its place.' }),
    plans: t.field({
      type: [PlanMappingInput],
      required: true,
      description: 'A target plan for each plan of the old product that has subscribers.',
    }),
    sunsetAt: t.field({
      type: 'DateTime',
      description: 'When the old product stops to answer; in the future.',
    }),
    dryRun: t.boolean({ defaultValue: false, description: 'Check and answer the same, but change nothing.' }),
  }),
});

type SupersedeInput = typeof SupersedeProductInput.$inferInput;

builder.mutationField('supersedeProduct', (t) =>
  t.field({
    type: LifecycleChangeRef,
    description:
      'The old version becomes Deprecated, the staged one Published; a subscription moves when its consumer moves it.',
    args: {
      input: t.arg({ type: SupersedeProductInput, required: true, description: 'What takes whose place.' }),
    },
    resolve: (_root, { input }, context, info) => {
      checkSunset(input.sunsetAt, context.clock());
      const detail = {
        old: input.old,
        plans: mappingsOf(input),
        ...(input.sunsetAt != null && { sunsetAt: input.sunsetAt.toISOString() }),
      };
      return changeLifecycle({ input, subject: input.new, detail, context, info }, (transaction, catalog) =>
        supersede({ transaction, catalog, clock: context.clock }, input),
      );
    },
  }),
);

function mappingsOf({ plans }: SupersedeInput): PlanMapping[] {
  return plans.map(({ source, target }) => ({ source, target }));
}

const productTree = {
  plans: { orderBy: { position: 'asc' } },
  apis: {
    orderBy: { position: 'asc' },
    select: { name: true, version: true, securityDefinitions: true, security: true },
  },
  subscriptions: {
    select: {
      catalogPlan: { select: { name: true } },
      application: { select: { name: true, consumerOrg: { select: { name: true } } } },
    },
  },
} as const satisfies Prisma.CatalogProductInclude;

type ProductTree = Prisma.CatalogProductGetPayload<{ include: typeof productTree }>;

type Scene = {
  readonly transaction: Transaction;
  readonly catalog: Catalog;
  readonly clock: ManagementContext['clock'];
};

async function supersede(
  { transaction, catalog, clock }: Scene,
  input: SupersedeInput,
): Promise<LifecycleOutcome> {
  const old = await treeOf(transaction, catalog, { product: input.old, field: 'old' });
  const successor = await treeOf(transaction, catalog, { product: input.new, field: 'new' });
  const plans = mappingsOf(input);
  const outcome = planSupersede({
    old: inDomain(old),
    new: inDomain(successor),
    subscribers: old.subscriptions.map(({ application, catalogPlan }) => ({
      consumerOrg: application.consumerOrg.name,
      application: application.name,
      plan: catalogPlan.name,
    })),
    plans,
  });
  await transaction.catalogProduct.update({
    where: { id: old.id },
    data: {
      state: 'DEPRECATED',
      deprecatedAt: clock(),
      sunsetAt: input.sunsetAt ?? null,
      migrationTargetId: successor.id,
      migrationPlans: toStore(plans),
    },
  });
  await takeOnline(
    transaction,
    await transaction.catalogProduct.update({ where: { id: successor.id }, data: { state: 'PUBLISHED' } }),
  );
  return { ...outcome, product: successor };
}

async function treeOf(
  transaction: Transaction,
  { id: catalogId, name }: Catalog,
  { product, field }: { product: string; field: 'old' | 'new' },
): Promise<ProductTree> {
  const tree = await transaction.catalogProduct.findUnique({
    where: { catalogId_name_version: { catalogId, ...readVersionedName(product) } },
    include: productTree,
  });
  return (
    tree ??
    refuse('NOT_FOUND', { detail: `${product} is not in the catalog ${name}.`, path: ['input', field] })
  );
}

function inDomain({ apis, ...product }: ProductTree): ProductInCatalog {
  return {
    ...product,
    apis: apis.map(({ securityDefinitions, security, ...api }) => ({
      ...api,
      securityDefinitions: stored<SecurityDefinition[]>(securityDefinitions),
      security: stored<SecurityRequirement[]>(security),
    })),
  };
}

const notYet = {
  replaceProduct: 'As supersede, but every subscription moves at once and the old version becomes Retired.',
  setMigrationTarget: 'Stores the plan map only, so that consumers are offered the move.',
} as const;

for (const name of ['replaceProduct', 'setMigrationTarget'] as const)
  builder.mutationField(name, (t) =>
    t.field({
      type: LifecycleChangeRef,
      description: notYet[name],
      args: {
        input: t.arg({ type: SupersedeProductInput, required: true, description: 'What takes whose place.' }),
      },
      resolve: async (_root, { input }, context) =>
        refuseNotYet(name, { ...input, products: { old: input.old, new: input.new } }, context),
    }),
  );
