import { stored } from '../database/json.ts';
import { consumerDocument } from '../domain/consumer-document.ts';
import { builder } from './builder.ts';

const ApiKind = builder.enumType('ApiKind', {
  description: 'How an API is called.',
  values: {
    REST: { description: 'HTTP operations, described by an OpenAPI document.' },
    GRAPHQL: { description: 'GraphQL documents, sent to one URL.' },
  },
});

builder.prismaObject('CatalogApi', {
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
    url: t.field({
      type: 'URL',
      description: 'Where it is called.',
      select: { kind: true, basePath: true },
      resolve: ({ kind, basePath }, _args, { gatewayUrl }) =>
        `${gatewayUrl}${basePath}${kind === 'GRAPHQL' ? '/graphql' : ''}`,
    }),
    openapi: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'For a REST API: the OpenAPI document as a consumer should read it, with gateway URL and real security, and without the address of a back-end.',
      select: {
        kind: true,
        title: true,
        version: true,
        basePath: true,
        targetUrl: true,
        openapi: true,
        securityDefinitions: true,
        security: true,
      },
      resolve: async ({ kind, openapi, securityDefinitions, security, ...api }, _args, context) => {
        if (kind !== 'REST' || openapi === null) return null;
        return consumerDocument(stored(openapi), {
          ...api,
          url: `${context.gatewayUrl}${api.basePath}`,
          securityDefinitions: stored(securityDefinitions),
          security: stored(security),
          providers: await context.providers(),
        });
      },
    }),
    sdl: t.string({
      nullable: true,
      description: 'For a GraphQL API: its schema.',
      select: { kind: true, sdl: true },
      resolve: ({ kind, sdl }) => (kind === 'GRAPHQL' ? sdl : null),
    }),
  }),
});
