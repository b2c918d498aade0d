import type { ApiSettings, Timeouts } from '../../domain/api/api-settings.ts';
import type { SteppedSettings } from '../../domain/api/compat.ts';
import type { Cors } from '../../domain/api/cors.ts';
import type { DocumentBounds } from '../../domain/api/document-bounds.ts';
import type { GraphQLCosts } from '../../domain/api/graphql-costs.ts';
import type { RegisteredOperation } from '../../domain/api/registered-operations.ts';
import type { SecurityAlternative } from '../../domain/api/security.ts';
import type { BackendTarget } from '../../domain/backend/backend.ts';
import type { Sticky } from '../../domain/backend/balancing.ts';
import type { HealthCheck, TargetHealthState } from '../../domain/backend/health-check.ts';
import type { Branding } from '../../domain/branding/branding.ts';
import type { CertificateBinding } from '../../domain/oauth/certificate-binding.ts';
import type { GrantType } from '../../domain/oauth/grant-types.ts';
import type { ClientType } from '../../domain/oauth/oauth-provider.ts';
import type { TokenGrant } from '../../infrastructure/client-credentials/client-tokens.ts';
import type { CatalogProduct } from '../../infrastructure/database/generated/prisma/client.ts';
import type { TrustedIssuer } from '../../infrastructure/issuers/trusted-issuer.ts';
import type { ClientTls } from '../../infrastructure/outbound/client-tls.ts';
import type { SigningKey } from '../../infrastructure/tokens/keys.ts';
import type { IdentifiedRegistry } from '../../infrastructure/user-registries/registries.ts';
import type { RehearsalTerms } from './rehearsal-terms.ts';
import type { RetiredProduct } from './retired-products.ts';
import type { Revocations } from './revocations.ts';
import type { ServedContract } from './served-contract.ts';
import type { ServedMeter } from './served-meter.ts';
import type { ActiveSubscription } from './served-subscription.ts';
import type { MovedSubscription, ServedWave } from './served-waves.ts';

/**
 * All that a gateway holds: what is published, with an index of credentials and subscriptions.
 *
 * It is never changed, but for the revocations. A change of an org makes a new one, which replaces the old in one
 * assignment. (architecture.md, "Snapshot")
 */
export type Snapshot = {
  /** Catalogs by `/<org>/<catalog>`, as a request's path begins. */
  readonly catalogs: ReadonlyMap<string, CatalogSnapshot>;
  /** Revocations, shared by every snapshot and alive. New ones hold at once, also for calls under way. */
  readonly revocations: Revocations;
};

export type CatalogSnapshot = {
  readonly id: string;
  readonly orgId: string;
  /** `/<org>/<catalog>` */
  readonly path: string;
  /** The address of its portal; undefined where this gateway does not know it. */
  readonly portalUrl?: string | undefined;
  /** Branding on the pages of its OAuth providers. */
  readonly branding: Branding;
  /** APIs by base path, for example `/customerdb/v1`, the newest version first. */
  readonly routes: ReadonlyMap<string, readonly PublishedApi[]>;
  /** The most segments that a base path has. It may be more, and is never less. */
  readonly depth: number;
  readonly clients: Clients;
  /** The OAuth providers of the platform assigned to the catalog, by name. */
  readonly providers: ReadonlyMap<string, Provider>;
  /** The external issuers among its OAuth providers, by name. */
  readonly issuers: ReadonlyMap<string, TrustedIssuer>;
  /** The user registries assigned to it, by name. */
  readonly registries: ReadonlyMap<string, IdentifiedRegistry>;
  /** Its back-ends by name. It is the same object until one of them changes. */
  readonly backends: ReadonlyMap<string, CalledBackend>;
  /** The rehearsals of its APIs, by the id of each; null where none runs. */
  readonly rehearsals: ReadonlyMap<string, ServedRehearsal> | null;
  /** The waves with a budget of failed calls, by change request; null where none runs. */
  readonly waves: ReadonlyMap<string, ServedWave> | null;
  /** Its products that serve calls, by id. */
  readonly products: ReadonlyMap<string, ServingProduct>;
  /** Its retired products, the last retired first. */
  readonly retired: readonly RetiredProduct[];
};

