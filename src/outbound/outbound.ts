import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import {
  Agent,
  buildConnector,
  Headers,
  type RequestInit,
  type Response,
  fetch as undiciFetch,
} from 'undici';
import { type InputPath, refuse } from '../errors.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { createOwnAddresses, type Endpoint } from './own-addresses.ts';
import { createTargets } from './targets.ts';
import { tracedFetch, tracedUpstreams } from './traced.ts';
import { createUpstreams, type Upstreams } from './upstream/upstreams.ts';

/** How this platform calls others: back-ends, registries, GraphQL servers. */
export type Outbound = {
  /** Kept connections that only reach allowed addresses; checked after DNS, for each connection. */
  readonly upstreams: Upstreams;
  /** `fetch` over connections of its own, held to the same addresses: no redirect is followed. */
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /**
   * Checks a URL when it is configured.
   *
   * @throws BAD_USER_INPUT when it is no http or https URL or holds credentials
   * @throws TARGET_NOT_ALLOWED when its host is, or resolves to, an address that may not be called
   */
  check(url: string, path: InputPath): Promise<void>;
  close(): Promise<void>;
};

/** For a connection without a limit of its own. */
const CONNECT_MS = 5_000;
/** Each holds what TLS remembers of its connections. */
const CONNECTORS_MAX = 100;

class TargetNotAllowed extends Error {
  override readonly name = 'TargetNotAllowed';
  readonly code = 'TARGET_NOT_ALLOWED';
}

export type OutboundOptions = {
  /** TARGET_ALLOWLIST: the private networks that may be called. */
  readonly allowlist: readonly string[];
  /** The platform's own inner doors, which are not called even where their network is allowed. */
  readonly forbidden?: readonly Endpoint[];
  /** Origins that are connected to wherever they are: those of the platform's own GraphQL servers, which know who calls. */
  readonly trusted?: ReadonlySet<string>;
  /** Every address of a name; the system's own look-up unless given. */
  readonly resolve?: (hostname: string) => Promise<readonly LookupAddress[]>;
  /** The name of the platform in `Via`: its own listeners refuse what comes with it. */
  readonly pseudonym?: string | undefined;
  /** Nothing is traced without it. */
  readonly tracing?: Tracing | undefined;
};

