import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import { Agent, Headers, type RequestInit, type Response, fetch as undiciFetch } from 'undici';
import { isOpenedByName } from '../../domain/addresses/target-allowlist.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { listed } from '../../foundation/text/listed.ts';
import type { Tracing } from '../observability/tracing.ts';
import { bare, createConnectors, httpPorts, portOf, type SchemePorts } from './connectors.ts';
import { createOwnAddresses, type EndpointSet, type OwnEndpoint } from './own-addresses.ts';
import type { Connector } from './socket-reads.ts';
import { createTargets } from './targets.ts';
import { tracedFetch, tracedUpstreams } from './traced-upstreams.ts';
import { createUpstreams, type Upstreams } from './upstream/upstreams.ts';

/** Outgoing calls of an org. */
export type OrgOutbound = {
  /** `fetch` over connections of its own, limited to allowed addresses. It follows no redirect. */
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /**
   * Opens a connection without TLS to a host, for protocols other than HTTP.
   * Only allowed addresses are connected to.
   * Whoever asked for it ends it.
   *
   * @param ports the schemes that the URL may have
   * @throws when it cannot be opened in five seconds, or its address may not be called
   */
  connect(url: string, ports: SchemePorts): Promise<Socket>;
  /**
   * Checks a URL when it is configured.
   *
   * @param ports the schemes that it may have, http and https unless given
   * @throws BAD_USER_INPUT when it has none of them or holds credentials
   * @throws TARGET_NOT_ALLOWED when its host is, or resolves to, an address that may not be called
   */
  check(url: string, path: InputPath, ports?: SchemePorts): Promise<void>;
};

/**
 * Outgoing calls of the platform: to back-ends, registries and GraphQL servers. Used directly, it calls what every org
 * may call.
 */
export type Outbound = OrgOutbound & {
  /** Kept connections that reach allowed addresses only. Each connection is checked after DNS. */
  readonly upstreams: Upstreams;
  /**
   * Returns the outgoing calls of an org. What it may call besides is its own: none of its connections serve others.
   * @param orgId of its row
   */
  forOrg(orgId: string): OrgOutbound;
  close(): Promise<void>;
};

/** The time limit of a connection that has none of its own. */
const CONNECT_MS = 5_000;
/** Connectors that are kept. Each holds TLS sessions of its connections. */
const CONNECTORS_MAX = 100;

export type OutboundOptions = {
  /** TARGET_ALLOWLIST: targets in private networks that may be called. */
  readonly allowlist: readonly string[];
  /** Returns the name of an org, which its entries have. Undefined for an unknown org. */
  readonly orgName?: (orgId: string) => Promise<string | undefined>;
  /** The platform's own inner listeners. They are not called even where their network is allowed. */
  readonly forbidden?: readonly OwnEndpoint[];
  /** The listeners of other processes of the platform. They are not called either. */
  readonly announced?: EndpointSet;
  /**
   * Origins that may be connected to at any address. They are the platform's own GraphQL servers, which know their
   * caller.
   */
  readonly trusted?: ReadonlySet<string>;
  /** Returns every address of a name. The default is the system's look-up. */
  readonly resolve?: (hostname: string) => Promise<readonly LookupAddress[]>;
  /** The name of the platform in `Via`. Its own listeners refuse requests with it. */
  readonly pseudonym?: string | undefined;
  /** Nothing is traced without it. */
  readonly tracing?: Tracing | undefined;
};

