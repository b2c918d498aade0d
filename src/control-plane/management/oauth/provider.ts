import { catalogUrl } from '../../../domain/addresses/public-urls.ts';
import { grantTypeNames, grantTypes } from '../../../domain/oauth/grant-types.ts';
import type { Scope } from '../../../domain/oauth/oauth-provider.ts';
import { refuse } from '../../../foundation/errors.ts';
import { describedValues } from '../../../graphql/schema/described-values.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { type NamedInput, NameInput } from '../name-input.ts';
import { CertificateBindingType } from './certificate-binding.ts';
import { securedBy } from './secured-by.ts';
import { SigningAlgorithmType } from './signing-algorithm.ts';

export const GatewayType = builder.enumType('GatewayType', {
  description: 'Which gateway serves an OAuth provider.',
  values: { NATIVE: { description: "The platform's own." } } as const,
});

export const OAuthProviderTypeRef = builder.enumType('OAuthProviderType', {
  description: 'Who issues the tokens of an OAuth provider.',
  values: {
    NATIVE: { description: 'The platform.' },
    EXTERNAL: { description: 'An issuer outside of the platform, whose tokens gateways verify.' },
  } as const,
});

export const GrantType = builder.enumType('GrantType', {
  description: 'How an application obtains an access token.',
  values: describedValues(
    grantTypeNames,
    (name) => `${grantTypes[name].label}. ${grantTypes[name].description}`,
  ),
});

export const ClientType = builder.enumType('ClientType', {
  description: 'Can an application keep a secret? (RFC 6749 §2.1)',
  values: {
    CONFIDENTIAL: { description: 'Yes: it runs on a server.' },
    PUBLIC: { description: "No: it runs on a person's device." },
  } as const,
});

const ScopeRef = builder.objectRef<Scope>('Scope').implement({
  description: 'A right that an access token can carry.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What applications ask for, for example `customer`.' }),
    description: t.exposeString('description', { description: 'What it allows, in words.' }),
  }),
});

builder.prismaObject('OAuthProvider', {
  description: 'Issues and checks the access tokens that APIs can require.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its path segment, for example `customer-oauth`.' }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    type: t.field({
      type: OAuthProviderTypeRef,
      description: 'Who issues its tokens.',
      select: { issuer: true },
      resolve: ({ issuer }) => (issuer === null ? 'NATIVE' : 'EXTERNAL'),
    }),
    gatewayType: t.expose('gatewayType', { type: GatewayType, description: 'Which gateway serves it.' }),
    grantTypes: t.expose('grantTypes', {
      type: [GrantType],
      description: 'How applications may obtain tokens.',
    }),
    clientTypes: t.expose('clientTypes', {
      type: [ClientType],
      description: 'Which applications may obtain tokens.',
    }),
    authorizePath: t.exposeString('authorizePath', {
      description: "Below the provider's own path segment; by default `/oauth2/authorize`.",
    }),
    tokenPath: t.exposeString('tokenPath', {
      description: "Below the provider's own path segment; by default `/oauth2/token`.",
    }),
    scopes: t.field({
      type: [ScopeRef],
      description: 'The rights that its tokens can carry.',
      resolve: ({ scopes }) => stored<Scope[]>(scopes),
    }),
    userRegistry: t.relation('userRegistry', {
      nullable: true,
      description: 'Authenticates the people who ask for tokens; by default the registry created first.',
    }),
    catalogs: t.relation('catalogs', {
      description: 'The catalogs that it is assigned to, the first created first.',
      args: partArgs,
      query: (part) => ({ orderBy: { id: 'asc' }, ...takeSkipOf(part) }),
    }),
    accessTokenSeconds: t.exposeInt('accessTokenSeconds', {
      description: 'How long an access token is valid, in seconds; by default 3600.',
    }),
    refreshTokens: t.exposeBoolean('refreshTokens', { description: 'Does it issue refresh tokens?' }),
    refreshTokenSeconds: t.exposeInt('refreshTokenSeconds', {
      description: 'How long a refresh token is valid, in seconds; by default 2682000, 31 days and an hour.',
    }),
    signingAlgorithm: t.expose('signingAlgorithm', {
      type: SigningAlgorithmType,
      description: 'What its new signing keys are for; by default ES256.',
    }),
    certificateBinding: t.expose('certificateBinding', {
      type: CertificateBindingType,
      description: 'Are its access tokens bound to a client certificate? By default they are not.',
    }),
    tokenUrls: t.field({
      type: ['URL'],
      description:
        'The token endpoint in each catalog that the provider is assigned to; none for an external issuer.',
      select: {
        issuer: true,
        org: { select: { name: true } },
        catalogs: { select: { name: true }, orderBy: { id: 'asc' } },
      },
      resolve: ({ org, catalogs, name, tokenPath, issuer }, _args, { urls }) =>
        (issuer === null ? catalogs : []).map(
          (catalog) => `${catalogUrl(urls, `/${org.name}/${catalog.name}`)}/${name}${tokenPath}`,
        ),
    }),
  }),
});

/**
 * The OAuth provider that an input names.
 *
 * @param where the org, the provider, and where the input says so
 * @throws NOT_FOUND when the org has no such provider
 */
export async function oauthProviderNamed(
  transaction: Pick<Transaction, 'oAuthProvider'>,
  { orgId, name, path }: NamedInput,
) {
  const provider = await transaction.oAuthProvider.findUnique({ where: { orgId_name: { orgId, name } } });
  return provider ?? refuse('NOT_FOUND', { detail: `There is no OAuth provider ${name} in this org.`, path });
}

builder.queryField('oauthProvider', (t) =>
  t.prismaField({
    type: 'OAuthProvider',
    nullable: true,
    description: 'One OAuth provider of an org.',
    args: {
      org: t.arg.string(inOrg),
      name: t.arg.string({ required: true, description: 'The name of the provider.' }),
    },
    resolve: async (query, _root, { org, name }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      return context.database.prisma.oAuthProvider.findUnique({
        ...query,
        where: { orgId_name: { orgId, name } },
      });
    },
  }),
);

builder.mutationField('deleteOAuthProvider', (t) =>
  t.boolean({
    description: 'Deletes an OAuth provider and its signing keys; refused while an API is secured with it.',
    args: { input: t.arg({ type: NameInput, required: true, description: 'Which provider.' }) },
    resolve: async (_root, { input: { org, name } }, context) => {
      const { id: orgId } = await context.org(org);
      await context.change({ orgId, action: 'deleteOAuthProvider', subject: name }, (transaction) =>
        deleteOAuthProvider(transaction, { orgId, name, path: ['input', 'name'] }),
      );
      return true;
    },
  }),
);

/** @throws NOT_FOUND; IN_USE while an API is secured with it */
export async function deleteOAuthProvider(transaction: Transaction, where: NamedInput): Promise<void> {
  const { id, name } = await oauthProviderNamed(transaction, where);
  const [secured] = await securedBy(transaction, { orgId: where.orgId, provider: name });
  if (secured)
    refuse('IN_USE', {
      detail: `The API ${secured.api} is secured with ${name}: change its security definitions, or remove it, first.`,
      path: where.path,
    });
  await transaction.oAuthProvider.delete({ where: { id } });
}
