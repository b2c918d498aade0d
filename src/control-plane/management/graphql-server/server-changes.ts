import { Prisma } from '../../../../bundles/prisma.js';
import { type AccessPolicies, accessPolicies } from '../../../domain/access-policy/policies.ts';
import { refuse } from '../../../foundation/errors.ts';
import { nameFor } from '../../../foundation/text/name.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { checkQuota, withinDocuments } from '../../../infrastructure/database/check-quota.ts';
import type { GraphQLServer } from '../../../infrastructure/database/generated/prisma/client.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { checkTarget } from '../api/api-source.ts';
import { builder, inOrg } from '../builder.ts';
import type { ManagementContext } from '../context.ts';
import { type NamedInput, NameInput } from '../name-input.ts';
import { checkedTitle, notNull } from '../not-null.ts';
import { checkServerPolicies } from './explain-access.ts';
import { previewOf } from './preview.ts';
import { graphqlServerNamed, type ServerRow } from './server-row.ts';
import {
  addressesOf,
  readSources,
  type ServerSource,
  type SourceInput,
  sourceColumns,
  writeDocuments,
} from './source-input.ts';

const GraphQLServerSourceInput = builder.inputType('GraphQLServerSourceInput', {
  description: 'A REST back-end to make root fields from: queries of each GET, mutations of the other calls.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Its name within the server.' }),
    openapi: t.field({
      type: 'JSON',
      required: true,
      description:
        'Its OpenAPI document, 2.0, 3.0 or 3.1: an object, or JSON or YAML text; at most 20 MB, as YAML 1 MB.',
    }),
    url: t.field({
      type: 'URL',
      required: true,
      description: "Where it is called: the document's paths are appended to it.",
    }),
    rename: t.field({
      type: 'JSON',
      description:
        'Other names by operationId: `{getCustomer: {field: "getCustomerById", arguments: {customerId: "id"}}}`. Operations not named keep their own.',
    }),
    headers: t.stringList({
      description:
        'The headers of the caller that it gets, for example `Authorization`; it always gets `traceparent`, `tracestate` and `X-Request-Id`.',
    }),
    timeoutMs: t.int({
      description: 'How long it may take to answer, 1 to 60,000 milliseconds; 5,000 unless given.',
    }),
  }),
});

const POLICIES =
  'The access policy, by root type: `{access: {policies: [{type: "Query", rules: [{name: "members", condition: "has(caller.claims.sub)", fields: ["getCustomers"]}], policyDefault: {condition: false}}]}}`. A condition is true, false or an expression of CEL over `caller.claims`, `caller.scopes`, `caller.headers`, `caller.gateway` and `arguments`.';

const EXPOSED =
  'May anybody call it directly, and APIs of other orgs be made of it? Else only GraphQL APIs of this org reach it, through the gateway.';

const DRY_RUN =
  'Build it and answer what it becomes, with its schema and its report, or Failed with the reason; but change nothing.';

const CreateGraphQLServerInput = builder.inputType('CreateGraphQLServerInput', {
  description: 'What a new GraphQL server is made from.',
  fields: (t) => ({
    org: t.string(inOrg),
    title: t.string({ required: true, description: 'What people call it.' }),
    name: t.string({ description: 'Its path segment; made from the title unless given.' }),
    sources: t.field({
      type: [GraphQLServerSourceInput],
      required: true,
      description: 'The REST back-ends to make it from.',
    }),
    policies: t.field({ type: 'JSON', description: POLICIES }),
    exposed: t.boolean({ description: `${EXPOSED} No, unless given.` }),
    dryRun: t.boolean({ defaultValue: false, description: DRY_RUN }),
  }),
});

const UpdateGraphQLServerInput = builder.inputType('UpdateGraphQLServerInput', {
  description: 'What to change of a GraphQL server; what is left out stays as it is.',
  fields: (t) => ({
    org: t.string(inOrg),
    name: t.string({ required: true, description: 'Which server.' }),
    title: t.string({ description: 'What people call it.' }),
    sources: t.field({
      type: [GraphQLServerSourceInput],
      description: 'The REST back-ends to make it from: the whole list.',
    }),
    policies: t.field({ type: 'JSON', description: POLICIES }),
    exposed: t.boolean({ description: EXPOSED }),
    dryRun: t.boolean({ defaultValue: false, description: DRY_RUN }),
  }),
});