/** A product that serves calls, as callers of a retired one may know it. */
export type ServingProduct = Pick<CatalogProduct, 'state' | 'visibility'> & {
  /** `name:version` */
  readonly product: string;
  /** Id of the product that its subscriptions are to go to; null for none. */
  readonly successorId: string | null;
};

/** A rehearsal of an API, with its successor. Null where the new product lacks the API. */
export type ServedRehearsal = RehearsalTerms & { readonly successor: PublishedApi | null };

/** A back-end as a catalog has it, with its secret. */
export type CalledBackend = {
  /** Id of its row, which the health of its targets belongs to. */
  readonly id: string;
  readonly targets: readonly CalledTarget[];
  /** The check of its targets; null for none. */
  readonly healthCheck: HealthCheck | null;
  /** Null spreads the calls of each caller over the targets. */
  readonly sticky: Sticky | null;
  /** Time in which a new target comes to its full share; 0 for none. */
  readonly slowStartMs: number;
  /** Headers of each of its calls, credentials among them, as names and values in turn. */
  readonly headers: readonly string[];
  /** The query parameter of its credentials; null for none. */
  readonly parameter: { readonly name: string; readonly value: string } | null;
  /** The key that its calls are signed with; null for none. */
  readonly signingKey: string | null;
  /** The grant of the tokens that its calls carry; null for none. */
  readonly grant: TokenGrant | null;
  /** Its TLS besides what every back-end has; null for none. */
  readonly tls: ClientTls | null;
  /** Time limits in place of those of its APIs. */
  readonly timeouts: Partial<Timeouts>;
};

/** A target, with what its health checks found. */
export type CalledTarget = BackendTarget & {
  readonly health: TargetHealthState;
  /** Start of that state, or of the time that it gets calls, in milliseconds. */
  readonly since: number;
};

/** A version of an API in a product that serves calls. One API in two products is there twice. */
export type PublishedApi = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly kind: 'REST' | 'GRAPHQL';
  readonly basePath: string;
  readonly online: boolean;
  /** Target of calls: a root that replaces a REST base path, or a GraphQL server. */
  readonly upstreamUrl: string | null;
  /** The name of the back-end that its calls are sent to instead; null for none. */
  readonly backend: string | null;
  /** Paths and methods of a REST API's OpenAPI document, which are all that routing needs. */
  readonly openapi: unknown;
  readonly sdl: string | null;
  /** Costs of documents besides the schema's own directives. */
  readonly costs: GraphQLCosts;
  /** Bounds of one request to a GraphQL API. */
  readonly documentBounds: DocumentBounds;
  /** The documents that callers may name instead of sending them. */
  readonly registeredOperations: readonly RegisteredOperation[];
  /** The ways in, any one of which admits; empty means open to everybody. */
  readonly security: readonly SecurityAlternative[];
  /** The ways in of operations that differ from those, for REST APIs only. */
  readonly operationSecurity: readonly {
    readonly operation: string;
    readonly security: readonly SecurityAlternative[];
  }[];
  /** Tells whether the back-end gets the caller's own header Authorization. */
  readonly forwardAuthorization: boolean;
  readonly timeouts: Timeouts;
  /** Largest body of a request; null is unlimited. */
  readonly maxRequestBytes: number | null;
  /** Null leaves it to the back-end which pages of other origins may call it. */
  readonly cors: Cors | null;
  /** Tells whether browsers run the scripts of its pages. */
  readonly trustsHtml: boolean;
  readonly meters: readonly ServedMeter[];
  /** The contract that its calls are held to; null for none. */
  readonly contract: ServedContract | null;
  /** The steps that change its calls on their way; null for none. */
  readonly transformations: SteppedSettings | null;
  /** The answers that gateways keep; null for none. */
  readonly responseCache: NonNullable<ApiSettings['responseCache']> | null;
  /** The version whose back-end serves it, as `name:version`; null for its own. */
  readonly servedBy: string | null;
  /** The bodies of refusals of its calls; empty for problem+json. */
  readonly errorTemplates: NonNullable<ApiSettings['errorTemplates']>;
  readonly product: {
    readonly id: string;
    readonly name: string;
    readonly version: string;
    /** Tells whether it is for everybody to see, also without an account. */
    readonly isPublic: boolean;
  };
  /** Headers of a deprecated product, as names and values in turn; empty for any other. */
  readonly notices: readonly string[];
};

