import { isIP } from 'node:net';
import { isPublic } from '../../domain/addresses/public-addresses.ts';
import { readAllowedTarget } from '../../domain/addresses/target-allowlist.ts';

/** A connection that is to be made. */
type ConnectTarget = {
  readonly address: string;
  /** The name or address in the URL. */
  readonly host: string;
  readonly port: number;
  /** The org whose call it is, for entries of its own. */
  readonly org: string | undefined;
};

/** The addresses that may be called. They are every public one, and private ones as TARGET_ALLOWLIST allows. */
export type Targets = {
  /** The orgs that have entries of their own. */
  readonly orgs: ReadonlySet<string>;
  /** Is true when some entries are for certain ports only. */
  readonly isByPort: boolean;
  allows(target: ConnectTarget): boolean;
};

/**
 * @param allowlist entries of TARGET_ALLOWLIST.
 * @throws RangeError for an invalid one
 */
export function createTargets(allowlist: readonly string[]): Targets {
  const entries = allowlist.map((text) => {
    const entry = readAllowedTarget(text);
    if (!entry) throw new RangeError(`${text} is no target`);
    return entry;
  });
  return {
    orgs: new Set(entries.flatMap(({ org }) => org ?? [])),
    isByPort: entries.some(({ port }) => port !== null),
    allows({ address: ip, host, port, org }) {
      if (isPublic(ip)) return true;
      const [address = ''] = ip.split('%');
      if (isIP(address) === 0) return false;
      return entries.some(
        (entry) =>
          (entry.org === null || entry.org === org) &&
          (entry.port === null || entry.port === port) &&
          entry.covers(host, address),
      );
    },
  };
}
