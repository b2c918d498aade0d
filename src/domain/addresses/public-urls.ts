import type { HostNames } from './host-names.ts';

/** How callers reach the gateway. */
export type GatewayUrls = {
  /** GATEWAY_URL, below which all catalogs are. */
  readonly gateway: string;
  /** GATEWAY_HOSTS. */
  readonly gatewayHosts?: HostNames | undefined;
};

/**
 * Where the APIs and OAuth endpoints of a catalog are told to be: at its own host name where it has one.
 *
 * The issuer of its tokens stays below GATEWAY_URL all the same: another one would make those that are out there worthless.
 *
 * @param path `/<org>/<catalog>`
 */
export function catalogUrl({ gateway, gatewayHosts }: GatewayUrls, path: string): string {
  return urlOf(gateway, gatewayHosts?.addressOf(path)) ?? gateway + path;
}

/** How people reach portals. */
export type PortalUrls = {
  /** CONTROL_URL, below which all portals are. */
  readonly control: string;
  /** PORTAL_HOSTS. */
  readonly portalHosts?: HostNames | undefined;
};

/** Where the portal of a catalog is told to be, without a slash at its end. @param path `/<org>/<catalog>` */
export function portalUrl({ control, portalHosts }: PortalUrls, path: string): string {
  return urlOf(control, portalHosts?.addressOf(path)) ?? `${control}/portal${path}`;
}

/** Scheme and port are those of the address that all share. */
function urlOf(shared: string, address: ReturnType<HostNames['addressOf']>): string | undefined {
  if (address === undefined) return undefined;
  const { protocol, port } = new URL(shared);
  return `${protocol}//${address.host}${port && `:${port}`}${address.path}`;
}
