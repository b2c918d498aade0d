import type { Clock } from '../../../../foundation/clock.ts';
import { refuse } from '../../../../foundation/errors.ts';
import { readVersionedName } from '../../../../foundation/text/version.ts';
import type { Transaction } from '../../../../infrastructure/database/change.ts';
import type {
  CatalogProduct,
  Subscription,
} from '../../../../infrastructure/database/generated/prisma/client.ts';
import { acceptPlanPrice } from '../../../consumer/accept-price.ts';
import type { FormAnswering } from '../../../consumer/ask-form.ts';
import { subscribe, unsubscribe } from '../../../consumer/subscription.ts';
import { migrate, undoMigration } from '../../../consumer/undo-migration.ts';
import { builder } from '../builder.ts';
import { demandViewer, type PortalContext } from '../context.ts';
import { visibleProducts } from '../product/visibility.ts';
import { ownApplication, ownSubscription } from './own.ts';

/** @throws NOT_FOUND for a product that the viewer may not see, as for one that does not exist */
async function visibleProduct(
  transaction: Transaction,
  context: PortalContext,
  product: string,
): Promise<CatalogProduct> {
  const where = { ...visibleProducts(context), ...readVersionedName(product) };
  const found = await transaction.catalogProduct.findFirst({ where });
  return found ?? refuse('NOT_FOUND', { detail: `There is no product ${product} here.`, path: ['product'] });
}

type SubscriptionChange = {
  readonly action: string;
  readonly id: string;
  /** The name of the plan that the viewer wants. */
  readonly plan?: string;
  /** The id of a price that the viewer accepts. */
  readonly accepted?: string | null | undefined;
};

/** Changes a subscription of the viewer. The audit names it by its id, which stays the same for its whole life. */
export function changeSubscription<Result>(
  context: PortalContext,
  { action, id, plan, accepted }: SubscriptionChange,
  work: (transaction: Transaction, subscription: Subscription) => Promise<Result>,
): Promise<Result> {
  const viewer = demandViewer(context);
  const detail = { ...(plan !== undefined && { plan }), ...(accepted != null && { acceptPrice: accepted }) };
  return context.change({ action, subject: id, username: viewer.username, detail }, async (transaction) =>
    work(transaction, await ownSubscription(transaction, viewer, id)),
  );
}

/** Moves a subscription of the viewer, who accepts the price of the new plan. */
function moveSubscription(
  context: PortalContext,
  { path, ...change }: SubscriptionChange & { readonly path: string },
  move: (transaction: Transaction, subscription: Subscription) => Promise<Subscription>,
): Promise<unknown> {
  const { username } = demandViewer(context);
  return changeSubscription(context, change, async (transaction, before) => {
    const subscription = await move(transaction, before);
    return acceptPlanPrice(transaction, { subscription, username, accepted: change.accepted, path: [path] });
  });
}

const FormAnswerInput = builder.inputType('FormAnswerInput', {
  description: 'An answer to a field of the form of a plan.',
  fields: (t) => ({
    field: t.string({ required: true, description: 'The name of the field.' }),
    value: t.string({ required: true, description: 'The answer; `true` or `false` of a CHECKBOX.' }),
  }),
});

/** Arguments that answer the form of a plan. */
export const formArgs = builder.args((t) => ({
  answers: t.field({
    type: [FormAnswerInput],
    description: 'Answers to the fields of the `subscriptionForm` of the plan.',
  }),
  acceptTerms: t.idList({
    description: 'The `id` of each of the terms of the plan that the viewer accepts.',
  }),
}));

type FormArgs = {
  readonly answers?: readonly { readonly field: string; readonly value: string }[] | null | undefined;
  readonly acceptTerms?: readonly string[] | null | undefined;
};

/** Returns the answers of the viewer to the form of a plan. */
export const answeringOf = (
  { answers, acceptTerms }: FormArgs,
  { username, clock }: { readonly username: string; readonly clock: Clock },
): FormAnswering => ({
  answers: answers ?? [],
  acceptTerms: acceptTerms ?? [],
  username,
  now: clock(),
  path: [],
});

