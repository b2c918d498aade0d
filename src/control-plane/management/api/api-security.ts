import { kindOf } from '../../../domain/api/security/api-key.ts';
import { isForPeople } from '../../../domain/api/security/oauth2.ts';
import {
  type SecurityDefinition,
  securityTypeNames,
  securityTypes,
} from '../../../domain/api/security/types.ts';
import {
  type OperationSecurity,
  type RequiredDefinition,
  requiredBy,
  type SecurityRequirement,
} from '../../../domain/api/security.ts';
import { grantTypeNames, grantTypes } from '../../../domain/oauth/grant-types.ts';
import { listed } from '../../../foundation/text/listed.ts';
import { describedValues } from '../../../graphql/schema/described-values.ts';
import { builder } from '../builder.ts';

const typesInShort = `${listed(
  Object.values(securityTypes).map(({ title }) => title),
  'or',
)}.`;

const SecurityType = builder.enumType('SecurityType', {
  description: 'How a caller proves who it is.',
  values: describedValues(securityTypeNames, (name) => securityTypes[name].description),
});

const KeyKind = builder.enumType('KeyKind', {
  description: 'What a caller shows where a definition is of type API_KEY.',
  values: {
    CLIENT_ID: {
      description:
        'The client id alone. It names the caller and proves nothing: whoever has seen it can call as the application.',
    },
    CLIENT_ID_AND_SECRET: {
      description: 'The client id, and beside it the client secret in the header X-Client-Secret.',
    },
    KEY: { description: 'An API key of the application: a secret of its own, which ends or is revoked.' },
  } as const,
});

const KeyLocation = builder.enumType('KeyLocation', {
  description: 'Where a client key or an API key travels.',
  values: {
    HEADER: { description: 'In a header of the request.' },
    QUERY: { description: 'In a query parameter of the URL.' },
  } as const,
});

const OAuthFlow = builder.enumType('OAuthFlow', {
  description:
    'How a token is obtained, and so whose it is: the gateway tells tokens of people from those of applications.',
  values: describedValues(
    grantTypeNames,
    (name) =>
      `${grantTypes[name].description} Tokens of ${isForPeople(name) ? 'people' : 'applications themselves'} are taken.`,
  ),
});

export const SecurityDefinitionRef = builder.objectRef<SecurityDefinition & { readonly orgId: string }>(
  'SecurityDefinition',
);

SecurityDefinitionRef.implement({
  description: 'A way in which a caller can prove who it is.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'The key that requirements refer to, for example `oauth-1`.',
    }),
    type: t.expose('type', { type: SecurityType, description: typesInShort }),
    kind: t.field({
      type: KeyKind,
      nullable: true,
      description: 'Of a key: what the caller shows; null for the other types.',
      resolve: (definition) => (definition.type === 'API_KEY' ? kindOf(definition) : null),
    }),
    flow: t.field({
      type: OAuthFlow,
      nullable: true,
      description: 'Of OAuth 2.0: how the token is obtained; null where tokens of any flow are taken.',
      resolve: (definition) => (definition.type === 'OAUTH2' ? definition.flow : null),
    }),
    oauthProvider: t.prismaField({
      type: 'OAuthProvider',
      nullable: true,
      description: 'Of OAuth 2.0: who issues the tokens.',
      resolve: (query, definition, _args, { database }) =>
        definition.type === 'OAUTH2'
          ? database.prisma.oAuthProvider.findUnique({
              ...query,
              where: { orgId_name: { orgId: definition.orgId, name: definition.oauthProvider } },
            })
          : null,
    }),
    userRegistry: t.prismaField({
      type: 'UserRegistry',
      nullable: true,
      description: 'Of HTTP Basic: who knows the usernames and passwords.',
      resolve: (query, definition, _args, { database }) =>
        definition.type === 'HTTP_BASIC'
          ? database.prisma.userRegistry.findUnique({
              ...query,
              where: { orgId_name: { orgId: definition.orgId, name: definition.userRegistry } },
            })
          : null,
    }),
    keyLocation: t.field({
      type: KeyLocation,
      nullable: true,
      description: 'Of a key: where it travels.',
      resolve: (definition) => (definition.type === 'API_KEY' ? definition.keyLocation : null),
    }),
    keyName: t.string({
      nullable: true,
      description: 'Of a key: the name of its header or query parameter, for example `X-Client-Id`.',
      resolve: (definition) => (definition.type === 'API_KEY' ? definition.keyName : null),
    }),
  }),
});

const RequiredDefinitionRef = builder.objectRef<RequiredDefinition>('RequiredDefinition').implement({
  description: 'A definition that a call must meet and, for OAuth 2.0, the scopes that the token must have.',
  fields: (t) => ({
    definition: t.exposeString('definition', { description: 'The name of the security definition.' }),
    scopes: t.exposeStringList('scopes', {
      description: 'The scopes that the token must have; empty for the other types.',
    }),
  }),
});

