/** A catalog, as addresses and inputs name it. */
export type CatalogAddress = { readonly org: string; readonly catalog: string };
export type ConsumerOrgAddress = CatalogAddress & { readonly consumerOrg: string };
export type ApplicationAddress = ConsumerOrgAddress & { readonly application: string };
export type WebhookAddress = CatalogAddress & { readonly webhook: string };

/** The page of a catalog. */
export const catalogPath = ({ org, catalog }: CatalogAddress) => `/console/catalogs/${org}/${catalog}`;

export const consumersPath = (place: CatalogAddress) => `${catalogPath(place)}/consumers`;

export const consumerOrgPath = (place: ConsumerOrgAddress) => `${consumersPath(place)}/${place.consumerOrg}`;

export const applicationPath = (place: ApplicationAddress) =>
  `${consumerOrgPath(place)}/${place.application}`;

export const webhooksPath = (place: CatalogAddress) => `${catalogPath(place)}/webhooks`;

export const webhookPath = (place: WebhookAddress) => `${webhooksPath(place)}/${place.webhook}`;

/** Address of quotas: an org, or one of its catalogs. */
export type QuotasAddress = { readonly org: string; readonly catalog?: string };

export const QUOTAS_PATH = '/console/quotas';

export const quotasPath = (place: QuotasAddress) => `${QUOTAS_PATH}?${new URLSearchParams(place)}`;
