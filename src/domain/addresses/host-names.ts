import { isName } from '../../foundation/text/name.ts';
import { METADATA_PATH, RESOURCE_METADATA_PATH } from '../oauth/oauth-paths.ts';

/** A host name and the path that it stands for: `/<org>` or `/<org>/<catalog>`. A star in both is the same name. */
export type HostName = { readonly host: string; readonly path: string };

/** A label of a host name. (RFC 1123 §2.1) */
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const HOST_LENGTH_MAX = 253;

/**
 * Reads `host=org` or `host=org/catalog`. With `*.host=*` and the like, the first label of the host is the name of the
 * org or catalog.
 *
 * @returns undefined for anything else
 */
export function readHostName(text: string): HostName | undefined {
  const [hostText = '', path = '', ...rest] = text.split('=').map((each) => each.trim());
  const host = hostText.toLowerCase();
  const names = path.split('/');
  const hasStar = host.startsWith('*.');
  const stars = names.filter((name) => name === '*').length;
  const isWhole =
    rest.length === 0 && names.length <= 2 && names.every((name) => name === '*' || isName(name));
  if (!isWhole || stars !== (hasStar ? 1 : 0) || !isHostName(hasStar ? host.slice(2) : host))
    return undefined;
  return { host, path: `/${path}` };
}

/** Is true for a DNS name. An IP address is none: its last label is a number. (RFC 1123 §2.1) */
export function isHostName(text: string): boolean {
  const labels = text.split('.');
  return (
    text.length <= HOST_LENGTH_MAX &&
    labels.every((label) => LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
}

/** Hosts that stand for orgs or catalogs. Each serves only the paths below its own org or catalog. */
export class HostNames {
  readonly #named: readonly HostName[];
  /** Paths by whole host names. */
  readonly #exact = new Map<string, string>();
  /** Paths by what follows the star of a host name. */
  readonly #below = new Map<string, string>();

  /** @param named the configured names; of two with the same host the first counts */
  constructor(named: readonly HostName[]) {
    this.#named = named;
    for (const { host, path } of named) {
      const [paths, key] = host.startsWith('*.') ? [this.#below, host.slice(2)] : [this.#exact, host];
      if (!paths.has(key)) paths.set(key, path);
    }
  }

  /** The configured hosts, in their order. */
  get hosts(): readonly string[] {
    return this.#named.map(({ host }) => host);
  }

  /** Returns the path that a request's host stands for. The host may have a port. Undefined for any other host. */
  pathOf(text: string | undefined): string | undefined {
    if (text === undefined) return undefined;
    const host = hostNameOf(text);
    const path = this.#exact.get(host);
    if (path !== undefined || this.#below.size === 0) return path;
    const dot = host.indexOf('.');
    const label = host.slice(0, dot);
    return dot > 0 && isName(label) ? this.#below.get(host.slice(dot + 1))?.replace('*', label) : undefined;
  }

  /** Returns the host name of a catalog, the first of several. Undefined when it has none. */
  addressOf(catalogPath: string): { readonly host: string; readonly path: string } | undefined {
    for (const { host: pattern, path } of this.#named) {
      const found = matched(catalogPath.split('/'), path.split('/'));
      const host = pattern.replace('*', found?.star ?? '');
      // A host with a name of its own does not match a wildcard.
      if (found && this.pathOf(host) + found.rest === catalogPath) return { host, path: found.rest };
    }
    return undefined;
  }
}

function matched(names: readonly string[], pattern: readonly string[]) {
  const isSame = pattern.every((name, at) => name === '*' || name === names[at]);
  if (!isSame || names.length < pattern.length) return undefined;
  const rest = names.slice(pattern.length);
  return { star: names[pattern.indexOf('*')] ?? '', rest: rest.map((name) => `/${name}`).join('') };
}

/** Returns the host of a Host header, without its port and a final dot. */
export function hostNameOf(host: string): string {
  const end = host.lastIndexOf(':');
  const name = (end < 0 ? host : host.slice(0, end)).toLowerCase();
  return name.endsWith('.') ? name.slice(0, -1) : name;
}

/**
 * Returns the path that a request to such a host has on the shared host. Well-known paths are at the root of every
 * host, and the path of an issuer or an API follows them. (RFC 8615 §3, RFC 8414 §3.1, RFC 9728 §3.1)
 *
 * @param base what the host stands for
 */
export function pathElsewhere(base: string, path: string): string {
  for (const wellKnown of [METADATA_PATH, RESOURCE_METADATA_PATH])
    if (path.startsWith(`${wellKnown}/`)) return wellKnown + base + path.slice(wellKnown.length);
  return path.startsWith('/.well-known/') ? path : base + path;
}