export const SecurityRequirementRef = builder.objectRef<SecurityRequirement>('SecurityRequirement');

SecurityRequirementRef.implement({
  description:
    'One way in: a definition and, for OAuth 2.0, the scopes that the token must have; or several that a call must meet together.',
  fields: (t) => ({
    definition: t.string({
      description: 'The name of the security definition; of several, that of the first.',
      resolve: (requirement) => requiredBy(requirement)[0]?.definition ?? '',
    }),
    scopes: t.stringList({
      description: 'The scopes that the token of that definition must have; empty for the other types.',
      resolve: (requirement) => [...(requiredBy(requirement)[0]?.scopes ?? [])],
    }),
    all: t.field({
      type: [RequiredDefinitionRef],
      description: 'The definitions that a call must meet, all of them; most ways in have one.',
      resolve: (requirement) => [...requiredBy(requirement)],
    }),
    condition: t.exposeString('condition', {
      nullable: true,
      description: 'An expression of CEL that has to hold of the call as well; null for none.',
    }),
  }),
});

export const OperationSecurityRef = builder.objectRef<OperationSecurity>('OperationSecurity').implement({
  description: 'What calls of one operation must meet, in place of what the others must.',
  fields: (t) => ({
    operation: t.exposeString('operation', {
      description: 'The operation as the document names it, for example `DELETE /customers/{id}`.',
    }),
    security: t.field({
      type: [SecurityRequirementRef],
      description: 'The ways in, any one of which admits a call. Empty means open to everybody.',
      resolve: ({ security }) => [...security],
    }),
  }),
});

export const SecurityDefinitionInput = builder.inputType('SecurityDefinitionInput', {
  description: 'A way in which a caller can prove who it is.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'The key that requirements refer to, for example `oauth-1`.',
    }),
    type: t.field({ type: SecurityType, required: true, description: typesInShort }),
    kind: t.field({
      type: KeyKind,
      description: 'Of a key: what the caller shows; CLIENT_ID unless given.',
    }),
    flow: t.field({
      type: OAuthFlow,
      description:
        'Of OAuth 2.0: how the token is obtained, and so whether it is of a person or of an application itself: the other kind is refused. Tokens of any flow are taken unless given.',
    }),
    oauthProvider: t.string({ description: "Of OAuth 2.0, required there: the org's provider, by name." }),
    userRegistry: t.string({
      description:
        "Of HTTP Basic, required there: the org's user registry, by name. A call also shows its client id in the header X-Client-Id.",
    }),
    keyLocation: t.field({
      type: KeyLocation,
      description: 'Of a key: where it travels; HEADER unless given.',
    }),
    keyName: t.string({
      description:
        'Of a key: its header or query parameter; `X-Client-Id` unless given, or `X-API-Key` where kind is KEY.',
    }),
  }),
});

const scopes = 'Of OAuth 2.0: the scopes that the token must have.';

const RequiredDefinitionInput = builder.inputType('RequiredDefinitionInput', {
  description: 'A definition that a call must meet.',
  fields: (t) => ({
    definition: t.string({ required: true, description: 'The name of a security definition.' }),
    scopes: t.stringList({ defaultValue: [], description: scopes }),
  }),
});

export const SecurityRequirementInput = builder.inputType('SecurityRequirementInput', {
  description:
    'One way in: either a `definition` with its `scopes`, or `all` of several. Several requirements are alternatives, at most 50.',
  fields: (t) => ({
    definition: t.string({ description: 'The name of a security definition.' }),
    scopes: t.stringList({ defaultValue: [], description: scopes }),
    all: t.field({
      type: [RequiredDefinitionInput],
      description: 'The definitions that a call must meet together, at most 10.',
    }),
    condition: t.string({
      description:
        'An expression of CEL that has to hold as well, over `caller.claims`, `caller.scopes`, `caller.headers`, `caller.gateway`, `client` and `operation`: `caller.claims.department == "billing" || operation.method == "GET"`. A call that meets the definitions and not the condition is refused with CONDITION_UNMET.',
    }),
  }),
});

export const OperationSecurityInput = builder.inputType('OperationSecurityInput', {
  description: 'What calls of one operation must meet, in place of what the others must.',
  fields: (t) => ({
    operation: t.string({
      required: true,
      description: 'The operation as the document names it, for example `DELETE /customers/{id}`.',
    }),
    security: t.field({
      type: [SecurityRequirementInput],
      required: true,
      description: 'The ways in, any one of which admits a call. An empty list opens it to everybody.',
    }),
  }),
});
