import { isSubscriptionId } from '../../../../domain/consumer/subscription.ts';
import type { VersionedName } from '../../../../foundation/text/version.ts';
import { cut } from '../../../../graphql/server/take-skip.ts';
import type {
  CatalogPlan,
  CatalogProduct,
  Prisma,
} from '../../../../infrastructure/database/generated/prisma/client.ts';
import { migrationTargetOf, withMigrationTarget } from '../../../consumer/subscription.ts';
import { type MigrationUndo, migrationUndoOf, withMigrationUndo } from '../../../consumer/undo-migration.ts';
import { builder, partArgs } from '../builder.ts';
import { demandViewer, type PortalContext } from '../context.ts';
import { PortalPlan } from '../product/plan.ts';
import { PortalProduct } from '../product/product.ts';
import { type ProductPair, productChanges } from '../product/product-changes.ts';
import { PortalUsage, usageOf } from '../usage/plan-usage.ts';
import { brokenCallsOf, PortalBrokenCalls } from './broken-calls.ts';
import { PortalMigrationChanges } from './migration-changes.ts';
import { estimateField, estimateOf } from './plan-estimate.ts';

const SubscriptionState = builder.enumType('SubscriptionState', {
  description: 'Does a subscription admit calls?',
  values: {
    PENDING_APPROVAL: { description: 'Not yet: the provider has to approve it.' },
    ACTIVE: { description: 'It does.' },
    REJECTED: { description: 'It does not: the provider has rejected it. It can be asked for again.' },
  },
});

type MigrationTarget = {
  readonly product: CatalogProduct;
  readonly plan: CatalogPlan;
  readonly pair: ProductPair;
  readonly subscriptionId: string;
  readonly from: VersionedName;
};

const PortalMigrationTarget = builder.objectRef<MigrationTarget>('PortalMigrationTarget').implement({
  description: 'Where a subscription of a superseded product can go.',
  fields: (t) => ({
    product: t.expose('product', { type: PortalProduct, description: 'The new product version.' }),
    plan: t.expose('plan', { type: PortalPlan, description: 'The plan of it that this one is mapped to.' }),
    changes: t.field({
      type: PortalMigrationChanges,
      description: 'What the application meets there.',
      resolve: ({ pair }, _args, context) => productChanges(context, pair),
    }),
    estimate: t.field({ ...estimateField, resolve: estimateOf }),
    brokenCalls: t.field({
      type: [PortalBrokenCalls],
      description:
        'What breaks of what this subscription called in the last 30 days, the last called first. Of a GraphQL API by field, where the fields of its calls are known.',
      args: partArgs,
      resolve: async (target, part, context) => cut(await brokenCallsOf(context, target), part),
    }),
  }),
});

const withTargetAndRevision = {
  ...withMigrationTarget,
  catalogProduct: {
    include: {
      ...withMigrationTarget.catalogProduct.include,
      catalog: { select: { org: { select: { revision: true } } } },
    },
  },
} as const satisfies Prisma.SubscriptionSelect;

type SubscriptionWithTarget = Prisma.SubscriptionGetPayload<{ include: typeof withTargetAndRevision }>;

function targetOf(
  subscription: SubscriptionWithTarget,
  _args: unknown,
  context: PortalContext,
): MigrationTarget | null {
  const target = migrationTargetOf(subscription, demandViewer(context).audience);
  if (!target) return null;
  const { id: subscriptionId, catalogProduct: from } = subscription;
  const pair = { before: from.id, after: target.product.id, revision: from.catalog.org.revision };
  return { ...target, pair, subscriptionId, from };
}

const PortalWayBack = builder.objectRef<MigrationUndo>('PortalWayBack').implement({
  description: 'Where a subscription that was migrated here can go back to.',
  fields: (t) => ({
    product: t.expose('product', { type: PortalProduct, description: 'The product that it came from.' }),
    plan: t.expose('plan', { type: PortalPlan, description: 'The plan of it that it was on.' }),
    until: t.expose('until', {
      type: 'DateTime',
      description: '30 days after the migration, or the sunset of that product where it is earlier.',
    }),
  }),
});

builder.prismaObject('Subscription', {
  name: 'PortalSubscription',
  description: 'An application subscribed to a plan of a product.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Stays the same when the subscription is migrated.' }),
    application: t.relation('application', { description: 'The application that is subscribed.' }),
    product: t.relation('catalogProduct', { description: 'The product that it is subscribed to.' }),
    plan: t.relation('catalogPlan', { description: 'The plan whose limits hold.' }),
    state: t.expose('state', { type: SubscriptionState, description: 'Does it admit calls?' }),
    rejectionReason: t.exposeString('rejectionReason', {
      nullable: true,
      description: 'Why the provider has rejected it, if that was said.',
    }),
    migrationTarget: t.field({
      type: PortalMigrationTarget,
      nullable: true,
      description:
        'Set where the product was superseded: where this subscription can go; null where its application is subscribed to that already.',
      select: withTargetAndRevision,
      resolve: targetOf,
    }),
    wayBack: t.field({
      type: PortalWayBack,
      nullable: true,
      description:
        'Set where this subscription was migrated here and `undoMigration` can take it back; null once the product that it came from serves no more.',
      select: withMigrationUndo,
      resolve: (subscription, _args, { clock }) => migrationUndoOf(subscription, clock()),
    }),
    usage: t.field({
      type: PortalUsage,
      description: 'What was used of it.',
      select: { catalogPlan: true },
      resolve: usageOf,
    }),
  }),
});

builder.queryField('subscription', (t) =>
  t.prismaField({
    type: 'Subscription',
    nullable: true,
    description: "One subscription of an application of the viewer's consumer organization.",
    args: { id: t.arg.id({ required: true, description: 'Which.' }) },
    resolve: (query, _root, { id }, context) => {
      const { consumerOrg } = demandViewer(context);
      if (!isSubscriptionId(id)) return null;
      const where = { id, application: { consumerOrgId: consumerOrg.id } };
      return context.database.prisma.subscription.findFirst({ ...query, where });
    },
  }),
);
