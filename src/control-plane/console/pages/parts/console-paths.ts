/** A catalog, as addresses and inputs name it. */
export type Place = { readonly org: string; readonly catalog: string };
export type ConsumerOrgPlace = Place & { readonly consumerOrg: string };
export type ApplicationPlace = ConsumerOrgPlace & { readonly application: string };
export type WebhookPlace = Place & { readonly webhook: string };

/** The page of a catalog. */
export const catalogPath = ({ org, catalog }: Place) => `/console/catalogs/${org}/${catalog}`;

export const consumersPath = (place: Place) => `${catalogPath(place)}/consumers`;

export const consumerOrgPath = (place: ConsumerOrgPlace) => `${consumersPath(place)}/${place.consumerOrg}`;

export const applicationPath = (place: ApplicationPlace) => `${consumerOrgPath(place)}/${place.application}`;

export const webhooksPath = (place: Place) => `${catalogPath(place)}/webhooks`;

export const webhookPath = (place: WebhookPlace) => `${webhooksPath(place)}/${place.webhook}`;

/** What quotas are of: an org, or one of its catalogs. */
export type QuotaPlace = { readonly org: string; readonly catalog?: string };

export const QUOTAS_PATH = '/console/quotas';

export const quotasPath = (place: QuotaPlace) => `${QUOTAS_PATH}?${new URLSearchParams(place)}`;
