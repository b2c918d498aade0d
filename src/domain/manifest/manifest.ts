import type { Subscribability } from '../consumer/subscription.ts';
import type { PlanTerms } from '../plan/plan.ts';
import type { ProductState } from '../product/lifecycle.ts';
import type { Visibility } from '../product/supersede.ts';
import type {
  ApiDefinition,
  CatalogDefinition,
  CatalogProductDefinition,
  GraphQLServerDefinition,
  Kind,
  OAuthProviderDefinition,
  ProductDefinition,
  UserRegistryDefinition,
  WebhookDefinition,
} from './definition.ts';
import type { ManifestPath } from './manifest-fault.ts';

/** An API as a manifest describes it. Without the schema, a GraphQL server is asked for it. */
export type ApiFromManifest = Omit<ApiDefinition, 'sdl'> & { readonly sdl: string | null | undefined };

/** A provider as a manifest describes it; undefined is the registry created first. (spec.md, OAuth provider) */
export type OAuthProviderFromManifest = Omit<OAuthProviderDefinition, 'userRegistry'> & {
  readonly userRegistry: string | null | undefined;
};

/** A webhook as a manifest describes it. One that is there keeps its secret. */
export type WebhookFromManifest = WebhookDefinition & { readonly secret?: string | undefined };

/** A catalog as a manifest describes it; undefined says nothing of its webhooks. */
export type CatalogFromManifest = Omit<CatalogDefinition, 'webhooks'> & {
  readonly webhooks: readonly WebhookFromManifest[] | undefined;
};

/** A position as a manifest describes it: what is left out follows from the product. */
export type CatalogProductFromManifest = {
  readonly catalog: string;
  readonly product: string;
  readonly state: ProductState;
  readonly visibility: Visibility | undefined;
  readonly subscribability: Subscribability | undefined;
  /** APIs as they are in the manifest, by `name:version`, or with a definition of their own. */
  readonly copy:
    | {
        readonly title: string;
        readonly plans: readonly PlanTerms[];
        readonly apis: readonly (string | ApiFromManifest)[];
      }
    | undefined;
  readonly online: Readonly<Record<string, boolean>>;
  readonly migrationTarget: CatalogProductDefinition['migrationTarget'];
  readonly sunsetAt: string | null;
};

/** A thing as the manifest describes it, and where. */
export type FromManifest<Thing> = {
  readonly name: string;
  readonly place: ManifestPath;
  readonly thing: Thing;
};

/** The lists of a manifest; one that is left out says nothing of its things. */
export type ManifestLists = {
  readonly UserRegistry?: readonly FromManifest<UserRegistryDefinition>[];
  readonly OAuthProvider?: readonly FromManifest<OAuthProviderFromManifest>[];
  readonly Api?: readonly FromManifest<ApiFromManifest>[];
  readonly Product?: readonly FromManifest<ProductDefinition>[];
  readonly Catalog?: readonly FromManifest<CatalogFromManifest>[];
  readonly GraphQLServer?: readonly FromManifest<GraphQLServerDefinition>[];
};

/** A manifest, read: each thing complete in itself, but not yet held against the others. */
export type Manifest = {
  readonly org: { readonly name?: string | undefined; readonly title?: string | undefined };
  readonly lists: ManifestLists;
  readonly positions: readonly FromManifest<CatalogProductFromManifest>[];
  /** The catalogs whose products are listed. */
  readonly listed: ReadonlySet<string>;
  /** Is it named, with faults of its own that have been told? Then nothing more is said of it. */
  readonly isBroken: (kind: Kind, name: string) => boolean;
};

/** The list of the manifest that each kind of thing stands in. */
export const listNames = {
  UserRegistry: 'userRegistries',
  OAuthProvider: 'oauthProviders',
  Api: 'apis',
  Product: 'products',
  Catalog: 'catalogs',
  GraphQLServer: 'graphqlServers',
} as const satisfies Record<keyof ManifestLists, string>;
