import { isSubscriptionId } from '../../../domain/consumer/subscription.ts';
import { refuse } from '../../../foundation/errors.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type {
  CatalogPlan,
  CatalogProduct,
  Prisma,
  Subscription,
} from '../../../infrastructure/database/generated/prisma/client.ts';
import { audienceOfConsumerOrg } from '../../consumer/audience.ts';
import { withPlanRequest } from '../../consumer/plan-request.ts';
import {
  migrationTargetOf,
  moveSubscription,
  moveToMigrationTarget,
  subscribe,
  unsubscribe,
  withMigrationTarget,
} from '../../consumer/subscription.ts';
import { builder, inOrg } from '../builder.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import { CatalogProductRef, catalogProductNamed } from '../catalog/catalog-product.ts';
import { PlanRef } from '../product/plan.ts';
import { applicationNamed } from './application.ts';
import { PlanRequestRef } from './plan-request.ts';
import { UsageRef, usageOf } from './plan-usage.ts';

export const SubscriptionState = builder.enumType('SubscriptionState', {
  description: 'Where a subscription stands.',
  values: {
    PENDING_APPROVAL: { description: 'Waits for the provider; its calls are refused.' },
    ACTIVE: { description: 'Its calls are served.' },
    REJECTED: { description: 'The provider did not approve it; its calls are refused.' },
  } as const,
});

type Target = { readonly product: CatalogProduct; readonly plan: CatalogPlan };

const SubscriptionTarget = builder.objectRef<Target>('SubscriptionTarget').implement({
  description: 'Where a subscription can go.',
  fields: (t) => ({
    product: t.field({
      type: CatalogProductRef,
      description: 'The new product.',
      resolve: ({ product }) => product,
    }),
    plan: t.field({
      type: PlanRef,
      description: 'The plan that its own is mapped to.',
      resolve: ({ plan }) => plan,
    }),
  }),
});

builder.prismaObject('Subscription', {
  description: 'The right of an application to call the APIs of a product under one of its plans.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Stays the same when the subscription moves.' }),
    application: t.relation('application', { description: 'Whose subscription it is.' }),
    product: t.relation('catalogProduct', { description: 'The product that it is to.' }),
    plan: t.field({
      type: PlanRef,
      description: 'The plan that its calls are counted under.',
      select: { catalogPlan: true },
      resolve: ({ catalogPlan }) => catalogPlan,
    }),
    state: t.expose('state', { type: SubscriptionState, description: 'Where it stands.' }),
    rejectionReason: t.exposeString('rejectionReason', {
      nullable: true,
      description: 'Why it was rejected, if that was said.',
    }),
    migrationTarget: t.field({
      type: SubscriptionTarget,
      nullable: true,
      description:
        'Where it can go; null where there is no target for its plan, or its application is subscribed to that already.',
      select: withMigrationTarget,
      resolve: (subscription) => migrationTargetOf(subscription),
    }),
    planRequest: t.field({
      type: PlanRequestRef,
      nullable: true,
      description:
        'Another plan that its consumer asks for and that waits for approval, or was rejected within 30 days.',
      select: withPlanRequest,
      resolve: ({ planRequest }) => planRequest,
    }),
    usage: t.field({
      type: UsageRef,
      description: 'Its windows as they stand: of its own limits, or else of its plan.',
      select: { catalogPlan: true },
      resolve: usageOf,
    }),
  }),
});

const CreateSubscriptionInput = builder.inputType('CreateSubscriptionInput', {
  description: 'An application, and the plan that it subscribes to.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    consumerOrg: t.string({ required: true, description: 'Whose application it is.' }),
    application: t.string({ required: true, description: 'Which application.' }),
    product: t.field({
      type: 'VersionedName',
      required: true,
      description: 'The product, which is published.',
    }),
    plan: t.string({ required: true, description: 'The plan of the product.' }),
  }),
});

const MigrateSubscriptionInput = builder.inputType('MigrateSubscriptionInput', {
  description:
    'A subscription, and where it goes. Without `product` and `plan` it goes to its migration target.',
  fields: (t) => ({
    org: t.string(inOrg),
    id: t.id({ required: true, description: 'Which subscription.' }),
    product: t.field({ type: 'VersionedName', description: 'A published product of the same catalog.' }),
    plan: t.string({ description: 'The plan of that product.' }),
  }),
});

