import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';

/** An event as a follower reads it. */
export type Followed = {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly catalog?: string | null;
};

export type Following = {
  readonly status: number;
  /** The next event; undefined when the stream has ended. */
  next(): Promise<Followed | undefined>;
  /** Hangs up. */
  hangUp(): void;
};

export type Socket = {
  /** Follows `events` over a socket; resolves when the following has begun. */
  follow(request: { path: string; token?: string; events: string }): Promise<Following>;
  close(): Promise<void>;
};

/** The errors that a stream was refused with, in its first event. @throws Error when it was not refused */
export async function refusalOf(following: Following): Promise<unknown> {
  const result = await following.next().then(
    (event) => new Error(`it was not refused: ${JSON.stringify(event)}`),
    (error: Error) => error,
  );
  return JSON.parse(result.message);
}

/** Serves a handler on a socket of its own, for tests of connections. */
export async function serveOnSocket(fetchOver: (request: Request) => Promise<Response>): Promise<Socket> {
  const server = createServer(getRequestListener((request) => fetchOver(request)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    async follow({ path, token, events }) {
      const hanging = new AbortController();
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        signal: hanging.signal,
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ query: `subscription { ${events} }` }),
      });
      const answers = response.body ? messages(response.body) : undefined;
      return {
        status: response.status,
        next: async () => (await answers?.next())?.value,
        hangUp: () => hanging.abort(),
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The events of a stream of server-sent messages. @throws Error when one of them is a refusal */
async function* messages(body: ReadableStream<Uint8Array>): AsyncGenerator<Followed, undefined> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const whole = text.split('\n\n');
    text = whole.pop() ?? '';
    for (const message of whole) {
      const data = /^data: ?(.+)$/m.exec(message)?.[1];
      if (!data || !message.includes('event: next')) continue;
      const { data: answer, errors } = JSON.parse(data) as { data?: { events: Followed }; errors?: unknown };
      if (!answer?.events) throw new Error(JSON.stringify(errors));
      yield answer.events;
    }
  }
  return undefined;
}
