import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { FairAccept } from './accept-fairness.ts';
import { type BrokenRecord, BrokenRequests } from './broken-requests.ts';
import { type ConnectionBounds, limitConnections } from './connection-limit.ts';
import { Connections } from './connection-responses.ts';
import { ConnectionUse } from './connection-use.ts';
import { GatheredRequest } from './gathered-request.ts';
import { GracefulClose } from './graceful-close.ts';
import type { PlainHead } from './plain/plain-head.ts';
import { PlainRequests } from './plain/plain-requests.ts';
import { limitHandshakes } from './tls/handshakes.ts';
import { Http2Requests } from './tls/http2/http2-requests.ts';
import { createTlsServer, type ListenTls } from './tls/tls-server.ts';
import { endBehindUpgrade } from './upgrade-requests.ts';

/** Time limits of every listener: a slow client holds nothing for long. */
const LIMITS = {
  headersTimeout: 15_000,
  // Not the time of a whole request: an upload may take hours, as long as it goes on.
  requestTimeout: 0,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
};
/** Idle time within a body, either way, unless its reader or writer sets another one. */
const IDLE_MS = 60_000;
/** Connections that wait to be accepted; Linux allows 4,096 by default (somaxconn) and Node 511. */
const BACKLOG = 4_096;
/** Requests of a connection that wait for those before them. Any more stay in its socket. */
const PIPELINED_MAX = 100;

export type Listener = {
  readonly port: number;
  /** Goes on serving; each answer from now on says that its connection ends with it. (RFC 9112 §9.6) */
  drain(): void;
  /** Takes no new connection and lets calls in flight finish. After some seconds it ends what is left. */
  close(): Promise<void>;
  /** Returns the number of connections that were used within the last minute. */
  usedConnections(): number;
  /** Lets so many of the used connections end. No call is lost, and callers open others. */
  giveUp(count: number): void;
};

/** An address is taken by another process. */
export class AddressTaken extends Error {
  override readonly name = 'AddressTaken';
}

export type ListenAddress = {
  readonly host: string;
  readonly port: number;
  /** The setting that names the port. */
  readonly setting: string;
  /**
   * Tells whether the handler itself checks requests and sends 100 Continue.
   *
   * Otherwise a request without Host is refused before the handler, and 100 Continue is sent at once.
   */
  readonly isStrict?: boolean;
  /** Idle time of a caller within a body, either way: a minute by default. */
  readonly idleMs?: number;
  /** Time from the begin of a drain that idle connections are kept: none by default. */
  readonly idleGraceMs?: number;
  /** The bounds of its connections; none unless given. */
  readonly connections?: ConnectionBounds;
  /** The certificates of a listener that speaks TLS. */
  readonly tls?: ListenTls | undefined;
  /**
   * Tells whether the handler serves a plain request as such. Any other is read by node:http.
   *
   * Without it all of them are.
   */
  readonly takesPlain?: ((head: PlainHead) => boolean) | undefined;
  /** Receives each request that could not be read, and that no handler has seen. */
  readonly onBroken?: (record: BrokenRecord) => void;
};

/**
 * Listens on an address.
 *
 * @throws AddressTaken with a sentence that names the address and the setting
 */
export async function listen(handler: RequestListener, address: ListenAddress): Promise<Listener> {
  const { isStrict = false, idleMs = IDLE_MS, idleGraceMs = 0 } = address;
  const options = {
    ...LIMITS,
    IncomingMessage: GatheredRequest,
    highWaterMark: 65_536,
    noDelay: true,
    requireHostHeader: !isStrict,
  };
  const { tls, connections: bounds } = address;
  const server: Server = tls ? createTlsServer(options, tls) : createServer(options);
  // More headers than this are refused rather than silently dropped by Node at its own limit.
  server.maxHeadersCount = 0;
  const { takesPlain } = address;
  const plainHandler = takesPlain && {
    takes: takesPlain,
    serve: (...message: Parameters<RequestListener>) => serve(...message),
  };
  const plain = plainHandler && new PlainRequests(server, plainHandler);
  const http2 = tls && new Http2Requests(server, { ...address, plain: plainHandler });
  const connections = new Connections(server, http2);
  const use = new ConnectionUse(connections, http2);
  const ending = new GracefulClose(server, { connections, readers: [plain, http2], idleGraceMs });
  const broken = new BrokenRequests(server, connections, address.onBroken);
  const follow: RequestListener = (request, response) => ending.follow(request, response);
  const inTurn = [follow, limitIdleTime(idleMs), new FairAccept(server, handler).listener];
  const begin = servePipelined((request, response) => {
    for (const each of inTurn) each(request, response);
  });
  // One listener that calls them all: for several, Node copies their list with each request.
  const serve: RequestListener = (request, response) => {
    endBehindUpgrade(request, response);
    connections.add(request, response);
    begin(request, response);
  };
  server.on('request', serve);
  if (isStrict) server.on('checkContinue', serve).on('checkExpectation', serve);
  limitStalling(server, connections, idleMs);
  if (bounds)
    limitConnections(server, connections, { ...bounds, refuse: (...refused) => broken.refuse(...refused) });
  if (tls) limitHandshakes(server, bounds?.networkOf);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? addressTakenFault(address) : error),
    );
    server.listen(address.port, address.host, BACKLOG, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    drain: () => ending.drain(),
    close: () => ending.close(),
    usedConnections: () => use.count(),
    giveUp: (count) => use.giveUp(count),
  };
}

/**
 * Serves the requests of a connection one by one, in the order of its responses.
 *
 * A pipelined request may depend on the one before it, and a caller who leaves before its turn has asked for nothing.
 * (RFC 9112 §9.3.2) While many requests wait, no more are read.
 */
function servePipelined(serve: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    if (response.socket) return serve(request, response);
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    // Behind Node, which reads on where a request ends.
    if (count % PIPELINED_MAX === 0) queueMicrotask(() => socket.pause());
    response.once('socket', () => {
      const left = (waiting.get(socket) ?? 1) - 1;
      waiting.set(socket, left);
      if (left === PIPELINED_MAX - 1) socket.resume();
      serve(request, response);
    });
  };
}

/** Ends the connection of a caller idle within a body, where no handler does. */
function limitIdleTime(idleMs: number): RequestListener {
  return (request, response) => {
    if (request.complete) return;
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    if (length === '0' && coding === undefined) return;
    setImmediate(startIdleTime, request, response, idleMs);
  };
}

/** Starts the idle time of a body. A body that came with its head is complete and needs none. */
function startIdleTime(request: IncomingMessage, response: ServerResponse, idleMs: number): void {
  if (request.complete || request.listenerCount('timeout') > 0) return;
  request.setTimeout(idleMs);
  request.once('end', () => {
    // Behind the answer the limit of a kept connection is in force already; a handler with a limit of its own keeps it.
    if (!response.writableFinished && request.listenerCount('timeout') === 0) request.setTimeout(0);
  });
}

/**
 * Ends the connection of a caller who stops taking a complete response.
 *
 * Node would wait for ever. Such connections are looked for now and then, so that calls pay nothing.
 */
function limitStalling(server: Server, connections: Connections, idleMs: number): void {
  const looking = setInterval(() => {
    for (const { writableEnded, socket } of connections.begun())
      if (writableEnded && socket && !socket.timeout) socket.setTimeout(idleMs);
  }, idleMs / 4).unref();
  server.once('close', () => clearInterval(looking));
}

function addressTakenFault({ host, port, setting }: ListenAddress): AddressTaken {
  return new AddressTaken(
    `${host}:${port} is in use by another process: stop that one, or set ${setting} to another port.`,
  );
}
