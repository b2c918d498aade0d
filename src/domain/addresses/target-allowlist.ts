import { BlockList, isIP } from 'node:net';
import { isName } from '../../foundation/text/name.ts';
import { isHostName } from './host-names.ts';

/** An entry of TARGET_ALLOWLIST: a target that may be called in a private network. */
type AllowedTarget = {
  /** The org that may call it. Null for every org. */
  readonly org: string | null;
  /** Null for every port. */
  readonly port: number | null;
  /** Tells whether a host that resolves to the address may be called. */
  covers(host: string, address: string): boolean;
};

const PORT_MAX = 65_535;
const PREFIX_MAX = { 0: 0, 4: 32, 6: 128 } as const;

/**
 * Networks that a name may resolve to. They exclude this machine and link-local addresses, where clouds keep metadata.
 */
const OF_NAMES = ['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];

/**
 * Reads `[org=]target[:port]`. The target is a network (`10.0.0.0/8`), an address, a host (`db.internal`) or all hosts
 * below a domain (`*.internal`). IPv6 is in brackets before a port: `[fd00::/8]:443`.
 *
 * @returns undefined for anything else
 */
export function readAllowedTarget(text: string): AllowedTarget | undefined {
  const [, org = null, rest = ''] = /^(?:([^=]*)=)?(.*)$/s.exec(text) ?? [];
  if (org !== null && !isName(org)) return undefined;
  const { target, port } = apart(rest);
  const covers = port === undefined ? undefined : coverageOf(target.toLowerCase());
  return port === undefined || !covers ? undefined : { org, port, covers };
}

/** Splits an entry into target and port. The port is null when absent, undefined when it is invalid. */
function apart(text: string): { target: string; port: number | null | undefined } {
  const [, inBrackets, behind] = /^\[([^\]]*)\](?::(.*))?$/s.exec(text) ?? [];
  if (inBrackets !== undefined) return { target: inBrackets, port: portOf(behind) };
  const [target = '', port, ...more] = text.split(':');
  // Text with several colons is IPv6. Its port follows brackets.
  return more.length > 0 ? { target: text, port: null } : { target, port: portOf(port) };
}

function portOf(text: string | undefined): number | null | undefined {
  if (text === undefined) return null;
  const port = Number(text);
  return /^\d{1,5}$/.test(text) && port >= 1 && port <= PORT_MAX ? port : undefined;
}

function coverageOf(target: string): AllowedTarget['covers'] | undefined {
  const [address = '', prefix, ...more] = target.split('/');
  const family = isIP(address);
  if (family !== 0) {
    const most = PREFIX_MAX[family as 4 | 6];
    const bits = prefix === undefined ? most : Number(prefix);
    if (more.length > 0 || !/^\d{1,3}$/.test(prefix ?? '0') || bits > most) return undefined;
    const network = blockListOf([`${address}/${bits}`]);
    return (_host, address) => network.check(address, familyOf(address));
  }
  const below = target.startsWith('*.') ? target.slice(1) : undefined;
  if (!isHostName(below === undefined ? target : below.slice(1))) return undefined;
  return (host, address) => {
    const name = host.toLowerCase().replace(/\.$/, '');
    return isOpenedByName(address) && (below === undefined ? name === target : name.endsWith(below));
  };
}

export const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Makes a list of networks in CIDR notation.
 * @throws when one of them is none
 */
export function blockListOf(networks: readonly string[]): BlockList {
  const made = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    made.addSubnet(address, Number(prefix), familyOf(address));
  }
  return made;
}

const ofNames = blockListOf(OF_NAMES);

/** Tells whether an entry that is a name allows the address. */
export const isOpenedByName = (address: string): boolean => ofNames.check(address, familyOf(address));
