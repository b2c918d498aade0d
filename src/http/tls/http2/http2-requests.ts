import type { Server } from 'node:http';
import { constants, createServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Refusal } from '../../../foundation/errors.ts';
import type { BrokenRecord } from '../../broken-requests.ts';
import { type ConnectionBounds, networkShareOf } from '../../connection-limit.ts';
import { NetworkShares } from '../../network-shares.ts';
import type { PlainHandler } from '../../plain/plain-requests.ts';
import { acceptEvent } from '../accept-event.ts';
import { FrameSocket } from './frame-socket.ts';
import { FrameTurns } from './frame-turns.ts';
import { LocalSocket } from './local-socket.ts';
import { servesPlainStream, wholeBodyBytes } from './plain-stream.ts';
import { streamHeadOf } from './stream-head.ts';
import { refuseStream, sendStream, unreadable } from './stream-request.ts';
import { StreamTurns } from './stream-turns.ts';

/** Requests of a connection at the same time. */
const STREAMS_MAX = 100;
/** As of HTTP/1.1: the listener's `maxHeaderSize`. */
const HEAD_BYTES_MAX = 16_384;
/** Pairs of a head, its pseudo-headers among them. */
const FIELDS_MAX = 1_000;
/**
 * Bytes under way over a connection: what its streams may have together. (RFC 9113 §6.9.2)
 *
 * Node reads on for a connection, whoever reads its streams, so that a smaller one bounds no memory. Bodies would wait for
 * each other.
 */
const WINDOW_BYTES = STREAMS_MAX * 65_535;
/** Megabytes that a connection may hold. Its streams together have as much under way where each has 64 KB. */
const SESSION_MEGABYTES = 10;

/**
 * Requests that a caller may give up at once, and then in each second.
 *
 * Whoever leaves a page gives up all of its requests. With any more the connection ends. (CVE-2023-44487)
 */
const RESETS = { streamResetBurst: 2 * STREAMS_MAX, streamResetRate: STREAMS_MAX };

const SETTINGS = {
  ...RESETS,
  maxSessionMemory: SESSION_MEGABYTES,
  maxHeaderListPairs: FIELDS_MAX,
  settings: { enablePush: false, maxConcurrentStreams: STREAMS_MAX, maxHeaderListSize: HEAD_BYTES_MAX },
};

type Http2Options = {
  readonly onBroken?: (record: BrokenRecord) => void;
  /** The bounds of its connections, which hold for the requests under way as well. */
  readonly connections?: ConnectionBounds | undefined;
  /** Serves plain requests from their streams. */
  readonly plain?: PlainHandler | undefined;
};

/** A connection, and how many requests are under way over it. */
type OpenSession = { readonly session: ServerHttp2Session; streams: number };

type StreamEvent = [
  stream: ServerHttp2Stream,
  headers: unknown,
  flags: number,
  rawHeaders: readonly string[],
];

type Received = {
  readonly stream: ServerHttp2Stream;
  /** Names and values in turn. */
  readonly raw: readonly string[];
  readonly hasBody: boolean;
  readonly socket: TLSSocket;
};

/**
 * Serves the connections of a server that agreed on HTTP/2 in their handshake.
 *
 * Plain requests that have come whole are served from their streams. Each other one goes to the reader of HTTP/1.1 over
 * a connection within the process.
 *
 * Install it behind PlainRequests, and before whatever else listens to the sockets of the server.
 */
export class Http2Requests {
  /** Its listener makes a session of a socket. It listens on no port. */
  readonly #sessionServer = createServer(SETTINGS);
  readonly #open = new Map<Socket, OpenSession>();
  readonly #frames = new FrameTurns();
  readonly #turns = new StreamTurns<Socket>();
  readonly #read: (socket: Socket) => void;
  readonly #options: Http2Options;
  readonly #shares: NetworkShares;
  /** Idle time after which a connection ends. */
  readonly #keepAliveMs: number;

