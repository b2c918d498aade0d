import type { CatalogProvider, OAuthDeps, OAuthEndpoint } from '../endpoint.ts';

type Urls = OAuthDeps['urls'];

/**
 * The address below which the pages of a provider lie. It has the path of the issuer, on an origin that no back-end answers
 * on: a script of a back-end's page can neither read nor fill in the form that asks for a password.
 */
export function pagesUrl({ catalog, provider }: CatalogProvider, { oauth }: Urls): string {
  return `${oauth}${catalog.path}/${provider.name}`;
}

/** The path of a page of a provider, with its query. */
export function pagePath(
  { context, ...call }: CatalogProvider & { readonly context: { readonly urls: Urls } },
  path: string,
  query: string,
): string {
  return `${new URL(pagesUrl(call, context.urls)).pathname}${path}${query === '' ? '' : `?${query}`}`;
}

/** Tells whether the pages are on the gateway, beside the APIs. */
export function sharesOrigin({ gateway, oauth }: Urls): boolean {
  return new URL(gateway).origin === new URL(oauth).origin;
}

/**
 * Redirects from the old address of a page on the gateway.
 *
 * A form is refused unread, for it may hold a password.
 */
export const pageElsewhere: OAuthEndpoint = {
  methods: ['GET', 'HEAD'],
  answer: ({ url }, { urls }) => ({
    status: 302,
    headers: { Location: `${urls.oauth}${url}`, 'Referrer-Policy': 'no-referrer' },
  }),
};
