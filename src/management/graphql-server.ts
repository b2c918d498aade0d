import type { GraphQLServer } from '../database/generated/prisma/client.ts';
import { stored } from '../database/json.ts';
import { refuse } from '../errors.ts';
import { builder } from './builder.ts';
import type { ManagementContext } from './context.ts';
import { NameInput } from './name-input.ts';

const GraphQLServerState = builder.enumType('GraphQLServerState', {
  description: 'How far a GraphQL server is. (Pending moves to Ready when its start-up completes.)',
  values: {
    PENDING: { description: 'It is starting.' },
    READY: { description: 'It answers.' },
    FAILED: { description: 'It could not be built; `failure` says why.' },
  } as const,
});

type Source = { readonly name: string; readonly url: string; readonly operations: readonly string[] };

const GraphQLServerSourceRef = builder.objectRef<Source>('GraphQLServerSource').implement({
  description: 'A REST back-end behind a GraphQL server.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name within the server.' }),
    url: t.expose('url', { type: 'URL', description: 'Where it is called.' }),
    operations: t.exposeStringList('operations', { description: 'The operationIds that became queries.' }),
  }),
});

builder.prismaObject('GraphQLServer', {
  description: 'A GraphQL server made from the operations of REST back-ends.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its path segment, for example `sample`.' }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    endpoint: t.string({
      description: "`api/<name>` on the GraphQL server's address.",
      resolve: ({ name }) => `api/${name}`,
    }),
    url: t.field({
      type: 'URL',
      description: 'Where it is called.',
      resolve: ({ name }, _args, { urls }) => `${urls.graphqlServer}/api/${name}`,
    }),
    state: t.expose('state', { type: GraphQLServerState, description: 'Pending, Ready or Failed.' }),
    failure: t.exposeString('failure', {
      nullable: true,
      description: 'Why it could not be built; null unless it Failed.',
    }),
    sdl: t.exposeString('sdl', { nullable: true, description: 'Its schema; null until it is Ready.' }),
    sources: t.field({
      type: [GraphQLServerSourceRef],
      description: 'The REST back-ends behind it.',
      resolve: ({ sources }) => stored<Source[]>(sources),
    }),
    policies: t.expose('policies', {
      type: 'JSON',
      description: 'The access policy, by root type; a type without one refuses every call.',
    }),
  }),
});

builder.queryField('graphqlServer', (t) =>
  t.prismaField({
    type: 'GraphQLServer',
    nullable: true,
    description: 'One GraphQL server of an org.',
    args: {
      org: t.arg.string({ description: 'The org; may be left out by a caller of one org.' }),
      name: t.arg.string({ required: true, description: 'The name of the server.' }),
    },
    resolve: async (query, _root, { org, name }, context) => {
      const { id: orgId } = await context.org(org);
      return context.database.prisma.graphQLServer.findFirst({ ...query, where: { orgId, name } });
    },
  }),
);

const GraphQLServerSourceInput = builder.inputType('GraphQLServerSourceInput', {
  description: 'A REST back-end to make queries from.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Its name within the server.' }),
    openapi: t.field({ type: 'JSON', required: true, description: 'Its OpenAPI document.' }),
    url: t.field({ type: 'URL', required: true, description: 'Where it is called.' }),
    rename: t.field({
      type: 'JSON',
      description:
        'Root queries by operationId: a new field name, and new argument names. Operations not named keep their own.',
    }),
  }),
});

const CreateGraphQLServerInput = builder.inputType('CreateGraphQLServerInput', {
  description: 'What a new GraphQL server is made from.',
  fields: (t) => ({
    org: t.string({ description: 'The org; may be left out by a caller of one org.' }),
    title: t.string({ required: true, description: 'What people call it.' }),
    name: t.string({ description: 'Its path segment; made from the title unless given.' }),
    sources: t.field({
      type: [GraphQLServerSourceInput],
      required: true,
      description: 'The REST back-ends to make it from.',
    }),
    policies: t.field({ type: 'JSON', description: 'The access policy, by root type.' }),
  }),
});

const UpdateGraphQLServerInput = builder.inputType('UpdateGraphQLServerInput', {
  description: 'What to change of a GraphQL server; what is left out stays as it is.',
  fields: (t) => ({
    org: t.string({ description: 'The org; may be left out by a caller of one org.' }),
    name: t.string({ required: true, description: 'Which server.' }),
    title: t.string({ description: 'What people call it.' }),
    sources: t.field({
      type: [GraphQLServerSourceInput],
      description: 'The REST back-ends to make it from: the whole list.',
    }),
    policies: t.field({ type: 'JSON', description: 'The access policy, by root type.' }),
  }),
});

/** Nothing is told of an org that the caller does not reach, not even this. */
async function notYet(context: ManagementContext, org: string | null | undefined): Promise<GraphQLServer> {
  await context.org(org);
  return refuse('NOT_YET_SUPPORTED', {
    detail: 'GraphQL servers cannot be made at run time yet; the server `sample` is there.',
  });
}

builder.mutationField('createGraphQLServer', (t) =>
  t.prismaField({
    type: 'GraphQLServer',
    description:
      'Builds a GraphQL server from OpenAPI documents; its state goes from Pending to Ready, or to Failed with the reason.',
    args: {
      input: t.arg({ type: CreateGraphQLServerInput, required: true, description: 'The new server.' }),
    },
    resolve: (_query, _root, { input }, context) => notYet(context, input.org),
  }),
);

builder.mutationField('updateGraphQLServer', (t) =>
  t.prismaField({
    type: 'GraphQLServer',
    description: 'Changes a GraphQL server; it is built again.',
    args: {
      input: t.arg({ type: UpdateGraphQLServerInput, required: true, description: 'What to change.' }),
    },
    resolve: (_query, _root, { input }, context) => notYet(context, input.org),
  }),
);

builder.mutationField('deleteGraphQLServer', (t) =>
  t.boolean({
    description: 'Deletes a GraphQL server.',
    args: { input: t.arg({ type: NameInput, required: true, description: 'Which server.' }) },
    resolve: async (_root, { input }, context) => {
      await notYet(context, input.org);
      return true;
    },
  }),
);
