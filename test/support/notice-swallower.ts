import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** The type of NotificationResponse. (PostgreSQL, "Message Formats") */
const NOTIFICATION = 'A'.charCodeAt(0);
/** The type and the length of a message. The length counts itself. */
const HEAD_BYTES = 5;

/** A proxy before a PostgreSQL server that swallows notices, as poolers of transactions do. */
export type NoticeSwallower = {
  /** The address of the database through the proxy. */
  readonly url: string;
  /** Lets notices pass from now on. */
  relent(): void;
  close(): Promise<void>;
};

export async function openNoticeSwallower(databaseUrl: string): Promise<NoticeSwallower> {
  const url = new URL(databaseUrl);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  let swallows = true;
  const server = createServer((client) => {
    const target = connect({ host: hostname, port: Number(port) });
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        target.destroy();
      });
    }
    client.pipe(target);
    target.pipe(messagesBut((type) => swallows && type === NOTIFICATION)).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.port = `${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    relent() {
      swallows = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Passes on the messages of a server, whole, but those of some types. */
function messagesBut(isLeftOut: (type: number) => boolean): Transform {
  let rest = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= HEAD_BYTES) {
        const end = 1 + rest.readInt32BE(1);
        if (rest.length < end) break;
        if (!isLeftOut(rest[0] ?? 0)) this.push(rest.subarray(0, end));
        rest = rest.subarray(end);
      }
      done();
    },
  });
}
