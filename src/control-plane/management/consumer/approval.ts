import {
  type ApprovalDecision,
  checkRejectionReason,
  stateDecided,
} from '../../../domain/consumer/subscription.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import type { ManagementContext } from '../context.ts';
import { SubscriptionInput, subscriptionOf } from './subscription.ts';

builder.queryField('pendingSubscriptions', (t) =>
  t.prismaField({
    type: ['Subscription'],
    description: 'The subscriptions that wait for approval, the one that waits longest first.',
    args: {
      org: t.arg.string(inOrg),
      catalog: t.arg.string({ description: 'Only those of this catalog.' }),
      ...partArgs,
    },
    resolve: async (query, _root, { org, catalog: name, ...part }, context) => {
      const { prisma } = context.database;
      const { id: orgId } = await context.org(org, ['org']);
      const catalogInput = name == null ? null : { orgId, name, path: ['catalog'] };
      const catalog = catalogInput ? { id: (await catalogNamed(prisma, catalogInput)).id } : { orgId };
      return prisma.subscription.findMany({
        ...query,
        ...takeSkipOf(part),
        where: { state: 'PENDING_APPROVAL', catalogProduct: { catalog } },
        orderBy: { id: 'asc' },
      });
    },
  }),
);

const RejectSubscriptionInput = builder.inputType('RejectSubscriptionInput', {
  description: 'A subscription that is not approved, and why.',
  fields: (t) => ({
    org: t.string(inOrg),
    id: t.id({ required: true, description: 'Which subscription.' }),
    reason: t.string({ description: 'Why; its consumer reads it.' }),
  }),
});

builder.mutationField('approveSubscription', (t) =>
  t.prismaField({
    type: 'Subscription',
    description: 'Approves a subscription that waits for it: its calls are served from then on.',
    args: { input: t.arg({ type: SubscriptionInput, required: true, description: 'Which subscription.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id } = await decide(context, { ...input, action: 'approveSubscription', decision: 'APPROVE' });
      return context.database.prisma.subscription.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('rejectSubscription', (t) =>
  t.prismaField({
    type: 'Subscription',
    description:
      'Refuses a subscription that waits for approval. It stays, so that its consumer learns of it, who may subscribe once more.',
    args: {
      input: t.arg({
        type: RejectSubscriptionInput,
        required: true,
        description: 'Which subscription, and why.',
      }),
    },
    resolve: async (query, _root, { input }, context) => {
      if (input.reason != null) checkRejectionReason(input.reason, ['input', 'reason']);
      const { id } = await decide(context, { ...input, action: 'rejectSubscription', decision: 'REJECT' });
      return context.database.prisma.subscription.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

type Decision = {
  readonly org?: string | null | undefined;
  readonly id: string;
  readonly action: string;
  readonly decision: ApprovalDecision;
  readonly reason?: string | null | undefined;
};

const withNames = {
  catalogPlan: true,
  catalogProduct: true,
  application: { include: { consumerOrg: true } },
} as const satisfies Prisma.SubscriptionInclude;

type NamedSubscription = Prisma.SubscriptionGetPayload<{ include: typeof withNames }>;

/** @throws NOT_FOUND; TRANSITION_REFUSED when it does not wait for approval */
async function decide(
  context: ManagementContext,
  { org, id, action, decision, reason }: Decision,
): Promise<NamedSubscription> {
  const { id: orgId } = await context.org(org);
  const detailOf = (decided: NamedSubscription) => auditDetail(decided, reason);
  return context.change({ orgId, action, subject: id, detailOf }, async (transaction) => {
    const { state: from } = await subscriptionOf(transaction, { orgId, id });
    const state = stateDecided(from, decision, ['input', 'id']);
    return transaction.subscription.update({
      where: { id },
      data: { state, rejectionReason: reason ?? null },
      include: withNames,
    });
  });
}

/** Detail of a decision for the audit. */
function auditDetail(
  { application, catalogProduct, catalogPlan }: NamedSubscription,
  reason: string | null | undefined,
) {
  return {
    application: `${application.consumerOrg.name}/${application.name}`,
    product: versionedName(catalogProduct),
    plan: catalogPlan.name,
    ...(reason != null && { reason }),
  };
}
