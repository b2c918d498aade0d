import {
  isForPeople,
  type OAuth2Definition,
  takesTokens,
  tokenGrantTypes,
} from '../../../../domain/api/security/oauth2.ts';
import type { SecurityDefinition } from '../../../../domain/api/security/types.ts';
import {
  operationAlternativesOf,
  type SecurityAlternative,
  securityAlternativesOf,
  type WholeSecurity,
} from '../../../../domain/api/security.ts';
import type { GrantType } from '../../../../domain/oauth/grant-types.ts';
import type {
  Drifting,
  LifecycleWarning,
  Obstacle,
  WithoutWayIn,
} from '../../../../domain/product/lifecycle-warning.ts';
import { quantity } from '../../../../foundation/text/listed.ts';
import { type VersionedName, versionedName } from '../../../../foundation/text/version.ts';

export type OfferedApi = VersionedName &
  WholeSecurity & {
    readonly kind: 'REST' | 'GRAPHQL';
    readonly targetUrl: string | null;
    /** The name of the back-end that it calls instead; null for none. */
    readonly backend: string | null;
    /** Does it answer calls? */
    readonly online: boolean;
    /** Does its product serve? */
    readonly isServed: boolean;
    /** The GraphQL server that it calls, where that is the platform's and admits nobody. Null for none. */
    readonly closedServer: string | null;
    /** The drift of its back-end; null for none. */
    readonly drift: Drifting | null;
    /** Does it answer from the examples of its document? */
    readonly isMocked: boolean;
    /** The version whose back-end serves it. Null for its own. */
    readonly serving: { readonly of: string; readonly isPublished: boolean } | null;
  };

/** An OAuth provider of the org, with its assignment to the catalog. */
export type OfferedProvider = {
  readonly name: string;
  readonly grantTypes: readonly GrantType[];
  readonly isAssigned: boolean;
  /** The user registry of the provider, if it has one. */
  readonly registry: { readonly name: string; readonly isAssigned: boolean } | null;
};

export type MissingPrerequisitesInput = {
  readonly catalog: string;
  readonly apis: readonly OfferedApi[];
  readonly providers: readonly OfferedProvider[];
  /** The user registries assigned to the catalog, by name. */
  readonly registries: ReadonlySet<string>;
  /** The back-ends that the catalog has, by name. */
  readonly backends: ReadonlySet<string>;
};

/** Lists the missing prerequisites of the APIs of a catalog product. */
export function missingPrerequisites({ apis, ...input }: MissingPrerequisitesInput): LifecycleWarning[] {
  return apis.flatMap((api) => [
    ...(api.isMocked ? mocked(api) : withoutBackend(api, input)),
    ...served(api, input.catalog),
    ...withoutWayIn(api, input),
    ...atClosedServer(api),
    ...offline(api),
    ...drifting(api),
  ]);
}

/** Names of what can be assigned to a catalog. */
export type Assignments = {
  readonly oauthProviders: readonly string[];
  readonly userRegistries: readonly string[];
};

/** Lists the APIs that admit callers only where these are assigned. */
export function closedWithout(
  { apis, ...input }: MissingPrerequisitesInput,
  these: Assignments,
): OfferedApi[] {
  const isClosed = (api: OfferedApi, areAssigned: boolean) => {
    const providers = input.providers.map((each) => asAssigned(each, these, areAssigned));
    const registries = new Set(input.registries);
    for (const name of these.userRegistries) areAssigned ? registries.add(name) : registries.delete(name);
    return withoutWayIn(api, { ...input, providers, registries }).length > 0;
  };
  return apis.filter((api) => !isClosed(api, true) && isClosed(api, false));
}

/** Returns a provider as if these were assigned, or were not. */
function asAssigned(provider: OfferedProvider, these: Assignments, areAssigned: boolean): OfferedProvider {
  const { name, isAssigned, registry } = provider;
  const isRegistryMeant = registry !== null && these.userRegistries.includes(registry.name);
  return {
    ...provider,
    isAssigned: these.oauthProviders.includes(name) ? areAssigned : isAssigned,
    registry: isRegistryMeant ? { ...registry, isAssigned: areAssigned } : registry,
  };
}

