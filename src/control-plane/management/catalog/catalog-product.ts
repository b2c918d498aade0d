import type { PlanMapping } from '../../../domain/plan/plan.ts';
import { allowedActions } from '../../../domain/product/lifecycle.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { readVersionedName } from '../../../foundation/text/version.ts';
import { cut, takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { CatalogProduct, Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { ApiRef, apiOfCopy } from '../api/api.ts';
import { apiColumns } from '../api/api-rows.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { PlanRef } from '../product/plan.ts';
import { Subscribability, Visibility } from '../product/product.ts';
import { hasText, searchDescription } from '../search.ts';

export const ProductState = builder.enumType('ProductState', {
  description: 'Where a product in a catalog stands in its life.',
  values: {
    STAGED: { description: 'In the catalog, neither visible nor subscribable.' },
    PUBLISHED: { description: 'Visible, subscribable and served.' },
    DEPRECATED: { description: 'Serves its subscribers and takes no new ones.' },
    RETIRED: { description: 'Serves nobody; its subscriptions have ended.' },
    ARCHIVED: { description: 'Kept for the record.' },
  } as const,
});

const ProductAction = builder.enumType('ProductAction', {
  description: 'What can be done with a product in a catalog.',
  values: {
    STAGE: { description: '`stageProduct`' },
    PUBLISH: { description: '`publishProduct`' },
    SUPERSEDE: { description: '`supersedeProduct`, as the old product.' },
    REPLACE: { description: '`replaceProduct`, as the old product.' },
    SET_MIGRATION_TARGET: { description: '`setMigrationTarget`, as the old product.' },
    MIGRATE_SUBSCRIPTIONS: { description: '`migrateSubscriptions`, where it has a migration target.' },
    DEPRECATE: { description: '`deprecateProduct`' },
    RETIRE: { description: '`retireProduct`' },
    ARCHIVE: { description: '`archiveProduct`' },
    REMOVE: { description: '`removeProduct`' },
  } as const,
});

const PlanMappingType = builder.objectRef<PlanMapping>('PlanMapping').implement({
  description: 'Where the subscribers of a plan are to go.',
  fields: (t) => ({
    source: t.exposeString('source', { description: 'The plan of the old product.' }),
    target: t.exposeString('target', { description: 'The plan of the new product.' }),
  }),
});

const MigrationTarget = builder.prismaObject('CatalogProduct', {
  variant: 'MigrationTarget',
  description: 'Where the subscriptions of a product are to go.',
  fields: (t) => ({
    product: t.relation('migrationTarget', {
      nullable: false,
      onNull: 'error',
      description: 'The new product.',
    }),
    plans: t.field({
      type: [PlanMappingType],
      description: 'A target for each plan that has one.',
      args: partArgs,
      resolve: ({ migrationPlans }, part) => cut(stored<PlanMapping[]>(migrationPlans), part),
    }),
  }),
});

export const CatalogProductRef = builder.prismaObject('CatalogProduct', {
  description: 'A product in a catalog: a fixed copy of what was staged or published.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, the same in all versions.' }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    version: t.expose('version', { type: 'Version', description: 'Its version, x.y.z.' }),
    catalog: t.relation('catalog', { description: 'The catalog that it is in.' }),
    state: t.expose('state', { type: ProductState, description: 'Where it stands in its life.' }),
    apis: t.field({
      type: [ApiRef],
      description: 'Fixed copies of its APIs, in their order.',
      args: partArgs,
      select: (part) => ({
        catalog: { select: { orgId: true } },
        apis: { orderBy: { position: 'asc' }, select: { ...apiColumns, online: true }, ...takeSkipOf(part) },
      }),
      resolve: ({ apis, catalog }) => apis.map((api) => apiOfCopy(api, catalog.orgId)),
    }),
    plans: t.field({
      type: [PlanRef],
      description: 'Fixed copies of its plans, in their order.',
      args: partArgs,
      select: (part) => ({ plans: { orderBy: { position: 'asc' }, ...takeSkipOf(part) } }),
      resolve: ({ plans }) => plans,
    }),
    visibility: t.expose('visibility', { type: Visibility, description: 'Who sees it in the portal.' }),
    subscribability: t.expose('subscribability', {
      type: Subscribability,
      description: 'Who may subscribe to it, while it is published.',
    }),
    subscriptions: t.relation('subscriptions', {
      description: 'Its subscriptions, the oldest first.',
      args: partArgs,
      // As a list: one product may have more than all others, and of each its application would be read before the cut.
      query: (part) => ({ orderBy: [{ id: 'asc' }], ...takeSkipOf(part) }),
    }),
    subscriptionCount: t.relationCount('subscriptions', { description: 'How many subscriptions it has.' }),
    migrationTarget: t.variant(MigrationTarget, {
      isNull: ({ migrationTargetId }) => migrationTargetId === null,
      description: 'Where its subscriptions are to go.',
    }),
    supersedes: t.relation('migrationSources', {
      description: 'The deprecated products whose subscriptions are to come here.',
      args: partArgs,
      query: (part) => ({ where: { state: 'DEPRECATED' }, orderBy: { id: 'asc' }, ...takeSkipOf(part) }),
    }),
    deprecatedAt: t.expose('deprecatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when it is deprecated.',
    }),
    sunsetAt: t.expose('sunsetAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the platform retires it, if that was said; later while applications are still subscribed to it.',
    }),
    sunsetIfIdleDays: t.exposeInt('sunsetIfIdleDays', {
      nullable: true,
      description:
        'The platform retires it at its sunset although applications are subscribed to it, once nobody has called it in so many days. Null waits until they have moved or ended.',
    }),
    allowedActions: t.field({
      type: [ProductAction],
      description: 'What may be done with it now.',
      resolve: allowedActions,
    }),
  }),
});

