import type { DecisionStep } from '../../../../domain/call/decision-step.ts';
import { refusedCallsKept } from '../../../../domain/call/refused-call.ts';
import { remedyFor } from '../../../../domain/call/remedies.ts';
import { refuse } from '../../../../foundation/errors.ts';
import type { Prisma } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../../infrastructure/database/json-columns.ts';
import { refusedCallBy, refusedCallsOf } from '../../../consumer/refused-call.ts';
import { builder } from '../builder.ts';
import { demandViewer, type PortalContext } from '../context.ts';

const DecisionOutcome = builder.enumType('DecisionOutcome', {
  description: 'How a step of a decision ended.',
  values: {
    PASSED: { description: 'The call went on to the next step.' },
    REFUSED: { description: 'The call was refused here.' },
  } as const,
});

const PortalDecisionStep = builder.objectRef<DecisionStep>('PortalDecisionStep').implement({
  description: "A step of the gateway's decision on a call.",
  fields: (t) => ({
    step: t.exposeString('step', { description: 'Which, for example `client`, `security` or `rateLimit`.' }),
    outcome: t.expose('outcome', { type: DecisionOutcome, description: 'How it ended.' }),
    facts: t.expose('facts', {
      type: 'JSON',
      description:
        'What it found, as data, for example `{ "limit": 2, "windowSeconds": 60, "remaining": 0 }`.',
    }),
  }),
});

const PortalRefusedCall = builder.prismaObject('RefusedCall', {
  name: 'PortalRefusedCall',
  description: 'A call that the gateway refused, and why. It is kept for a day at most.',
  fields: (t) => ({
    requestId: t.exposeString('requestId', {
      description: 'Its id, as the problem document and the header X-Request-Id told it.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was refused.' }),
    method: t.exposeString('method', { description: 'Its HTTP method.' }),
    path: t.exposeString('path', { description: 'Its path, without the query.' }),
    api: t.expose('api', {
      type: 'VersionedName',
      nullable: true,
      description: 'The version of the API that it was for; null where it was refused before one was chosen.',
    }),
    oauthProvider: t.exposeString('oauthProvider', {
      nullable: true,
      description: 'The name of the OAuth provider whose endpoint refused it; null where an API did.',
    }),
    application: t.prismaField({
      type: 'Application',
      nullable: true,
      description: 'The application that called; null where the caller could not be told.',
      resolve: (query, { applicationId }, _args, { database }) =>
        applicationId === null
          ? null
          : database.prisma.application.findUnique({ ...query, where: { id: applicationId } }),
    }),
    plan: t.prismaField({
      type: 'CatalogPlan',
      nullable: true,
      description: 'The plan that it was called under; null where it was refused before that was known.',
      resolve: (query, { planId }, _args, { database }) =>
        planId === null ? null : database.prisma.catalogPlan.findUnique({ ...query, where: { id: planId } }),
    }),
    status: t.exposeInt('status', { description: 'The HTTP status of the refusal.' }),
    code: t.exposeString('code', {
      description: 'The code of the refusal, for example `RATE_LIMIT_EXCEEDED`.',
    }),
    detail: t.exposeString('detail', { description: 'What was wrong, in a sentence.' }),
    remedy: t.string({ description: 'What to do about it.', resolve: (call) => remedyFor(call) }),
    decision: t.field({
      type: [PortalDecisionStep],
      description: 'The steps of the decision, in order; the last one refused the call.',
      resolve: ({ decision }) => stored<DecisionStep[]>(decision),
    }),
  }),
});

const first = {
  defaultValue: 20,
  description: `How many, 1 to ${refusedCallsKept.perApplication}: no more are kept.`,
};

builder.prismaObjectField('Application', 'refusedCalls', (t) =>
  t.field({
    type: [PortalRefusedCall],
    description: 'Its last refused calls, the newest first; they are kept for a day at most.',
    args: { first: t.arg.int(first) },
    select: { id: true },
    resolve: ({ id }, args, context) =>
      refusedCallsOf(
        context,
        { catalogId: context.catalog.id, applicationId: id },
        checkedFirst(args.first ?? 20),
      ),
  }),
);

builder.prismaObjectField('Subscription', 'refusedCalls', (t) =>
  t.field({
    type: [PortalRefusedCall],
    description:
      'Its last refused calls, the newest first; of all calls of its application the newest are kept, for a day at most.',
    args: { first: t.arg.int(first) },
    select: { id: true, applicationId: true },
    resolve: ({ id: subscriptionId, applicationId }, args, context) =>
      refusedCallsOf(
        context,
        { catalogId: context.catalog.id, applicationId, subscriptionId },
        checkedFirst(args.first ?? 20),
      ),
  }),
);

/** @throws BAD_USER_INPUT */
function checkedFirst(first: number): number {
  const { perApplication: max } = refusedCallsKept;
  if (first >= 1 && first <= max) return first;
  return refuse('BAD_USER_INPUT', { detail: `first is ${first}: give 1 to ${max}.`, path: ['first'] });
}

builder.queryField('why', (t) =>
  t.field({
    type: PortalRefusedCall,
    nullable: true,
    description:
      "Why a call was refused, by the request id in its problem document: a call of the viewer's own applications, or one whose caller could not be told, where the gateway made the id. Null for any other. The newest calls are there, of a day at most; a call is there about a second after it was refused.",
    args: { requestId: t.arg.string({ required: true, description: 'Which: its request id.' }) },
    resolve: async (_root, { requestId }, context) => {
      const visible = await visibleTo(context);
      // A text that PostgreSQL cannot hold is the id of no request.
      return requestId.includes('\0') ? null : refusedCallBy(context, requestId, visible);
    },
  }),
);

/**
 * Matches the refused calls that the viewer may see. A caller can choose a request id, and so guess another's. Calls
 * of unknown callers are found only by ids that the gateway made.
 */
async function visibleTo(context: PortalContext): Promise<Prisma.RefusedCallWhereInput> {
  const { consumerOrg } = demandViewer(context);
  const applications = await context.database.prisma.application.findMany({
    where: { consumerOrgId: consumerOrg.id },
    select: { id: true },
  });
  return {
    catalogId: context.catalog.id,
    OR: [
      { applicationId: { in: applications.map(({ id }) => id) } },
      { applicationId: null, requestIdIsOwn: true },
    ],
  };
}