function withoutBackend(
  { kind, targetUrl, backend, serving, ...api }: OfferedApi,
  { catalog, backends }: Omit<MissingPrerequisitesInput, 'apis'>,
): LifecycleWarning[] {
  const subject = versionedName(api);
  if (serving?.isPublished === false) return [];
  if (backend !== null) {
    if (backends.has(backend)) return [];
    const message = `Calls of ${subject} are refused: the catalog ${catalog} lacks the back-end ${backend}. Set it there with setBackend.`;
    return [{ code: 'BACKEND_MISSING', message, subject, facts: { api: subject, catalog, backend } }];
  }
  if (kind !== 'REST' || targetUrl !== null) return [];
  return [
    {
      code: 'BACKEND_MISSING',
      message: `Calls of ${subject} lead nowhere: its document names no server. Give it a targetUrl or a back-end.`,
      subject,
      facts: { api: subject, catalog, backend },
    },
  ];
}

function mocked(api: OfferedApi): LifecycleWarning[] {
  const subject = versionedName(api);
  const message = `${subject} answers from the examples of its document, and calls no back-end.`;
  return [{ code: 'MOCKED', message, subject, facts: { api: subject } }];
}

function served({ serving, ...api }: OfferedApi, catalog: string): LifecycleWarning[] {
  if (serving === null) return [];
  const subject = versionedName(api);
  const { of, isPublished } = serving;
  const message = isPublished
    ? `${subject} is served by the back-end of ${of}, through the steps of its compat.`
    : `Calls of ${subject} are refused: the catalog ${catalog} lacks ${of}, whose back-end is to serve it. Publish a product with it.`;
  return [{ code: 'SERVED_BY_COMPAT', message, subject, facts: { api: subject, of, catalog, isPublished } }];
}

function atClosedServer({ closedServer, ...api }: OfferedApi): LifecycleWarning[] {
  if (closedServer === null) return [];
  const subject = versionedName(api);
  const message = `Every field of ${subject} is refused: the access policies of the GraphQL server ${closedServer} admit nobody. Give it policies with updateGraphQLServer.`;
  return [{ code: 'SERVER_CLOSED', message, subject, facts: { api: subject, server: closedServer } }];
}

function offline({ online, isServed, ...api }: OfferedApi): LifecycleWarning[] {
  if (online || !isServed) return [];
  const subject = versionedName(api);
  const message = `${subject} is Offline: its calls get 503 until setApiOnline takes it online.`;
  return [{ code: 'API_OFFLINE', message, subject, facts: { api: subject, touched: null } }];
}

function drifting({ drift, ...api }: OfferedApi): LifecycleWarning[] {
  if (drift === null) return [];
  const subject = versionedName(api);
  const { days, ways, calls, first } = drift;
  const more = ways > first.length ? ` and ${ways - first.length} more` : '';
  const message = `The back-end of ${subject} answered otherwise than its document says in ${quantity(calls, 'checked call')} of the last ${days} days: ${first.join(', ')}${more}. Correct the document, or the back-end.`;
  return [{ code: 'DRIFTING', message, subject, facts: { api: subject, ...drift } }];
}

/** Warns of an API, or operations of it, that admit nobody. One requirement that can be met is enough. */
function withoutWayIn(api: OfferedApi, input: Omit<MissingPrerequisitesInput, 'apis'>): LifecycleWarning[] {
  const ofAll = securityAlternativesOf(api);
  const toAll = obstaclesTo(ofAll, input);
  const subject = versionedName(api);
  if (toAll) return [closedWarning(ofAll, { api: subject, operation: null, obstacles: toAll })];
  // Operations that lack the same are told of together, by the first.
  const warnings = new Map<string, LifecycleWarning>();
  for (const { operation, security } of operationAlternativesOf(api)) {
    const obstacles = obstaclesTo(security, input);
    const remedy = obstacles && remedyFor(obstacles);
    if (!obstacles || remedy === undefined || warnings.has(remedy)) continue;
    warnings.set(remedy, closedWarning(security, { api: subject, operation, obstacles }));
  }
  return [...warnings.values()];
}

