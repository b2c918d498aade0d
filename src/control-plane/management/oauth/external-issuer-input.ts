import { builder } from '../builder.ts';
import { IssuerAlgorithmRef } from './external-issuer.ts';
import { GrantType } from './provider.ts';

const IssuerIntrospectionInput = builder.inputType('IssuerIntrospectionInput', {
  description: 'The endpoint that tells whether a token is active. (RFC 7662)',
  fields: (t) => ({
    url: t.field({ type: 'URL', required: true, description: 'Its address.' }),
    clientId: t.string({ required: true, description: 'The client id of the gateways at the issuer.' }),
    secret: t.string({
      required: true,
      description:
        'The secret of that client: a secret of each catalog that the provider is assigned to, by name.',
    }),
    cacheSeconds: t.int({
      description:
        'How long an answer holds, 0 to 3600 seconds: a token revoked meanwhile is still taken; 60 unless given.',
    }),
  }),
});

const IssuerRegistrationInput = builder.inputType('IssuerRegistrationInput', {
  description: 'How applications are registered as clients of an issuer. (RFC 7591)',
  fields: (t) => ({
    url: t.field({
      type: 'URL',
      description: 'The registration endpoint; found by the metadata of the issuer unless given.',
    }),
    initialAccessToken: t.string({
      description:
        'What the issuer asks for: a secret of each catalog that the provider is assigned to, by name; nothing unless given.',
    }),
    grantTypes: t.field({
      type: [GrantType],
      description:
        'What clients are registered for, as far as the application can use it: codes where it has redirect URIs, tokens of its own where it is confidential. ACCESS_CODE and APPLICATION unless given.',
    }),
  }),
});

export const ExternalIssuerInput = builder.inputType('ExternalIssuerInput', {
  description: 'An issuer outside of the platform, and how its tokens are read.',
  fields: (t) => ({
    url: t.field({
      type: 'URL',
      required: true,
      description: 'The claim `iss` of its tokens, letter by letter. Its metadata is looked for there.',
    }),
    jwksUrl: t.field({
      type: 'URL',
      description: 'The address of its key set; found by its metadata unless given.',
    }),
    introspection: t.field({
      type: IssuerIntrospectionInput,
      description: 'Asks the issuer for each token instead of verifying its signature; not unless given.',
    }),
    audiences: t.stringList({
      required: true,
      description:
        'One of these has to be in the claim `aud`, at most 20. An empty list takes tokens for anybody.',
    }),
    clientClaim: t.string({ description: 'The claim that has the client id; `client_id` unless given.' }),
    subjectClaim: t.string({ description: 'The claim that has the person; `sub` unless given.' }),
    scopeClaim: t.string({
      description: 'The claim that has the scopes, a text or a list; `scope` unless given.',
    }),
    algorithms: t.field({
      type: [IssuerAlgorithmRef],
      description: 'What its tokens may be signed with; ES256, EdDSA, PS256 and RS256 unless given.',
    }),
    clockSkewSeconds: t.int({
      description: 'How far its clock may differ, 0 to 300 seconds; 30 unless given.',
    }),
    registration: t.field({
      type: IssuerRegistrationInput,
      description:
        'Lets consumers register their applications there, in the portal; they register elsewhere unless given.',
    }),
  }),
});
