import type { VersionedName } from '../../../../foundation/text/version.ts';

/** A catalog, as addresses and inputs name it. */
export type CatalogAddress = { readonly org: string; readonly catalog: string };
export type ConsumerOrgAddress = CatalogAddress & { readonly consumerOrg: string };
export type ApplicationAddress = ConsumerOrgAddress & { readonly application: string };
export type GroupAddress = CatalogAddress & { readonly group: string };
export type WebhookAddress = CatalogAddress & { readonly webhook: string };

/** The page of a catalog. */
export const catalogPath = ({ org, catalog }: CatalogAddress) => `/console/catalogs/${org}/${catalog}`;

/** The board of a catalog: its products by state. */
export const boardPath = (address: CatalogAddress) => `${catalogPath(address)}/board`;

export const consumersPath = (address: CatalogAddress) => `${catalogPath(address)}/consumers`;

export const consumerOrgPath = (address: ConsumerOrgAddress) =>
  `${consumersPath(address)}/${address.consumerOrg}`;

/** The page that says for whom a product in a catalog is. */
export const audiencePath = ({ product, ...address }: CatalogAddress & { readonly product: string }) =>
  `${catalogPath(address)}/audiences/${product.replace(':', '/')}`;

/** The page that says what a product in a catalog asks of subscribers. */
export const subscriptionFormPath = ({
  product,
  ...address
}: CatalogAddress & { readonly product: string }) =>
  `${catalogPath(address)}/forms/${product.replace(':', '/')}`;

export const groupsPath = (address: CatalogAddress) => `${catalogPath(address)}/groups`;

export const groupPath = (address: GroupAddress) => `${groupsPath(address)}/${address.group}`;

export const applicationPath = (address: ApplicationAddress) =>
  `${consumerOrgPath(address)}/${address.application}`;

/** The page of an application's subscription to a product. */
export const subscriptionPath = (address: ApplicationAddress, { name, version }: VersionedName) =>
  `${applicationPath(address)}/subscriptions/${name}/${version}`;

/** The invoice preview of a consumer org for a month such as `2026-11`. */
export const invoicePath = (address: ConsumerOrgAddress, month?: string) =>
  `${catalogPath(address)}/invoices/${address.consumerOrg}${month === undefined ? '' : `?month=${month}`}`;

export const campaignsPath = (address: CatalogAddress) => `${catalogPath(address)}/messages`;

export const webhooksPath = (address: CatalogAddress) => `${catalogPath(address)}/webhooks`;

export const webhookPath = (address: WebhookAddress) => `${webhooksPath(address)}/${address.webhook}`;

/** A product in a catalog. */
export type CatalogProductAddress = CatalogAddress & VersionedName;

/** The page of an action on a product of a catalog, for example `supersede`. */
export const actionPath = ({ name, version, ...catalog }: CatalogProductAddress, action: string) =>
  `${catalogPath(catalog)}/products/${name}/${version}/${action}`;

/** The page that takes an API of a catalog online or offline. */
export const onlinePath = ({ name, version, ...catalog }: CatalogProductAddress, online: boolean) =>
  `${catalogPath(catalog)}/apis/${name}/${version}/${online ? 'online' : 'offline'}`;

/** The changes of a catalog that can be undone. */
export const undoPath = (address: CatalogAddress) => `${catalogPath(address)}/undo`;

/** The page that shows a catalog at an instant, and what has changed since. */
export const historyPath = (address: CatalogAddress) => `${catalogPath(address)}/history`;

/** The rehearsals of a catalog. */
export const rehearsalsPath = (address: CatalogAddress) => `${catalogPath(address)}/rehearsals`;

export const rehearsalPath = (address: CatalogAddress, id: string) => `${rehearsalsPath(address)}/${id}`;

export const catalogSettingsPath = (address: CatalogAddress) => `${catalogPath(address)}/settings`;

/** The page on which administrators say who approves changes of a catalog. */
export const changePolicyPath = (address: CatalogAddress) => `${catalogPath(address)}/approvals`;

/** The pages of the portal that the provider writes. */
export const portalPagesPath = (address: CatalogAddress) => `${catalogPath(address)}/pages`;

export const backendsPath = (address: CatalogAddress) => `${catalogPath(address)}/backends`;

/** The page that makes an API of a document. */
export const importPath = (org: string) => `/console/import?org=${encodeURIComponent(org)}`;

/** An API or a product, as `name:version`. */
type DraftAddress<Kind extends string> = { readonly org: string } & Readonly<Record<Kind, string>>;

export const apiPath = ({ org, api }: DraftAddress<'api'>) => `/console/apis/${org}/${api.replace(':', '/')}`;

export const productPath = ({ org, product }: DraftAddress<'product'>) =>
  `/console/products/${org}/${product.replace(':', '/')}`;

/** The page that makes a product, of an API where one is named. */
export const newProductPath = (org: string, api?: string) =>
  `/console/products/new?${new URLSearchParams({ org, ...(api !== undefined && { api }) })}`;

/** The page that tries limits of a plan on recorded calls. */
export const planTrialPath = (address: DraftAddress<'product'>, plan: string) =>
  `${productPath(address)}/plans/${plan}/trial`;

export const CALLS_PATH = '/console/calls';

export const NEW_ORG_PATH = '/console/orgs/new';

export const newCatalogPath = (org: string) => `/console/catalogs/new?org=${encodeURIComponent(org)}`;

export const newGraphQLServerPath = (org: string) =>
  `/console/graphql-servers/new?org=${encodeURIComponent(org)}`;

export type GraphQLServerAddress = { readonly org: string; readonly server: string };

export const graphqlServerPath = ({ org, server }: GraphQLServerAddress) =>
  `/console/graphql-servers/${org}/${server}`;

/** The schema of a GraphQL server, by its types. */
export const graphqlServerSchemaPath = (address: GraphQLServerAddress) =>
  `${graphqlServerPath(address)}/schema`;

/** Address of quotas: an org, or one of its catalogs. */
export type QuotasAddress = { readonly org: string; readonly catalog?: string };

const QUOTAS_PATH = '/console/quotas';

export const quotasPath = (address: QuotasAddress) => `${QUOTAS_PATH}?${new URLSearchParams(address)}`;

export type RuleSetAddress = { readonly org: string; readonly ruleSet: string };

/** The rule sets of an org, with a notice of what was done. */
export const ruleSetsPath = (org: string, done?: string) =>
  `/console/rule-sets?${new URLSearchParams({ org, ...(done !== undefined && { done }) })}`;

export const ruleSetPath = ({ org, ruleSet }: RuleSetAddress) => `/console/rule-sets/${org}/${ruleSet}`;

/** The change requests of an org, the open ones or those that are closed. */
export const changeRequestsPath = (org: string, state?: 'closed') =>
  `/console/changes?${new URLSearchParams({ org, ...(state && { state }) })}`;

export const changeRequestPath = ({ org, number }: { readonly org: string; readonly number: number }) =>
  `/console/changes/${org}/${number}`;
