import { type InputPath, refusal, refuse } from '../../foundation/errors.ts';
import { type VersionedName, versionedName } from '../../foundation/text/version.ts';
import type { GrantType } from '../oauth/oauth-provider.ts';

/**
 * The kinds of key that a definition of type API_KEY takes.
 *
 * - `CLIENT_ID`: the client id alone. It names the caller, and whoever has seen it can call as the application.
 * - `CLIENT_ID_AND_SECRET`: the client id, and its secret in the header X-Client-Secret.
 * - `KEY`: an API key. It names its holder to nobody else and is stored as a hash.
 */
export const keyKinds = ['CLIENT_ID', 'CLIENT_ID_AND_SECRET', 'KEY'] as const;
export type KeyKind = (typeof keyKinds)[number];

export type ApiKeyDefinition = {
  readonly name: string;
  readonly type: 'API_KEY';
  /** Absent is CLIENT_ID, as in definitions from before there were kinds. */
  readonly kind?: Exclude<KeyKind, 'CLIENT_ID'>;
  readonly keyLocation: 'HEADER' | 'QUERY';
  readonly keyName: string;
};
export type OAuth2Definition = {
  readonly name: string;
  readonly type: 'OAUTH2';
  /** Null takes the tokens of any flow. */
  readonly flow: GrantType | null;
  /** The name of an OAuth provider of the same org. */
  readonly oauthProvider: string;
};
/** A way to authenticate callers. Requirements refer to it by its name. (spec.md, API) */
export type SecurityDefinition = ApiKeyDefinition | OAuth2Definition;

/** Returns the kind of a key definition. CLIENT_ID is the default. (spec.md, API) */
export const kindOf = ({ kind }: Pick<ApiKeyDefinition, 'kind'>): KeyKind => kind ?? 'CLIENT_ID';

/**
 * A security alternative: a definition and, for OAuth 2.0, the scopes that its tokens need. One alternative of several
 * is enough.
 */
export type SecurityRequirement = { readonly definition: string; readonly scopes: readonly string[] };

export type Security = {
  readonly securityDefinitions: readonly SecurityDefinition[];
  readonly security: readonly SecurityRequirement[];
};

/** Is true when tokens of a flow are those of people. The flow APPLICATION gives a client tokens in its own name. */
export const isForPeople = (flow: GrantType): boolean => flow !== 'APPLICATION';

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
export function tokenGrantTypes(definition: OAuth2Definition, grantTypes: readonly GrantType[]): GrantType[] {
  const said = grantTypes.filter((grant) => grant === definition.flow);
  return said.length > 0 ? said : grantTypes.filter((grant) => takesTokens(definition, isForPeople(grant)));
}

/** A security requirement joined with its definition. */
export type SecurityAlternative = {
  readonly definition: SecurityDefinition;
  readonly scopes: readonly string[];
};

/**
 * Joins the requirements of an API with their definitions. One alternative is enough to be admitted. No alternatives
 * means that the API is open to everybody.
 *
 * @throws TypeError when a definition is missing: left out, it could leave an API open
 */
export function securityAlternativesOf({
  securityDefinitions,
  security,
  ...api
}: Security & VersionedName): SecurityAlternative[] {
  return security.map(({ definition: name, scopes }) => {
    const definition = securityDefinitions.find((each) => each.name === name);
    if (!definition) throw new TypeError(`${versionedName(api)} has no security definition ${name}`);
    return { definition, scopes };
  });
}

/**
 * Says why an API may admit more callers than intended. One alternative with the client id alone is enough for that:
 * client ids are in addresses and in access tokens. Undefined when there is no such alternative.
 */
export function clientIdAloneInWords(api: Security & VersionedName): string | undefined {
  const open = securityAlternativesOf(api).find(
    ({ definition }) => definition.type === 'API_KEY' && kindOf(definition) === 'CLIENT_ID',
  );
  if (!open) return undefined;
  return `${versionedName(api)} is open to whoever has seen a client id: ${open.definition.name} takes the client id alone, which names its application and is no secret. Give it the kind CLIENT_ID_AND_SECRET or KEY.`;
}

/**
 * Describes what a call must prove. The text does not depend on the names of definitions or the order of alternatives.
 */
export function securityInWords(api: Security & VersionedName): string {
  const ways = securityAlternativesOf(api).map(({ definition, scopes }) => {
    if (definition.type === 'API_KEY') return keyInWords(definition);
    const wanted = scopes.length > 0 ? ` with ${[...scopes].sort().join(', ')}` : '';
    const flow = definition.flow?.toLowerCase().replaceAll('_', ' ') ?? 'any flow';
    return `an access token of ${definition.oauthProvider} (${flow})${wanted}`;
  });
  return ways.sort().join(', or ') || 'nothing';
}

function keyInWords(definition: ApiKeyDefinition): string {
  const place = `in the ${definition.keyLocation.toLowerCase()} ${definition.keyName}`;
  switch (kindOf(definition)) {
    case 'CLIENT_ID':
      return `a client key ${place}`;
    case 'CLIENT_ID_AND_SECRET':
      return `a client key ${place}, and its secret in the header ${secretHeader}`;
    case 'KEY':
      return `an API key ${place}`;
  }
}

export const defaultKeyName = 'X-Client-Id';
export const defaultApiKeyName = 'X-API-Key';
/** The header of the client secret, for APIs that require it with the client id. */
export const secretHeader = 'X-Client-Secret';

