import { lookup as resolve } from 'node:dns';
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

/** @param allowlist TARGET_ALLOWLIST: the private networks that may be called */
export function createOutbound({ allowlist }: { allowlist: readonly string[] }): Outbound {
  const targets = createTargets(allowlist);

  // Every address of the name must be allowed, and the one checked is the one connected to: no DNS rebinding.
  const pinned: LookupFunction = (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const bad = addresses.find(({ address }) => !targets.allows(address));
      const [first] = addresses;
      if (bad || !first) return callback(new TargetNotAllowed(`${hostname} is not allowed`), '', 0);
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });

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
    fetch: (url, init) => undiciFetch(url, { redirect: 'manual', ...init, dispatcher: agent }),
    async check(url, path) {
      const { hostname, username, password, protocol } = parse(url, path);
      if (!/^https?:$/.test(protocol) || username || password)
        refuse('BAD_USER_INPUT', {
          detail: 'Give an absolute http or https URL without a username and password.',
          path,
        });
      const host = bare(hostname);
      const addresses = await lookup(host, { all: true }).catch(() => []);
      const bad = addresses.find(({ address }) => !targets.allows(address));
      if (bad)
        refuse('TARGET_NOT_ALLOWED', {
          detail: `${host} is in a private network: an operator can allow it with TARGET_ALLOWLIST.`,
          path,
        });
    },
    close: () => agent.close(),
  };
}

/** The host of a URL without the brackets of IPv6. */
const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

function parse(url: string, path: readonly (string | number)[]): URL {
  try {
    return new URL(url);
  } catch {
    return refuse('BAD_USER_INPUT', { detail: `${JSON.stringify(url)} is not an absolute URL.`, path });
  }
}
