import { answeredCallsKept } from '../../../domain/call/answered-call.ts';
import type { DecisionStep } from '../../../domain/call/decision-step.ts';
import { refusedCallsKept } from '../../../domain/call/refused-call.ts';
import { remedyFor } from '../../../domain/call/remedies.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import { quotaOf, refuseBeyond } from '../../../infrastructure/database/check-quota.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { isStillValid } from '../caller.ts';
import { followCalls } from './follow-calls.ts';
import { callConditions, lastIds, type RecordedCall, readCalls } from './recorded-calls.ts';
import { DecisionStepRef } from './refused-call.ts';

const nullable = true as const;

const CallOutcome = builder.enumType('CallOutcome', {
  description: 'How a call ended.',
  values: {
    ANSWERED: { description: 'The back-end answered, whatever its status.' },
    REFUSED: { description: 'A gateway or an OAuth endpoint refused it, or the back-end could not answer.' },
  } as const,
});

const CallFilterInput = builder.inputType('CallFilter', {
  description: 'Only calls of these; what is left out is not looked at.',
  fields: (t) => ({
    catalog: t.string({ description: 'The name of a catalog.' }),
    outcome: t.field({ type: CallOutcome, description: 'How they ended.' }),
    code: t.string({ description: 'The code of a refusal.' }),
    consumerOrg: t.string({ description: 'The name of a consumer org.' }),
    application: t.string({ description: 'The name of an application.' }),
    api: t.field({ type: 'VersionedName', description: 'An API.' }),
    operation: t.string({ description: 'An operation, for example `GET /customers/{id}`.' }),
    status: t.int({ description: 'The HTTP status of the answer.' }),
    slowerThanMs: t.int({ description: 'Calls that took more milliseconds than this.' }),
  }),
});

const callRef = builder.objectRef<RecordedCall>('Call').implement({
  description:
    'A call of an API, or a refused request of an OAuth endpoint. It holds no body, header or query.',
  fields: (t) => ({
    requestId: t.exposeString('requestId', {
      description: 'Its id, as the header X-Request-Id and the access log told it.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it ended.' }),
    outcome: t.field({
      type: CallOutcome,
      description: 'How it ended.',
      resolve: ({ code }) => (code === undefined ? 'ANSWERED' : 'REFUSED'),
    }),
    catalog: t.prismaField({
      type: 'Catalog',
      nullable,
      description: 'The catalog that was called; null once that is deleted.',
      resolve: (query, { catalogId: id }, _args, { database }) =>
        database.prisma.catalog.findUnique({ ...query, where: { id } }),
    }),
    method: t.exposeString('method', { description: 'Its HTTP method.' }),
    path: t.exposeString('path', { description: 'Its path, without the query.' }),
    api: t.expose('api', {
      type: 'VersionedName',
      nullable,
      description: 'The version of the API; null where it was refused before one was chosen.',
    }),
    apiTitle: t.string({
      nullable,
      description: 'What people call the API; null once it is deleted.',
      resolve: ({ api, catalogId }, _args, { titles }) =>
        api === null ? null : titles.load({ kind: 'CALLED_API', within: catalogId, names: [api] }),
    }),
    operation: t.exposeString('operation', {
      nullable,
      description:
        'Method and path as the OpenAPI document has them; of a GraphQL API `query`, `mutation` or `subscription`, or the id of a registered operation. Null where that was not known.',
    }),
    oauthProvider: t.string({
      nullable,
      description: 'The OAuth provider whose endpoint refused it; null of a call of an API.',
      resolve: ({ oauthProvider }) => oauthProvider ?? null,
    }),
    application: t.prismaField({
      type: 'Application',
      nullable,
      description: 'The application that called; null where the caller could not be told.',
      resolve: (query, { applicationId: id }, _args, { database }) =>
        id === null ? null : database.prisma.application.findUnique({ ...query, where: { id } }),
    }),
    plan: t.string({
      nullable,
      description: 'The name of the plan; null where that was not known.',
      resolve: async ({ planId: id }, _args, { database }) =>
        id === null
          ? null
          : ((await database.prisma.catalogPlan.findUnique({ where: { id } }))?.name ?? null),
    }),
    status: t.exposeInt('status', { description: 'The HTTP status of the answer.' }),
    durationMs: t.exposeFloat('durationMs', {
      nullable,
      description: 'Milliseconds that it took; null of a call of an earlier version.',
    }),
    code: t.string({
      nullable,
      description: 'The code of the refusal; null where the back-end answered.',
      resolve: ({ code }) => code ?? null,
    }),
    detail: t.string({
      nullable,
      description: 'What was wrong, in a sentence; null where the back-end answered.',
      resolve: ({ detail }) => detail ?? null,
    }),
    remedy: t.string({
      nullable,
      description: 'What the consumer can do about it; null where the back-end answered.',
      resolve: ({ code, oauthProvider = null }) =>
        code === undefined ? null : remedyFor({ code, oauthProvider }),
    }),
    decision: t.field({
      type: [DecisionStepRef],
      description: 'The steps of the decision on a refused call, in order; none where the back-end answered.',
      resolve: ({ decision }) => (decision === undefined ? [] : stored<DecisionStep[]>(decision)),
    }),
  }),
});

const KEPT = `Of refused calls the newest ${refusedCallsKept.perApplication} of an application are kept, and the newest ${refusedCallsKept.withoutClient} of a catalog whose caller could not be told, for a day. Of answered calls it is a sample: of each catalog at most ${answeredCallsKept.perCatalogAndSecond} a second and gateway process, the slowest among them, and the newest ${answeredCallsKept.perCatalog}, for an hour. \`usage\` counts all.`;

const filterArg = { type: CallFilterInput, description: 'Only these; all unless given.' } as const;

builder.queryField('calls', (t) =>
  t.field({
    type: [callRef],
    description: `The last calls of an org, the newest first. ${KEPT}`,
    args: {
      org: t.arg.string(inOrg),
      filter: t.arg(filterArg),
      first: partArgs.first,
      until: t.arg({ type: 'DateTime', description: 'Only calls before then, to go on from the last one.' }),
    },
    resolve: async (_root, { org, filter, first, until }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      const { take } = takeSkipOf({ first });
      const conditions = await callConditions(context, orgId, filter ?? {});
      return readCalls(context, conditions, { take, until: until ?? undefined });
    },
  }),
);

builder.subscriptionField('calls', (t) =>
  t.field({
    type: callRef,
    description: `The calls of an org from now on, about a second after they ended. ${KEPT} Of very many the newest 200 a second are told.`,
    args: { org: t.arg.string(inOrg), filter: t.arg(filterArg) },
    subscribe: async (_root, { org, filter }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      const conditions = await callConditions(context, orgId, filter ?? {});
      const begin = await lastIds(context);
      const quota = await quotaOf(context.database.prisma, {
        resource: 'EVENT_STREAMS',
        ownerId: orgId,
      });
      const admit = (used: number) => refuseBeyond(quota, { used, adding: 1 });
      const mayGoOn = () => isStillValid(context.caller, context);
      return context.events.stream({ orgId, owner: orgId, admit }, (follower) =>
        followCalls(context, { conditions, begin, mayGoOn }, follower),
      );
    },
    resolve: (call: RecordedCall) => call,
  }),
);
