import { randomUUID } from 'node:crypto';
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Refusal, type RefusalCode, refusal } from '../foundation/errors.ts';
import { type Connections, isLast } from './connection-responses.ts';
import { PROBLEM_TYPE, problem } from './problem.ts';

/** Record of a request that was refused before it became a call. Of its content it has sizes only. */
export type BrokenRecord = {
  /** The request id of the response. */
  readonly requestId: string;
  readonly status: number;
  readonly code: RefusalCode;
  /** Bytes that came on its connection, with those of the requests before it. */
  readonly bytesReceived: number;
};

/** Node's description of a connection that it cannot read on. */
type BrokenRequest = NodeJS.ErrnoException & {
  /** The parser's own words. */
  readonly reason?: string;
  readonly bytesParsed?: number;
  readonly rawPacket?: Buffer;
};

/** Time for which further bytes are discarded. Closing at once would take the answer back. (RFC 9112 §9.6) */
const LINGER_MS = 1_000;

/**
 * Answers requests that Node's parser refuses, in the form of any other refusal.
 *
 * The connection is then closed, since nobody knows where a next request would begin. (RFC 9112 §2.2, §6.3)
 */
export class BrokenRequests {
  readonly #connections: Connections;
  readonly #onBroken: (record: BrokenRecord) => void;
  /** Connections that have ended with a refusal. */
  readonly #over = new WeakSet<Socket>();

  /** @param onBroken is told of each that no handler has seen */
  constructor(server: Server, connections: Connections, onBroken: (record: BrokenRecord) => void = () => {}) {
    this.#connections = connections;
    this.#onBroken = onBroken;
    server.on('clientError', (error: BrokenRequest, socket) => {
      const refused = refusalOf(error);
      if (refused) this.#end(socket as Socket, refused);
      else socket.destroy();
    });
    server.on('connect', (_, socket) => {
      socket.on('error', () => socket.destroy());
      this.#end(socket as Socket, refusal('METHOD_NOT_ALLOWED', { detail: 'CONNECT is not served here.' }));
    });
  }

  /** Answers on a connection that no request can be read from, and ends it. */
  refuse(socket: Socket, refused: Refusal): void {
    const requestId = randomUUID();
    write(socket, refused, requestId);
    const { status, code } = refused;
    this.#onBroken({ requestId, status, code, bytesReceived: socket.bytesRead });
  }

  /** Ends a connection once the requests before the broken one are answered. */
  #end(socket: Socket, refused: Refusal): void {
    if (this.#over.has(socket)) return;
    this.#over.add(socket);
    const before = this.#connections.of(socket)?.newest;
    if (!before) this.refuse(socket, refused);
    else if (before.writableFinished) this.#refuseBehind(before, socket, refused);
    else if (before.req.complete) before.once('close', () => this.#refuseBehind(before, socket, refused));
    else if (before.socket) replace(before, socket, refused);
    // It is the turn of an earlier request of the same connection.
    else before.once('socket', () => replace(before, socket, refused));
  }

  #refuseBehind(before: ServerResponse, socket: Socket, refused: Refusal): void {
    if (isLast(before)) leave(socket);
    else this.refuse(socket, refused);
  }
}

/** Maps a parser error to its refusal; undefined when the caller has gone. */
function refusalOf({ code = '', ...error }: BrokenRequest): Refusal | undefined {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return refusal('REQUEST_TIMEOUT', { detail: 'Send the whole head of a request at once.' });
  if (!code.startsWith('HPE_')) return undefined;
  if (code === 'HPE_HEADER_OVERFLOW')
    return isWithinTarget(error) ? refusal('TARGET_TOO_LONG') : refusal('HEADERS_TOO_LARGE');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return refusal('REQUEST_TOO_LARGE', { detail: 'Send the chunks of a body without extensions.' });
  if (code === 'HPE_PAUSED_H2_UPGRADE' || error.reason === 'Invalid HTTP version')
    return refusal('HTTP_VERSION_UNSUPPORTED');
  return refusal('BAD_USER_INPUT', { detail: `The request cannot be read: ${error.reason ?? code}.` });
}

/** Tells whether the request line was incomplete. A head in several pieces does not show it. */
function isWithinTarget({ rawPacket, bytesParsed }: Omit<BrokenRequest, 'code'>): boolean {
  const read = rawPacket?.subarray(0, bytesParsed).toString('latin1') ?? '';
  return /^[A-Z-]+ [^\r\n]*$/.test(read);
}

/**
 * Refuses a request whose body broke.
 *
 * Its handler is told that the caller has gone. An answer that has begun must not look complete.
 */
function replace(response: ServerResponse, socket: Socket, refused: Refusal): void {
  if (response.headersSent) {
    // What was said just now is sent first: Node holds it back for a tick.
    setImmediate(() => socket.destroy());
    return;
  }
  response.statusCode = refused.status;
  response.detachSocket(socket);
  response.destroy();
  response.emit('close');
  write(socket, refused, randomUUID());
}

function write(socket: Socket, refused: Refusal, requestId: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = problem(refused, requestId);
  const head = [
    `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  leave(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Ends a connection with what is still to be said. */
function leave(socket: Socket, response = ''): void {
  socket.end(response);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}
