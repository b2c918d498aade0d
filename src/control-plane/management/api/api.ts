import type { ApiSettings } from '../../../domain/api/api-settings.ts';
import type { SecurityDefinition } from '../../../domain/api/security/types.ts';
import { openSecurityInWords, type SecurityRequirement } from '../../../domain/api/security.ts';
import { servingStates } from '../../../domain/product/lifecycle.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { readVersionedName, versionedName } from '../../../foundation/text/version.ts';
import { readInLine } from '../../../graphql/server/response-budget.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { readDocumentVersion } from '../../../infrastructure/database/documents.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { storedSecurity } from '../../../infrastructure/database/stored-security.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import type { ManagementContext } from '../context.ts';
import { hasText, searchDescription } from '../search.ts';
import { type ApiSettingsRow, apiColumns } from './api-rows.ts';
import { OperationSecurityRef, SecurityDefinitionRef, SecurityRequirementRef } from './api-security.ts';
import { openApiValue } from './openapi-value.ts';

/** A draft of an API, or its fixed copy in a catalog product. The GraphQL type is the same. */
export type ApiShape = ApiSettingsRow & { readonly orgId: string } & (
    | { readonly origin: 'DRAFT' }
    | { readonly origin: 'COPY'; readonly online: boolean }
  );

export function apiOfDraft(row: ApiSettingsRow & { readonly orgId: string }): ApiShape {
  return { ...row, origin: 'DRAFT' };
}

export function apiOfCopy(row: ApiSettingsRow & { readonly online: boolean }, orgId: string): ApiShape {
  return { ...row, orgId, origin: 'COPY' };
}

export const ApiKind = builder.enumType('ApiKind', {
  description: 'How an API is called.',
  values: {
    REST: { description: 'By HTTP methods on paths, as its OpenAPI document says.' },
    GRAPHQL: { description: 'By GraphQL documents, which the gateway proxies to a GraphQL server.' },
  } as const,
});

export const OnlineState = builder.enumType('OnlineState', {
  description: 'Does an API answer calls?',
  values: {
    OFFLINE: { description: 'No: calls are refused with API_OFFLINE.' },
    ONLINE: { description: 'Yes, in at least one catalog.' },
  } as const,
});

export const ApiRef = builder.objectRef<ApiShape>('Api');

ApiRef.implement({
  description: 'An API in one version: a draft, or in a catalog the fixed copy of what was published.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'Its name, the same in all versions, for example `customerdb`.',
    }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    version: t.expose('version', { type: 'Version', description: 'Its version, x.y.z.' }),
    documentVersion: t.string({
      nullable: true,
      description:
        'The version as its OpenAPI document says it, for example `2024-05-01`; null for a GraphQL API.',
      resolve: ({ id, origin }, _args, { database }) =>
        readDocumentVersion(database.prisma, origin === 'DRAFT' ? 'Api' : 'CatalogApi', id),
    }),
    kind: t.expose('kind', { type: ApiKind, description: 'REST or GraphQL.' }),
    basePath: t.exposeString('basePath', {
      description:
        'Its path below the catalog, for example `/customerdb/v1`; a GraphQL API is called at `<basePath>/graphql`.',
    }),
    targetUrl: t.expose('targetUrl', {
      type: 'URL',
      nullable: true,
      description: 'Where calls of a REST API are sent: the root that replaces the base path.',
    }),
    graphqlUrl: t.expose('graphqlUrl', {
      type: 'URL',
      nullable: true,
      description: 'The GraphQL server that the proxy was made from, and where its calls are sent.',
    }),
    sdl: t.string({
      nullable: true,
      description: 'The proxied schema, as the gateway holds it; null for a REST API.',
      resolve: (api, _args, context) => readInLine(context, () => sdlOf(context, api)),
    }),
    openapi: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The OpenAPI document as it was given, one of 2.0 in the form of 3.0, and paths that are one to the gateway as one; null for a GraphQL API.',
      resolve: (api, _args, context) =>
        openApiValue(context, { ...api, table: api.origin === 'DRAFT' ? 'Api' : 'CatalogApi' }),
    }),
    openapiUrl: t.field({
      type: 'URL',
      nullable: true,
      description:
        'Where the same document is read by itself, as JSON with an `ETag`, by the header `Authorization` of this API; null for a GraphQL API.',
      resolve: (api, _args, context) =>
        api.kind === 'REST' ? documentUrl(context, api, 'openapi.json') : null,
    }),
    schemaUrl: t.field({
      type: 'URL',
      nullable: true,
      description:
        'Where the proxied schema is read by itself, as SDL with an `ETag`, by the header `Authorization` of this API; null for a REST API.',
      resolve: (api, _args, context) =>
        api.kind === 'GRAPHQL' ? documentUrl(context, api, 'schema.graphql') : null,
    }),
    securityDefinitions: t.field({
      type: [SecurityDefinitionRef],
      description: 'The ways in which a caller can prove who it is.',
      resolve: ({ securityDefinitions, orgId }) =>
        stored<SecurityDefinition[]>(securityDefinitions).map((definition) => ({ ...definition, orgId })),
    }),
    security: t.field({
      type: [SecurityRequirementRef],
      description: 'What a call must meet: any one of these admits it. Empty means open to everybody.',
      resolve: ({ security }) => stored<SecurityRequirement[]>(security),
    }),
    operationSecurity: t.field({
      type: [OperationSecurityRef],
      description:
        'The operations of a REST API whose calls must meet something else than `security`; empty where none do.',
      resolve: ({ settings }) => [...(stored<ApiSettings>(settings).operationSecurity ?? [])],
    }),
    securityWarnings: t.stringList({
      description:
        'What its security leaves open, each a sentence; empty where nothing: an API that admits by the client id alone is open to whoever has seen one.',
      resolve: ({ name, version, ...row }) => {
        const warning = openSecurityInWords({ name, version, ...storedSecurity(row) });
        return warning === undefined ? [] : [warning];
      },
    }),
    forwardAuthorization: t.exposeBoolean('forwardAuthorization', {
      description: "Does its back-end get the caller's own header `Authorization`?",
    }),
    onlineState: t.field({
      type: OnlineState,
      description: 'Of a draft: is it online in any catalog? Of a copy in a catalog: is it online there?',
      resolve: async (api, _args, context) => ((await isOnline(context, api)) ? 'ONLINE' : 'OFFLINE'),
    }),
  }),
});

