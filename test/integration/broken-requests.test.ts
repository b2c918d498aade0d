import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { BrokenRequests } from '../../src/http/broken-requests.ts';
import { Connections } from '../../src/http/connection-responses.ts';
import { listen } from '../../src/http/listeners.ts';
import { exchange } from '../support/raw-http.ts';

const closers: (() => unknown)[] = [];
afterEach(() => Promise.all(closers.splice(0).map((close) => close())));

const answered = async (port: number, bytes: string) => {
  const { answers, closed } = await exchange(port, bytes);
  return { answers: answers.map(({ status, body }) => [status, JSON.parse(body).code]), closed };
};

describe('every listener', () => {
  it('refuses what cannot be read with a problem document, without its handler', async () => {
    const { port, close } = await listen(
      () => {
        throw new Error('A broken request reached a handler.');
      },
      { host: '127.0.0.1', port: 0, setting: 'PORT' },
    );
    closers.push(close);
    expect(await answered(port, 'FOO / HTTP/1.1\r\nHost: a\r\n\r\n')).toEqual({
      answers: [[400, 'BAD_USER_INPUT']],
      closed: true,
    });
    expect(await answered(port, 'GET / HTTP/1.2\r\nHost: a\r\n\r\n')).toEqual({
      answers: [[505, 'HTTP_VERSION_UNSUPPORTED']],
      closed: true,
    });
  });

  it('refuses a caller who is too slow to begin with 408', async () => {
    const server = createServer({ headersTimeout: 20, connectionsCheckingInterval: 10 });
    new BrokenRequests(server, new Connections(server));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    expect(await answered(port, 'GET / HTTP/1.1\r\nHo')).toEqual({
      answers: [[408, 'REQUEST_TIMEOUT']],
      closed: true,
    });
  });
});