builder.mutationField('createGraphQLServer', (t) =>
  t.prismaField({
    type: 'GraphQLServer',
    description:
      'Builds a GraphQL server from OpenAPI documents; its state goes from Pending to Ready, or to Failed with the reason.',
    args: {
      input: t.arg({ type: CreateGraphQLServerInput, required: true, description: 'The new server.' }),
    },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const name = nameFor(input);
      const policies = accessPolicies(input.policies, ['input', 'policies']);
      const sources = await newSources(context, orgId, input.sources);
      const server = { orgId, name, exposed: input.exposed ?? false };
      const request = { orgId, action: 'createGraphQLServer', subject: name, detail: addressesOf(sources) };
      const work = async (transaction: Transaction) => {
        await checkQuota(transaction, { resource: 'GRAPHQL_SERVERS', ownerId: orgId, now: context.clock() });
        return createGraphQLServer(transaction, { ...server, title: input.title, sources, policies });
      };
      if (input.dryRun) return previewOf(context, { request, work, sources });
      return context.change(request, async (transaction) => {
        const where = await withinDocuments(transaction, orgId, () => work(transaction));
        return transaction.graphQLServer.findUniqueOrThrow({ ...query, where });
      });
    },
  }),
);

builder.mutationField('updateGraphQLServer', (t) =>
  t.prismaField({
    type: 'GraphQLServer',
    description:
      'Changes a GraphQL server. With sources it is built again, beside the one that serves, and takes its place when it is Ready.',
    args: {
      input: t.arg({ type: UpdateGraphQLServerInput, required: true, description: 'What to change.' }),
    },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const title = checkedTitle(input.title, ['input', 'title']);
      const exposed = notNull(input.exposed, ['input', 'exposed']);
      const sourceInputs = notNull(input.sources, ['input', 'sources']);
      const policies =
        input.policies === undefined ? undefined : accessPolicies(input.policies, ['input', 'policies']);
      const sources = sourceInputs && (await newSources(context, orgId, sourceInputs));
      const detail = sources && addressesOf(sources);
      const request = { orgId, action: 'updateGraphQLServer', subject: input.name, detail };
      const named = { orgId, name: input.name, path: ['input', 'name'] };
      const work = (transaction: Transaction) =>
        updateGraphQLServer(transaction, named, { title, exposed, sources, policies });
      if (input.dryRun) return previewOf(context, { request, work, sources });
      return context.change(request, async (transaction) => {
        const where = await (sources
          ? withinDocuments(transaction, orgId, () => work(transaction))
          : work(transaction));
        return transaction.graphQLServer.findUniqueOrThrow({ ...query, where });
      });
    },
  }),
);

