import { type InputPath, refuse } from '../../../foundation/errors.ts';
import type { JsonObject } from '../../../foundation/json.ts';
import { phrase } from '../../../foundation/text/change-phrase.ts';
import { type GrantType, grantTypes } from '../../oauth/grant-types.ts';
import type { ReachableProvider, SecurityDefinitionMembers, SecurityType } from './security-type.ts';

export type OAuth2Definition = {
  readonly name: string;
  readonly type: 'OAUTH2';
  /** Null takes the tokens of any flow. */
  readonly flow: GrantType | null;
  /** The name of an OAuth provider of the same org. */
  readonly oauthProvider: string;
};

/** Is true when tokens of a flow are those of people. */
export const isForPeople = (flow: GrantType): boolean => grantTypes[flow].isForPeople;

/**
 * Tells whether a definition takes tokens of people, or of applications.
 *
 * Decision: the flow of the definition decides between people and applications. Without a flow it takes both. Password
 * and code are the same to an API: both prove who the person is, and the OAuth provider chooses which it offers.
 * Several definitions are alternatives. (spec.md, API)
 */
export const takesTokens = ({ flow }: OAuth2Definition, areOfPeople: boolean): boolean =>
  flow === null || isForPeople(flow) === areOfPeople;

/**
 * Lists the grant types of a provider that give tokens the definition takes. They are the definition's flow if the
 * provider has it, else each grant type that gives such tokens.
 */
export function tokenGrantTypes(definition: OAuth2Definition, offered: readonly GrantType[]): GrantType[] {
  const matching = offered.filter((grant) => grant === definition.flow);
  return matching.length > 0
    ? matching
    : offered.filter((grant) => takesTokens(definition, isForPeople(grant)));
}

/** A bearer token of an OAuth provider of the org. (spec.md, API) */
export const oauth2: SecurityType<OAuth2Definition> = {
  title: 'OAuth 2.0',
  inManifest: 'a bearer token of an OAuth provider',
  description: 'By a bearer token of an OAuth provider.',
  forConsumers: {
    description: 'By an access token, in the header Authorization.',
    inShort: 'by access token',
  },
  members: ['flow', 'oauthProvider'],
  read,
  check({ oauthProvider }, { scopesOf }, path) {
    if (scopesOf(oauthProvider)) return;
    refuse('BAD_USER_INPUT', {
      detail: `There is no OAuth provider ${oauthProvider} in this org.`,
      path: [...path, 'oauthProvider'],
    });
  },
  scopeFault: ({ oauthProvider }, scope, scopesOf) =>
    scopesOf(oauthProvider)?.includes(scope)
      ? undefined
      : `The OAuth provider ${oauthProvider} has no scope ${scope}.`,
  shownAt: ({ flow, oauthProvider }) => [
    ['the header authorization', `an access token of ${oauthProvider}`],
    ...(flow === null
      ? []
      : [
          [
            `the access token of ${oauthProvider}`,
            isForPeople(flow) ? "a person's" : 'of an application itself',
          ] as const,
        ]),
  ],
  inWords({ flow, oauthProvider }, scopes) {
    const token = phrase(
      'SECURITY_TOKEN',
      oauthProvider,
      flow?.toLowerCase().replaceAll('_', ' ') ?? 'any flow',
    );
    return scopes.length > 0 ? phrase('SECURITY_SCOPES', token, [...scopes].sort().join(', ')) : token;
  },
  facts: ({ type, flow, oauthProvider }, scopes) => ({
    type,
    oauthProvider,
    ...(flow && { flow }),
    scopes: [...scopes],
  }),
  schemes(definition, providers) {
    const provider = providers.get(definition.oauthProvider);
    if (provider?.issuer != null) return [{ suffix: '', scheme: externalScheme(provider.issuer) }];
    const flows = provider
      ? tokenGrantTypes(definition, provider.grantTypes).map((way) => documentFlow(way, provider))
      : [];
    return [{ suffix: '', scheme: { type: 'oauth2', flows: Object.assign({}, ...flows) } }];
  },
  example: () => ({ headers: [['Authorization', 'Bearer YOUR_ACCESS_TOKEN']] }),
};

function read(draft: SecurityDefinitionMembers, path: InputPath): OAuth2Definition {
  const { name, oauthProvider, flow = null } = draft;
  if (oauthProvider == null)
    return refuse('BAD_USER_INPUT', {
      detail: `The security definition ${name} is of type OAUTH2: name its oauthProvider.`,
      path: [...path, 'oauthProvider'],
    });
  return { name, type: 'OAUTH2', flow, oauthProvider };
}

/** The scheme of an external issuer. Its own metadata tell how tokens are obtained. */
const externalScheme = (issuer: string): JsonObject => ({
  type: 'openIdConnect',
  openIdConnectUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
});

/** The flow by which a provider gives tokens. (OpenAPI 3.1, "OAuth Flows Object") */
function documentFlow(
  name: GrantType,
  { url, authorizeUrl, tokenPath, refreshTokens = false, scopes }: ReachableProvider,
): JsonObject {
  const tokenUrl = `${url}${tokenPath}`;
  const refreshed = refreshTokens && isForPeople(name) ? { refreshUrl: tokenUrl } : {};
  const described = Object.fromEntries(scopes.map((scope) => [scope.name, scope.description]));
  return grantTypes[name].flow({ tokenUrl, ...refreshed, scopes: described }, authorizeUrl);
}
