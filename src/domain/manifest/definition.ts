import type { VersionedName } from '../../foundation/text/version.ts';
import type { AccessPolicies } from '../access-policy/policies.ts';
import type { ApiSettings } from '../api/api-settings.ts';
import type { ApiWords } from '../api/api-words.ts';
import type { SourceSettings } from '../api/graphql-server-source.ts';
import type { Security } from '../api/security.ts';
import type { BackendSettings } from '../backend/backend.ts';
import type { Branding } from '../branding/branding.ts';
import type { PortalPage } from '../branding/portal-page.ts';
import type { UsageAlertPolicy } from '../call/usage-alert.ts';
import type { ChangePolicy } from '../change-request/policy.ts';
import type { Audience } from '../consumer/audience.ts';
import type { CredentialPolicy } from '../consumer/credential-policy.ts';
import type { PlanAudiences } from '../consumer/named-audience.ts';
import type { SignInPolicy } from '../consumer/sign-in-policy.ts';
import type { Subscribability } from '../consumer/subscription.ts';
import type { SubscriptionForm } from '../consumer/subscription-form.ts';
import type { EventType } from '../events/events.ts';
import type { MailPolicy } from '../events/mail-policy.ts';
import type { WebhookFormat } from '../events/webhook-format.ts';
import type { LdapSettings } from '../oauth/ldap-settings.ts';
import type { OAuthProviderSettings } from '../oauth/oauth-provider.ts';
import type { OpenIdRegistrySettings } from '../oauth/open-id-settings.ts';
import type { SamlSettings } from '../oauth/saml-settings.ts';
import type { PlanMapping, PlanTerms } from '../plan/plan.ts';
import { type ProductState, serves } from '../product/lifecycle.ts';
import type { LintPolicy } from '../product/lint-policy.ts';
import type { ProductWords } from '../product/product-words.ts';
import type { Visibility } from '../product/visibility.ts';

export type UserRegistryDefinition = {
  readonly name: string;
  readonly title: string;
  readonly displayName: string;
  /** The name of a row of src/infrastructure/user-registries/types.ts. */
  readonly type: string;
  readonly url: string;
  /** The settings of type LDAP. Null for another type. */
  readonly ldap: LdapSettings | null;
  /** The settings of type OPENID_CONNECT. Null for another type. */
  readonly openId: OpenIdRegistrySettings | null;
  /** The settings of type SAML. Null for another type. */
  readonly saml: SamlSettings | null;
};

export type OAuthProviderDefinition = OAuthProviderSettings & {
  readonly name: string;
  readonly title: string;
  /** The name of the registry that authenticates people. Null admits nobody. */
  readonly userRegistry: string | null;
};

/** A back-end by its name. Each catalog has settings for it. */
export type BackendDefinition = { readonly name: string; readonly title: string };

/** A rule set, with its rules as text. */
export type RuleSetDefinition = { readonly name: string; readonly title: string; readonly rules: string };

export type ApiDefinition = VersionedName &
  Security & {
    readonly title: string;
    readonly kind: 'REST' | 'GRAPHQL';
    readonly basePath: string;
    readonly targetUrl: string | null;
    /** The name of the back-end that is called instead. Null for none. */
    readonly backend: string | null;
    readonly graphqlUrl: string | null;
    readonly sdl: string | null;
    /** JSON text as the database writes it. Equal documents have equal text. */
    readonly openapi: string | null;
    /** Forwards the caller's own header Authorization to the back-end. */
    readonly forwardAuthorization: boolean;
    readonly settings: ApiSettings;
    readonly words: ApiWords;
  };

export type ProductDefinition = VersionedName & {
  readonly title: string;
  /** `name:version` each, in their order. */
  readonly apis: readonly string[];
  readonly plans: readonly PlanTerms[];
  readonly visibility: Visibility;
  readonly subscribability: Subscribability;
  readonly words: ProductWords;
};

/** A group of consumer orgs. Who is in it is no part of it. */
export type ConsumerGroupDefinition = {
  readonly name: string;
  readonly title: string;
  readonly mailDomains: readonly string[];
};

/** A webhook without its secret. */
export type WebhookDefinition = {
  readonly name: string;
  readonly url: string;
  /** Sorted, because the order has no meaning. */
  readonly types: readonly EventType[];
  readonly active: boolean;
  readonly format: WebhookFormat;
};

/** A back-end in a catalog. Secrets are in it by their names. */
export type CatalogBackendDefinition = BackendSettings & { readonly name: string };