export function createOutbound({
  allowlist,
  orgName = async () => undefined,
  forbidden = [],
  announced,
  trusted = new Set(),
  resolve = resolveAll,
  pseudonym,
  tracing,
}: OutboundOptions): Outbound {
  const targets = createTargets(allowlist);
  const own = createOwnAddresses(forbidden, resolve, announced);
  const connectorOf = createConnectors({ targets, own, trusted, resolve });
  const isByOrg = targets.orgs.size > 0;
  const connectors = new Map<string, Connector>();
  /** Agents by the orgs that have entries of their own, and one for all others. */
  const agents = new Map<string | undefined, Agent>();

  /** Returns the name of an org that has entries of its own. */
  async function ownName(orgId: string | undefined): Promise<string | undefined> {
    const name = orgId === undefined || !isByOrg ? undefined : await orgName(orgId);
    return name !== undefined && targets.orgs.has(name) ? name : undefined;
  }
  agentOf(undefined);
  function halfOpenIn(connectMs: number, org: string | undefined): Connector {
    const key = `${connectMs} ${org ?? ''}`;
    const known = connectors.get(key);
    if (known) return known;
    if (connectors.size >= CONNECTORS_MAX) connectors.clear();
    const made = connectorOf({ connectMs, allowHalfOpen: true, org });
    connectors.set(key, made);
    return made;
  }
  function agentOf(org: string | undefined): Agent {
    const known = agents.get(org);
    if (known) return known;
    const connect = connectorOf({ connectMs: CONNECT_MS, org });
    const made = new Agent({ connections: 128, keepAliveTimeout: 30_000, connect });
    agents.set(org, made);
    return made;
  }
  const upstreams = createUpstreams(({ origin, connectMs, org }, { onBytes, opened }) => {
    const { hostname, host, protocol, port } = new URL(origin);
    const connect = (name: string | undefined) =>
      halfOpenIn(connectMs, name)(
        { hostname: bare(hostname), host, protocol, port, onBytes },
        (...[error, socket]) => opened(error, socket),
      );
    if (org === undefined) connect(undefined);
    else ownName(org).then(connect, (error: Error) => opened(error, null));
  }, isByOrg);

  function forOrg(orgId?: string): OrgOutbound {
    const fetch: OrgOutbound['fetch'] = async (url, init) => {
      const headers = new Headers(init?.headers);
      if (pseudonym !== undefined) headers.set('via', `1.1 ${pseudonym}`);
      const dispatcher = agentOf(await ownName(orgId));
      return undiciFetch(url, { ...init, headers, redirect: 'manual', dispatcher });
    };
    return {
      fetch: tracing ? tracedFetch(fetch, tracing) : fetch,
      async connect(url, ports) {
        const parsed = new URL(url);
        const org = await ownName(orgId);
        const connect = connectorOf({ connectMs: CONNECT_MS, org, reachesTrusted: false });
        const target = {
          hostname: bare(parsed.hostname),
          protocol: 'http:',
          port: String(portOf(parsed, ports)),
        };
        return new Promise((connected, failed) =>
          connect(target, (...[error, socket]) => (socket ? connected(socket) : failed(error))),
        );
      },
      async check(url, path, ports = httpPorts) {
        const parsed = parse(url, path);
        const { hostname, username, password, protocol } = parsed;
        if (!Object.hasOwn(ports, protocol.slice(0, -1)) || username || password)
          refuse('BAD_USER_INPUT', {
            detail: `Give an absolute ${listed(Object.keys(ports), 'or')} URL without a username and password.`,
            path,
          });
        const [host, port, org] = [bare(hostname), portOf(parsed, ports), await ownName(orgId)];
        // A name that cannot be resolved now may be later: each connection is checked again.
        const found = isIP(host) === 0 ? await resolve(host).catch(() => []) : [{ address: host }];
        const addresses = found.map(({ address }) => address);
        const closed = addresses.filter((address) => !targets.allows({ address, host, port, org }));
        if (closed.length > 0) {
          const name = orgId === undefined ? undefined : await orgName(orgId);
          refuse('TARGET_NOT_ALLOWED', {
            detail: `${host} is in a private network: an operator can allow it with TARGET_ALLOWLIST${entryFor({ host, port, name, closed })}.`,
            path,
          });
        }
        if (await own.includes(addresses, port))
          refuse('TARGET_NOT_ALLOWED', {
            detail: `${parsed.host} is this platform's own: give the address of a back-end.`,
            path,
          });
      },
    };
  }

  return {
    ...forOrg(),
    upstreams: tracing ? tracedUpstreams(upstreams, tracing) : upstreams,
    forOrg,
    // Not `close`, which waits for answers: calls were stopped before.
    close: async () => {
      upstreams.destroy();
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

type ClosedTarget = {
  readonly host: string;
  readonly port: number;
  readonly name: string | undefined;
  readonly closed: readonly string[];
};

/**
 * Returns the smallest entry that would allow the target. Empty where a name cannot allow it, because the org must not
 * learn the addresses of the name.
 */
function entryFor({ host, port, name, closed }: ClosedTarget): string {
  if (name === undefined || (isIP(host) === 0 && !closed.every(isOpenedByName))) return '';
  return `, as ${name}=${isIP(host) === 6 ? `[${host}]` : host}:${port} for this org alone`;
}

const resolveAll = (hostname: string) => lookup(hostname, { all: true });

function parse(url: string, path: InputPath): URL {
  try {
    return new URL(url);
  } catch {
    return refuse('BAD_USER_INPUT', { detail: `${JSON.stringify(url)} is not an absolute URL.`, path });
  }
}