/** The security of an API that sets none: a client key. No API is open because somebody forgot. */
export const defaultSecurity: Security = {
  securityDefinitions: [
    { name: 'client-key', type: 'API_KEY', keyLocation: 'HEADER', keyName: defaultKeyName },
  ],
  security: [{ definition: 'client-key', scopes: [] }],
};

/** A definition as the management API takes it, before it is checked. */
export type SecurityDefinitionDraft = {
  readonly name: string;
  readonly type: 'API_KEY' | 'OAUTH2';
  readonly flow?: GrantType | null | undefined;
  readonly oauthProvider?: string | null | undefined;
  readonly kind?: KeyKind | null | undefined;
  readonly keyLocation?: 'HEADER' | 'QUERY' | null | undefined;
  readonly keyName?: string | null | undefined;
};

/** A token. (RFC 9110 §5.6.2) */
const HTTP_TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Headers that mean something to every server. */
const TAKEN_HEADER =
  /^(authorization|proxy-.*|host|cookie|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|keep-alive|x-client-secret)$/i;

/** @throws BAD_USER_INPUT, with the path of the member at fault */
export function securityDefinition(draft: SecurityDefinitionDraft, path: InputPath): SecurityDefinition {
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(draft.name))
    refuse('BAD_USER_INPUT', {
      detail:
        'The key of a security definition has letters, digits, dots, hyphens and underscores, at most 64.',
      path: [...path, 'name'],
    });
  const stranger = strangers[draft.type].find((member) => draft[member] != null);
  if (stranger !== undefined)
    refuse('BAD_USER_INPUT', {
      detail: `The security definition ${draft.name} is of type ${draft.type}, which has no ${stranger}: leave it out, or give the definition another type.`,
      path: [...path, stranger],
    });
  return draft.type === 'API_KEY' ? apiKey(draft, path) : oauth2(draft, path);
}

/** Members of definitions of the other type. They are refused, because they show that another type was meant. */
const strangers = {
  API_KEY: ['flow', 'oauthProvider'],
  OAUTH2: ['kind', 'keyLocation', 'keyName'],
} as const;

function apiKey(draft: SecurityDefinitionDraft, path: InputPath): ApiKeyDefinition {
  const kind = draft.kind ?? 'CLIENT_ID';
  const keyName = draft.keyName ?? (kind === 'KEY' ? defaultApiKeyName : defaultKeyName);
  if (!HTTP_TOKEN.test(keyName) || TAKEN_HEADER.test(keyName))
    refuse('BAD_USER_INPUT', {
      detail: `${JSON.stringify(keyName)} cannot carry ${kind === 'KEY' ? 'an API key' : 'a client key'}: give the name of a header or query parameter of its own.`,
      path: [...path, 'keyName'],
    });
  return {
    name: draft.name,
    type: 'API_KEY',
    ...(kind !== 'CLIENT_ID' && { kind }),
    keyLocation: draft.keyLocation ?? 'HEADER',
    keyName,
  };
}

function oauth2(draft: SecurityDefinitionDraft, path: InputPath): OAuth2Definition {
  if (draft.oauthProvider == null)
    refuse('BAD_USER_INPUT', {
      detail: `The security definition ${draft.name} is of type OAUTH2: name its oauthProvider.`,
      path: [...path, 'oauthProvider'],
    });
  return {
    name: draft.name,
    type: 'OAUTH2',
    flow: draft.flow ?? null,
    oauthProvider: draft.oauthProvider,
  };
}

/**
 * Checks that the requirements fit the definitions.
 *
 * @param scopesOf returns the scopes of a provider by its name, or undefined when there is no such provider
 * @throws BAD_USER_INPUT when a definition occurs twice, a requirement has none, or a provider or scope is unknown
 */
export function checkSecurity(
  { securityDefinitions, security }: Security,
  scopesOf: (provider: string) => readonly string[] | undefined,
): void {
  securityDefinitions.forEach((definition, index) => {
    const path = ['input', 'securityDefinitions', index];
    if (securityDefinitions.findIndex(({ name }) => name === definition.name) !== index)
      refuse('BAD_USER_INPUT', {
        detail: `There are two security definitions ${definition.name}.`,
        path: [...path, 'name'],
      });
    if (definition.type === 'OAUTH2' && !scopesOf(definition.oauthProvider))
      refuse('BAD_USER_INPUT', {
        detail: `There is no OAuth provider ${definition.oauthProvider} in this org.`,
        path: [...path, 'oauthProvider'],
      });
  });
  security.forEach((requirement, index) => {
    const path = ['input', 'security', index];
    const definition = securityDefinitions.find(({ name }) => name === requirement.definition);
    if (!definition)
      throw refusal('BAD_USER_INPUT', {
        detail: `security asks for ${requirement.definition}, which securityDefinitions lack: define it there, or change security with them.`,
        path: [...path, 'definition'],
      });
    checkScopes(requirement, definition, { scopesOf, path });
  });
}

function checkScopes(
  { scopes }: SecurityRequirement,
  definition: SecurityDefinition,
  {
    scopesOf,
    path,
  }: { scopesOf: (provider: string) => readonly string[] | undefined; path: (string | number)[] },
): void {
  const known = definition.type === 'OAUTH2' ? (scopesOf(definition.oauthProvider) ?? []) : [];
  scopes.forEach((scope, index) => {
    if (known.includes(scope)) return;
    refuse('BAD_USER_INPUT', {
      detail:
        definition.type === 'API_KEY'
          ? `${kindOf(definition) === 'KEY' ? 'An API key' : 'A client key'} has no scopes: leave ${scope} out.`
          : `The OAuth provider ${definition.oauthProvider} has no scope ${scope}.`,
      path: [...path, 'scopes', index],
    });
  });
}
