import { offeredPlan } from '../../../../domain/consumer/subscription.ts';
import type { PlanMapping } from '../../../../domain/plan/plan.ts';
import { cut } from '../../../../graphql/server/take-skip.ts';
import type {
  CatalogPlan,
  CatalogProduct,
} from '../../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../../infrastructure/database/json-columns.ts';
import { changeMessage } from '../../../consumer/change-message.ts';
import { builder, partArgs } from '../builder.ts';
import type { PortalContext } from '../context.ts';
import { languageArg } from '../language.ts';
import { PortalApi } from '../product/api.ts';
import { PortalPlan } from '../product/plan.ts';
import { PortalProduct } from '../product/product.ts';
import { type ProductChanges, type ProductPair, productChanges } from '../product/product-changes.ts';
import { PortalSecurityOption, securityOptions } from '../product/security.ts';
import { visiblePlans, visibleProducts } from '../product/visibility.ts';

type SecurityChange = ProductChanges['security'][number];
type BreakingChange = ProductChanges['breaking'][number];

const PortalSecurityChange = builder.objectRef<SecurityChange>('PortalSecurityChange').implement({
  description: 'An API that admits calls in other ways than before.',
  fields: (t) => ({
    api: t.exposeString('api', { description: 'The name of the API.' }),
    before: t.field({
      type: [PortalSecurityOption],
      description: 'The ways of the old product, any one of which was enough; empty where it was open.',
      resolve: ({ before }) => securityOptions(before),
    }),
    after: t.field({
      type: [PortalSecurityOption],
      description: 'The ways of the new product, any one of which is enough; empty where it is open.',
      resolve: ({ after }) => securityOptions(after),
    }),
  }),
});

const PortalBreakingChange = builder.objectRef<BreakingChange>('PortalBreakingChange').implement({
  description: 'A change after which calls that work now would fail, or their answers would be read wrong.',
  fields: (t) => ({
    api: t.exposeString('api', { description: 'The name of the API.' }),
    operation: t.exposeString('operation', {
      nullable: true,
      description:
        'Which operation, for example `GET /customers`; null where it is the whole API, or a GraphQL schema, whose message names the type and field.',
    }),
    message: t.string({
      description: 'What is different, for example `address.city in the response 200 is removed`.',
      args: languageArg,
      resolve: (difference, { language }) => changeMessage(difference, language ?? 'en'),
    }),
  }),
});

export const PortalMigrationChanges = builder.objectRef<ProductChanges>('PortalMigrationChanges').implement({
  description:
    'What an application meets that goes from one product to the other, but for the limits, which the plans tell.',
  fields: (t) => ({
    security: t.field({
      type: [PortalSecurityChange],
      description: 'The APIs that admit calls in other ways.',
      args: partArgs,
      resolve: ({ security }, part) => cut(security, part),
    }),
    breaking: t.field({
      type: [PortalBreakingChange],
      description: 'What breaks callers, by API and operation.',
      args: partArgs,
      resolve: ({ breaking }, part) => cut(breaking, part),
    }),
    addedApis: t.field({
      type: [PortalApi],
      description: 'The APIs that the new product has besides.',
      args: partArgs,
      resolve: ({ addedApis }, part) => cut(addedApis, part),
    }),
    removedApis: t.field({
      type: [PortalApi],
      description: 'The APIs that the new product has no version of.',
      args: partArgs,
      resolve: ({ removedApis }, part) => cut(removedApis, part),
    }),
  }),
});

type PlanSuccessor = { readonly from: CatalogPlan; readonly to: CatalogPlan | null };

const PortalPlanSuccessor = builder.objectRef<PlanSuccessor>('PortalPlanSuccessor').implement({
  description: 'A plan, and the plan of the new product that its subscribers are offered.',
  fields: (t) => ({
    from: t.expose('from', { type: PortalPlan, description: 'The plan of the old product.' }),
    to: t.expose('to', {
      type: PortalPlan,
      nullable: true,
      description: 'The plan of the new product; null where subscribers are offered none.',
    }),
  }),
});

type Successor = {
  readonly product: CatalogProduct;
  readonly plans: readonly PlanSuccessor[];
  readonly pair: ProductPair;
};

const PortalSuccessor = builder.objectRef<Successor>('PortalSuccessor').implement({
  description: 'The product that takes the place of another one.',
  fields: (t) => ({
    product: t.expose('product', { type: PortalProduct, description: 'The new product.' }),
    plans: t.field({
      type: [PortalPlanSuccessor],
      description: 'Where each plan of the old product leads, in their order.',
      args: partArgs,
      resolve: ({ plans }, part) => cut(plans, part),
    }),
    changes: t.field({
      type: PortalMigrationChanges,
      description: 'What is different in the new product.',
      resolve: ({ pair }, _args, context) => productChanges(context, pair),
    }),
  }),
});

builder.prismaObjectField('CatalogProduct', 'successor', (t) =>
  t.field({
    type: PortalSuccessor,
    nullable: true,
    description:
      'The product that its subscriptions are to go to; null where there is none, or none that the viewer may see.',
    select: (_args, context) => ({
      id: true,
      migrationTargetId: true,
      migrationPlans: true,
      plans: { where: visiblePlans(context), orderBy: { position: 'asc' } },
      catalog: { select: { org: { select: { revision: true } } } },
    }),
    resolve: async ({ id, migrationPlans, migrationTargetId, plans, catalog }, _args, context) => {
      const target = migrationTargetId && (await visibleTarget(context, migrationTargetId));
      if (!target) return null;
      const mappings = stored<PlanMapping[]>(migrationPlans);
      return {
        product: target,
        plans: plans.map((from) => {
          const name = offeredPlan(mappings, from.name);
          return { from, to: target.plans.find((plan) => plan.name === name) ?? null };
        }),
        pair: { before: id, after: target.id, revision: catalog.org.revision },
      };
    },
  }),
);

/** Finds a migration target that is published and that the viewer may see. */
const visibleTarget = (context: PortalContext, id: string) =>
  context.database.prisma.catalogProduct.findFirst({
    where: { AND: [visibleProducts(context), { id, state: 'PUBLISHED' }] },
    include: { plans: { where: visiblePlans(context) } },
  });