export function createOutbound({
  allowlist,
  forbidden = [],
  trusted = new Set(),
  resolve = resolveAll,
  pseudonym,
  tracing,
}: OutboundOptions): Outbound {
  const targets = createTargets(allowlist);
  const own = createOwnAddresses(forbidden, resolve);
  const connectors = new Map<number, buildConnector.connector>();

  /** @throws TargetNotAllowed unless every address of the name may be called */
  async function allowedAddresses(hostname: string, allows: Allows): Promise<readonly LookupAddress[]> {
    const addresses = await resolve(hostname);
    if (addresses.length === 0 || addresses.some(({ address }) => !allows(address)))
      throw new TargetNotAllowed(`${hostname} is not allowed`);
    return addresses;
  }
  // The address that is checked is the one connected to: no DNS rebinding.
  const pinnedTo =
    (allows: Allows): LookupFunction =>
    (hostname, { all }, callback) => {
      allowedAddresses(hostname, allows).then(
        (addresses) => {
          if (all) callback(null, [...addresses]);
          else callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 0);
        },
        (error) => callback(error, '', 0),
      );
    };
  /** The one address to connect to where the platform itself may have the port. @throws TargetNotAllowed */
  async function foreignAddress(host: string, port: number, allows: Allows): Promise<string> {
    const addresses = isIP(host) === 0 ? await allowedAddresses(host, allows) : [{ address: host }];
    const texts = addresses.map(({ address }) => address);
    if (await own.includes(texts, port)) throw new TargetNotAllowed(`${host}:${port} is this platform's own`);
    return texts[0] ?? '';
  }
  const connectorOf = (connectMs: number, allowHalfOpen = false): buildConnector.connector => {
    const connectorFor = (allows: Allows) => {
      const connect = buildConnector({ allowHalfOpen, lookup: pinnedTo(allows), timeout: connectMs });
      return { allows, connect };
    };
    const toTargets = connectorFor(targets.allows);
    const toTrusted = connectorFor(() => true);
    return (options, callback) => {
      const connected: buildConnector.Callback = (...result) => callback(...resetsAsFailures(result));
      const { allows, connect } = trusted.has(originOf(options)) ? toTrusted : toTargets;
      // A literal address is connected to without a look-up.
      const host = bare(options.hostname);
      const port = portOf(options);
      if (isIP(host) !== 0 && !allows(host)) callback(new TargetNotAllowed(`${host} is not allowed`), null);
      else if (own.hasPort(port))
        foreignAddress(host, port, allows).then(
          (hostname) => connect({ ...options, hostname }, connected),
          (error) => callback(error, null),
        );
      else connect(options, connected);
    };
  };
  function halfOpenIn(connectMs: number): buildConnector.connector {
    const known = connectors.get(connectMs);
    if (known) return known;
    if (connectors.size >= CONNECTORS_MAX) connectors.clear();
    const made = connectorOf(connectMs, true);
    connectors.set(connectMs, made);
    return made;
  }
  const upstreams = createUpstreams(({ origin, connectMs }, opened) => {
    const { hostname, host, protocol, port } = new URL(origin);
    halfOpenIn(connectMs)({ hostname: bare(hostname), host, protocol, port }, (...[error, socket]) =>
      opened(error, socket),
    );
  });
  const agent = new Agent({ connections: 128, keepAliveTimeout: 30_000, connect: connectorOf(CONNECT_MS) });

  const fetch: Outbound['fetch'] = (url, init) => {
    const headers = new Headers(init?.headers);
    if (pseudonym !== undefined) headers.set('via', `1.1 ${pseudonym}`);
    return undiciFetch(url, { ...init, headers, redirect: 'manual', dispatcher: agent });
  };

  return {
    upstreams: tracing ? tracedUpstreams(upstreams, tracing) : upstreams,
    fetch: tracing ? tracedFetch(fetch, tracing) : fetch,
    async check(url, path) {
      const parsed = parse(url, path);
      const { hostname, username, password, protocol } = parsed;
      if (!/^https?:$/.test(protocol) || username || password)
        refuse('BAD_USER_INPUT', {
          detail: 'Give an absolute http or https URL without a username and password.',
          path,
        });
      const host = bare(hostname);
      // A name that cannot be resolved now may be later: each connection is checked again.
      const found = isIP(host) === 0 ? await resolve(host).catch(() => []) : [{ address: host }];
      const addresses = found.map(({ address }) => address);
      if (addresses.some((address) => !targets.allows(address)))
        refuse('TARGET_NOT_ALLOWED', {
          detail: `${host} is in a private network: an operator can allow it with TARGET_ALLOWLIST.`,
          path,
        });
      if (await own.includes(addresses, portOf(parsed)))
        refuse('TARGET_NOT_ALLOWED', {
          detail: `${parsed.host} is this platform's own: give the address of a back-end.`,
          path,
        });
    },
    // Not `close`, which waits for answers: who still called has been stopped before.
    close: async () => {
      upstreams.destroy();
      await agent.destroy();
    },
  };
}

/**
 * undici takes an answer that lasts until the connection ends for complete when the connection is reset: to work around a
 * fault of macOS, it overlooks ECONNRESET there. Under its own name for a broken connection it is not overlooked.
 */
function resetsAsFailures(result: Parameters<buildConnector.Callback>): Parameters<buildConnector.Callback> {
  result[1]?.prependListener('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET') error.code = 'UND_ERR_SOCKET';
  });
  return result;
}

/** Which addresses may be connected to. */
type Allows = (address: string) => boolean;

function originOf({ protocol, host, hostname }: buildConnector.Options): string {
  return new URL(`${protocol}//${host ?? hostname}`).origin;
}

const portOf = ({ port, protocol }: { readonly port: string; readonly protocol: string }) =>
  Number(port) || (protocol === 'https:' ? 443 : 80);

const resolveAll = (hostname: string) => lookup(hostname, { all: true });

/** The host of a URL without the brackets of IPv6. */
const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

function parse(url: string, path: InputPath): URL {
  try {
    return new URL(url);
  } catch {
    return refuse('BAD_USER_INPUT', { detail: `${JSON.stringify(url)} is not an absolute URL.`, path });
  }
}