/** The credentials and API keys of a catalog's applications. */
export type Clients = {
  get(clientKey: string): Client | undefined;
  has(clientKey: string): boolean;
  /** Finds the holder of an API key by its hash. One that has ended stays until it is deleted. */
  holderOf(keyHash: string): KeyHolder | undefined;
  /** Finds the application that is a client of an external issuer, by its key. (externalClientKey) */
  externalClient(key: string): CallingApplication | undefined;
  /** Finds the application that a client certificate is of, by its key. (certificateKey) */
  certificateHolder(key: string): CallingApplication | undefined;
  readonly size: number;
  /** Revision of these clients alone, new after each change. A client looked up at it is still the same. */
  readonly revision: number;
};

/** A subscription that admits no call, and why it was rejected where that was said. */
export type UnapprovedSubscription = {
  readonly state: 'PENDING_APPROVAL' | 'REJECTED';
  readonly reason: string | null;
};

/** An application that calls, and what it is known by. */
export type CallingApplication = {
  /** Null where it is known by an API key, an issuer or a client certificate. */
  readonly clientKey: string | null;
  /** Id of its credential, its API key, its external client or its client certificate. */
  readonly credentialId: string;
  readonly application: {
    readonly id: string;
    readonly name: string;
    readonly title: string;
    /** The name of the consumer org; its title is for people. */
    readonly consumerOrg: string;
    readonly consumerOrgTitle: string;
    readonly suspended: boolean;
    /** Left out where none was said. */
    readonly suspensionReason?: string;
  };
  /** The active subscriptions, by the id of the catalog's product. */
  readonly subscriptions: ReadonlyMap<string, ActiveSubscription>;
  /** Subscriptions that admit no call, by catalog product id. They tell the consumer the reason. */
  readonly unapproved: ReadonlyMap<string, UnapprovedSubscription>;
  /** The active ones that waves have moved; undefined for none. The waves may be over by now. */
  readonly moved: readonly MovedSubscription[] | undefined;
};

/** A credential of an application: what a client key stands for. */
export type Client = CallingApplication & {
  readonly clientKey: string;
  readonly secretHash: string;
  /** The end of its secret; null is never. */
  readonly secretEndsAt: number | null;
  readonly previousSecret: { readonly hash: string; readonly expiresAt: number } | null;
  /** Tells whether it always authenticates with its secret, or never. (RFC 6749 §2.1) */
  readonly clientType: ClientType;
  readonly redirectUris: readonly string[];
};

/** An API key of an application. */
export type KeyHolder = CallingApplication & {
  readonly clientKey: null;
  /** Null is never. */
  readonly endsAt: number | null;
};

/**
 * The user registry of an OAuth provider, and whether it is assigned to the catalog.
 *
 * The provider's setting is of use only in the catalogs that the registry is assigned to.
 */
export type AssignedRegistry = IdentifiedRegistry & {
  readonly name: string;
  /** Its name for the people in it. */
  readonly displayName: string;
  readonly isAssigned: boolean;
};

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
  /** Descriptions of scopes by name. */
  readonly scopeDescriptions: ReadonlyMap<string, string>;
  readonly registry: AssignedRegistry | null;
  readonly accessTokenSeconds: number;
  readonly refreshTokens: boolean;
  /** Time after the authorization in which tokens can be refreshed, however often. */
  readonly refreshTokenSeconds: number;
  readonly certificateBinding: CertificateBinding;
  /** All that verify, the newest first. */
  readonly keys: readonly SigningKey[];
};
