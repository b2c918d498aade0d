import { admitsNobody } from '../../../domain/access-policy/access.ts';
import { accessPolicies } from '../../../domain/access-policy/policies.ts';
import { pathsOf } from '../../../domain/addresses/own-servers.ts';
import { SOURCE_TIMEOUT_MS, type SourceSettings } from '../../../domain/api/graphql-server-source.ts';
import type { GraphQLServer } from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import type { OperationReport, ServerReport } from '../../../openapi/to-graphql/model.ts';
import { ApiBreakRef, BREAKING_CHANGES_DESCRIPTION, readBreaks } from '../api/api-break.ts';
import { builder, inOrg } from '../builder.ts';

const GraphQLServerState = builder.enumType('GraphQLServerState', {
  description: 'How far a GraphQL server is. (Pending moves to Ready when its start-up completes.)',
  values: {
    PENDING: { description: 'It is starting.' },
    READY: { description: 'It answers.' },
    FAILED: {
      description:
        'It could not be built; `failure` says why. Where it was built before, it goes on as it was then.',
    },
  } as const,
});

const GraphQLServerOperationOutcome = builder.enumType('GraphQLServerOperationOutcome', {
  description: 'What can become of an operation.',
  values: {
    FIELD: { description: 'A root field calls it.' },
    LEFT_OUT: { description: 'No field can call it; `reason` says why.' },
  } as const,
});

const address = { name: true, alias: true, org: { select: { name: true } } } as const;

type Source = SourceSettings & { readonly operations: readonly string[] };

const GraphQLServerSourceRef = builder.objectRef<Source>('GraphQLServerSource').implement({
  description: 'A REST back-end behind a GraphQL server.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name within the server.' }),
    url: t.expose('url', { type: 'URL', description: 'Where it is called.' }),
    operations: t.exposeStringList('operations', {
      description: 'The operationIds that became root fields.',
    }),
    headers: t.stringList({
      description: 'The headers of the caller that it gets.',
      resolve: ({ headers = [] }) => [...headers],
    }),
    timeoutMs: t.int({
      description: 'How long it may take to answer, in milliseconds.',
      resolve: ({ timeoutMs = SOURCE_TIMEOUT_MS }) => timeoutMs,
    }),
    rename: t.field({
      type: 'JSON',
      description: 'The other names of fields and arguments, by operationId.',
      resolve: ({ rename = {} }) => rename,
    }),
  }),
});

const GraphQLServerOperation = builder.objectRef<OperationReport>('GraphQLServerOperation').implement({
  description: 'What became of one operation of an OpenAPI document.',
  fields: (t) => ({
    source: t.exposeString('source', { description: 'The source that it is of.' }),
    operation: t.exposeString('operation', {
      description: 'Its operationId, else the name that was made of its method and path.',
    }),
    method: t.exposeString('method', { description: 'Its HTTP method, for example `GET`.' }),
    path: t.exposeString('path', { description: 'Its path, for example `/customers/{customerId}`.' }),
    outcome: t.field({
      type: GraphQLServerOperationOutcome,
      description: 'Did it become a field?',
      resolve: ({ field }) => (field === null ? 'LEFT_OUT' : 'FIELD'),
    }),
    field: t.exposeString('field', {
      nullable: true,
      description: 'The field that calls it, for example `Query.getCustomers`; null when it was left out.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it was left out, after its place in the document; null when it became a field.',
    }),
  }),
});

const GraphQLServerReport = builder.objectRef<ServerReport>('GraphQLServerReport').implement({
  description: 'What became of the OpenAPI documents that a GraphQL server was made of.',
  fields: (t) => ({
    operations: t.field({
      type: [GraphQLServerOperation],
      description: 'Every operation, in the order of the documents.',
      resolve: ({ operations }) => [...operations],
    }),
    notes: t.stringList({
      description: 'Types that several documents share or dispute, and links that lead nowhere.',
      resolve: ({ notes }) => [...notes],
    }),
    breaks: t.stringList({
      description:
        'What callers of the schema that was served before lose: fields, types and arguments that are gone or of another type; the first 200.',
      resolve: ({ breaks = [] }) => [...breaks],
    }),
    breakingChanges: t.field({
      type: [ApiBreakRef],
      description: BREAKING_CHANGES_DESCRIPTION,
      resolve: ({ breaks = [] }) => readBreaks(breaks),
    }),
  }),
});

builder.prismaObject('GraphQLServer', {
  description: 'A GraphQL server made from the operations of REST back-ends.',
  // Its documents, and what was made of them, are large: nothing is read but what is asked for.
  select: { id: true },
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'Its path segment, unique in its org, for example `sample`.',
    }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    endpoint: t.string({
      description:
        "`api/<org>/<name>` on the GraphQL server's address; `api/<name>` for one that was there when names were unique on the platform.",
      select: address,
      resolve: (server) => endpointOf(server),
    }),
    url: t.field({
      type: 'URL',
      description: 'Where it is called.',
      select: address,
      resolve: (server, _args, { urls }) => `${urls.graphqlServer}/${endpointOf(server)}`,
    }),
    exposed: t.exposeBoolean('exposed', {
      description:
        'Does it answer whoever calls it directly, and may APIs of other orgs be made of it? Else only calls of GraphQL APIs of its org reach it, through the gateway.',
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
      select: { sources: true, report: true },
      resolve: sourcesOf,
    }),
    report: t.field({
      type: GraphQLServerReport,
      nullable: true,
      description:
        'What became of its documents when it was last built, or by dryRun would; null before, and of the server of .meshrc.yaml.',
      select: { report: true },
      resolve: reportOf,
    }),
    closed: t.boolean({
      description:
        'Do its access policies admit nobody, as those of a new server? Then it refuses every field.',
      select: { policies: true },
      resolve: ({ policies }) => admitsNobody(accessPolicies(policies, ['policies'])),
    }),
    policies: t.expose('policies', {
      type: 'JSON',
      description:
        'Access policy, by root type; a type without one refuses every call. A policy has `rules` ({name, condition, fields}) and a `policyDefault` ({condition}) for the fields that no rule names.',
    }),
  }),
});

builder.queryField('graphqlServer', (t) =>
  t.prismaField({
    type: 'GraphQLServer',
    nullable: true,
    description: 'One GraphQL server of an org.',
    args: {
      org: t.arg.string(inOrg),
      name: t.arg.string({ required: true, description: 'The name of the server.' }),
    },
    resolve: async (query, _root, { org, name }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      return context.database.prisma.graphQLServer.findFirst({ ...query, where: { orgId, name } });
    },
  }),
);

type Addressed = Pick<GraphQLServer, 'name' | 'alias'> & { readonly org: { readonly name: string } };

function endpointOf({ name, alias, org }: Addressed): string {
  const [path = ''] = pathsOf({ org: org.name, name, alias });
  return path.slice(1);
}

/** The build report of a server, written by its process. It is null until the server has been built of documents. */
function reportOf({ report }: Pick<GraphQLServer, 'report'>): ServerReport | null {
  return stored<ServerReport | null>(report);
}

function sourcesOf(server: Pick<GraphQLServer, 'sources' | 'report'>): Source[] {
  const made = (reportOf(server)?.operations ?? []).filter(({ field }) => field !== null);
  return stored<SourceSettings[]>(server.sources).map((source) => {
    const own = made.filter((each) => each.source === source.name).map(({ operation }) => operation);
    return { ...source, operations: source.operations ?? own };
  });
}