  constructor(server: Server, options: Http2Options) {
    this.#options = options;
    const { max, networkOf } = options.connections ?? {
      max: Number.POSITIVE_INFINITY,
      networkOf: () => undefined,
    };
    this.#shares = new NetworkShares({ max, maxOfNetwork: networkShareOf(max), networkOf });
    this.#keepAliveMs = server.keepAliveTimeout;
    const accepted = acceptEvent(server);
    const [read] = server.listeners(accepted);
    if (!read) throw new TypeError('A server of node:http listens to its connections.');
    this.#read = (socket) => read.call(server, socket);
    server.removeAllListeners(accepted);
    server.on(accepted, (socket: Socket) => {
      if ((socket as TLSSocket).alpnProtocol === 'h2') this.#begin(socket as TLSSocket);
      else this.#read(socket);
    });
    this.#sessionServer.on('sessionError', () => {});
  }

  /** Tells whether requests are under way over a connection. */
  isBusy(socket: Socket): boolean {
    return (this.#open.get(socket)?.streams ?? 0) > 0;
  }

  /** Ends the session of a connection, if it has one, once its requests are answered. */
  endSession(socket: Socket): void {
    this.#open.get(socket)?.session.close();
  }

  /** Lets the requests under way finish, and takes no others. (RFC 9113 §6.8) */
  closeIdle(): void {
    for (const { session } of this.#open.values()) session.close();
  }

  closeAll(): void {
    for (const { session } of this.#open.values()) session.destroy();
  }

  #begin(socket: TLSSocket): void {
    const use = (session: ServerHttp2Session) => this.#use(session, socket);
    // It comes before `emit` returns, or never.
    this.#sessionServer.once('session', use);
    this.#sessionServer.emit('connection', new FrameSocket(socket, this.#frames));
    this.#sessionServer.off('session', use);
  }

  #use(session: ServerHttp2Session, socket: TLSSocket): void {
    const open: OpenSession = { session, streams: 0 };
    this.#open.set(socket, open);
    session.setLocalWindowSize(WINDOW_BYTES);
    session.on('error', () => {});
    session.on('stream', (...event: StreamEvent) => {
      const [stream, , flags, raw] = event;
      const hasBody = (flags & constants.NGHTTP2_FLAG_END_STREAM) === 0;
      open.streams += 1;
      stream.once('close', () => {
        open.streams -= 1;
      });
      this.#serve({ stream, raw, hasBody, socket });
    });
    session.setTimeout(this.#keepAliveMs, () => {
      if (open.streams === 0) session.close();
    });
    session.once('close', () => this.#open.delete(socket));
  }

  #serve({ stream, raw, hasBody, socket }: Received): void {
    // Nobody else hears of a stream that its caller gives up.
    stream.on('error', () => {});
    const leave = this.#shares.enter(socket);
    // Its caller may send it again. (RFC 9113 §8.7)
    if (typeof leave === 'string') {
      stream.close(constants.NGHTTP2_REFUSED_STREAM);
      return;
    }
    const leaveTurns = this.#turns.add(socket, () => this.#beginStream({ stream, raw, hasBody, socket }));
    stream.once('close', () => {
      leaveTurns();
      leave();
    });
  }

  #beginStream({ stream, raw, hasBody, socket }: Received): void {
    if (stream.closed || stream.destroyed) return;
    const head = streamHeadOf(raw, hasBody ? wholeBodyBytes(stream) : 0);
    if (head instanceof Refusal) {
      this.#refuse(stream, socket, head);
      return;
    }
    const { plain } = this.#options;
    if (plain && servesPlainStream({ stream, head, carrier: socket }, plain)) return;
    const [near, far] = LocalSocket.pair(socket);
    try {
      sendStream(stream, head, near);
    } catch (error) {
      near.destroy();
      this.#refuse(stream, socket, unreadable(error));
      return;
    }
    this.#read(far as unknown as Socket);
  }

  #refuse(stream: ServerHttp2Stream, { bytesRead: bytesReceived }: TLSSocket, refused: Refusal): void {
    const { status, code } = refused;
    const requestId = refuseStream(stream, refused);
    this.#options.onBroken?.({ requestId, status, code, bytesReceived });
  }
}
