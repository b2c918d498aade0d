import type { ApiSettings } from '../../../domain/api/api-settings.ts';
import { refuse } from '../../../foundation/errors.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Api, SchemaRefresh } from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { ApiRef, apiOfDraft, draftKey, draftNamed } from '../api/api.ts';
import { ApiBreakRef, BREAKING_CHANGES_DESCRIPTION, readBreaks } from '../api/api-break.ts';
import { apiColumns } from '../api/api-rows.ts';
import { ApiInput } from '../api/input.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { acceptHeldSchema, changesTo, forget, type RefreshOutcome, refreshSchema } from './refresh.ts';

type HeldSchema = { readonly sdl: string; readonly breaks: readonly string[]; readonly at: Date };

const HeldSchemaRef = builder.objectRef<HeldSchema>('HeldGraphQLSchema').implement({
  description: 'A schema of the server that would break callers: it waits until it is accepted or dismissed.',
  fields: (t) => ({
    sdl: t.exposeString('sdl', { description: 'The schema.' }),
    breaks: t.exposeStringList('breaks', { description: 'What it would break, the first 200.' }),
    breakingChanges: t.field({
      type: [ApiBreakRef],
      description: BREAKING_CHANGES_DESCRIPTION,
      resolve: ({ breaks }) => readBreaks(breaks),
    }),
    at: t.expose('at', { type: 'DateTime', description: 'Since when it waits.' }),
  }),
});

const SchemaRefreshRef = builder.objectRef<SchemaRefresh>('GraphQLSchemaRefresh').implement({
  description: 'How the schema of a GraphQL API was last brought in step with that of its server.',
  fields: (t) => ({
    triedAt: t.expose('triedAt', { type: 'DateTime', description: 'When the server was last asked.' }),
    failure: t.exposeString('failure', {
      nullable: true,
      description: 'Why that failed; null when it did not. The schema before goes on serving.',
    }),
    held: t.field({
      type: HeldSchemaRef,
      nullable: true,
      description: 'The schema that waits, if one does.',
      resolve: ({ heldSdl, heldBreaks, heldAt }) =>
        heldSdl === null || heldAt === null ? null : { sdl: heldSdl, breaks: heldBreaks, at: heldAt },
    }),
  }),
});

builder.objectFields(ApiRef, (t) => ({
  schemaRefreshMinutes: t.int({
    nullable: true,
    description: 'Of a GraphQL API: how often its server is asked for its schema; null is never.',
    resolve: ({ settings }) => stored<ApiSettings>(settings).schemaRefreshMinutes,
  }),
  schemaRefresh: t.field({
    type: SchemaRefreshRef,
    nullable: true,
    description: 'Of the draft of a GraphQL API whose schema was refreshed: how that went.',
    resolve: ({ id, origin }, _args, { database }) =>
      origin === 'DRAFT' ? database.prisma.schemaRefresh.findUnique({ where: { apiId: id } }) : null,
  }),
}));

const RefreshOutcomeEnum = builder.enumType('GraphQLSchemaRefreshOutcome', {
  description: 'What became of a refresh.',
  values: {
    UNCHANGED: { description: 'The server has the same schema.' },
    TAKEN: {
      description: 'The new schema breaks no caller: the API and its copies in catalogs have it now.',
    },
    HELD: { description: 'The new schema would break callers: it waits, and the old one goes on serving.' },
    DISMISSED: {
      description: 'The server still has the schema that was dismissed; the old one goes on serving.',
    },
  } as const,
});

type Refreshed = { readonly outcome: RefreshOutcome; readonly orgId: string; readonly api: string };

const RefreshedRef = builder.objectRef<Refreshed>('RefreshedGraphQLSchema').implement({
  description: 'A GraphQL API whose schema was refreshed.',
  fields: (t) => ({
    outcome: t.expose('outcome', { type: RefreshOutcomeEnum, description: 'What became of it.' }),
    api: t.field({
      type: ApiRef,
      description: 'The draft of the API, as it is now.',
      resolve: async ({ orgId, api }, _args, { database }) =>
        apiOfDraft(await database.prisma.api.findUniqueOrThrow({ where: draftKey(orgId, api) })),
    }),
  }),
});

