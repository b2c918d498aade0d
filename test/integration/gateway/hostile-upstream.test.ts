import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type GatewayWorld, openGateway, problemOf, until } from '../../support/gateway.ts';
import { api, catalog, snapshot } from '../../support/snapshot.ts';
import { hostileUpstream } from '../../support/upstream.ts';

const PATH = '/acme/sandbox/open/x';
const closers: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closers.splice(0).map((close) => close())));

type OnRequest = (socket: Socket, request: string, count: number) => void;

async function behind(onRequest: OnRequest) {
  const upstream = await hostileUpstream(onRequest);
  const open = api({ basePath: '/open', security: [], upstreamUrl: upstream.url });
  const world = await openGateway(snapshot(catalog({ apis: [open] })), {
    timeouts: { answerMs: 300, idleMs: 300 },
  });
  closers.push(world.close, upstream.close);
  return Object.assign(world, { upstream });
}
const answering = (bytes: string) => behind((socket) => socket.write(bytes, 'latin1'));
const refusedBy = async (world: GatewayWorld, init?: RequestInit) => problemOf(await world.call(PATH, init));

const UNREACHABLE = {
  status: 502,
  told: 502,
  code: 'BACKEND_UNREACHABLE',
  detail: 'The back-end cannot be reached.',
};

describe('a back-end that speaks no HTTP', () => {
  it.each([
    ['garbage', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['a status line that is none', 'HTTP/1.1 abc OK\r\n\r\n'],
    ['a status below 100', 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n'],
    ['an unasked 100 Continue', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'],
    ['an unasked upgrade', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'a length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a split header', 'HTTP/1.1 200 OK\r\nX: a\rSet-Cookie: b\r\nContent-Length: 0\r\n\r\n'],
    ['headers without end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`],
  ])('is told as 502: %s', async (_, bytes) => {
    const world = await answering(bytes);
    expect(await refusedBy(world)).toEqual(UNREACHABLE);
    expect(world.faults).toEqual([]);
  });

  it('or closes at once, is told as 502', async () => {
    expect(await refusedBy(await behind((socket) => socket.destroy()))).toEqual(UNREACHABLE);
  });
});

describe('a back-end that is too slow', () => {
  it('to begin its answer is told as 504, and its connection is given up', async () => {
    const world = await behind(() => {});
    expect(await refusedBy(world)).toMatchObject({ status: 504, code: 'BACKEND_TIMEOUT' });
    await until(() => world.upstream.open() === 0);
  });
});

describe('an answer that breaks off never looks complete', () => {
  const broken = {
    'in a body with a length': 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf',
    'between chunks': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n',
    'in a chunk that is none': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nzz\r\n',
  };
  it.each(Object.entries(broken))('when the back-end closes %s', async (_, bytes) => {
    const world = await behind((socket) => socket.write(bytes, () => socket.end()));
    const answer = await world.call(PATH);
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });

  it('when the back-end falls silent', async () => {
    const world = await behind((socket) => socket.write(broken['between chunks']));
    await expect((await world.call(PATH)).text()).rejects.toThrow();
  });

  it('not even to a caller of HTTP/1.0, who reads until the end', async () => {
    const world = await behind((socket) => socket.write(broken['between chunks'], () => socket.end()));
    const socket = connect(Number(new URL(world.url).port), '127.0.0.1');
    const error = new Promise((resolve) => socket.on('error', resolve));
    socket.on('data', () => {});
    socket.write(`GET ${PATH} HTTP/1.0\r\nHost: a\r\n\r\n`);
    expect(await error).toMatchObject({ code: 'ECONNRESET' });
  });
});

describe('a caller that takes nothing of a long answer', () => {
  it('is cut off, and the connection to the back-end with it', async () => {
    const world = await behind((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n');
      socket.write(Buffer.alloc(64 * 1024 * 1024));
    });
    const caller = connect(Number(new URL(world.url).port), '127.0.0.1').pause();
    caller.on('error', () => {});
    caller.write(`GET ${PATH} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await until(() => world.upstream.open() === 1);
    await until(() => world.upstream.open() === 0);
    expect(world.records).toMatchObject([{ outcome: 'ABANDONED', status: 200 }]);
    caller.destroy();
  });
});

describe('odd but legal answers', () => {
  it('are passed on: 304 and 204 with a length and no body, a status without a reason, bytes above ASCII', async () => {
    const world = await behind((socket, request) => {
      const status = /x\/(\d+)/.exec(request)?.[1];
      const length = status === '200' ? 0 : 99;
      socket.write(`HTTP/1.1 ${status} \r\nX-Name: \xe9\r\nContent-Length: ${length}\r\n\r\n`, 'latin1');
    });
    for (const status of [304, 204, 200]) {
      const answer = await world.call(`${PATH}/${status}`);
      expect([answer.status, answer.headers.get('x-name')]).toEqual([status, '\xe9']);
      expect(await answer.text()).toBe('');
    }
  });

  it('are framed anew when the back-end ends its answer by closing', async () => {
    const world = await behind((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nall of it'));
    const answer = await world.call(PATH);
    expect(answer.headers.get('transfer-encoding')).toBe('chunked');
    expect(await answer.text()).toBe('all of it');
  });

  it('end where they end: what comes behind them reaches nobody', async () => {
    const world = await behind((socket) =>
      socket.write(
        'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison',
      ),
    );
    for (let i = 0; i < 5; i += 1) expect(await (await world.call(PATH)).text()).toBe('ok');
  });
});

describe('a kept connection that is closed as it is used again', () => {
  const closing: OnRequest = (socket, _, count) => {
    if (count === 2) socket.destroy();
    else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
  };

  it('costs a GET nothing: it is sent once more', async () => {
    const world = await behind(closing);
    for (let i = 0; i < 3; i += 1) expect((await world.call(PATH)).status).toBe(200);
  });

  it('is told for a POST, which is never sent twice', async () => {
    let posts = 0;
    const world = await behind((socket, request, count) => {
      if (request.startsWith('POST')) posts += 1;
      closing(socket, request, count);
    });
    await world.call(PATH);
    expect((await refusedBy(world, { method: 'POST', body: 'x' })).code).toBe('BACKEND_UNREACHABLE');
    expect(posts).toBe(1);
  });
});
