import { limitWindows } from '../../src/data-plane/snapshot/limit-windows.ts';
import { RevocationMemory } from '../../src/data-plane/snapshot/revocations.ts';
import type { ActiveSubscription } from '../../src/data-plane/snapshot/served-subscription.ts';
import type {
  CalledBackend,
  CallingApplication,
  CatalogSnapshot,
  Client,
  KeyHolder,
  Provider,
  PublishedApi,
  Snapshot,
} from '../../src/data-plane/snapshot/snapshot.ts';
import { maxRequestBytesOf, type Timeouts, timeoutsOf } from '../../src/domain/api/api-settings.ts';
import { documentBoundsOf } from '../../src/domain/api/document-bounds.ts';
import type { SecurityDefinition } from '../../src/domain/api/security/types.ts';
import type { SecurityAlternative } from '../../src/domain/api/security.ts';
import type { GrantType } from '../../src/domain/oauth/grant-types.ts';
import { limitKeyOf } from '../../src/domain/plan/limit-keys.ts';
import type { PlanLimit } from '../../src/domain/plan/plan-limit.ts';
import type { TrustedIssuer } from '../../src/infrastructure/issuers/trusted-issuer.ts';
import { signAccessToken } from '../../src/infrastructure/tokens/sign.ts';
import { signingKey } from './tokens.ts';

/** {base_url} of the snapshots that tests make. */
export const GATEWAY_URL = 'http://gateway.test';

/** A way in by one definition. */
const way = (definition: SecurityDefinition, scopes: readonly string[] = []): SecurityAlternative => ({
  parts: [{ definition, scopes }],
});

/** A way in that asks for all that others ask for. */
export const together = (...ways: readonly SecurityAlternative[]): SecurityAlternative => ({
  parts: ways.flatMap(({ parts }) => parts),
});

/** A way in by client key: the header X-Client-Id, unless said otherwise. */
export function byKey(
  location: Partial<Extract<SecurityDefinition, { type: 'API_KEY' }>> = {},
): SecurityAlternative {
  return way({
    name: 'client-key',
    type: 'API_KEY',
    keyLocation: 'HEADER',
    keyName: 'X-Client-Id',
    ...location,
  });
}

/** A way in by access token of a provider, with these scopes. */
export function byToken(
  scopes: readonly string[] = ['customer'],
  oauthProvider = 'native',
  flow: GrantType | null = 'RESOURCE_OWNER_PASSWORD',
): SecurityAlternative {
  return way({ name: 'oauth-1', type: 'OAUTH2', flow, oauthProvider }, scopes);
}

type ApiParts = Partial<Omit<PublishedApi, 'product' | 'timeouts'>> & {
  readonly product?: string;
  readonly timeouts?: Partial<Timeouts>;
};

/** A username and password of a user registry. */
export const byPerson = (userRegistry = 'people'): SecurityAlternative =>
  way({ name: 'basic-1', type: 'HTTP_BASIC', userRegistry });

/** A client certificate of the application. */
export const byCertificate = (): SecurityAlternative => way({ name: 'machine', type: 'MUTUAL_TLS' });

/** customerdb:1.0.0 in the product `customer-1`, online, with a client key, without a document. */
export function api({ product = 'customer-1', timeouts = {}, ...parts }: ApiParts = {}): PublishedApi {
  return {
    id: 'api',
    name: 'customerdb',
    title: 'CustomerDB',
    version: '1.0.0',
    kind: 'REST',
    basePath: '/customerdb/v1',
    online: true,
    upstreamUrl: null,
    backend: null,
    openapi: null,
    sdl: null,
    costs: {},
    documentBounds: documentBoundsOf(),
    registeredOperations: [],
    security: [byKey()],
    operationSecurity: [],
    forwardAuthorization: false,
    timeouts: timeoutsOf({ timeouts }),
    maxRequestBytes: maxRequestBytesOf(parts.kind ?? 'REST', {}),
    cors: null,
    trustsHtml: false,
    meters: [],
    contract: null,
    transformations: null,
    servedBy: null,
    responseCache: null,
    errorTemplates: [],
    product: { id: product, name: 'customer', version: '1.0.0', isPublic: true },
    notices: [],
    ...parts,
  };
}

