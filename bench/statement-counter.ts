import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { atEnd } from './gateway/processes.ts';

/** A way to a PostgreSQL server that counts what is asked on it. */
export type StatementCounter = {
  /** URL of the database by this way. */
  readonly url: string;
  /** Statements until now, those that begin and end transactions too. */
  count(): number;
};

const [QUERY, EXECUTE] = [0x51, 0x45];

/** Reads the messages of a client, of which the first has no type. (PostgreSQL, "Message Formats") */
function countIn(client: Socket, onStatement: () => void): void {
  let rest: Buffer = Buffer.alloc(0);
  let typed = 0;
  client.on('data', (data: Buffer) => {
    rest = rest.length === 0 ? data : Buffer.concat([rest, data]);
    for (;;) {
      if (rest.length < typed + 4) return;
      const length = typed + rest.readUInt32BE(typed);
      if (rest.length < length) return;
      if (typed === 1 && (rest[0] === QUERY || rest[0] === EXECUTE)) onStatement();
      rest = rest.subarray(length);
      typed = 1;
    }
  });
}

/** Counts statements on the way to the server of this URL, over connections in clear. */
export async function countStatements(databaseUrl: string): Promise<StatementCounter> {
  const target = new URL(databaseUrl);
  let statements = 0;
  // Nagle's algorithm would hold the second of two small packets until the first is acknowledged, for 40 ms.
  const noDelay = true;
  const listener = createServer({ noDelay }, (client) => {
    const server = connect({ port: Number(target.port || 5432), host: target.hostname, noDelay });
    countIn(client, () => {
      statements += 1;
    });
    client.pipe(server).pipe(client);
    client.on('error', () => server.destroy());
    server.on('error', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  atEnd(async () => void listener.close());
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = `${(listener.address() as AddressInfo).port}`;
  return { url: url.href, count: () => statements };
}
