import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { Agent, type buildConnector, type Dispatcher } from 'undici';
import { FairCache } from '../../foundation/fair-cache.ts';
import { boundedAnswers } from './bounded-answers.ts';
import { type ClientTls, tlsOptionsOf } from './client-tls.ts';
import { type ConnectionGuard, type ConnectorOptions, GuardedConnector } from './guarded-connector.ts';
import { HandshakeWatch } from './handshake-watch.ts';
import { paced } from './paced-reads.ts';
import { bare } from './scheme-ports.ts';
import type { Connect } from './upstream/upstreams.ts';

/** The time limit of a connection that has none of its own. */
const CONNECT_MS = 5_000;
/** The memory of a connector with its TLS sessions, and that of all. */
const CONNECTOR_BYTES = 16_384;
const CONNECTORS = { bytesMax: 32 * 1024 * 1024, bytesMaxOfOrg: 1024 * 1024 };
/** Connections of an org to one origin, but for those that upstreams keep. */
const TO_ORIGIN_MAX = 128;
/** Orgs whose connections are kept. Those of the one that has not fetched for longest end with their requests. */
const ORGS_MAX = 2_000;

/** The orgs that matter for a connection. */
type ConnectionOrg = {
  /** The org by whose connections it is counted, by id. Undefined for the platform's own. */
  readonly id: string | undefined;
  /** The name of the org, where it has targets of its own. */
  readonly name: string | undefined;
};

/** Connections of outgoing calls. An org with targets of its own has connections of its own. */
export class OutboundConnections {
  readonly #guard: ConnectionGuard;
  readonly #orgName: (orgId: string) => Promise<string | undefined>;
  readonly #handshakes = new HandshakeWatch();
  /** Connectors of upstreams of each org, by time limit and TLS. */
  readonly #connectors = new FairCache<GuardedConnector>(CONNECTORS, () => CONNECTOR_BYTES);
  /** The agent of each org. Two orgs may call one server, and one of them would take all connections to it. */
  readonly #agents = new LRUCache<string, Dispatcher>({
    max: ORGS_MAX,
    dispose: (agent, _org, reason) => {
      if (reason === 'evict') void agent.close();
    },
  });

  #isDestroyed = false;

  constructor(guard: ConnectionGuard, orgName: (orgId: string) => Promise<string | undefined>) {
    this.#guard = guard;
    this.#orgName = orgName;
  }

  /** Tells whether any org has targets of its own. */
  get areByOrg(): boolean {
    return this.#guard.targets.orgs.size > 0;
  }

  /** Returns the name of an org that has targets of its own. */
  async ownName(orgId: string | undefined): Promise<string | undefined> {
    const name = orgId === undefined || !this.areByOrg ? undefined : await this.#orgName(orgId);
    return name !== undefined && this.#guard.targets.orgs.has(name) ? name : undefined;
  }

  /** Opens a connection that the upstreams keep. */
  openUpstream(
    { origin, connectMs, org, openedBy, tls }: Parameters<Connect>[0],
    opening: Parameters<Connect>[1],
  ): void {
    const { onBytes, opened } = opening;
    const { hostname, host, protocol, port } = new URL(origin);
    const connect = (name: string | undefined) =>
      this.#connector(openedBy, { connectMs, org: name, tls }).connect(
        { hostname: bare(hostname), host, protocol, port, openedBy, onBytes },
        (error, socket) => opened(error, socket),
      );
    if (org === undefined) connect(undefined);
    else this.ownName(org).then(connect, (error: Error) => opened(error, null));
  }

  /** Opens a connection without TLS. It reaches no trusted origin: these expect HTTP that names its caller. */
  openBare(host: string, port: number, { id, name }: ConnectionOrg): Promise<Socket> {
    const { connect } = this.#newConnector({
      connectMs: CONNECT_MS,
      org: name,
      openedBy: id,
      reachesTrusted: false,
    });
    const target = { hostname: host, protocol: 'http:', port: String(port) };
    return new Promise((connected, failed) =>
      connect(target, (error, socket) => (socket ? connected(socket) : failed(error))),
    );
  }

  /**
   * Begins TLS on a connection that was opened without it.
   *
   * @param tls has the id of the org that asked for it
   */
  secure(socket: Socket, url: string, tls: ClientTls): Promise<Socket> {
    const openedBy = tls.id;
    const { hostname, port } = new URL(url);
    const connect = this.#handshakes.watched(tlsOver(socket, tls), { tls: tls.id, openedBy: undefined });
    return new Promise((secured, failed) =>
      connect({ hostname: bare(hostname), protocol: 'https:', port, openedBy }, (error, opened) =>
        opened ? secured(opened) : failed(error),
      ),
    );
  }

  agentOf({ id, name }: ConnectionOrg): Dispatcher {
    const key = JSON.stringify([id, name]);
    const known = this.#agents.get(key);
    if (known) return known;
    const { connect } = this.#newConnector({ connectMs: CONNECT_MS, org: name, openedBy: id });
    const options = { connections: TO_ORIGIN_MAX, keepAliveTimeout: 30_000, connect: paced(connect) };
    const made = new Agent(options).compose(boundedAnswers);
    // A call that comes as this ends does not wait.
    if (this.#isDestroyed) void made.destroy();
    this.#agents.set(key, made);
    return made;
  }

  /** Opens an agent for one request with TLS of its own. Whoever asked for it closes it. */
  agentWith(tls: ClientTls, { id, name }: ConnectionOrg): Dispatcher {
    const { connect } = this.#newConnector({ connectMs: CONNECT_MS, org: name, openedBy: id, tls });
    return new Agent({ connections: 1, pipelining: 0, connect: paced(connect) }).compose(boundedAnswers);
  }

  /** Destroys the agents. It does not wait for answers, as their `close` would: calls were stopped before. */
  async destroy(): Promise<void> {
    this.#isDestroyed = true;
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy()));
  }

  #connector(
    openedBy: string,
    options: Pick<ConnectorOptions, 'connectMs' | 'org' | 'tls'>,
  ): GuardedConnector {
    const key = `${options.connectMs} ${options.org ?? ''} ${options.tls?.id ?? ''}`;
    const known = this.#connectors.known(openedBy, key);
    if (known) return known;
    const made = this.#newConnector({ ...options, allowHalfOpen: true });
    this.#connectors.keep(openedBy, key, made);
    return made;
  }

  #newConnector(options: ConnectorOptions): GuardedConnector {
    return new GuardedConnector(this.#guard, this.#handshakes, options);
  }
}

const tlsOver =
  (socket: Socket, tls: ClientTls): buildConnector.connector =>
  ({ hostname: host }, callback) => {
    const servername = isIP(host) === 0 ? host : '';
    const secured = connectTls({ socket, host, servername, ...tlsOptionsOf(tls) });
    const failed = (error: Error) => callback(error, null);
    secured.once('error', failed).once('secureConnect', () => {
      secured.off('error', failed);
      callback(null, secured);
    });
    return secured;
  };
