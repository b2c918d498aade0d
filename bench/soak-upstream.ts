import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const LARGE_BYTES = 16_000_000;
const ITEM = JSON.stringify({ text: 'x'.repeat(1_600) });
const PAGE = Buffer.alloc(20_000, 'x');
const LARGE = Buffer.alloc(LARGE_BYTES, 'x');
const GRAPHQL = JSON.stringify({
  data: { getCustomers: [{ id: '1', firstname: 'A', lastname: 'B', email: 'c@example.com' }] },
});

/** The back-end of every API, by the first segment of the path. It counts the calls of each. */
export type SoakUpstream = {
  readonly url: URL;
  readonly counts: ReadonlyMap<string, number>;
  /** Resolves when the call with this id has come. */
  came(id: string): Promise<void>;
  /** Connections that are open now. */
  connections(): number;
  close(): Promise<void>;
};

export async function startSoakUpstream(): Promise<SoakUpstream> {
  const counts = new Map<string, number>();
  const awaited = new Map<string, () => void>();
  let connections = 0;

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://upstream');
    const [, api = '', name = ''] = pathname.split('/');
    counts.set(api, (counts.get(api) ?? 0) + 1);
    const id = searchParams.get('id');
    if (id !== null) awaited.get(id)?.();
    answers[name]?.(request, response);
  }
  const server = createServer(handle).listen(0, '127.0.0.1');
  // Longer than the gateway keeps a connection: it is the gateway that has to close it.
  server.keepAliveTimeout = 300_000;
  server.on('connection', (socket) => {
    connections += 1;
    socket.once('close', () => {
      connections -= 1;
    });
  });
  await once(server, 'listening');
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    counts,
    came: (id) =>
      new Promise((resolve) => {
        awaited.set(id, () => {
          awaited.delete(id);
          resolve();
        });
      }),
    connections: () => connections,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const withLength = (body: string | Buffer): Answer => {
  const head = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  return (request, response) => {
    request.resume();
    response.writeHead(200, head).end(body);
  };
};

const answers: Readonly<Record<string, Answer>> = {
  item: withLength(ITEM),
  page: withLength(PAGE),
  large: withLength(LARGE),
  graphql: withLength(GRAPHQL),
  chunked(_, response) {
    for (const at of [0, 1, 2]) response.write(PAGE.subarray(at * 6_000, (at + 1) * 6_000));
    response.end();
  },
  /** Holds a call until its caller leaves. */
  hold: () => {},
  async upload(request, response) {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.once('end', () => response.end(`${bytes}`));
  },
};
