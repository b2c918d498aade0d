import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type RequestInit, type Response, fetch as undiciFetch } from 'undici';
import { refuse } from '../errors.ts';
import { createTargets } from './targets.ts';

/** How this platform calls others: back-ends, registries, GraphQL servers. */
export type Outbound = {
  /** A pool of kept connections that only reach allowed addresses; checked after DNS, for each connection. */
  readonly agent: Agent;
  /** `fetch` over that pool: no redirect is followed. */
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /**
   * Checks a URL when it is configured.
   *
   * @throws BAD_USER_INPUT when it is no http or https URL or holds credentials
   * @throws TARGET_NOT_ALLOWED when its host is, or resolves to, an address that may not be called
   */
  check(url: string, path: readonly (string | number)[]): Promise<void>;
  close(): Promise<void>;
};

class TargetNotAllowed extends Error {
  override readonly name = 'TargetNotAllowed';
  readonly code = 'TARGET_NOT_ALLOWED';
}

export type OutboundOptions = {
  /** TARGET_ALLOWLIST: the private networks that may be called. */
  readonly allowlist: readonly string[];
  /** Every address of a name; the system's own look-up unless given. */
  readonly resolve?: (hostname: string) => Promise<readonly LookupAddress[]>;
};

export function createOutbound({ allowlist, resolve = resolveAll }: OutboundOptions): Outbound {
  const targets = createTargets(allowlist);

  // Every address of the name must be allowed, and the one checked is the one connected to: no DNS rebinding.
  const pinned: LookupFunction = (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || addresses.some(({ address }) => !targets.allows(address)))
          callback(new TargetNotAllowed(`${hostname} is not allowed`), '', 0);
        else if (all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, '', 0),
    );
  };

  const connector = buildConnector({ lookup: pinned, timeout: 5_000 });
  const agent = new Agent({
    connections: 128,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    strictContentLength: false,
    connect(options, callback) {
      // A literal address is connected to without a look-up.
      const host = bare(options.hostname);
      if (isIP(host) !== 0 && !targets.allows(host))
        callback(new TargetNotAllowed(`${host} is not allowed`), null);
      else connector(options, callback);
    },
  });

  return {
    agent,
    fetch: (url, init) => undiciFetch(url, { ...init, redirect: 'manual', dispatcher: agent }),
    async check(url, path) {
      const { hostname, username, password, protocol } = parse(url, path);
      if (!/^https?:$/.test(protocol) || username || password)
        refuse('BAD_USER_INPUT', {
          detail: 'Give an absolute http or https URL without a username and password.',
          path,
        });
      const host = bare(hostname);
      // A name that cannot be resolved now may be later: each connection is checked again.
      const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [{ address: host }];
      if (addresses.some(({ address }) => !targets.allows(address)))
        refuse('TARGET_NOT_ALLOWED', {
          detail: `${host} is in a private network: an operator can allow it with TARGET_ALLOWLIST.`,
          path,
        });
    },
    // Not `close`, which waits for answers: who still called has been stopped before.
    close: () => agent.destroy(),
  };
}

const resolveAll = (hostname: string) => lookup(hostname, { all: true });

/** The host of a URL without the brackets of IPv6. */
const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

function parse(url: string, path: readonly (string | number)[]): URL {
  try {
    return new URL(url);
  } catch {
    return refuse('BAD_USER_INPUT', { detail: `${JSON.stringify(url)} is not an absolute URL.`, path });
  }
}
