import { builder } from '../builder.ts';
import type { OpenIdRegistration } from '../context.ts';

const IdentityProviderRef = builder.objectRef<OpenIdRegistration>('IdentityProvider').implement({
  description: 'An OpenID Connect issuer that people may sign in to the console with.',
  fields: (t) => ({
    issuer: t.field({ type: 'URL', description: 'The issuer.', resolve: ({ issuer }) => issuer }),
    clientId: t.exposeString('clientId', { description: 'How it knows this platform.' }),
    redirectUrl: t.field({
      type: 'URL',
      description: 'Where it sends browsers back to: register it there.',
      resolve: ({ redirectUrl }) => redirectUrl,
    }),
  }),
});

builder.queryField('identityProvider', (t) =>
  t.field({
    type: IdentityProviderRef,
    nullable: true,
    authScopes: { role: 'ADMINISTRATOR' },
    description:
      'The identity provider of the console, as OIDC_ISSUER and OIDC_CLIENT_ID name it; null where people sign in by password alone. Needs the role ADMINISTRATOR.',
    resolve: (_root, _args, { openId }) => openId ?? null,
  }),
);