/** Lists what stands in the way of each alternative; undefined where one is possible. */
function obstaclesTo(
  alternatives: readonly SecurityAlternative[],
  input: Omit<MissingPrerequisitesInput, 'apis'>,
): Obstacle[][] | undefined {
  const obstacles = alternatives.map(({ parts }) =>
    parts.flatMap(({ definition }) => obstacle(definition, input) ?? []),
  );
  return obstacles.length === 0 || obstacles.some(({ length }) => length === 0) ? undefined : obstacles;
}

/** Says what makes one of the alternatives possible. */
const remedyFor = (obstacles: readonly (readonly Obstacle[])[]): string =>
  [...new Set(obstacles.map((each) => each.map(inWords).join(', and ')))].join('; ');

function inWords(each: Obstacle): string {
  switch (each.lacks) {
    case 'REGISTRY_IN_CATALOG':
      return `assign the user registry ${each.userRegistry} to the catalog ${each.catalog}`;
    case 'PROVIDER_IN_CATALOG':
      return `assign the OAuth provider ${each.oauthProvider} to the catalog ${each.catalog}`;
    case 'GRANT_TYPE':
      return `the OAuth provider ${each.oauthProvider} lacks the grant type ${each.grantTypes.join(' or ')}`;
    case 'REGISTRY_OF_PROVIDER':
      return `the OAuth provider ${each.oauthProvider} has no user registry to ask`;
  }
}

function closedWarning(alternatives: readonly SecurityAlternative[], facts: WithoutWayIn): LifecycleWarning {
  const { api, operation, obstacles } = facts;
  const what = operation === null ? api : `${operation} of ${api}`;
  const remedy = remedyFor(obstacles);
  return alternatives.some(({ parts }) => parts.some(({ definition }) => definition.type === 'OAUTH2'))
    ? {
        code: 'TOKEN_UNOBTAINABLE',
        message: `Nobody can get the access token that ${what} asks for: ${remedy}.`,
        subject: api,
        facts,
      }
    : {
        code: 'REGISTRY_UNASSIGNED',
        message: `No username and password admits to ${what}: ${remedy}.`,
        subject: api,
        facts,
      };
}

/** The reason that no caller meets a definition; undefined for none. */
function obstacle(
  definition: SecurityDefinition,
  input: Omit<MissingPrerequisitesInput, 'apis'>,
): Obstacle | undefined {
  if (definition.type === 'OAUTH2') return tokenObstacle(definition, input);
  if (definition.type !== 'HTTP_BASIC' || input.registries.has(definition.userRegistry)) return undefined;
  return { lacks: 'REGISTRY_IN_CATALOG', userRegistry: definition.userRegistry, catalog: input.catalog };
}

/** The reason that no caller can get a token; undefined for none. */
function tokenObstacle(
  definition: OAuth2Definition,
  { catalog, providers }: Omit<MissingPrerequisitesInput, 'apis'>,
): Obstacle | undefined {
  const { oauthProvider } = definition;
  const provider = providers.find(({ name }) => name === oauthProvider);
  if (!provider?.isAssigned) return { lacks: 'PROVIDER_IN_CATALOG', oauthProvider, catalog };
  const ways = tokenGrantTypes(definition, provider.grantTypes);
  if (ways.length === 0) {
    const grantTypes = takesTokens(definition, true)
      ? (['RESOURCE_OWNER_PASSWORD', 'ACCESS_CODE'] as const)
      : (['APPLICATION'] as const);
    return { lacks: 'GRANT_TYPE', oauthProvider, grantTypes };
  }
  if (!ways.every(isForPeople)) return undefined;
  if (!provider.registry) return { lacks: 'REGISTRY_OF_PROVIDER', oauthProvider };
  if (provider.registry.isAssigned) return undefined;
  return { lacks: 'REGISTRY_IN_CATALOG', userRegistry: provider.registry.name, catalog };
}
