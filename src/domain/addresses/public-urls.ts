import { type HostNames, hostNameOf } from './host-names.ts';

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
  const address = gatewayHosts?.addressOf(path);
  return address ? urlAt(gateway, address) : gateway + path;
}

/**
 * Returns the URL by which a caller knows a path of the gateway.
 *
 * It is at the host that the caller named, where that is of an org or a catalog, else below GATEWAY_URL. No other host
 * that a caller names is repeated.
 *
 * @param path as it is on the shared host
 */
export function urlAtHost(
  { gateway, gatewayHosts }: GatewayUrls,
  host: string | undefined,
  path: string,
): string {
  const base = gatewayHosts?.pathOf(host);
  if (host === undefined || base === undefined || !path.startsWith(`${base}/`)) return gateway + path;
  return urlAt(gateway, { host: hostNameOf(host), path: path.slice(base.length) });
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
  const address = portalHosts?.addressOf(path);
  return address ? urlAt(control, address) : `${control}/portal${path}`;
}

/** Returns the URL of a host name. Scheme and port are those of the shared address. */
function urlAt(shared: string, { host, path }: NonNullable<ReturnType<HostNames['addressOf']>>): string {
  const { protocol, port } = new URL(shared);
  return `${protocol}//${host}${port && `:${port}`}${path}`;
}
