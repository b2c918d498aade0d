import type { ApiSettings } from '../../../../domain/api/api-settings.ts';
import {
  operationAlternativesOf,
  type SecurityAlternative,
  securityAlternativesOf,
} from '../../../../domain/api/security.ts';
import { type VersionedName, versionedName } from '../../../../foundation/text/version.ts';
import { readDocument, readInLine } from '../../../../graphql/server/response-budget.ts';
import { cut } from '../../../../graphql/server/take-skip.ts';
import { stored } from '../../../../infrastructure/database/json-columns.ts';
import { securityColumns, storedSecurity } from '../../../../infrastructure/database/stored-security.ts';
import type { ListedOperation } from '../../../../openapi/operation-list.ts';
import { builder, partArgs } from '../builder.ts';
import type { PortalContext } from '../context.ts';
import { apiDocument, documentColumns } from './api-document.ts';
import { ApiKind } from './api-kind.ts';
import type { DocumentFile } from './document-downloads.ts';
import { PortalSecurityOption, securityOptions } from './security.ts';
import { shownSchema } from './shown-schema.ts';

/** An operation, and its ways in where they are not those of its API. */
type SecuredOperation = ListedOperation & { readonly security: readonly SecurityAlternative[] | null };

const PortalOperation = builder.objectRef<SecuredOperation>('PortalOperation').implement({
  description: 'One operation of a REST API.',
  fields: (t) => ({
    method: t.exposeString('method', { description: 'The HTTP method, for example `GET`.' }),
    path: t.exposeString('path', {
      description: 'The path below the URL of the API, for example `/customers/{id}`.',
    }),
    summary: t.exposeString('summary', {
      nullable: true,
      description: 'What it does, if the document says so.',
    }),
    security: t.field({
      type: [PortalSecurityOption],
      nullable: true,
      description:
        'The ways to be admitted by it, any one of which is enough; empty where it is open to everybody, null where they are those of the API.',
      resolve: ({ security }) => security && securityOptions(security),
    }),
  }),
});

export const PortalApi = builder.prismaObject('CatalogApi', {
  name: 'PortalApi',
  description: 'An API of a product, as a consumer calls it.',
  select: { id: true },
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'The same for all of its versions, for example `customerdb`.',
    }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    version: t.expose('version', { type: 'Version', description: 'Its version, x.y.z.' }),
    kind: t.expose('kind', { type: ApiKind, description: 'REST or GraphQL.' }),
    online: t.exposeBoolean('online', {
      description: 'Does it answer? Calls to an API that is offline are refused with API_OFFLINE.',
    }),
    url: t.field({
      type: 'URL',
      description: 'Where it is called.',
      select: { kind: true, basePath: true },
      resolve: ({ kind, basePath }, _args, { gatewayUrl }) =>
        `${gatewayUrl}${basePath}${kind === 'GRAPHQL' ? '/graphql' : ''}`,
    }),
    security: t.field({
      type: [PortalSecurityOption],
      description:
        'The ways to be admitted, any one of which is enough; empty where it is open to everybody.',
      select: { name: true, version: true, ...securityColumns },
      resolve: (api) => securityOptions(securityAlternativesOf({ ...api, ...storedSecurity(api) })),
    }),
    allowedOrigins: t.stringList({
      description:
        'Origins whose pages may call it from a browser; `*` is every origin, and none is no page of another site.',
      select: { settings: true },
      resolve: ({ settings }) => [...(stored<ApiSettings>(settings).cors?.allowedOrigins ?? [])],
    }),
    operations: t.field({
      type: [PortalOperation],
      description: 'Of a REST API: what can be called, by path; empty for a GraphQL API.',
      args: partArgs,
      select: { name: true, ...documentColumns },
      resolve: async (api, part, context) => {
        const operations = cut((await apiDocument(api, context))?.operations ?? [], part);
        const own = operationAlternativesOf({ ...api, ...storedSecurity(api) });
        const securityBy = new Map(own.map(({ operation, security }) => [operation, security]));
        return operations.map((operation) => ({
          ...operation,
          security: securityBy.get(`${operation.method} ${operation.path}`) ?? null,
        }));
      },
    }),
    operationCount: t.int({
      description: 'How many operations it has; 0 for a GraphQL API.',
      select: documentColumns,
      resolve: async (api, _args, context) => (await apiDocument(api, context))?.operations.length ?? 0,
    }),
    openapi: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'For a REST API: the OpenAPI document as a consumer should read it, with gateway URL and real security, and without the address of a back-end.',
      select: documentColumns,
      resolve: (api, _args, context) =>
        readDocument(context, async () => (await apiDocument(api, context))?.text ?? null),
    }),
    openapiUrl: t.field({
      type: 'URL',
      nullable: true,
      description:
        'For a REST API: where the same document is read by itself, as JSON with an `ETag`; with the header `Authorization` of this API, or none where the product is public.',
      select: inProduct,
      resolve: (api, _args, context) =>
        api.kind === 'REST' ? documentUrl(api, 'openapi.json', context) : null,
    }),
    openapiYamlUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'For a REST API: where the same document is read as YAML.',
      select: inProduct,
      resolve: (api, _args, context) =>
        api.kind === 'REST' ? documentUrl(api, 'openapi.yaml', context) : null,
    }),
    postmanUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'For a REST API: where it is read as a collection of Postman, format 2.1.',
      select: inProduct,
      resolve: (api, _args, context) =>
        api.kind === 'REST' ? documentUrl(api, 'postman.json', context) : null,
    }),
    schemaUrl: t.field({
      type: 'URL',
      nullable: true,
      description:
        'For a GraphQL API: where its schema is read by itself, as SDL with an `ETag`; a plan is named by `&plan=`.',
      select: inProduct,
      resolve: (api, _args, context) =>
        api.kind === 'GRAPHQL' ? documentUrl(api, 'schema.graphql', context) : null,
    }),
    sdl: t.string({
      nullable: true,
      description:
        "For a GraphQL API: its schema, as a plan shows it. Unless a plan is named that is the plan of the viewer's subscription; for somebody without one, what all plans show.",
      args: {
        plan: t.arg.string({
          description: 'A plan of the product that the viewer is subscribed to, by name.',
        }),
      },
      select: { id: true, kind: true, catalogProductId: true },
      resolve: (api, { plan }, context) => readInLine(context, () => shownSchema(api, { plan, context })),
    }),
  }),
});

/** Matches an API of a product, since another product may hold another copy. */
const inProduct = {
  name: true,
  version: true,
  kind: true,
  catalogProduct: { select: { name: true, version: true } },
} as const;

type InProduct = VersionedName & { readonly catalogProduct: VersionedName };

/** The address of a document of an API. */
function documentUrl(api: InProduct, file: DocumentFile, context: PortalContext): string {
  return `${context.portalUrl}/apis/${versionedName(api)}/${file}?product=${versionedName(api.catalogProduct)}`;
}
