import { builder } from '../builder.ts';
import { issuerOf } from './external-issuer.ts';
import { type ProviderWarning, providerWarnings } from './provider-warning-rules.ts';

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
  } as const,
});

const OAuthProviderWarningRef = builder.objectRef<ProviderWarning>('OAuthProviderWarning').implement({
  description: 'Something without which an OAuth provider refuses people.',
  fields: (t) => ({
    code: t.expose('code', { type: OAuthProviderWarningCode, description: 'Which kind of warning.' }),
    message: t.exposeString('message', { description: 'What it is, and what to change, in words.' }),
  }),
});

const ofCatalogs = { select: { name: true }, orderBy: { id: 'asc' } } as const;

builder.prismaObjectField('OAuthProvider', 'warnings', (t) =>
  t.field({
    type: [OAuthProviderWarningRef],
    description:
      'What it lacks for people to sign in, or for its tokens to be safe to take, as it stands now; empty where nothing.',
    select: {
      issuer: true,
      catalogs: ofCatalogs,
      userRegistry: { select: { name: true, catalogs: ofCatalogs } },
    },
    resolve: ({ name, grantTypes, issuer, catalogs, userRegistry }) =>
      providerWarnings({
        name,
        grantTypes,
        issuer: issuerOf({ issuer }),
        catalogs: catalogs.map((catalog) => catalog.name),
        registry: userRegistry && {
          name: userRegistry.name,
          catalogs: userRegistry.catalogs.map((catalog) => catalog.name),
        },
      }),
  }),
);