export type CatalogDefinition = {
  readonly name: string;
  readonly title: string;
  readonly selfServiceSignUp: boolean;
  readonly branding: Branding;
  /** In their order. */
  readonly pages: readonly PortalPage[];
  /** Null is none. */
  readonly credentialPolicy: CredentialPolicy | null;
  /** Null is none. */
  readonly usageAlerts: UsageAlertPolicy | null;
  /** Null sends none. */
  readonly mail: MailPolicy | null;
  /** Null asks for no approvals. */
  readonly changePolicy: ChangePolicy | null;
  /** Null holds documents to no rules. */
  readonly lintPolicy: LintPolicy | null;
  /** Null is by passwords alone. */
  readonly signIn: SignInPolicy | null;
  /** Names, sorted because the order has no meaning. */
  readonly userRegistries: readonly string[];
  readonly oauthProviders: readonly string[];
  /** Sorted by name. */
  readonly consumerGroups: readonly ConsumerGroupDefinition[];
  /** Sorted by name. */
  readonly webhooks: readonly WebhookDefinition[];
  /** Names of secrets, sorted. Their values are no part of it. */
  readonly secrets: readonly string[];
  /** Sorted by name. */
  readonly backends: readonly CatalogBackendDefinition[];
};

/** The copy of a product in a catalog. It is fixed until the product is staged or published again. */
export type ProductCopy = {
  readonly title: string;
  readonly words: ProductWords;
  readonly plans: readonly PlanTerms[];
  readonly apis: readonly ApiDefinition[];
};

/** A product's position in a catalog. */
export type CatalogProductDefinition = {
  readonly catalog: string;
  /** `name:version` */
  readonly product: string;
  readonly state: ProductState;
  readonly visibility: Visibility;
  readonly subscribability: Subscribability;
  /** Chosen consumers, with consumer orgs by name. */
  readonly visibleTo: Audience;
  readonly subscribableBy: Audience;
  /** Plans that are not for all, sorted by name. */
  readonly planAudiences: readonly PlanAudiences[];
  /** Null asks nothing. */
  readonly subscriptionForm: SubscriptionForm | null;
  readonly copy: ProductCopy;
  /** The APIs that are online, `name:version` each, in the order of the copy. */
  readonly online: readonly string[];
  readonly migrationTarget: { readonly product: string; readonly plans: readonly PlanMapping[] } | null;
  /** An instant, RFC 3339. */
  readonly sunsetAt: string | null;
  /** Days without a call after which the sunset ends its subscriptions. */
  readonly sunsetIfIdleDays: number | null;
};

export type GraphQLServerDefinition = {
  readonly name: string;
  readonly title: string;
  readonly exposed: boolean;
  /**
   * Sources, each with its document as JSON text in the order of `documentWriting`. Only the server of .meshrc.yaml has
   * no documents.
   */
  readonly sources: readonly (SourceSettings & { readonly openapi?: string })[];
  readonly policies: AccessPolicies;
};

/** The kinds of thing in a manifest, by their GraphQL types. Each comes after the kinds it refers to. */
export type Definitions = {
  readonly Org: { readonly title: string };
  readonly UserRegistry: UserRegistryDefinition;
  readonly OAuthProvider: OAuthProviderDefinition;
  readonly Backend: BackendDefinition;
  readonly RuleSet: RuleSetDefinition;
  readonly Api: ApiDefinition;
  readonly Product: ProductDefinition;
  readonly Catalog: CatalogDefinition;
  readonly CatalogProduct: CatalogProductDefinition;
  readonly GraphQLServer: GraphQLServerDefinition;
};
export type Kind = keyof Definitions;

/**
 * A complete org: each thing by `name`, `name:version`, or `catalog/name:version`. Consumer orgs, applications and
 * subscriptions belong to consumers and are no part of it. Secrets are no part of it either.
 */
export type OrgDefinition = { readonly [K in Kind]: ReadonlyMap<string, Definitions[K]> };

/** Returns the name of a product in a catalog: `sandbox/customer:1.0.0`. */
export function positionName({ catalog, product }: { catalog: string; product: string }): string {
  return `${catalog}/${product}`;
}

/** Sorts a plan map by source. It has no order of its own. */
export function bySource(plans: readonly PlanMapping[]): PlanMapping[] {
  return plans.toSorted((a, b) => (a.source < b.source ? -1 : 1));
}

/**
 * Is true for APIs that are online by default: REST APIs of a serving product. The owner of a GraphQL proxy API
 * switches it on. (spec.md, "Activate API, which is left unselected"; `takeOnline` of the publication)
 */
export function isOnlineByDefault({ kind }: Pick<ApiDefinition, 'kind'>, state: ProductState): boolean {
  return kind === 'REST' && serves(state);
}
