import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

/** A request as a back-end saw it. */
export type Seen = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: string;
};

export type Answerer = (request: IncomingMessage, response: ServerResponse) => void;

export type Upstream = {
  readonly url: string;
  readonly seen: Seen[];
  answer: Answerer;
  /** Number of connections that it received. */
  connections: number;
  /** Is told when a request breaks off. */
  onCut: () => void;
  /** Bytes of the newest request's body so far. */
  received: string;
  close(): Promise<void>;
};

const ok: Answerer = (_, response) => response.end('{"ok":true}');

/** Opens a back-end that records its requests. It answers 200 until another answer is set. */
export async function recordingUpstream(): Promise<Upstream> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    const { method = '', url = '', headers, rawHeaders } = request;
    upstream.received = '';
    request.on('data', (part: Buffer) => {
      parts.push(part);
      upstream.received += part;
    });
    request.on('error', () => upstream.onCut());
    request.on('end', () => {
      seen.push({ method, url, headers, rawHeaders, body: Buffer.concat(parts).toString() });
      upstream.answer(request, response);
    });
  });
  // It closes no idle connection by itself: on a busy machine that would meet a request which is never sent twice.
  server.keepAliveTimeout = 0;
  server.on('connection', () => {
    upstream.connections += 1;
  });
  const url = await listening(server);
  const upstream: Upstream = {
    url,
    seen,
    answer: ok,
    connections: 0,
    onCut: () => {},
    received: '',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return upstream;
}

/**
 * Opens a back-end on the bare socket, for answers that no HTTP library would send.
 *
 * `onRequest` is called with each request's bytes.
 */
export async function hostileUpstream(onRequest: (socket: Socket, request: string, count: number) => void) {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      count += 1;
      onRequest(socket, bytes.toString('latin1'), count);
    });
  });
  const url = await listening(server);
  return {
    url,
    /** Number of open connections. */
    open: () => sockets.size,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
