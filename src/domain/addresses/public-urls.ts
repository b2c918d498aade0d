import type { HostNames } from './host-names.ts';

/** The addresses that callers reach the gateway at. */
export type GatewayUrls = {
  /** GATEWAY_URL. All catalogs are below it. */
  readonly gateway: string;
  /** GATEWAY_HOSTS. */
  readonly gatewayHosts?: HostNames | undefined;
};

/**
 * Returns the public URL of a catalog, at its host name if it has one. Its APIs and OAuth endpoints are below it.
 *
 * The issuer of its tokens stays below GATEWAY_URL: another issuer would invalidate the tokens in use.
 *
 * @param path `/<org>/<catalog>`
 */
export function catalogUrl({ gateway, gatewayHosts }: GatewayUrls, path: string): string {
  return urlOf(gateway, gatewayHosts?.addressOf(path)) ?? gateway + path;
}

/** The addresses that people reach portals at. */
export type PortalUrls = {
  /** CONTROL_URL. All portals are below it. */
  readonly control: string;
  /** PORTAL_HOSTS. */
  readonly portalHosts?: HostNames | undefined;
};

/**
 * Returns the public URL of a catalog's portal, without a slash at its end.
 * @param path `/<org>/<catalog>`
 */
export function portalUrl({ control, portalHosts }: PortalUrls, path: string): string {
  return urlOf(control, portalHosts?.addressOf(path)) ?? `${control}/portal${path}`;
}

/** Returns the URL of a host name. Scheme and port are those of the shared address. */
function urlOf(shared: string, address: ReturnType<HostNames['addressOf']>): string | undefined {
  if (address === undefined) return undefined;
  const { protocol, port } = new URL(shared);
  return `${protocol}//${address.host}${port && `:${port}`}${address.path}`;
}
