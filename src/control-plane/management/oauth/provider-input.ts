import { builder, inOrg } from '../builder.ts';
import { CertificateBindingType } from './certificate-binding.ts';
import { ExternalIssuerInput } from './external-issuer-input.ts';
import { ClientType, GatewayType, GrantType, OAuthProviderTypeRef } from './provider.ts';
import { SigningAlgorithmType } from './signing-algorithm.ts';

const ScopeInput = builder.inputType('ScopeInput', {
  description: 'A right that an access token can carry.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'What applications ask for, for example `customer`.' }),
    description: t.string({ required: true, description: 'What it allows, in words.' }),
  }),
});

export const CreateOAuthProviderInput = builder.inputType('CreateOAuthProviderInput', {
  description: 'What a new OAuth provider is made from.',
  fields: (t) => ({
    org: t.string(inOrg),
    title: t.string({ required: true, description: 'What people call it.' }),
    name: t.string({ description: 'Its path segment; made from the title unless given.' }),
    type: t.field({
      type: OAuthProviderTypeRef,
      defaultValue: 'NATIVE',
      description: 'Who issues its tokens: the platform, or an issuer outside of it.',
    }),
    issuer: t.field({
      type: ExternalIssuerInput,
      description: 'Of EXTERNAL, required there: the issuer, and how its tokens are read.',
    }),
    gatewayType: t.field({
      type: GatewayType,
      defaultValue: 'NATIVE',
      description: 'Which gateway serves it.',
    }),
    grantTypes: t.field({
      type: [GrantType],
      description: 'How applications may obtain tokens; RESOURCE_OWNER_PASSWORD unless given.',
    }),
    clientTypes: t.field({
      type: [ClientType],
      description: 'Which applications may obtain tokens; CONFIDENTIAL unless given.',
    }),
    authorizePath: t.string({
      description: "Below the provider's own path segment; `/oauth2/authorize` unless given.",
    }),
    tokenPath: t.string({
      description: "Below the provider's own path segment; `/oauth2/token` unless given.",
    }),
    scopes: t.field({
      type: [ScopeInput],
      description: 'The rights that its tokens can carry; one is made unless they are given.',
    }),
    userRegistry: t.string({
      description: 'Who authenticates people, by name; the registry created first unless given.',
    }),
    accessTokenSeconds: t.int({
      description: 'How long an access token is valid, 60 to 86400 seconds; 3600 unless given.',
    }),
    refreshTokens: t.boolean({ description: 'Does it issue refresh tokens? No, unless given.' }),
    refreshTokenSeconds: t.int({
      description: 'How long a refresh token is valid, 60 to 31536000 seconds; 2682000 unless given.',
    }),
    signingAlgorithm: t.field({
      type: SigningAlgorithmType,
      description: 'What its access tokens are signed with; ES256 unless given.',
    }),
    certificateBinding: t.field({
      type: CertificateBindingType,
      description: 'Are its access tokens bound to a client certificate? NONE unless given.',
    }),
    dryRun: t.boolean({ defaultValue: false, description: 'Say what would be done and do nothing.' }),
  }),
});

export const UpdateOAuthProviderInput = builder.inputType('UpdateOAuthProviderInput', {
  description: 'What to change of an OAuth provider; what is left out stays as it is.',
  fields: (t) => ({
    org: t.string(inOrg),
    name: t.string({ required: true, description: 'Which provider.' }),
    title: t.string({ description: 'What people call it.' }),
    grantTypes: t.field({
      type: [GrantType],
      description: 'How applications may obtain tokens: the whole list.',
    }),
    clientTypes: t.field({
      type: [ClientType],
      description: 'Which applications may obtain tokens: the whole list.',
    }),
    authorizePath: t.string({ description: "Below the provider's own path segment." }),
    tokenPath: t.string({ description: "Below the provider's own path segment." }),
    scopes: t.field({
      type: [ScopeInput],
      description:
        'The rights that its tokens can carry: the whole list. A scope that an API requires stays.',
    }),
    userRegistry: t.string({ description: 'Who authenticates people, by name; null for nobody.' }),
    accessTokenSeconds: t.int({ description: 'How long an access token is valid, 60 to 86400 seconds.' }),
    refreshTokens: t.boolean({ description: 'Does it issue refresh tokens?' }),
    refreshTokenSeconds: t.int({
      description: 'How long a refresh token is valid, 60 to 31536000 seconds.',
    }),
    signingAlgorithm: t.field({
      type: SigningAlgorithmType,
      description: 'What its access tokens are signed with; another one rotates the signing key.',
    }),
    certificateBinding: t.field({
      type: CertificateBindingType,
      description:
        'Are its access tokens bound to a client certificate? Those that were issued before stay as they are.',
    }),
    issuer: t.field({
      type: ExternalIssuerInput,
      description: 'Of EXTERNAL: the issuer, and how its tokens are read: all of it.',
    }),
    dryRun: t.boolean({ defaultValue: false, description: 'Say what would be done and do nothing.' }),
  }),
});
