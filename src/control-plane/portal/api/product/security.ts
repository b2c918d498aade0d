import { kindOf } from '../../../../domain/api/security/api-key.ts';
import { tokenGrantTypes } from '../../../../domain/api/security/oauth2.ts';
import type { ReachableProvider } from '../../../../domain/api/security/security-type.ts';
import { securityTypeNames, securityTypes } from '../../../../domain/api/security/types.ts';
import type { SecurityAlternative, SecurityPart } from '../../../../domain/api/security.ts';
import { type GrantType, grantTypeNames, grantTypes } from '../../../../domain/oauth/grant-types.ts';
import { describedValues } from '../../../../graphql/schema/described-values.ts';
import { builder } from '../builder.ts';
import { PortalClientType } from '../consumer/client-type.ts';
import type { PortalContext } from '../context.ts';

const typesInShort = Object.values(securityTypes)
  .map(({ forConsumers }) => forConsumers.inShort)
  .join(', or ');

const PortalSecurityType = builder.enumType('PortalSecurityType', {
  description: 'How a caller proves who it is.',
  values: describedValues(securityTypeNames, (name) => securityTypes[name].forConsumers.description),
});

const PortalKeyKind = builder.enumType('PortalKeyKind', {
  description: 'What a caller shows where it shows a key.',
  values: {
    CLIENT_ID: { description: 'The client key of an application.' },
    CLIENT_ID_AND_SECRET: {
      description: 'The client key, and beside it the client secret in the header X-Client-Secret.',
    },
    KEY: { description: 'An API key of an application.' },
  } as const,
});

const PortalKeyLocation = builder.enumType('PortalKeyLocation', {
  description: 'Where a key travels.',
  values: {
    HEADER: { description: 'In a header of the request.' },
    QUERY: { description: 'In a query parameter of the URL.' },
  } as const,
});

const PortalOAuthFlow = builder.enumType('PortalOAuthFlow', {
  description: 'How an access token is obtained.',
  values: describedValues(grantTypeNames, (name) => grantTypes[name].description),
});

type Scope = ReachableProvider['scopes'][number];

const PortalScope = builder.objectRef<Scope>('PortalScope').implement({
  description: 'A right that an access token can hold.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'As it is asked for, for example `customer`.' }),
    description: t.exposeString('description', { description: 'What it gives access to; may be empty.' }),
  }),
});

/** A part of an alternative, with the others that a call must show beside it. */
type SecurityOption = SecurityPart & {
  readonly beside: readonly SecurityPart[];
  readonly isConditional: boolean;
};

/** Makes the options of alternatives, each of which begins with its first part. */
export const securityOptions = (alternatives: readonly SecurityAlternative[]): SecurityOption[] =>
  alternatives.flatMap(({ parts: [first, ...beside], condition }) =>
    first ? [{ ...first, beside, isConditional: condition !== undefined }] : [],
  );

export const PortalSecurityOption = builder.objectRef<SecurityOption>('PortalSecurityOption');

PortalSecurityOption.implement({
  description: 'One way to be admitted by an API. Where there are several, any one of them is enough.',
  fields: (t) => ({
    name: t.string({
      description: "Its name in the API's OpenAPI document, for example `oauth-1`.",
      resolve: ({ definition }) => definition.name,
    }),
    type: t.field({
      type: PortalSecurityType,
      description: `${typesInShort[0]?.toUpperCase()}${typesInShort.slice(1)}.`,
      resolve: ({ definition }) => definition.type,
    }),
    beside: t.field({
      type: [PortalSecurityOption],
      description: 'What a call must show beside this, all of it; empty where this is enough by itself.',
      resolve: ({ beside }) => beside.map((part) => ({ ...part, beside: [], isConditional: false })),
    }),
    isConditional: t.exposeBoolean('isConditional', {
      description:
        'Whether a call has to meet a condition of the provider as well; one that does not is refused with CONDITION_UNMET.',
    }),
    keyKind: t.field({
      type: PortalKeyKind,
      nullable: true,
      description: 'Of a key: what is shown; null for an access token.',
      resolve: ({ definition }) => (definition.type === 'API_KEY' ? kindOf(definition) : null),
    }),
    keyName: t.string({
      nullable: true,
      description: 'Of a key: its header or query parameter, for example `X-Client-Id`.',
      resolve: ({ definition }) => (definition.type === 'API_KEY' ? definition.keyName : null),
    }),
    keyLocation: t.field({
      type: PortalKeyLocation,
      nullable: true,
      description: 'Of a key: where it travels.',
      resolve: ({ definition }) => (definition.type === 'API_KEY' ? definition.keyLocation : null),
    }),
    flow: t.field({
      type: PortalOAuthFlow,
      nullable: true,
      description: 'Of an access token: how it is obtained; null where the API takes those of any flow.',
      resolve: ({ definition }) => (definition.type === 'OAUTH2' ? definition.flow : null),
    }),
    flows: t.field({
      type: [PortalOAuthFlow],
      description: 'Of an access token: each of the ways in which it can be obtained here.',
      resolve: flowsOf,
    }),
    tokenUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Of an access token that this platform issues: where it is asked for.',
      resolve: async (option, _args, context) => {
        const provider = await providerOf(option, context);
        return provider?.issuer === null ? `${provider.url}${provider.tokenPath}` : null;
      },
    }),
    issuer: t.field({
      type: 'URL',
      nullable: true,
      description:
        'Of an access token of an identity provider outside of this platform: its issuer, which gives the tokens; null where this platform does.',
      resolve: async (option, _args, context) => (await providerOf(option, context))?.issuer ?? null,
    }),
    authorizationServer: t.field({
      type: 'URL',
      nullable: true,
      description: 'Of an access token: the issuer of it, which names itself so in its answers (RFC 9207).',
      resolve: async (option, _args, context) => {
        const provider = await providerOf(option, context);
        return provider?.issuer ?? provider?.url ?? null;
      },
    }),
    clientTypes: t.field({
      type: [PortalClientType],
      description: 'Of an access token that this platform issues: the types of applications that get one.',
      resolve: async (option, _args, context) => [
        ...((await providerOf(option, context))?.clientTypes ?? []),
      ],
    }),
    authorizeUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Where ACCESS_CODE is among its flows: where a person is sent to allow it.',
      resolve: async (option, _args, context) => {
        const provider = await providerOf(option, context);
        const isAsked = (await flowsOf(option, {}, context)).includes('ACCESS_CODE');
        return isAsked && provider ? provider.authorizeUrl : null;
      },
    }),
    scopes: t.field({
      type: [PortalScope],
      description: 'Of an access token: the scopes that it must have.',
      resolve: async (option, _args, context) => {
        const known = (await providerOf(option, context))?.scopes ?? [];
        return option.scopes.map(
          (name) => known.find((scope) => scope.name === name) ?? { name, description: '' },
        );
      },
    }),
  }),
});

async function flowsOf(option: SecurityPart, _args: object, context: PortalContext): Promise<GrantType[]> {
  const provider = await providerOf(option, context);
  return provider && option.definition.type === 'OAUTH2'
    ? tokenGrantTypes(option.definition, provider.grantTypes)
    : [];
}

/** Finds the issuer of the tokens. It is undefined for a client key, and where the catalog has the provider no more. */
async function providerOf(
  { definition }: SecurityPart,
  { providers }: PortalContext,
): Promise<ReachableProvider | undefined> {
  return definition.type === 'OAUTH2' ? (await providers()).get(definition.oauthProvider) : undefined;
}