export type Plan = Partial<ActiveSubscription['plan']> & {
  /** Calls in windows of `windowSeconds`. */
  readonly limit?: number;
  readonly windowSeconds?: number;
  readonly costLimit?: { readonly limit: number; readonly windowSeconds: number };
  /** Its further limits. */
  readonly limits?: readonly PlanLimit[];
};

type ClientParts = {
  /** The client key, and the application's name. */
  readonly key: string;
  /** The plan of each product that it subscribes to. */
  readonly plans?: Readonly<Record<string, Plan>>;
  readonly suspended?: boolean;
  /** The products that it has asked for without being let in. */
  readonly unapproved?: Readonly<Record<string, 'PENDING_APPROVAL' | 'REJECTED'>>;
};

export function client({ key, plans = {}, suspended = false, unapproved = {} }: ClientParts): Client {
  return {
    clientKey: key,
    credentialId: `credential of ${key}`,
    application: {
      id: key,
      name: key,
      title: key,
      suspended,
      consumerOrg: 'consumers',
      consumerOrgTitle: 'Consumers',
    },
    secretHash: '',
    secretEndsAt: null,
    previousSecret: null,
    clientType: 'CONFIDENTIAL',
    redirectUris: [],
    subscriptions: new Map(
      Object.entries(plans).map(([product, plan]) => [product, subscription(`${key} to ${product}`, plan)]),
    ),
    unapproved: new Map(
      Object.entries(unapproved).map(([product, state]) => [product, { state, reason: null }]),
    ),
    moved: undefined,
  };
}

/** Unlimited, unless said otherwise. */
function subscription(
  id: string,
  { limit, windowSeconds = 3600, costLimit, limits = [], ...plan }: Plan,
): ActiveSubscription {
  const all = [
    ...(limit === undefined ? [] : [{ ...ofField('rateLimit', 'CALLS'), limit, every: windowSeconds }]),
    ...(costLimit
      ? [
          {
            ...ofField('graphQLCostLimit', 'GRAPHQL_COST'),
            limit: costLimit.limit,
            every: costLimit.windowSeconds,
          },
        ]
      : []),
    ...limits,
  ];
  return {
    id,
    limitKey: limitKeyOf(id, plan.name ?? 'gold'),
    plan: {
      id: plan.name ?? 'gold',
      name: 'gold',
      title: 'Gold',
      ...limitWindows(plan.name ?? 'gold', all),
      maxConcurrentCalls: 10_000,
      maxGraphQLCost: null,
      maxGraphQLDepth: null,
      hiddenGraphQL: [],
      registeredOperationsOnly: false,
      ...plan,
    },
    temporary: undefined,
  };
}

/** A limit that a plan has by one of its own fields. */
const ofField = (name: string, counts: PlanLimit['counts']) => ({
  name,
  counts,
  per: 'SECOND' as const,
  timeZone: null,
  operations: [],
});

/** An OAuth provider with a key of its own, in the catalog of a path. */
export async function provider(name = 'native', catalogPath = '/acme/sandbox'): Promise<Provider> {
  return {
    id: name,
    name,
    title: name,
    issuer: `${GATEWAY_URL}${catalogPath}/${name}`,
    grantTypes: new Set(['RESOURCE_OWNER_PASSWORD']),
    clientTypes: new Set(['CONFIDENTIAL']),
    authorizePath: '/oauth2/authorize',
    tokenPath: '/oauth2/token',
    scopes: ['customer', 'profile'],
    scopeDescriptions: new Map(),
    registry: null,
    accessTokenSeconds: 3600,
    refreshTokens: false,
    certificateBinding: 'NONE',
    refreshTokenSeconds: 86_400,
    keys: [await signingKey()],
  };
}

type CatalogParts = {
  readonly path?: string;
  readonly apis: readonly PublishedApi[];
  readonly clients?: readonly Client[];
  /** Holders of API keys by their hash. */
  readonly apiKeys?: ReadonlyMap<string, KeyHolder>;
  /** Holders of client certificates by their thumbprint. */
  readonly certificates?: ReadonlyMap<string, CallingApplication>;
  readonly providers?: readonly Provider[];
  readonly backends?: Readonly<Record<string, CalledBackend>>;
  readonly issuers?: readonly TrustedIssuer[];
  readonly registries?: CatalogSnapshot['registries'];
  readonly rehearsals?: CatalogSnapshot['rehearsals'];
  readonly products?: CatalogSnapshot['products'];
  readonly retired?: CatalogSnapshot['retired'];
};