const RefreshInput = builder.inputType('RefreshGraphQLSchemaInput', {
  description: 'Whose schema to refresh.',
  fields: (t) => ({
    org: t.string(inOrg),
    api: t.field({ type: 'VersionedName', required: true, description: 'Which GraphQL API.' }),
    sdl: t.string({
      description:
        'The new schema, which may carry `@cost` and `@listSize`; the server is asked unless given.',
    }),
  }),
});

builder.mutationField('refreshGraphQLSchema', (t) =>
  t.field({
    type: RefreshedRef,
    description:
      'Asks the server of a GraphQL API for its schema. One that breaks no caller is taken, also by the copies in catalogs; one that does is held and reported.',
    args: { input: t.arg({ type: RefreshInput, required: true, description: 'Which API.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const path = ['input', 'api'];
      const draft = await draftNamed(context.database.prisma, { orgId, api: input.api, path });
      if (draft.kind !== 'GRAPHQL')
        refuse('BAD_USER_INPUT', { detail: 'This is a REST API: it has no GraphQL schema.', path });
      const actor = context.caller.actor;
      return {
        outcome: await refreshSchema(context, { api: draft, actor, sdl: input.sdl }),
        orgId,
        api: input.api,
      };
    },
  }),
);

/** @throws NOT_FOUND when the API has no schema that waits */
async function heldSchemaOf(transaction: Transaction, where: { orgId: string; api: string }) {
  const path = ['input', 'api'];
  const draft = await draftNamed(transaction, { ...where, path });
  const refresh = await transaction.schemaRefresh.findUnique({ where: { apiId: draft.id } });
  const sdl =
    refresh?.heldSdl ?? refuse('NOT_FOUND', { detail: `${where.api} has no schema that waits.`, path });
  return { draft, sdl };
}

builder.mutationField('acceptHeldGraphQLSchema', (t) =>
  t.field({
    type: ApiRef,
    description:
      'Takes the schema that is held, although it breaks callers; the copies in catalogs have it too.',
    args: { input: t.arg({ type: ApiInput, required: true, description: 'Which API.' }) },
    resolve: async (_root, { input: { org, api } }, context) => {
      const { id: orgId } = await context.org(org);
      const { accepted } = await context.change<{ accepted: Api; changes: string[] }>(
        {
          orgId,
          action: 'acceptHeldGraphQLSchema',
          subject: api,
          detailOf: ({ changes }) => ({ changes }),
        },
        async (transaction) => {
          const { draft, sdl } = await heldSchemaOf(transaction, { orgId, api });
          await acceptHeldSchema(transaction, draft, sdl);
          return { accepted: draft, changes: changesTo(draft, sdl) };
        },
      );
      return apiOfDraft(accepted);
    },
  }),
);

builder.mutationField('dismissHeldGraphQLSchema', (t) =>
  t.field({
    type: ApiRef,
    description:
      'Lets go of the schema that is held: the API keeps its own, and the same schema is not held again.',
    args: { input: t.arg({ type: ApiInput, required: true, description: 'Which API.' }) },
    resolve: async (_root, { input: { org, api } }, context) => {
      const { id: orgId } = await context.org(org);
      return context.change(
        { orgId, action: 'dismissHeldGraphQLSchema', subject: api },
        async (transaction) => {
          const { draft, sdl } = await heldSchemaOf(transaction, { orgId, api });
          await forget(transaction, draft.id, sdl);
          return apiOfDraft(draft);
        },
      );
    },
  }),
);

builder.queryField('unsettledGraphQLSchemas', (t) =>
  t.field({
    type: [ApiRef],
    description: 'The GraphQL APIs of an org whose last refresh is held or failed, by name.',
    args: { org: t.arg.string(inOrg), ...partArgs },
    resolve: async (_root, { org, ...part }, { org: orgOf, database }) => {
      const { id: orgId } = await orgOf(org);
      const rows = await database.prisma.api.findMany({
        where: { orgId, schemaRefresh: { OR: [{ heldSdl: { not: null } }, { failure: { not: null } }] } },
        select: { ...apiColumns, orgId: true },
        orderBy: [{ name: 'asc' }, { version: 'asc' }],
        ...takeSkipOf(part),
      });
      return rows.map(apiOfDraft);
    },
  }),
);
