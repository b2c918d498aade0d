/**
 * What the cookies of the OAuth providers' pages begin with. APIs share their host: the gateway gives them to no back-end,
 * and lets no back-end set them.
 */
export const PROVIDER_COOKIE = '__Host-oauth.';