let revisions = 0;

/**
 * @param apiKeys by their hash
 * @param certificates by the thumbprint
 */
export function clientsOf(
  clients: readonly Client[],
  apiKeys: ReadonlyMap<string, KeyHolder> = new Map(),
  certificates: ReadonlyMap<string, CallingApplication> = new Map(),
) {
  revisions += 1;
  return Object.assign(new Map(clients.map((each) => [each.clientKey, each])), {
    revision: revisions,
    holderOf: (keyHash: string) => apiKeys.get(keyHash),
    externalClient: (): undefined => undefined,
    certificateHolder: (key: string) => certificates.get(key.slice(key.lastIndexOf(' ') + 1)),
  });
}

/** A client certificate of the application of a client. */
export const certificateOf = ({
  application,
  subscriptions,
  unapproved,
  moved,
}: Client): CallingApplication => ({
  clientKey: null,
  credentialId: `certificate of ${application.name}`,
  application,
  subscriptions,
  unapproved,
  moved,
});

/** An API key of the application of a client. */
export function apiKeyOf(
  { application, subscriptions, unapproved, moved }: Client,
  endsAt: number | null = null,
): KeyHolder {
  const credentialId = `API key of ${application.name}`;
  return { clientKey: null, credentialId, application, subscriptions, unapproved, moved, endsAt };
}

/** A catalog with these APIs, the newest of each base path first. */
export function catalog(parts: CatalogParts) {
  const {
    path = '/acme/sandbox',
    apis,
    clients = [],
    apiKeys,
    certificates,
    providers = [],
    backends = {},
    issuers = [],
    registries = new Map(),
    rehearsals = null,
    products = new Map(),
    retired = [],
  } = parts;
  const routes = new Map<string, PublishedApi[]>();
  for (const each of apis) routes.set(each.basePath, [...(routes.get(each.basePath) ?? []), each]);
  return {
    id: path,
    orgId: path,
    path,
    branding: {},
    routes,
    depth: Math.max(0, ...[...routes.keys()].map((basePath) => basePath.split('/').length - 1)),
    clients: clientsOf(clients, apiKeys, certificates),
    providers: new Map(providers.map((each) => [each.name, each])),
    issuers: new Map(issuers.map((each) => [each.name, each])),
    registries,
    backends: new Map(Object.entries(backends)),
    rehearsals,
    waves: null,
    products,
    retired,
  } satisfies CatalogSnapshot;
}

export function snapshot(...catalogs: CatalogSnapshot[]): Snapshot {
  return { catalogs: new Map(catalogs.map((each) => [each.path, each])), revocations: revoked() };
}

/** Revocations of these ids, `jti` or `family_id`, which never expire. */
export function revoked(...ids: string[]): RevocationMemory {
  const revocations = new RevocationMemory(() => new Date(0));
  for (const id of ids) revocations.add({ id, expiresAt: 1 });
  return revocations;
}

type TokenParts = {
  readonly clientKey: string;
  readonly scopes?: readonly string[];
  readonly now?: Date;
  readonly lifetimeSeconds?: number;
  readonly subject?: string;
  readonly familyId?: string;
  /** The thumbprint of the client certificate that it is bound to. */
  readonly boundTo?: string;
};

/** An access token that the provider issued. */
export async function issued(by: Provider, parts: TokenParts): Promise<{ token: string; jti: string }> {
  const [key] = by.keys;
  if (!key) throw new Error('The provider has no key.');
  return signAccessToken({
    key,
    clientKey: parts.clientKey,
    subject: parts.subject ?? 'alice',
    scopes: parts.scopes ?? ['customer'],
    familyId: parts.familyId,
    boundTo: parts.boundTo,
    issuer: by.issuer,
    audience: by.issuer.slice(0, by.issuer.lastIndexOf('/')),
    lifetimeSeconds: parts.lifetimeSeconds ?? 3600,
    now: parts.now ?? new Date(),
  });
}
