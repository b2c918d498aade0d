import { isForMember } from '../../../../domain/consumer/audience.ts';
import type { FormAnswers } from '../../../../domain/consumer/form-answers.ts';
import { isSubscribable } from '../../../../domain/consumer/subscription.ts';
import { refuse } from '../../../../foundation/errors.ts';
import { cut } from '../../../../graphql/server/take-skip.ts';
import { stored } from '../../../../infrastructure/database/json-columns.ts';
import { changePlan, type PlanRequestWithPlan, withPlanRequest } from '../../../consumer/plan-request.ts';
import { builder, partArgs } from '../builder.ts';
import { demandViewer } from '../context.ts';
import { PortalPlan } from '../product/plan.ts';
import { PortalFormAnswers } from './form-answers.ts';
import { estimateField, estimateOf, type OfferedPlan } from './plan-estimate.ts';
import { answeringOf, changeSubscription, formArgs, priceArg } from './subscribe.ts';

const PortalOfferedPlan = builder.objectRef<OfferedPlan>('PortalOfferedPlan').implement({
  description: 'Another plan of the product that a subscription can change to.',
  fields: (t) => ({
    plan: t.expose('plan', { type: PortalPlan, description: 'The plan.' }),
    estimate: t.field({ ...estimateField, resolve: estimateOf }),
  }),
});

const PortalPlanRequest = builder.objectRef<PlanRequestWithPlan>('PortalPlanRequest').implement({
  description: 'Another plan that was asked for. It holds once the provider has approved it.',
  fields: (t) => ({
    plan: t.expose('catalogPlan', { type: PortalPlan, description: 'The plan that is asked for.' }),
    requestedBy: t.exposeString('requestedBy', { description: 'The member who asks.' }),
    requestedAt: t.expose('requestedAt', { type: 'DateTime', description: 'When it was asked for.' }),
    rejectedAt: t.expose('rejectedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the provider rejected it; null while it waits.',
    }),
    rejectionReason: t.exposeString('rejectionReason', {
      nullable: true,
      description: 'Why it was rejected, if that was said.',
    }),
    formAnswers: t.field({
      type: PortalFormAnswers,
      nullable: true,
      description:
        'The answers to the form of that plan, with the earlier ones; null where nothing was asked.',
      resolve: ({ formAnswers }) => stored<FormAnswers | null>(formAnswers),
    }),
  }),
});

builder.prismaObjectField('Subscription', 'otherPlans', (t) =>
  t.field({
    type: [PortalOfferedPlan],
    description:
      'The plans that `changePlan` takes. There are none where the product takes no new subscriptions, or the subscription was rejected.',
    args: partArgs,
    select: { catalogProduct: { include: { plans: { orderBy: { position: 'asc' } } } } },
    resolve: ({ id, state, catalogPlanId, catalogProduct }, part, context) => {
      const member = demandViewer(context).audience;
      if (state === 'REJECTED' || !isSubscribable(catalogProduct, member)) return [];
      const others = catalogProduct.plans.filter(
        (plan) =>
          plan.id !== catalogPlanId &&
          isForMember(plan.visibleTo, member) &&
          isForMember(plan.subscribableBy, member),
      );
      return cut(others, part).map((plan) => ({ plan, subscriptionId: id }));
    },
  }),
);

builder.prismaObjectField('Subscription', 'planRequest', (t) =>
  t.field({
    type: PortalPlanRequest,
    nullable: true,
    description: 'Another plan that was asked for and waits for approval, or was rejected within 30 days.',
    select: withPlanRequest,
    resolve: ({ planRequest }) => planRequest,
  }),
);

builder.mutationField('changePlan', (t) =>
  t.prismaField({
    type: 'Subscription',
    description:
      'Changes to another plan of the same product, without a gap; refused for the plan that the subscription is on. Where the plan asks for approval, the present one holds until then: `planRequest`.',
    args: {
      id: t.arg.id({ required: true, description: 'Which subscription.' }),
      plan: t.arg.string({ required: true, description: 'The name of the plan.' }),
      acceptPrice: priceArg,
      ...formArgs,
    },
    resolve: async (query, _root, args, context) => {
      const { id, plan, acceptPrice: accepted } = args;
      const { username, audience: member } = demandViewer(context);
      const change = { action: 'changePlan', id, plan, accepted };
      const answering = answeringOf(args, { username, clock: context.clock });
      await changeSubscription(context, change, (transaction, subscription) =>
        changePlan(
          transaction,
          { subscription, planName: plan, username, member, accepted, answering },
          context,
        ),
      );
      return context.database.prisma.subscription.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('cancelPlanRequest', (t) =>
  t.prismaField({
    type: 'Subscription',
    description: 'Takes back the request for another plan, or puts away one that was rejected.',
    args: { id: t.arg.id({ required: true, description: 'Which subscription.' }) },
    resolve: async (query, _root, { id }, context) => {
      await changeSubscription(context, { action: 'cancelPlanRequest', id }, async (transaction) => {
        const { count } = await transaction.planRequest.deleteMany({ where: { subscriptionId: id } });
        if (count === 0)
          refuse('NOT_FOUND', {
            detail: 'No other plan is asked for: it was approved, or taken back already.',
            path: ['id'],
          });
      });
      return context.database.prisma.subscription.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
