import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import type { Clock } from '../../foundation/clock.ts';

/** The servers of NATS, and how a process proves itself to them. */
export type NatsSettings = {
  readonly servers: readonly string[];
  /** The contents of a file of credentials. */
  readonly credentials: string | undefined;
};

export type NatsLinkOptions = NatsSettings & {
  /** The name of the connection, as NATS shows it. */
  readonly name: string;
  readonly clock: Clock;
  /** Told once when the servers get out of reach. */
  readonly onFault: (error: unknown) => void;
};

/** The longest time for an answer of JetStream. */
export const ANSWER_MS = 5_000;
/** The interval of pings. After two without an answer the line counts as lost. */
const PING_MS = 5_000;
/** Time between two attempts to connect. As much again at random keeps gateways from coming together. */
const RECONNECT_MS = 1_000;

/** The connection of a process to NATS. It comes back by itself, and nothing waits for it. */
export class NatsLink {
  readonly #options: NatsLinkOptions;
  readonly #connecting: Promise<NatsConnection | undefined>;
  #connection: NatsConnection | undefined;
  #lostSince: Date | undefined;
  #isClosed = false;

  constructor(options: NatsLinkOptions) {
    this.#options = options;
    this.#lostSince = options.clock();
    this.#connecting = this.#connect().catch((error) => {
      options.onFault(new Error('NATS is not used. Usage waits in memory.', { cause: error }));
      return undefined;
    });
  }

  /** Start of the time without NATS. Undefined while it is connected. */
  lostSince(): Date | undefined {
    return this.#lostSince;
  }

  /** Resolves when the first attempt to connect has ended well. */
  async connected(): Promise<void> {
    await this.#connecting;
  }

  /** @throws where NATS is out of reach: what is sent then would gather in memory */
  connection(): NatsConnection {
    if (!this.#connection || this.#lostSince)
      throw new Error(`NATS is out of reach since ${this.#lostSince?.toISOString()}.`);
    return this.#connection;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // An attempt to connect that goes on for ever is left to the end of the process.
    await this.#connection?.close();
  }

  async #connect(): Promise<NatsConnection> {
    const { servers, credentials, name } = this.#options;
    const connection = await connect({
      ...accessOf(servers, credentials),
      name,
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      ignoreAuthErrorAbort: true,
      pingInterval: PING_MS,
      reconnectTimeWait: RECONNECT_MS,
      reconnectJitter: RECONNECT_MS,
      reconnectJitterTLS: RECONNECT_MS,
    });
    if (this.#isClosed) await connection.close();
    this.#connection = connection;
    this.#lostSince = undefined;
    void this.#follow(connection);
    return connection;
  }

  async #follow(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status())
      if (type === 'disconnect') this.#lose();
      else if (type === 'reconnect') this.#lostSince = undefined;
  }

  #lose(): void {
    const { clock, onFault } = this.#options;
    if (!this.#lostSince && !this.#isClosed) onFault(new Error('NATS is out of reach.'));
    this.#lostSince ??= clock();
  }
}

/** Reads user and password, or a token, of the first address. The client takes them beside the addresses. */
export function accessOf(servers: readonly string[], credentials: string | undefined) {
  const urls = servers.map((server) => new URL(server));
  const [{ username = '', password = '' } = {}] = urls;
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    servers: urls.map(({ host }) => host),
    ...(urls.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
    ...(credentials !== undefined && {
      authenticator: credsAuthenticator(new TextEncoder().encode(credentials)),
    }),
    ...(user !== '' && (pass === '' ? { token: user } : { user, pass })),
  };
}
