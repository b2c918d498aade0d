import type { DecisionStep } from '../../../domain/call/decision-step.ts';
import { refusedCallsKept } from '../../../domain/call/refused-call.ts';
import { remedyFor } from '../../../domain/call/remedies.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { refusedCallBy } from '../../consumer/refused-call.ts';
import { builder, inOrg } from '../builder.ts';

const DecisionOutcome = builder.enumType('DecisionOutcome', {
  description: 'How a step of a decision ended.',
  values: {
    PASSED: { description: 'The call went on to the next step.' },
    REFUSED: { description: 'The call was refused here.' },
  } as const,
});

export const DecisionStepRef = builder.objectRef<DecisionStep>('DecisionStep').implement({
  description: "A step of the gateway's decision on a call.",
  fields: (t) => ({
    step: t.exposeString('step', { description: 'Which, for example `client`, `security` or `rateLimit`.' }),
    outcome: t.expose('outcome', { type: DecisionOutcome, description: 'How it ended.' }),
    facts: t.expose('facts', {
      type: 'JSON',
      description:
        'What it found, as data without a secret: which limit, counter and window, which part of the token, which rule.',
    }),
  }),
});

const RefusedCallRef = builder.prismaObject('RefusedCall', {
  description: `A call that a gateway refused, or a request that an OAuth endpoint did, and why. The newest ${refusedCallsKept.perApplication} of an application are kept, and the newest ${refusedCallsKept.withoutClient} of a catalog whose caller could not be told, for a day at most.`,
  fields: (t) => ({
    requestId: t.exposeString('requestId', {
      description: 'Its id, as the answer to it and the access log told it.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was refused.' }),
    catalog: t.prismaField({
      type: 'Catalog',
      nullable: true,
      description: 'The catalog that was called; null once that is deleted.',
      resolve: (query, { catalogId: id }, _args, { database }) =>
        database.prisma.catalog.findUnique({ ...query, where: { id } }),
    }),
    method: t.exposeString('method', { description: 'Its HTTP method.' }),
    path: t.exposeString('path', { description: 'Its path, without the query.' }),
    api: t.expose('api', {
      type: 'VersionedName',
      nullable: true,
      description: 'The version of the API that it was for; null where it was refused before one was chosen.',
    }),
    operation: t.exposeString('operation', {
      nullable: true,
      description: 'The operation of the API; null where it was refused before that was known.',
    }),
    oauthProvider: t.exposeString('oauthProvider', {
      nullable: true,
      description: 'The name of the OAuth provider whose endpoint refused it; null where an API did.',
    }),
    application: t.prismaField({
      type: 'Application',
      nullable: true,
      description: 'The application that called; null where the caller could not be told.',
      resolve: (query, { applicationId: id }, _args, { database }) =>
        id === null ? null : database.prisma.application.findUnique({ ...query, where: { id } }),
    }),
    plan: t.string({
      nullable: true,
      description: 'The name of the plan; null where it was refused before that was known.',
      resolve: async ({ planId: id }, _args, { database }) =>
        id === null
          ? null
          : ((await database.prisma.catalogPlan.findUnique({ where: { id } }))?.name ?? null),
    }),
    status: t.exposeInt('status', { description: 'The HTTP status of the refusal.' }),
    durationMs: t.exposeFloat('durationMs', {
      nullable: true,
      description: 'Milliseconds from the request to the refusal; null of a call of an earlier version.',
    }),
    code: t.exposeString('code', {
      description: 'The code of the refusal, for example `RATE_LIMIT_EXCEEDED`.',
    }),
    detail: t.exposeString('detail', { description: 'What was wrong, in a sentence.' }),
    remedy: t.string({
      description: 'What the consumer can do about it.',
      resolve: (call) => remedyFor(call),
    }),
    decision: t.field({
      type: [DecisionStepRef],
      description: 'The steps of the decision, in order; the last one refused the call.',
      resolve: ({ decision }) => stored<DecisionStep[]>(decision),
    }),
  }),
});

builder.queryField('why', (t) =>
  t.field({
    type: RefusedCallRef,
    nullable: true,
    description:
      'Why a gateway refused a call to the org, by the request id in its answer: `requestId` of the problem document, or the header `X-Request-Id`. Of several calls to which their callers gave one id, the newest. It is there about a second after the call; null for any other.',
    args: {
      org: t.arg.string(inOrg),
      requestId: t.arg.string({ required: true, description: 'Which: its request id.' }),
    },
    resolve: async (_root, { org, requestId }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      const catalogs = await context.database.prisma.catalog.findMany({
        where: { orgId },
        select: { id: true },
      });
      return refusedCallBy(context, requestId, { catalogId: { in: catalogs.map(({ id }) => id) } });
    },
  }),
);
