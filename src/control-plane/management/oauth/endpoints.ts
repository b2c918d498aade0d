import { catalogUrl } from '../../../domain/addresses/public-urls.ts';
import { endpointPaths, metadataUrl } from '../../../domain/oauth/oauth-paths.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import { builder, partArgs } from '../builder.ts';

/** The addresses of an OAuth provider in a catalog. */
type Endpoints = {
  readonly catalogId: string;
  readonly issuer: string;
  /** The beginning of the addresses that applications call. */
  readonly url: string;
  /** The beginning of the addresses that people open. */
  readonly pages: string;
  readonly paths: ReturnType<typeof endpointPaths>;
  readonly hasAuthorize: boolean;
  readonly hasIntrospect: boolean;
};

const OAuthEndpointsRef = builder.objectRef<Endpoints>('OAuthEndpoints').implement({
  description: 'Where an OAuth provider is reached in one catalog.',
  fields: (t) => ({
    catalog: t.prismaField({
      type: 'Catalog',
      description: 'The catalog, which it is assigned to.',
      resolve: (query, { catalogId: id }, _args, { database }) =>
        database.prisma.catalog.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    issuer: t.expose('issuer', {
      type: 'URL',
      description: 'What its tokens name as their issuer, in the claim `iss`.',
    }),
    metadataUrl: t.field({
      type: 'URL',
      description: 'Where client libraries read all of these (RFC 8414).',
      resolve: ({ issuer }) => metadataUrl(issuer),
    }),
    tokenUrl: t.field({
      type: 'URL',
      description: 'Where applications obtain tokens.',
      resolve: ({ url, paths }) => url + paths.token,
    }),
    authorizeUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Where applications send people to sign in; null without the grant type ACCESS_CODE.',
      resolve: ({ pages, paths, hasAuthorize }) => (hasAuthorize ? pages + paths.authorize : null),
    }),
    callbackUrl: t.field({
      type: 'URL',
      nullable: true,
      description:
        'Where an OpenID provider sends people back to, to be registered there as a redirect URI; null without the grant type ACCESS_CODE.',
      resolve: ({ pages, paths, hasAuthorize }) => (hasAuthorize ? pages + paths.callback : null),
    }),
    jwksUrl: t.field({
      type: 'URL',
      description: 'The published key set, which its tokens are verified with (RFC 7517).',
      resolve: ({ url, paths }) => url + paths.jwks,
    }),
    revocationUrl: t.field({
      type: 'URL',
      description: 'Where applications give tokens back (RFC 7009).',
      resolve: ({ url, paths }) => url + paths.revoke,
    }),
    introspectionUrl: t.field({
      type: 'URL',
      nullable: true,
      description:
        'Where applications ask whether a token is good (RFC 7662); null without CONFIDENTIAL clients, as nobody else can ask.',
      resolve: ({ url, paths, hasIntrospect }) => (hasIntrospect ? url + paths.introspect : null),
    }),
  }),
});

builder.prismaObjectField('OAuthProvider', 'endpoints', (t) =>
  t.field({
    type: [OAuthEndpointsRef],
    description:
      'Its addresses in each catalog that it is assigned to, the first created first; none for an external issuer.',
    args: partArgs,
    select: (part) => ({
      issuer: true,
      org: { select: { name: true } },
      catalogs: { select: { id: true, name: true }, orderBy: { id: 'asc' }, ...takeSkipOf(part) },
    }),
    resolve: ({ org, catalogs, name, grantTypes, clientTypes, issuer, ...chosen }, _args, { urls }) =>
      (issuer === null ? catalogs : []).map((catalog) => ({
        catalogId: catalog.id,
        issuer: `${urls.gateway}/${org.name}/${catalog.name}/${name}`,
        url: `${catalogUrl(urls, `/${org.name}/${catalog.name}`)}/${name}`,
        pages: `${urls.oauth}/${org.name}/${catalog.name}/${name}`,
        paths: endpointPaths(chosen),
        hasAuthorize: grantTypes.includes('ACCESS_CODE'),
        hasIntrospect: clientTypes.includes('CONFIDENTIAL'),
      })),
  }),
);