/** Filters of the products of a catalog. */
const productFilterArgs = builder.args((t) => ({
  state: t.field({
    type: [ProductState],
    description: 'Only those in one of these states; without it, all but the archived ones.',
  }),
  name: t.stringList({ description: 'Only the versions of these.' }),
  search: t.string({ description: searchDescription }),
}));

type ProductFilterInput = {
  readonly state?: readonly CatalogProduct['state'][] | null | undefined;
  readonly name?: readonly string[] | null | undefined;
  readonly search?: string | null | undefined;
};

function productFilter({ state, name, search }: ProductFilterInput): Prisma.CatalogProductWhereInput {
  return {
    state: state == null ? { not: 'ARCHIVED' } : { in: [...state] },
    ...(name != null && { name: { in: [...name] } }),
    ...hasText(search),
  };
}

const ProductOrder = builder.enumType('CatalogProductOrder', {
  description: 'In which order the products of a catalog are listed.',
  values: {
    CREATED: { description: 'The first that came first.' },
    NEWEST: { description: 'The last that came first.' },
    NAME: { description: 'By name, the newest version first.' },
    STATE: { description: 'By state, from Staged to Archived, and by name within each.' },
    SUNSET: { description: 'The nearest sunset first, and then those without one.' },
  } as const,
});

const orders: Readonly<
  Record<
    typeof ProductOrder.$inferType,
    Prisma.CatalogProductOrderByWithRelationInput | Prisma.CatalogProductOrderByWithRelationInput[]
  >
> = {
  CREATED: { id: 'asc' },
  NEWEST: { id: 'desc' },
  NAME: [{ sortKey: 'asc' }, { id: 'asc' }],
  STATE: [{ state: 'asc' }, { sortKey: 'asc' }, { id: 'asc' }],
  SUNSET: [{ sunsetAt: { sort: 'asc', nulls: 'last' } }, { sortKey: 'asc' }, { id: 'asc' }],
};

builder.prismaObjectField('Catalog', 'products', (t) =>
  t.relation('products', {
    description: 'The products in it, the first that came first unless another order is asked for.',
    args: {
      ...productFilterArgs,
      order: t.arg({ type: ProductOrder, defaultValue: 'CREATED', description: 'In which order.' }),
      ...partArgs,
    },
    query: ({ first, offset, order, ...which }) => ({
      where: productFilter(which),
      orderBy: orders[order ?? 'CREATED'],
      ...takeSkipOf({ first, offset }),
    }),
  }),
);

builder.prismaObjectField('Catalog', 'productCount', (t) =>
  t.relationCount('products', {
    description: 'How many products are in it.',
    args: productFilterArgs,
    where: productFilter,
  }),
);

builder.queryField('catalogProduct', (t) =>
  t.prismaField({
    type: 'CatalogProduct',
    nullable: true,
    description: 'One product in a catalog.',
    args: {
      org: t.arg.string(inOrg),
      catalog: t.arg.string({ required: true, description: 'The catalog.' }),
      product: t.arg({ type: 'VersionedName', required: true, description: 'Which product.' }),
    },
    resolve: async (query, _root, { org, catalog, product }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      return context.database.prisma.catalogProduct.findFirst({
        ...query,
        where: { ...readVersionedName(product), catalog: { orgId, name: catalog } },
      });
    },
  }),
);

type CatalogProductNamedInput = {
  readonly catalog: { readonly id: string; readonly name: string };
  readonly product: string;
  readonly path: InputPath;
};

/** @throws NOT_FOUND when the product is not in the catalog */
export async function catalogProductNamed(
  transaction: Pick<Transaction, 'catalogProduct'>,
  { catalog, product, path }: CatalogProductNamedInput,
): Promise<CatalogProduct> {
  const row = await transaction.catalogProduct.findUnique({
    where: { catalogId_name_version: { catalogId: catalog.id, ...readVersionedName(product) } },
  });
  return row ?? refuseAbsent({ catalog, product, path });
}

/** @throws NOT_FOUND, saying how a product comes into a catalog */
export function refuseAbsent({
  catalog,
  product,
  path,
}: Pick<CatalogProductNamedInput, 'product' | 'path'> & {
  readonly catalog: { readonly name: string };
}): never {
  return refuse('NOT_FOUND', {
    detail: `${product} is not in the catalog ${catalog.name}: stage or publish it there first.`,
    path,
  });
}
