import { type ExternalIssuer, externalIssuerDefaults } from '../oauth/external-issuer.ts';
import { oauthProviderDefaults } from '../oauth/oauth-provider.ts';
import type { Definitions } from './definition.ts';
import { unlessDefault, type Written } from './write-settings.ts';

/** An OAuth provider in a manifest. Defaults are left out. */
export function providerWritten(provider: Definitions['OAuthProvider']): Written {
  const { name, title, userRegistry, grantTypes, clientTypes, issuer } = provider;
  const scopes = provider.scopes.map((scope) => ({
    name: scope.name,
    ...unlessDefault('description', scope.description, ''),
  }));
  if (issuer) return { name, ...unlessDefault('title', title, name), scopes, issuer: issuerWritten(issuer) };
  const rest = (
    [
      'authorizePath',
      'tokenPath',
      'accessTokenSeconds',
      'refreshTokens',
      'refreshTokenSeconds',
      'signingAlgorithm',
      'certificateBinding',
    ] as const
  ).map((member) => unlessDefault<unknown>(member, provider[member], oauthProviderDefaults[member]));
  return {
    name,
    ...unlessDefault('title', title, name),
    userRegistry,
    grantTypes,
    clientTypes,
    scopes,
    ...Object.assign({}, ...rest),
  };
}

function issuerWritten({
  url,
  jwksUrl,
  introspection,
  audiences,
  registration,
  ...rest
}: ExternalIssuer): Written {
  const claims = (
    ['clientClaim', 'subjectClaim', 'scopeClaim', 'algorithms', 'clockSkewSeconds'] as const
  ).map((member) => unlessDefault<unknown>(member, rest[member], externalIssuerDefaults[member]));
  return {
    url,
    ...unlessDefault('jwksUrl', jwksUrl, null),
    ...unlessDefault('introspection', introspection, null),
    audiences,
    ...Object.assign({}, ...claims),
    ...(registration && { registration }),
  };
}
