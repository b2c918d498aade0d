import type { CatalogApi } from '../database/generated/prisma/client.ts';
import { stored } from '../database/json.ts';
import { consumerDocument } from '../domain/consumer-document.ts';
import type { JsonObject } from '../domain/openapi-tree.ts';
import { type ListedOperation, operationList } from '../domain/operation-list.ts';
import { entrancesOf, type Security } from '../domain/security.ts';
import { freshTurn } from '../graphql/fresh-turn.ts';
import { builder } from './builder.ts';
import type { PortalContext } from './context.ts';
import { PortalSecurityOption } from './security.ts';
import { hiddenFrom, plansForViewer, shownSdl } from './shown-schema.ts';

const ApiKind = builder.enumType('ApiKind', {
  description: 'How an API is called.',
  values: {
    REST: { description: 'HTTP operations, described by an OpenAPI document.' },
    GRAPHQL: { description: 'GraphQL documents, sent to one URL.' },
  },
});

const PortalOperation = builder.objectRef<ListedOperation>('PortalOperation').implement({
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
  }),
});

/** What the document of an API is made from. */
const documentColumns = {
  kind: true,
  title: true,
  version: true,
  basePath: true,
  targetUrl: true,
  openapi: true,
  securityDefinitions: true,
  security: true,
} as const;

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
      select: { name: true, version: true, securityDefinitions: true, security: true },
      resolve: (api) => entrancesOf({ ...api, ...securityOf(api) }),
    }),
    operations: t.field({
      type: [PortalOperation],
      description: 'Of a REST API: what can be called, by path; empty for a GraphQL API.',
      select: documentColumns,
      resolve: async (api, _args, context) => {
        const document = await documentOf(api, context);
        return document ? operationList(document) : [];
      },
    }),
    openapi: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'For a REST API: the OpenAPI document as a consumer should read it, with gateway URL and real security, and without the address of a back-end.',
      select: documentColumns,
      resolve: (api, _args, context) => documentOf(api, context),
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
      select: (_args, context) => ({
        sdl: true,
        catalogProduct: { select: { plans: plansForViewer(context) } },
      }),
      resolve: ({ sdl, catalogProduct: { plans } }, { plan }) =>
        sdl === null ? null : shownSdl(sdl, hiddenFrom(plans, plan)),
    }),
  }),
});

/** The document of a REST API as a consumer should read it; null for any other. */
async function documentOf(
  {
    kind,
    openapi,
    title,
    version,
    basePath,
    targetUrl,
    ...api
  }: Pick<CatalogApi, keyof typeof documentColumns>,
  { gatewayUrl, providers }: PortalContext,
): Promise<JsonObject | null> {
  if (kind !== 'REST' || openapi === null) return null;
  const reachable = await providers();
  // A large one takes a tenth of a second, and an answer may ask for several.
  await freshTurn();
  return consumerDocument(stored(openapi), {
    ...{ title, version, targetUrl },
    ...securityOf(api),
    url: `${gatewayUrl}${basePath}`,
    providers: reachable,
  });
}

function securityOf(api: Pick<CatalogApi, keyof Security>): Security {
  return { securityDefinitions: stored(api.securityDefinitions), security: stored(api.security) };
}