/** Reads the schema of a GraphQL API; null for a REST API. */
export async function sdlOf({ database: { prisma } }: ManagementContext, { id, origin }: ApiShape) {
  const lookup = { where: { id }, select: { sdl: true } } as const;
  const row = await (origin === 'DRAFT'
    ? prisma.api.findUnique(lookup)
    : prisma.catalogApi.findUnique(lookup));
  return row?.sdl;
}

/**
 * Returns the URL of an API's document; a copy's is below its product. Prisma reads the rows of several APIs
 * together.
 */
async function documentUrl(
  { database: { prisma }, urls }: ManagementContext,
  { id, orgId, origin, ...api }: ApiShape,
  file: 'openapi.json' | 'schema.graphql',
): Promise<string> {
  const { name: org } = await prisma.org.findUniqueOrThrow({ where: { id: orgId }, select: { name: true } });
  const url = `${urls.control}/management/${org}/apis/${versionedName(api)}/${file}`;
  if (origin === 'DRAFT') return url;
  const { catalogProduct: product } = await prisma.catalogApi.findUniqueOrThrow({
    where: { id },
    select: {
      catalogProduct: { select: { name: true, version: true, catalog: { select: { name: true } } } },
    },
  });
  return `${url}?catalog=${product.catalog.name}&product=${versionedName(product)}`;
}

async function isOnline({ database }: ManagementContext, api: ApiShape): Promise<boolean> {
  if (api.origin === 'COPY') return api.online;
  const copy = await database.prisma.catalogApi.findFirst({
    where: {
      name: api.name,
      version: api.version,
      online: true,
      catalogProduct: { state: { in: [...servingStates] }, catalog: { orgId: api.orgId } },
    },
    select: { id: true },
  });
  return copy !== null;
}

/** Key of a draft for Prisma: its org and `name:version`. */
export function draftKey(orgId: string, api: string) {
  return { orgId_name_version: { orgId, ...readVersionedName(api) } };
}

/**
 * The draft that an input names.
 *
 * @param where the org, the API as `name:version`, and where the input says so
 * @throws NOT_FOUND when the org has no such API
 */
export async function draftNamed(
  transaction: Pick<Transaction, 'api'>,
  { orgId, api, path }: { orgId: string; api: string; path: InputPath },
) {
  const draft = await transaction.api.findUnique({ where: draftKey(orgId, api) });
  return draft ?? refuse('NOT_FOUND', { detail: `There is no API ${api} in this org.`, path });
}

builder.prismaObjectField('Org', 'apis', (t) =>
  t.field({
    type: [ApiRef],
    description: 'The drafts of its APIs, by name, the older version first.',
    args: {
      search: t.arg.string({ description: searchDescription }),
      ...partArgs,
    },
    // The key has the newest version first.
    select: ({ search, ...part }) => ({
      apis: {
        where: hasText(search),
        orderBy: [{ name: 'asc' }, { sortKey: 'desc' }],
        select: { id: true },
        ...takeSkipOf(part),
      },
    }),
    resolve: async ({ apis }, _args, { draftApis }) => {
      const rows = await draftApis.loadMany(apis.map(({ id }) => id));
      return rows.flatMap((row) => {
        if (row instanceof Error) throw row;
        return row ? [apiOfDraft(row)] : [];
      });
    },
  }),
);

builder.prismaObjectField('Org', 'apiCount', (t) =>
  t.relationCount('apis', {
    description: 'How many drafts of APIs it has, all versions.',
    args: { search: t.arg.string({ description: searchDescription }) },
    where: ({ search }) => hasText(search),
  }),
);

builder.queryField('api', (t) =>
  t.field({
    type: ApiRef,
    nullable: true,
    description: 'The draft of an API in one version.',
    args: {
      org: t.arg.string(inOrg),
      api: t.arg({ type: 'VersionedName', required: true, description: 'Which, as `name:version`.' }),
    },
    resolve: async (_root, { org, api }, context) => {
      const { id } = await context.org(org, ['org']);
      const row = await context.database.prisma.api.findUnique({
        where: draftKey(id, api),
        select: { ...apiColumns, orgId: true },
      });
      return row && apiOfDraft(row);
    },
  }),
);
