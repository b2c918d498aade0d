import { isIP } from 'node:net';
import { isPublic } from '../../domain/addresses/public-addresses.ts';
import { readAllowedTarget } from '../../domain/addresses/target-allowlist.ts';

/** A connection that somebody would make. */
export type ConnectTarget = {
  readonly address: string;
  /** The name or address in the URL. */
  readonly host: string;
  readonly port: number;
  /** The org whose call it is, where entries are for its calls alone. */
  readonly org: string | undefined;
};

/** Which addresses may be called: every public one, and private ones only as TARGET_ALLOWLIST has them. */
export type Targets = {
  /** The orgs that have entries of their own. */
  readonly orgs: ReadonlySet<string>;
  /** Does it make a difference at which port something is called? */
  readonly isByPort: boolean;
  allows(target: ConnectTarget): boolean;
};

/** @param allowlist entries of TARGET_ALLOWLIST. @throws RangeError for one that is none */
export function createTargets(allowlist: readonly string[]): Targets {
  const entries = allowlist.map((text) => {
    const entry = readAllowedTarget(text);
    if (!entry) throw new RangeError(`${text} is no target`);
    return entry;
  });
  return {
    orgs: new Set(entries.flatMap(({ org }) => org ?? [])),
    isByPort: entries.some(({ port }) => port !== null),
    allows({ address: given, host, port, org }) {
      if (isPublic(given)) return true;
      const [address = ''] = given.split('%');
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
