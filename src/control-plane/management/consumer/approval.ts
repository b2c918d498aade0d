import {
  type ApprovalDecision,
  checkRejectionReason,
  stateDecided,
} from '../../../domain/consumer/subscription.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import { type PartOfList, takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import type { Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { approvePlanRequest, rejectPlanRequest, waitingPlanRequest } from '../../consumer/plan-request.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import type { ManagementContext } from '../context.ts';
import { SubscriptionInput, subscriptionOf } from './subscription.ts';

builder.queryField('pendingSubscriptions', (t) =>
  t.prismaField({
    type: ['Subscription'],
    description:
      'The subscriptions that wait for approval, or whose `planRequest` does; the oldest subscription first.',
    args: {
      org: t.arg.string(inOrg),
      catalog: t.arg.string({ description: 'Only those of this catalog.' }),
      ...partArgs,
    },
    resolve: async (query, _root, { org, catalog: name, ...part }, context) => {
      const { prisma } = context.database;
      const { id: orgId } = await context.org(org, ['org']);
      const catalogInput = name == null ? null : { orgId, name, path: ['catalog'] };
      const catalog = catalogInput && (await catalogNamed(prisma, catalogInput));
      const ids = await idsOfPending(prisma, { orgId, catalogId: catalog?.id ?? null }, part);
      if (ids.length === 0) return [];
      return prisma.subscription.findMany({ ...query, where: { id: { in: ids } }, orderBy: { id: 'asc' } });
    },
  }),
);

type Within = {
  readonly orgId: string;
  /** Null for all catalogs of the org. */
  readonly catalogId: string | null;
};

/**
 * Reads the ids of a part of the subscriptions that wait.
 *
 * They are found by their state, and by their requests. As two cases of one condition they would be looked for among all
 * subscriptions of the org.
 */
async function idsOfPending(
  prisma: Pick<Database['prisma'], '$queryRaw'>,
  { orgId, catalogId }: Within,
  part: PartOfList,
): Promise<string[]> {
  const { take, skip = 0 } = takeSkipOf(part);
  const found = await prisma.$queryRaw<{ id: string }[]>`
    WITH product AS NOT MATERIALIZED (
      SELECT product."id" FROM "CatalogProduct" AS product
        JOIN "Catalog" AS catalog ON catalog."id" = product."catalogId"
      WHERE catalog."orgId" = ${orgId}::uuid AND (${catalogId}::uuid IS NULL OR catalog."id" = ${catalogId}::uuid)
    )
    SELECT subscription."id" FROM "Subscription" AS subscription
      JOIN product ON product."id" = subscription."catalogProductId"
    WHERE subscription."state" = 'PENDING_APPROVAL'
    UNION
    SELECT subscription."id" FROM "PlanRequest" AS request
      JOIN "Subscription" AS subscription ON subscription."id" = request."subscriptionId"
      JOIN product ON product."id" = subscription."catalogProductId"
    WHERE request."rejectedAt" IS NULL
    ORDER BY "id" LIMIT ${take} OFFSET ${skip}`;
  return found.map(({ id }) => id);
}

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
    description:
      'Approves a subscription that waits for it: its calls are served from then on. Or approves its `planRequest`: it is on that plan from then on.',
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
      'Refuses a subscription that waits for approval. It stays, so that its consumer learns of it, who may subscribe once more. Or refuses its `planRequest`: the subscription goes on under its plan.',
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

/** @throws NOT_FOUND; TRANSITION_REFUSED when neither it nor a plan request of it waits for approval */
async function decide(
  context: ManagementContext,
  { org, id, action, decision, reason }: Decision,
): Promise<NamedSubscription> {
  const { id: orgId } = await context.org(org);
  const path = ['input', 'id'];
  const change = { orgId, action, subject: id, detailOf: auditDetailOf(reason) };
  const { subscription } = await context.change(change, async (transaction) => {
    const { state: from } = await subscriptionOf(transaction, { orgId, id });
    const request = from === 'ACTIVE' ? await waitingPlanRequest(transaction, id) : null;
    if (request) {
      if (decision === 'APPROVE') await approvePlanRequest(transaction, request, path);
      else await rejectPlanRequest(transaction, request, { at: context.clock(), reason: reason ?? null });
    } else {
      const state = stateDecided(from, decision, path);
      await transaction.subscription.update({
        where: { id },
        data: { state, rejectionReason: reason ?? null },
      });
    }
    const decided = await transaction.subscription.findUniqueOrThrow({ where: { id }, include: withNames });
    return { subscription: decided, plan: request?.catalogPlan.name ?? decided.catalogPlan.name };
  });
  return subscription;
}

type Decided = {
  readonly subscription: NamedSubscription;
  /** The name of the plan that was asked for. */
  readonly plan: string;
};

/** Detail of a decision for the audit. */
const auditDetailOf =
  (reason: string | null | undefined) =>
  ({ subscription: { application, catalogProduct }, plan }: Decided) => ({
    application: `${application.consumerOrg.name}/${application.name}`,
    product: versionedName(catalogProduct),
    plan,
    ...(reason != null && { reason }),
  });