builder.mutationField('deleteGraphQLServer', (t) =>
  t.boolean({
    description: 'Deletes a GraphQL server: its address answers 404 from then on.',
    args: { input: t.arg({ type: NameInput, required: true, description: 'Which server.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const where = { orgId, name: input.name, path: ['input', 'name'] };
      await context.change({ orgId, action: 'deleteGraphQLServer', subject: input.name }, (transaction) =>
        deleteGraphQLServer(transaction, where),
      );
      return true;
    },
  }),
);

/** @throws also BAD_USER_INPUT or TARGET_NOT_ALLOWED when a source cannot be called there */
async function newSources(
  { outbound }: ManagementContext,
  orgId: string,
  inputs: readonly SourceInput[],
): Promise<ServerSource[]> {
  const path = ['input', 'sources'];
  const sources = await readSources(inputs, path, orgId);
  const target = outbound.forOrg(orgId);
  for (const [index, { url }] of sources.entries()) await checkTarget(target, url, [...path, index, 'url']);
  return sources;
}

type NewServer = Pick<GraphQLServer, 'orgId' | 'name' | 'title' | 'exposed'> & {
  readonly sources: readonly ServerSource[];
  readonly policies: AccessPolicies;
};

/** Creates a GraphQL server. Revision 0 is the server of .meshrc.yaml, which has no documents. @throws NAME_TAKEN */
export async function createGraphQLServer(
  transaction: Transaction,
  { sources, policies, ...columns }: NewServer,
): Promise<Pick<GraphQLServer, 'id'>> {
  const { orgId, name } = columns;
  const where = { orgId_name: { orgId, name } };
  if (await transaction.graphQLServer.findUnique({ where, select: { id: true } }))
    refuse('NAME_TAKEN', {
      detail: `There is a GraphQL server ${name} in this org already: choose another name.`,
      path: ['input', 'name'],
    });
  const revision = sources.some(({ openapi }) => openapi) ? 1 : 0;
  const data = { ...columns, ...sourceColumns(sources), revision, policies: toStore(policies) };
  const made = await transaction.graphQLServer.create({ data, select: { id: true } });
  await writeDocuments(transaction, made.id, sources);
  return made;
}

type ChangedServer = {
  readonly [Member in 'title' | 'exposed' | 'sources' | 'policies']: NewServer[Member] | undefined;
};

/** @throws NOT_FOUND, or BAD_USER_INPUT for policies of fields that the server does not have */
export async function updateGraphQLServer(
  transaction: Transaction,
  where: NamedInput,
  { title, exposed, sources, policies }: ChangedServer,
): Promise<Pick<GraphQLServer, 'id'>> {
  const server = await graphqlServerNamed(transaction, where);
  if (policies && !sources) await checkPolicies(policies, server);
  if (sources) await writeDocuments(transaction, server.id, sources);
  return transaction.graphQLServer.update({
    where: { id: server.id },
    data: {
      ...(title !== undefined && { title }),
      // Whoever says so means it at once.
      ...(exposed !== undefined && { exposed, openUntil: null }),
      ...(sources && { ...sourceColumns(sources), ...rebuilt(sources) }),
      ...(policies && { policies: toStore(policies), standingPolicies: policiesInForce(server, sources) }),
      ...(policies && !sources && isBuiltAgain(server) && again),
    },
    select: { id: true },
  });
}

/**
 * Returns the policies in force after a change. Policies that come with new documents apply to these. The server that
 * serves until then, or because the build fails, keeps its own: otherwise a field without a rule in the new ones
 * would be open. Policies alone apply at once.
 */
function policiesInForce(
  { standingPolicies, policies }: ServerRow,
  sources: NewServer['sources'] | undefined,
) {
  if (!sources?.some(({ openapi }) => openapi)) return Prisma.DbNull;
  return toStore(standingPolicies ?? policies);
}

/**
 * Checks policies against the schema in force. A server that is still to be built, or whose build failed, is checked
 * by its build.
 */
async function checkPolicies(
  policies: AccessPolicies,
  { orgId, sdl, revision, builtRevision }: ServerRow,
): Promise<void> {
  const isCurrent = revision === 0 || builtRevision === revision;
  if (sdl !== null && isCurrent)
    await checkServerPolicies({ policies, sdl, path: ['input', 'policies'] }, orgId);
}

/** Tells whether a change of policies builds the server again. Its last build may have failed because of them. */
const isBuiltAgain = ({ state, revision }: ServerRow) => state === 'FAILED' && revision > 0;

const pending = { state: 'PENDING', failure: null } as const;
const again = { ...pending, revision: { increment: 1 } };

function rebuilt(sources: readonly ServerSource[]) {
  if (sources.some(({ openapi }) => openapi)) return again;
  return { ...pending, revision: 0, built: null, report: Prisma.DbNull, builtRevision: null };
}

/** @throws NOT_FOUND */
export async function deleteGraphQLServer(transaction: Transaction, where: NamedInput): Promise<void> {
  const { id } = await graphqlServerNamed(transaction, where);
  await transaction.graphQLServer.delete({ where: { id } });
}
