/** Schemes of URLs, each with its default port. */
export type SchemePorts = Readonly<Record<string, number>>;
export const httpPorts: SchemePorts = { http: 80, https: 443 };

type SchemeAndPort = { readonly port: string; readonly protocol: string };

export const portOf = ({ port, protocol }: SchemeAndPort, ports = httpPorts): number =>
  Number(port) || (ports[protocol.slice(0, -1)] ?? 80);

/** Returns the host of a URL without the brackets of IPv6. */
export const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');
