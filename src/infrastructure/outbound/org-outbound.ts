import { isIP, type Socket } from 'node:net';
import { Headers, type RequestInit, type Response, fetch as undiciFetch } from 'undici';
import { isOpenedByName } from '../../domain/addresses/target-allowlist.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { listed } from '../../foundation/text/listed.ts';
import type { Tracing } from '../observability/tracing.ts';
import type { ClientTls } from './client-tls.ts';
import type { ConnectionGuard } from './guarded-connector.ts';
import type { OutboundConnections } from './outbound-connections.ts';
import { bare, httpPorts, portOf, type SchemePorts } from './scheme-ports.ts';
import { tracedFetch } from './traced-upstreams.ts';

export type OrgOutboundDeps = {
  readonly guard: ConnectionGuard;
  /** The setting that opens private networks to these calls. */
  readonly setting: string;
  readonly connections: OutboundConnections;
  /** Returns the name of an org, which its entries have. Undefined for an unknown org. */
  readonly orgName: (orgId: string) => Promise<string | undefined>;
  readonly pseudonym: string | undefined;
  readonly tracing: Tracing | undefined;
};

/** Outgoing calls of an org. What it may call besides is its own: none of its connections serve others. */
export class OrgOutbound {
  readonly #deps: OrgOutboundDeps;
  readonly #orgId: string | undefined;
  readonly #sharedBy: string | undefined;

  /**
   * @param orgId of its row; undefined for calls of the platform itself
   * @param sharedBy the org whose connections serve them
   */
  constructor(deps: OrgOutboundDeps, orgId?: string, sharedBy = orgId) {
    this.#deps = deps;
    this.#orgId = orgId;
    this.#sharedBy = sharedBy;
  }

  /** The setting that opens private networks to these calls. */
  get setting(): string {
    return this.#deps.setting;
  }

  /** Fetches over connections of its own, limited to allowed addresses. It follows no redirect. */
  fetch(url: string, init?: RequestInit): Promise<Response> {
    const { tracing } = this.#deps;
    if (!tracing) return this.#fetch(url, init);
    return tracedFetch((...request) => this.#fetch(...request), tracing)(url, init);
  }

  /** Fetches a status over a connection of its own, with TLS of its own. */
  async statusOf(url: string, tls: ClientTls, init?: RequestInit): Promise<number> {
    const { connections, pseudonym } = this.#deps;
    const headers = new Headers(init?.headers);
    if (pseudonym !== undefined) headers.set('via', `1.1 ${pseudonym}`);
    const name = await connections.ownName(this.#orgId);
    const dispatcher = connections.agentWith(tls, { id: this.#sharedBy, name });
    try {
      return (await undiciFetch(url, { ...init, headers, redirect: 'manual', dispatcher })).status;
    } finally {
      await dispatcher.destroy();
    }
  }

  /**
   * Opens a connection without TLS to a host, for protocols other than HTTP.
   * Only allowed addresses are connected to.
   * Whoever asked for it ends it.
   *
   * @param ports the schemes that the URL may have
   * @throws when it cannot be opened in five seconds, or its address may not be called
   */
  async connect(url: string, ports: SchemePorts): Promise<Socket> {
    const { connections } = this.#deps;
    const parsed = new URL(url);
    const name = await connections.ownName(this.#orgId);
    return connections.openBare(bare(parsed.hostname), portOf(parsed, ports), { id: this.#sharedBy, name });
  }

  /**
   * Begins TLS on a connection to a host.
   *
   * @param authorities those of the host's certificate, as PEM; null for those of the system
   * @throws what is wrong with TLS there
   */
  secure(socket: Socket, url: string, authorities: string | null): Promise<Socket> {
    const tls = { id: this.#orgId ?? '', cert: undefined, key: undefined, ca: authorities ?? undefined };
    return this.#deps.connections.secure(socket, url, tls);
  }

  /**
   * Checks a URL when it is configured.
   *
   * @param ports the schemes that it may have, http and https unless given
   * @throws BAD_USER_INPUT when it has none of them or holds credentials
   * @throws TARGET_NOT_ALLOWED when its host is, or resolves to, an address that may not be called
   */
  async check(url: string, path: InputPath, ports: SchemePorts = httpPorts): Promise<void> {
    const { guard, connections } = this.#deps;
    const parsed = parse(url, path);
    const { hostname, username, password, protocol } = parsed;
    if (!Object.hasOwn(ports, protocol.slice(0, -1)) || username || password)
      refuse('BAD_USER_INPUT', {
        detail: `Give an absolute ${listed(Object.keys(ports), 'or')} URL without a username and password.`,
        path,
      });
    const [host, port] = [bare(hostname), portOf(parsed, ports)];
    const org = await connections.ownName(this.#orgId);
    // A name that cannot be resolved now may be later: each connection is checked again.
    const found =
      isIP(host) === 0 ? await guard.resolve(host, this.#sharedBy).catch(() => []) : [{ address: host }];
    const addresses = found.map(({ address }) => address);
    const closed = addresses.filter((address) => !guard.targets.allows({ address, host, port, org }));
    if (closed.length > 0)
      refuse('TARGET_NOT_ALLOWED', {
        detail: `${host} is in a private network: an operator can allow it with ${this.#deps.setting}${await this.#entryFor({ host, port, closed })}.`,
        path,
      });
    if (await guard.own.includes(addresses, port))
      refuse('TARGET_NOT_ALLOWED', {
        detail: `${parsed.host} is this platform's own: give the address of a back-end.`,
        path,
      });
  }

  async #fetch(url: string, init?: RequestInit): Promise<Response> {
    const { connections, pseudonym } = this.#deps;
    const headers = new Headers(init?.headers);
    if (pseudonym !== undefined) headers.set('via', `1.1 ${pseudonym}`);
    const name = await connections.ownName(this.#orgId);
    const dispatcher = connections.agentOf({ id: this.#sharedBy, name });
    return undiciFetch(url, { ...init, headers, redirect: 'manual', dispatcher });
  }

  /**
   * Returns the smallest entry that would allow the target. Empty where a name cannot allow it, because the org must not
   * learn the addresses of the name.
   */
  async #entryFor({ host, port, closed }: ClosedTarget): Promise<string> {
    const name = this.#orgId === undefined ? undefined : await this.#deps.orgName(this.#orgId);
    if (name === undefined || (isIP(host) === 0 && !closed.every(isOpenedByName))) return '';
    return `, as ${name}=${isIP(host) === 6 ? `[${host}]` : host}:${port} for this org alone`;
  }
}

type ClosedTarget = { readonly host: string; readonly port: number; readonly closed: readonly string[] };

function parse(url: string, path: InputPath): URL {
  try {
    return new URL(url);
  } catch {
    return refuse('BAD_USER_INPUT', { detail: `${JSON.stringify(url)} is not an absolute URL.`, path });
  }
}
