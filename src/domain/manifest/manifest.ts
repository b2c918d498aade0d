import type { Audience } from '../consumer/audience.ts';
import type { PlanAudiences } from '../consumer/named-audience.ts';
import type { Subscribability } from '../consumer/subscription.ts';
import type { SubscriptionForm } from '../consumer/subscription-form.ts';
import type { PlanTerms } from '../plan/plan.ts';
import type { ProductState } from '../product/lifecycle.ts';
import type { ProductWords } from '../product/product-words.ts';
import type { Visibility } from '../product/visibility.ts';
import type {
  ApiDefinition,
  BackendDefinition,
  CatalogBackendDefinition,
  CatalogDefinition,
  CatalogProductDefinition,
  GraphQLServerDefinition,
  Kind,
  OAuthProviderDefinition,
  ProductDefinition,
  RuleSetDefinition,
  UserRegistryDefinition,
  WebhookDefinition,
} from './definition.ts';
import type { ManifestPath } from './manifest-fault.ts';

/** An API from a manifest. A GraphQL API without a schema gets that of its server. */
export type ApiFromManifest = Omit<ApiDefinition, 'sdl'> & { readonly sdl: string | null | undefined };

/** A provider from a manifest. Undefined is the registry created first. (spec.md, OAuth provider) */
export type OAuthProviderFromManifest = Omit<OAuthProviderDefinition, 'userRegistry'> & {
  readonly userRegistry: string | null | undefined;
};

/** A user registry from a manifest. An existing one keeps its secret. */
export type UserRegistryFromManifest = UserRegistryDefinition & { readonly secret: string | undefined };

/** A webhook from a manifest. An existing webhook keeps its secret. */
type WebhookFromManifest = WebhookDefinition & { readonly secret?: string | undefined };

/** A secret from a manifest. An existing secret keeps its value. */
type SecretFromManifest = { readonly name: string; readonly value?: string | undefined };

/** A catalog from a manifest. An undefined list leaves its things as they are. */
export type CatalogFromManifest = Omit<
  CatalogDefinition,
  'webhooks' | 'secrets' | 'backends' | 'changePolicy' | 'consumerGroups'
> & {
  readonly changePolicy: CatalogDefinition['changePolicy'] | undefined;
  readonly consumerGroups: CatalogDefinition['consumerGroups'] | undefined;
  readonly webhooks: readonly WebhookFromManifest[] | undefined;
  readonly secrets: readonly SecretFromManifest[] | undefined;
  readonly backends: readonly CatalogBackendDefinition[] | undefined;
};

/** A catalog product from a manifest. Members that are left out follow from the product. */
export type CatalogProductFromManifest = {
  readonly catalog: string;
  readonly product: string;
  readonly state: ProductState;
  readonly visibility: Visibility | undefined;
  readonly subscribability: Subscribability | undefined;
  readonly visibleTo: Audience | undefined;
  readonly subscribableBy: Audience | undefined;
  readonly planAudiences: readonly PlanAudiences[] | undefined;
  readonly subscriptionForm: SubscriptionForm | null | undefined;
  /** APIs by `name:version` as in the manifest, or with a definition of their own. */
  readonly copy:
    | {
        readonly title: string;
        readonly words: ProductWords;
        readonly plans: readonly PlanTerms[];
        readonly apis: readonly (string | ApiFromManifest)[];
      }
    | undefined;
  readonly online: Readonly<Record<string, boolean>>;
  readonly migrationTarget: CatalogProductDefinition['migrationTarget'];
  readonly sunsetAt: string | null;
  readonly sunsetIfIdleDays: number | null;
};

/** A thing from the manifest, with its path. */
export type FromManifest<Thing> = {
  readonly name: string;
  readonly path: ManifestPath;
  readonly thing: Thing;
};

/** The lists of a manifest. A list that is left out leaves its things as they are. */
export type ManifestLists = {
  readonly UserRegistry?: readonly FromManifest<UserRegistryFromManifest>[];
  readonly OAuthProvider?: readonly FromManifest<OAuthProviderFromManifest>[];
  readonly Backend?: readonly FromManifest<BackendDefinition>[];
  readonly RuleSet?: readonly FromManifest<RuleSetDefinition>[];
  readonly Api?: readonly FromManifest<ApiFromManifest>[];
  readonly Product?: readonly FromManifest<ProductDefinition>[];
  readonly Catalog?: readonly FromManifest<CatalogFromManifest>[];
  readonly GraphQLServer?: readonly FromManifest<GraphQLServerDefinition>[];
};

/** A manifest after parsing. Each thing is complete, but references are not checked yet. */
export type Manifest = {
  readonly org: { readonly name?: string | undefined; readonly title?: string | undefined };
  readonly lists: ManifestLists;
  readonly positions: readonly FromManifest<CatalogProductFromManifest>[];
  /** The catalogs whose products are listed. */
  readonly listed: ReadonlySet<string>;
  /** Is true for a thing whose own faults were reported. Nothing more is reported about it. */
  readonly isBroken: (kind: Kind, name: string) => boolean;
};

/** The list of the manifest for each kind of thing. */
export const listNames = {
  UserRegistry: 'userRegistries',
  OAuthProvider: 'oauthProviders',
  Backend: 'backends',
  RuleSet: 'ruleSets',
  Api: 'apis',
  Product: 'products',
  Catalog: 'catalogs',
  GraphQLServer: 'graphqlServers',
} as const satisfies Record<keyof ManifestLists, string>;
