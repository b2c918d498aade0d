import type { Timeouts } from '../../domain/api/api-settings.ts';
import type { Cors } from '../../domain/api/cors.ts';
import type { DocumentBounds } from '../../domain/api/document-bounds.ts';
import type { GraphQLCosts } from '../../domain/api/graphql-costs.ts';
import type { RegisteredOperation } from '../../domain/api/registered-operations.ts';
import type { SecurityAlternative } from '../../domain/api/security.ts';
import type { Branding } from '../../domain/branding/branding.ts';
import type { ClientType, GrantType } from '../../domain/oauth/oauth-provider.ts';
import type { SigningKey } from '../../infrastructure/tokens/keys.ts';
import type { IdentifiedRegistry } from '../../infrastructure/user-registries/registry.ts';
import type { Revocations } from './revocations.ts';

/**
 * What a gateway holds in memory: all that is published, and an index of credentials and subscriptions. It is never
 * changed, but for the revocations; a change of an org makes a new one, which replaces the old in one assignment.
 * (architecture.md, "Snapshot")
 */
export type Snapshot = {
  /** By `/<org>/<catalog>`, as a request's path begins. */
  readonly catalogs: ReadonlyMap<string, CatalogSnapshot>;
  /** The same in every snapshot, and alive: what is revoked is among them at once, also for calls under way. */
  readonly revocations: Revocations;
};

export type CatalogSnapshot = {
  readonly id: string;
  readonly orgId: string;
  /** `/<org>/<catalog>` */
  readonly path: string;
  /** What the pages of its OAuth providers show of it. */
  readonly branding: Branding;
  /** The APIs by base path, for example `/customerdb/v1`; of each base path the newest version first. */
  readonly routes: ReadonlyMap<string, readonly PublishedApi[]>;
  readonly clients: Clients;
  /** The OAuth providers assigned to the catalog, by name. */
  readonly providers: ReadonlyMap<string, Provider>;
};

/** A version of an API in a product that serves calls. One API in two products is there twice. */
export type PublishedApi = {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly kind: 'REST' | 'GRAPHQL';
  readonly basePath: string;
  readonly online: boolean;
  /** Where calls go: of a REST API the root that replaces the base path, of a GraphQL API the server's URL. */
  readonly upstreamUrl: string | null;
  /** Of the OpenAPI document of a REST API the paths with their methods: all that routing asks. */
  readonly openapi: unknown;
  readonly sdl: string | null;
  /** What documents cost, besides what the schema's own directives say. */
  readonly costs: GraphQLCosts;
  /** How much one request to a GraphQL API may ask for. */
  readonly documentBounds: DocumentBounds;
  /** The documents that callers may name instead of sending them. */
  readonly registeredOperations: readonly RegisteredOperation[];
  /** The ways in, any one of which admits; empty means open to everybody. */
  readonly security: readonly SecurityAlternative[];
  /** Does the back-end get the caller's own header Authorization? */
  readonly forwardAuthorization: boolean;
  readonly timeouts: Timeouts;
  /** How large a request's body may be; null is unlimited. */
  readonly maxRequestBytes: number | null;
  /** Null leaves it to the back-end which pages of other origins may call it. */
  readonly cors: Cors | null;
  /** Do browsers run the scripts of its pages? */
  readonly trustsHtml: boolean;
  readonly product: { readonly id: string; readonly name: string; readonly version: string };
  /** The headers of a deprecated product, as names and values in turn; empty for any other. */
  readonly notices: readonly string[];
};

/** The credentials and API keys of a catalog's applications. */
export type Clients = {
  get(clientKey: string): Client | undefined;
  has(clientKey: string): boolean;
  /** By the hash of an API key. One that has ended is there until it is deleted. */
  holderOf(keyHash: string): KeyHolder | undefined;
  readonly size: number;
  /** No other clients have it, nor these after a change: who was one of them at this revision is as he was. */
  readonly revision: number;
};

/** An application that calls, and what it is known by. */
export type CallingApplication = {
  /** Null where it is known by an API key, which is none. */
  readonly clientKey: string | null;
  /** Of its credential, or of its API key. */
  readonly credentialId: string;
  readonly application: {
    readonly id: string;
    readonly name: string;
    readonly title: string;
    /** The name of the consumer org; its title is for people. */
    readonly consumerOrg: string;
    readonly consumerOrgTitle: string;
    readonly suspended: boolean;
  };
  /** The active subscriptions, by the id of the catalog's product. */
  readonly subscriptions: ReadonlyMap<string, ActiveSubscription>;
  /** Those that admit no call, by the id of the catalog's product: so that its consumer can be told why. */
  readonly unapproved: ReadonlyMap<string, 'PENDING_APPROVAL' | 'REJECTED'>;
};

/** A credential of an application: what a client key stands for. */
export type Client = CallingApplication & {
  readonly clientKey: string;
  readonly secretHash: string;
  readonly previousSecret: { readonly hash: string; readonly expiresAt: number } | null;
  /** Does it authenticate with its secret, always, or never? (RFC 6749 §2.1) */
  readonly clientType: ClientType;
  readonly redirectUris: readonly string[];
};

/** An API key of an application. */
export type KeyHolder = CallingApplication & {
  readonly clientKey: null;
  /** Null is never. */
  readonly endsAt: number | null;
};

export type ActiveSubscription = {
  readonly id: string;
  /** What its calls are counted under: see limitKeyOf of domain/plan/limit-keys.ts. */
  readonly limitKey: string;
  /** What the cost of its GraphQL documents is counted under. */
  readonly costKey: string;
  readonly plan: {
    readonly id: string;
    readonly name: string;
    readonly title: string;
    /** Calls per window; null is unlimited. */
    readonly limit: number | null;
    readonly windowSeconds: number;
    /** Calls of a subscription that may be under way at the same time, in one process. */
    readonly maxConcurrentCalls: number;
    readonly maxGraphQLCost: number | null;
    readonly maxGraphQLDepth: number | null;
    /** What it hides of GraphQL schemas, as schema coordinates. */
    readonly hiddenGraphQL: readonly string[];
    /** What GraphQL documents may cost per window, and how long that one is; null is unlimited. */
    readonly costLimit: { readonly limit: number; readonly windowSeconds: number } | null;
    readonly registeredOperationsOnly: boolean;
  };
};

/** Who knows the people of an OAuth provider: the provider's setting, of use in the catalogs that it is assigned to. */
export type AssignedRegistry = IdentifiedRegistry & { readonly name: string; readonly isAssigned: boolean };

/** An OAuth provider in a catalog. */
export type Provider = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  /** {base_url}/<org>/<catalog>/<oauth provider> */
  readonly issuer: string;
  readonly grantTypes: ReadonlySet<GrantType>;
  readonly clientTypes: ReadonlySet<ClientType>;
  readonly authorizePath: string;
  readonly tokenPath: string;
  readonly scopes: readonly string[];
  /** What each scope allows, in words, by its name. */
  readonly scopeDescriptions: ReadonlyMap<string, string>;
  readonly registry: AssignedRegistry | null;
  readonly accessTokenSeconds: number;
  readonly refreshTokens: boolean;
  /** How long after the authorization tokens can be refreshed, however often. */
  readonly refreshTokenSeconds: number;
  /** All that verify, the newest first. */
  readonly keys: readonly SigningKey[];
};
