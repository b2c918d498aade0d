import { z } from 'zod';
import { certificateBindings } from '../../../domain/oauth/certificate-binding.ts';
import { issuerAlgorithms } from '../../../domain/oauth/external-issuer.ts';
import { checkScopes } from '../../../domain/oauth/oauth-provider.ts';
import { signingAlgorithms } from '../../../domain/oauth/signing-key.ts';
import { displayed } from './items.ts';
import { closedObject, name, ruled, url } from './manifest-rules.ts';

const externalIssuer = closedObject('An issuer outside of the platform, and how its tokens are read.', {
  url: url.describe('The claim `iss` of its tokens, letter by letter. Its metadata is looked for there.'),
  jwksUrl: url
    .nullable()
    .optional()
    .describe('The address of its key set; found by its metadata unless given.'),
  introspection: closedObject('The endpoint that tells whether a token is active. (RFC 7662)', {
    url: url.describe('Its address.'),
    clientId: z.string().describe('The client id of the gateways at the issuer.'),
    secret: name.describe('The secret of that client: a secret of each catalog, by name.'),
    cacheSeconds: z
      .int()
      .optional()
      .describe('How long an answer holds, 0 to 3600 seconds; 60 unless given.'),
  })
    .nullable()
    .optional()
    .describe('Asks the issuer for each token instead of verifying its signature; not unless given.'),
  audiences: z
    .array(z.string())
    .describe('One of these has to be in the claim `aud`. An empty list takes tokens for anybody.'),
  clientClaim: z.string().optional().describe('The claim that has the client id; `client_id` unless given.'),
  subjectClaim: z.string().optional().describe('The claim that has the person; `sub` unless given.'),
  scopeClaim: z.string().optional().describe('The claim that has the scopes; `scope` unless given.'),
  algorithms: z
    .array(z.enum(issuerAlgorithms))
    .optional()
    .describe('What its tokens may be signed with; ES256, EdDSA, PS256 and RS256 unless given.'),
  clockSkewSeconds: z
    .int()
    .optional()
    .describe('How far its clock may differ, 0 to 300 seconds; 30 unless given.'),
  registration: closedObject('How applications are registered as clients of an issuer. (RFC 7591)', {
    url: url
      .nullable()
      .optional()
      .describe('The registration endpoint; found by the metadata of the issuer unless given.'),
    initialAccessToken: name
      .nullable()
      .optional()
      .describe('What the issuer asks for: a secret of each catalog, by name; nothing unless given.'),
    grantTypes: z
      .array(z.enum(['RESOURCE_OWNER_PASSWORD', 'ACCESS_CODE', 'APPLICATION']))
      .optional()
      .describe('What clients are registered for; ACCESS_CODE and APPLICATION unless given.'),
  })
    .nullable()
    .optional()
    .describe('Lets consumers register their applications there; they do not unless given.'),
});

const scope = closedObject('A right that an access token can carry.', {
  name: z.string().describe('What applications ask for, for example `customer`.'),
  description: z.string().optional().describe('What it allows, in words.'),
});

export const oauthProviderItem = closedObject(
  'Issues and checks access tokens. Its keys are no part of a manifest.',
  {
    name: name.describe('Its path segment, for example `customer-oauth`.'),
    title: displayed,
    gatewayType: z.literal('NATIVE').optional().describe('Which gateway serves it.'),
    grantTypes: z
      .array(z.enum(['RESOURCE_OWNER_PASSWORD', 'ACCESS_CODE', 'APPLICATION']))
      .optional()
      .describe('How applications may obtain tokens; RESOURCE_OWNER_PASSWORD unless given.'),
    clientTypes: z
      .array(z.enum(['CONFIDENTIAL', 'PUBLIC']))
      .optional()
      .describe('Which applications may obtain tokens; CONFIDENTIAL unless given.'),
    authorizePath: z
      .string()
      .optional()
      .describe("Below the provider's own path segment; `/oauth2/authorize` unless given."),
    tokenPath: z
      .string()
      .optional()
      .describe("Below the provider's own path segment; `/oauth2/token` unless given."),
    scopes: ruled(
      z.array(scope),
      (scopes) => checkScopes(scopes.map((each) => ({ description: '', ...each }))),
      'scopes',
    )
      .optional()
      .describe('The rights that its tokens can carry; one named `sample-scope` unless given.'),
    userRegistry: name
      .nullable()
      .optional()
      .describe(
        'Who authenticates people, by name; null for nobody; the registry created first unless given.',
      ),
    accessTokenSeconds: z
      .int()
      .optional()
      .describe('How long an access token is valid, 60 to 86400 seconds; 3600 unless given.'),
    refreshTokens: z.boolean().optional().describe('Does it issue refresh tokens? No, unless given.'),
    refreshTokenSeconds: z
      .int()
      .optional()
      .describe('How long a refresh token is valid, 60 to 31536000 seconds; 2682000 unless given.'),
    signingAlgorithm: z
      .enum(signingAlgorithms)
      .optional()
      .describe('What its access tokens are signed with; ES256 unless given.'),
    certificateBinding: z
      .enum(certificateBindings)
      .optional()
      .describe('Are its access tokens bound to a client certificate? NONE unless given.'),
    issuer: externalIssuer
      .optional()
      .describe(
        'The issuer outside of the platform that issues the tokens; it has no grants, paths, lifetimes and registry then. The platform unless given.',
      ),
  },
);