export const SubscriptionInput = builder.inputType('SubscriptionInput', {
  description: 'One subscription.',
  fields: (t) => ({
    org: t.string(inOrg),
    id: t.id({ required: true, description: 'Which subscription.' }),
  }),
});

const withCatalog = {
  catalogProduct: { include: { catalog: true } },
} as const satisfies Prisma.SubscriptionInclude;

type SubscriptionInCatalog = Prisma.SubscriptionGetPayload<{ include: typeof withCatalog }>;

/** @throws NOT_FOUND when the org has no such subscription */
export async function subscriptionOf(
  transaction: Transaction,
  { orgId, id }: { orgId: string; id: string },
): Promise<SubscriptionInCatalog> {
  const subscription = isSubscriptionId(id)
    ? await transaction.subscription.findFirst({
        where: { id, catalogProduct: { catalog: { orgId } } },
        include: withCatalog,
      })
    : null;
  return (
    subscription ??
    refuse('NOT_FOUND', {
      detail: `There is no subscription ${JSON.stringify(id.slice(0, 80))} in this org.`,
      path: ['input', 'id'],
    })
  );
}

builder.mutationField('createSubscription', (t) =>
  t.prismaField({
    type: 'Subscription',
    description:
      'Subscribes an application to a plan of a published product. The provider is not asked what the subscription form asks.',
    args: {
      input: t.arg({ type: CreateSubscriptionInput, required: true, description: 'The new subscription.' }),
    },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { consumerOrg, application: name, product, plan: planName } = input;
      const subject = `${input.catalog}/${consumerOrg}/${name}`;
      return context.change(
        { orgId, action: 'createSubscription', subject, detail: { product, plan: planName } },
        async (transaction) => {
          const catalog = await catalogNamed(transaction, {
            orgId,
            name: input.catalog,
            path: ['input', 'catalog'],
          });
          const address = { orgId, catalog: catalog.name, consumerOrg, name };
          const { id: applicationId, consumerOrgId } = await applicationNamed(transaction, address);
          const path = ['input', 'product'];
          const { id } = await subscribe(transaction, {
            applicationId,
            product: await catalogProductNamed(transaction, { catalog, product, path }),
            planName,
            member: await audienceOfConsumerOrg(transaction, consumerOrgId),
            now: context.clock(),
          });
          return transaction.subscription.findUniqueOrThrow({ ...query, where: { id } });
        },
      );
    },
  }),
);

builder.mutationField('migrateSubscription', (t) =>
  t.prismaField({
    type: 'Subscription',
    description: 'Moves a subscription; its id and the credentials of its application stay the same.',
    args: {
      input: t.arg({ type: MigrateSubscriptionInput, required: true, description: 'Which one, and where.' }),
    },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { product, plan } = input;
      const detail = product != null && plan != null ? { product, plan } : {};
      return context.change(
        { orgId, action: 'migrateSubscription', subject: input.id, detail },
        async (transaction) => {
          const { id } = await migrate(transaction, orgId, input);
          return transaction.subscription.findUniqueOrThrow({ ...query, where: { id } });
        },
      );
    },
  }),
);

async function migrate(
  transaction: Transaction,
  orgId: string,
  { id, product, plan }: typeof MigrateSubscriptionInput.$inferInput,
): Promise<Subscription> {
  const subscription = await subscriptionOf(transaction, { orgId, id });
  if (product == null && plan == null) return moveToMigrationTarget(transaction, { subscription });
  if (product == null || plan == null)
    return refuse('BAD_USER_INPUT', {
      detail: 'Give product and plan both, or neither for the migration target.',
      path: ['input', product == null ? 'product' : 'plan'],
    });
  const { catalog } = subscription.catalogProduct;
  return moveSubscription(transaction, {
    subscription,
    product: await catalogProductNamed(transaction, { catalog, product, path: ['input', 'product'] }),
    planName: plan,
  });
}

builder.mutationField('deleteSubscription', (t) =>
  t.boolean({
    description: 'Ends a subscription: calls under it are refused from then on.',
    args: { input: t.arg({ type: SubscriptionInput, required: true, description: 'Which subscription.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      await context.change(
        { orgId, action: 'deleteSubscription', subject: input.id },
        async (transaction) => {
          await unsubscribe(transaction, await subscriptionOf(transaction, { orgId, id: input.id }));
        },
      );
      return true;
    },
  }),
);
