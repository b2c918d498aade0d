import { isName } from '../../foundation/text/name.ts';
import { METADATA_PATH } from '../oauth/oauth-paths.ts';

/** A host name, and the path that it stands for: `/<org>` or `/<org>/<catalog>`. A star in both is the same name. */
export type HostName = { readonly host: string; readonly path: string };

/** Hosts that stand for orgs or catalogs: below each of them is what is below its path elsewhere, and nothing else. */
export type HostNames = {
  /** As they were given. */
  readonly hosts: readonly string[];
  /** The path that the host of a request stands for, with its port or without; undefined for any other host. */
  pathOf(host: string | undefined): string | undefined;
  /** Where a catalog is reached by a host name; undefined where none leads to it. Of several the first is told. */
  addressOf(catalogPath: string): { readonly host: string; readonly path: string } | undefined;
};

/** A label of a host name. (RFC 1123 §2.1) */
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const HOST_LENGTH_MAX = 253;

/**
 * Reads `host=org` or `host=org/catalog`; of `*.host=*` and the like, the first label of the host is the name of the org or
 * catalog.
 *
 * @returns undefined for anything else
 */
export function readHostName(text: string): HostName | undefined {
  const [given = '', place = '', ...rest] = text.split('=').map((each) => each.trim());
  const host = given.toLowerCase();
  const names = place.split('/');
  const hasStar = host.startsWith('*.');
  const stars = names.filter((name) => name === '*').length;
  const isWhole =
    rest.length === 0 && names.length <= 2 && names.every((name) => name === '*' || isName(name));
  if (!isWhole || stars !== (hasStar ? 1 : 0) || !isHostName(hasStar ? host.slice(2) : host))
    return undefined;
  return { host, path: `/${place}` };
}

/** A name of DNS: an address, whose last label is a number, is none. (RFC 1123 §2.1) */
export function isHostName(text: string): boolean {
  const labels = text.split('.');
  return (
    text.length <= HOST_LENGTH_MAX &&
    labels.every((label) => LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
}

/** @param named where a host stands twice, the first one counts */
export function createHostNames(named: readonly HostName[]): HostNames {
  const exact = new Map<string, string>();
  const below = new Map<string, string>();
  for (const { host, path } of named) {
    const [paths, key] = host.startsWith('*.') ? [below, host.slice(2)] : [exact, host];
    if (!paths.has(key)) paths.set(key, path);
  }
  function pathOf(given: string | undefined): string | undefined {
    if (given === undefined) return undefined;
    const host = nameOf(given);
    const path = exact.get(host);
    if (path !== undefined || below.size === 0) return path;
    const dot = host.indexOf('.');
    const label = host.slice(0, dot);
    return dot > 0 && isName(label) ? below.get(host.slice(dot + 1))?.replace('*', label) : undefined;
  }
  return {
    hosts: named.map(({ host }) => host),
    pathOf,
    addressOf(catalogPath) {
      for (const { host: pattern, path } of named) {
        const found = matched(catalogPath.split('/'), path.split('/'));
        const host = pattern.replace('*', found?.star ?? '');
        // A host that is another's by its whole name is not that of a star.
        if (found && pathOf(host) + found.rest === catalogPath) return { host, path: found.rest };
      }
      return undefined;
    },
  };
}

function matched(names: readonly string[], pattern: readonly string[]) {
  const isSame = pattern.every((name, at) => name === '*' || name === names[at]);
  if (!isSame || names.length < pattern.length) return undefined;
  const rest = names.slice(pattern.length);
  return { star: names[pattern.indexOf('*')] ?? '', rest: rest.map((name) => `/${name}`).join('') };
}

/** The name of the header Host: without port, and without the dot of an absolute name. */
function nameOf(host: string): string {
  const end = host.lastIndexOf(':');
  const name = (end < 0 ? host : host.slice(0, end)).toLowerCase();
  return name.endsWith('.') ? name.slice(0, -1) : name;
}

/**
 * What the path of a request to such a host is elsewhere. Well-known addresses stand at the root of every host, and those
 * of an issuer have its path behind them. (RFC 8615 §3, RFC 8414 §3.1)
 *
 * @param place what the host stands for
 */
export function pathElsewhere(place: string, path: string): string {
  if (path.startsWith(`${METADATA_PATH}/`)) return METADATA_PATH + place + path.slice(METADATA_PATH.length);
  return path.startsWith('/.well-known/') ? path : place + path;
}