export const priceArg = builder.args((t) => ({
  acceptPrice: t.id({
    description:
      'The `id` of the price of the plan, which the viewer accepts with it. Required where the plan costs more than the subscription does.',
  }),
})).acceptPrice;

builder.mutationField('subscribe', (t) =>
  t.prismaField({
    type: 'Subscription',
    description:
      'Subscribes an application to a plan of a published product. Where the plan asks for approval, it waits for that.',
    args: {
      application: t.arg.string({ required: true, description: 'The name of the application.' }),
      product: t.arg({
        type: 'VersionedName',
        required: true,
        description: 'Which product: `name:version`.',
      }),
      plan: t.arg.string({ required: true, description: 'The name of the plan.' }),
      acceptPrice: priceArg,
      ...formArgs,
    },
    resolve: async (query, _root, args, context) => {
      const { application: name, product, plan, acceptPrice: accepted } = args;
      const viewer = demandViewer(context);
      const subject = `${viewer.consumerOrg.name}/${name}`;
      const request = {
        action: 'subscribe',
        subject,
        detail: { product, plan, ...(accepted != null && { acceptPrice: accepted }) },
        username: viewer.username,
      };
      const { id } = await context.change(request, async (transaction) => {
        const application = await ownApplication(transaction, viewer, { name, argument: 'application' });
        const subscription = await subscribe(transaction, {
          applicationId: application.id,
          product: await visibleProduct(transaction, context, product),
          planName: plan,
          member: viewer.audience,
          now: context.clock(),
          answering: answeringOf(args, { username: viewer.username, clock: context.clock }),
          path: [],
        });
        await acceptPlanPrice(transaction, {
          subscription,
          username: viewer.username,
          accepted,
          path: ['acceptPrice'],
        });
        return subscription;
      });
      return context.database.prisma.subscription.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('unsubscribe', (t) =>
  t.boolean({
    description: 'Ends a subscription: the application is not served by the product any more.',
    args: { id: t.arg.id({ required: true, description: 'Which subscription.' }) },
    resolve: (_root, { id }, context) =>
      changeSubscription(context, { action: 'unsubscribe', id }, async (transaction, subscription) => {
        await unsubscribe(transaction, subscription);
        return true;
      }),
  }),
);

builder.mutationField('migrateSubscription', (t) =>
  t.prismaField({
    type: 'Subscription',
    description: 'Moves the subscription to the plan of the new product version that it is offered.',
    args: { id: t.arg.id({ required: true, description: 'Which subscription.' }), acceptPrice: priceArg },
    resolve: async (query, _root, { id, acceptPrice: accepted }, context) => {
      const request = { action: 'migrateSubscription', id, accepted, path: 'acceptPrice' };
      await moveSubscription(context, request, (transaction, subscription) =>
        migrate(transaction, { subscription, member: demandViewer(context).audience, path: [] }, context),
      );
      return context.database.prisma.subscription.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('undoMigration', (t) =>
  t.prismaField({
    type: 'Subscription',
    description:
      'Moves a subscription that was migrated here back to the product and plan that it came from, once; refused with UNDO_CONFLICT where it has no `wayBack`.',
    args: { id: t.arg.id({ required: true, description: 'Which subscription.' }), acceptPrice: priceArg },
    resolve: async (query, _root, { id, acceptPrice: accepted }, context) => {
      const request = { action: 'undoMigration', id, accepted, path: 'acceptPrice' };
      await moveSubscription(context, request, (transaction, subscription) =>
        undoMigration(transaction, { subscription, path: [] }, context),
      );
      return context.database.prisma.subscription.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('acceptPrice', (t) =>
  t.prismaField({
    type: 'Subscription',
    description: 'Accepts the price of the plan that a subscription is on. It holds from then on.',
    args: {
      id: t.arg.id({ required: true, description: 'Which subscription.' }),
      price: t.arg.id({ required: true, description: 'The `id` of the price.' }),
    },
    resolve: async (query, _root, { id, price: accepted }, context) => {
      const request = { action: 'acceptPrice', id, accepted, path: 'price' };
      await moveSubscription(context, request, async (_transaction, subscription) => subscription);
      return context.database.prisma.subscription.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
