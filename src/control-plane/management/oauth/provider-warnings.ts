import {
  type ProviderWarning,
  providerWarnings,
  secretsOfIssuer,
} from '../../../domain/oauth/provider-warning.ts';
import { builder } from '../builder.ts';
import type { ManagementContext } from '../context.ts';
import { issuerOf } from './external-issuer.ts';

const OAuthProviderWarningCode = builder.enumType('OAuthProviderWarningCode', {
  description: 'What an OAuth provider lacks.',
  values: {
    USER_REGISTRY_MISSING: { description: 'Its grant types ask a user registry, and it has none.' },
    USER_REGISTRY_UNASSIGNED: {
      description: 'Its user registry is not assigned to a catalog that the provider is assigned to.',
    },
    AUDIENCE_UNCHECKED: {
      description: 'It is an external issuer without audiences: tokens for any other service are taken.',
    },
    SECRET_MISSING: {
      description: 'It is an external issuer that names a secret, which one of its catalogs lacks.',
    },
  } as const,
});

const OAuthProviderWarningRef = builder.objectRef<ProviderWarning>('OAuthProviderWarning').implement({
  description: 'Something without which an OAuth provider refuses people.',
  fields: (t) => ({
    code: t.expose('code', { type: OAuthProviderWarningCode, description: 'Which kind of warning.' }),
    message: t.exposeString('message', { description: 'What it is, and what to change, in words.' }),
    facts: t.field({
      type: 'JSON',
      description:
        'What the sentence is made of, as data, for who words it in another language. Its members depend on the code.',
      resolve: ({ facts }) => facts,
    }),
  }),
});

const ofCatalogs = { select: { name: true }, orderBy: { id: 'asc' } } as const;

builder.prismaObjectField('OAuthProvider', 'warnings', (t) =>
  t.field({
    type: [OAuthProviderWarningRef],
    description:
      'What it lacks for people to sign in, or for its tokens to be safe to take, as it stands now; empty where nothing.',
    select: {
      id: true,
      issuer: true,
      catalogs: ofCatalogs,
      userRegistry: { select: { name: true, catalogs: ofCatalogs } },
    },
    resolve: async ({ id, name, grantTypes, issuer, catalogs, userRegistry }, _args, context) => {
      const external = issuerOf({ issuer });
      return providerWarnings({
        name,
        grantTypes,
        issuer: external,
        secrets: await secretsThereAre(context, { id, names: external ? secretsOfIssuer(external) : [] }),
        catalogs: catalogs.map((catalog) => catalog.name),
        registry: userRegistry && {
          name: userRegistry.name,
          catalogs: userRegistry.catalogs.map((catalog) => catalog.name),
        },
      });
    },
  }),
);

type NamedSecrets = { readonly id: string; readonly names: readonly string[] };

/** The catalogs of a provider by the names of secrets that they have, of some. Most providers name none. */
async function secretsThereAre(
  { database }: Pick<ManagementContext, 'database'>,
  { id, names }: NamedSecrets,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (names.length === 0) return found;
  const rows = await database.prisma.secret.findMany({
    where: { name: { in: [...names] }, catalog: { oauthProviders: { some: { id } } } },
    select: { name: true, catalog: { select: { name: true } } },
  });
  for (const { name, catalog } of rows) found.set(name, [...(found.get(name) ?? []), catalog.name]);
  return found;
}
