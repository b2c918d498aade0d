import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/foundation/clock.ts';
import { until } from '../../support/eventually.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import { api, catalog, snapshot } from '../../support/snapshot.ts';
import { openTcpProxy } from '../../support/tcp-proxy.ts';
import { hostileUpstream } from '../../support/upstream.ts';

const PATH = '/acme/sandbox/open/x';
const closers: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closers.splice(0).map((close) => close())));

/** Of tests in which somebody comes too late; what is in time in the others has as long as it takes. */
const IMPATIENT = { timeouts: { answerMs: 300, idleMs: 300 } };

const published = (upstreamUrl: string, settings: Parameters<typeof api>[0] = {}) =>
  snapshot(catalog({ apis: [api({ basePath: '/open', security: [], upstreamUrl, ...settings })] }));

async function worldOf(upstreamUrl: string, { clock, ...settings }: Settings = {}) {
  const world = await openGateway(published(upstreamUrl, settings), clock && { clock });
  closers.push(world.close);
  return world;
}

type Settings = Parameters<typeof api>[0] & { readonly clock?: Clock };
type OnRequest = (socket: Socket, request: string, count: number) => void;

async function behind(onRequest: OnRequest, settings?: Settings) {
  const upstream = await hostileUpstream(onRequest);
  closers.push(upstream.close);
  return Object.assign(await worldOf(upstream.url, settings), { upstream });
}
const answering = (bytes: string) => behind((socket) => socket.write(bytes, 'latin1'));
const refusedBy = async (world: GatewayWorld, init?: RequestInit) => problemOf(await world.call(PATH, init));

const UNREACHABLE = {
  status: 502,
  bodyStatus: 502,
  code: 'BACKEND_UNREACHABLE',
  detail: 'The back-end cannot be reached.',
};

describe('a back-end that says Connection twice', () => {
  it('keeps to itself what either of them names', async () => {
    const head = 'HTTP/1.1 200 OK\r\nX-Hop: a\r\nX-Kept: b\r\nConnection: X-Hop\r\nConnection: close\r\n';
    const { headers } = await (await answering(`${head}Content-Length: 0\r\n\r\n`)).call(PATH);
    expect([headers.get('x-hop'), headers.get('x-kept')]).toEqual([null, 'b']);
  });
});

describe('a back-end that speaks no HTTP', () => {
  it.each([
    ['garbage', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['the greeting of another protocol', '220 mail.test ESMTP\r\n'],
    ['lines that end in LF alone', 'HTTP/1.1 200 OK\nContent-Length: 0\n\n'],
    ['headers that end in LF alone', 'HTTP/1.1 200 OK\r\nContent-Length: 0\n\n'],
    ['a status line that is none', 'HTTP/1.1 abc OK\r\n\r\n'],
    ['a status below 100', 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n'],
    ['an unasked upgrade', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'a length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a split header', 'HTTP/1.1 200 OK\r\nX: a\rSet-Cookie: b\r\nContent-Length: 0\r\n\r\n'],
    ['headers without end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`],
    ['interim answers without end', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(101)],
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
    const world = await behind(() => {}, IMPATIENT);
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

  it.each([
    ['an answer that lasts until the connection ends', 'HTTP/1.1 200 OK\r\n\r\nhalf'],
    ['one of HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nhalf'],
    ['a body with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'],
    ['chunks', broken['between chunks']],
  ])('when the connection is reset within %s', async (_, bytes) => {
    const upstream = await hostileUpstream((socket) => socket.write(bytes));
    const proxy = await openTcpProxy(new URL(upstream.url));
    closers.push(proxy.close, upstream.close);
    const world = await worldOf(`http://127.0.0.1:${proxy.port}`);
    const answer = await world.call(PATH);
    expect(answer.status).toBe(200);
    proxy.reset();
    await expect(answer.text()).rejects.toThrow();
  });

  it('when the back-end resets the connection along with the last that it says', async () => {
    const world = await behind((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\nhalf');
      socket.resetAndDestroy();
    });
    const answer = await world.call(PATH);
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });

  it('when the back-end falls silent', async () => {
    const world = await behind((socket) => socket.write(broken['between chunks']), IMPATIENT);
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
    }, IMPATIENT);
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

  it('begin behind an interim answer that nobody asked for', async () => {
    const world = await answering(
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
    );
    expect(await (await world.call(PATH)).text()).toBe('ok');
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

  it('costs a GET nothing where all others are closed so, too', async () => {
    const kept: Socket[] = [];
    const answer = (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    const world = await behind((socket) => {
      if (kept.includes(socket)) socket.destroy();
      else if (kept.length === 3) answer(socket);
      else if (kept.push(socket) === 3) kept.map(answer);
    });
    await Promise.all([1, 2, 3].map(() => world.call(PATH)));
    expect(world.upstream.open()).toBe(3);
    expect((await world.call(PATH)).status).toBe(200);
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

describe('a caller that sends its body slowly', () => {
  const begin = (world: GatewayWorld, head = 'Content-Length: 1000') => {
    const caller = connect(Number(new URL(world.url).port), '127.0.0.1');
    let received = '';
    caller.on('data', (part) => (received += part));
    caller.on('error', () => {});
    caller.write(`POST ${PATH} HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n`);
    closers.push(async () => caller.destroy());
    return { caller, received: () => received };
  };

  it('is refused with 408 when it falls silent, and the request to the back-end ends', async () => {
    const world = await behind(() => {}, IMPATIENT);
    const { caller, received } = begin(world);
    caller.write('begun');
    await until(() => world.upstream.open() === 1);
    await until(() => received().includes('REQUEST_TIMEOUT'));
    expect(received()).toMatch(/^HTTP\/1.1 408 /);
    await until(() => world.upstream.open() === 0);
    expect(world.records).toMatchObject([{ outcome: 'REQUEST_TIMEOUT', status: 408 }]);
    expect(world.faults).toEqual([]);
  });

  it('is served as long as it goes on, be it for longer than it may be silent', async () => {
    let taken = '';
    const world = await behind(
      (socket, bytes) => {
        taken += bytes;
        if (bytes.endsWith('5')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      },
      { timeouts: { idleMs: 2_000 } },
    );
    const { caller, received } = begin(world, 'Content-Length: 5');
    const parts = ['1', '2', '3', '4', '5'];
    const beat = setInterval(() => caller.write(parts.shift() ?? ''), 500);
    await until(() => taken.endsWith('5'));
    clearInterval(beat);
    await until(() => received().endsWith('ok'));
  });

  it.each([
    ['a length', 'Content-Length: 11', ''],
    ['chunks', 'Transfer-Encoding: chunked', 'b\r\n12345678901\r\n'],
  ])(
    'is refused with 413 when there is more of it than the API allows, told by %s',
    async (_, head, body) => {
      const world = await behind(() => {}, { maxRequestBytes: 10 });
      const { caller, received } = begin(world, head);
      caller.write(body);
      await until(() => received().includes('Send at most 10 bytes.'));
      expect(received()).toMatch(/^HTTP\/1.1 413 /);
      await until(() => world.upstream.open() === 0);
    },
  );

  it('gets the answer of a back-end that does not wait for the whole body', async () => {
    const world = await behind((socket, _, count) => {
      if (count === 1) socket.end('HTTP/1.1 413 Too much\r\nContent-Length: 8\r\n\r\ntoo much');
    });
    const { caller, received } = begin(world, 'Content-Length: 10000000');
    caller.write(Buffer.alloc(5_000_000));
    await until(() => received().endsWith('too much'));
    expect(received()).toMatch(/^HTTP\/1.1 413 /);
  });

  it('is told of a back-end that breaks off meanwhile', async () => {
    const world = await behind((socket) => socket.resetAndDestroy());
    const { caller, received } = begin(world);
    caller.write('begun');
    await until(() => received().includes('BACKEND_UNREACHABLE'));
    await once(caller, 'close');
    expect(world.faults).toEqual([]);
  });

  it('takes the request to the back-end along when it leaves', async () => {
    const world = await behind(() => {});
    const { caller } = begin(world);
    caller.write('begun');
    await until(() => world.upstream.open() === 1);
    caller.destroy();
    await until(() => world.upstream.open() === 0);
  });
});

describe('a call that may be sent again', () => {
  const counted = async (closing: OnRequest, init?: RequestInit) => {
    const seen: string[] = [];
    const world = await behind((socket, request, count) => {
      seen.push(request.slice(0, request.indexOf(' ')));
      closing(socket, request, count);
    });
    return { seen, status: (await world.call(PATH, init)).status };
  };

  it.each(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])(
    'is %s without a body: once more, and no third time',
    async (method) => {
      expect(await counted((socket) => socket.destroy(), { method })).toEqual({
        seen: [method, method],
        status: 502,
      });
    },
  );

  it.each([
    ['POST without a body', { method: 'POST' }],
    ['PATCH', { method: 'PATCH', body: 'x' }],
    ['PUT whose body has begun', { method: 'PUT', body: 'x' }],
  ])('is not a %s', async (_, init) => {
    expect(await counted((socket) => socket.destroy(), init)).toEqual({ seen: [init.method], status: 502 });
  });

  it('is none of which an answer has begun', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
    expect(await counted((socket) => socket.write(hints, () => socket.destroy()))).toEqual({
      seen: ['GET'],
      status: 502,
    });
  });
});

describe('a back-end that fails again and again', () => {
  /** Its answers are late until it is told to answer. */
  const failing = async () => {
    const state = { now: 0, answers: false, seen: 0 };
    const world = await behind(
      (socket) => {
        state.seen += 1;
        if (state.answers) socket.write('HTTP/1.1 500 Odd\r\nContent-Length: 0\r\n\r\n');
      },
      { clock: () => new Date(state.now), timeouts: { answerMs: 50 } },
    );
    await Promise.all(Array.from({ length: 20 }, () => world.call(PATH)));
    const bePatient = () => world.use(published(world.upstream.url));
    return { world, state, bePatient };
  };

  it('is left alone: callers are told 503 and when to come again, at once', async () => {
    const { world, state } = await failing();
    const answer = await world.call(PATH);
    expect(answer.headers.get('retry-after')).toBe('10');
    expect(await problemOf(answer)).toEqual({
      status: 503,
      bodyStatus: 503,
      code: 'BACKEND_UNAVAILABLE',
      detail: 'The back-end failed repeatedly, and is left alone for a moment.',
    });
    expect(state.seen).toBe(20);
    expect(world.gateway.metrics().backendsLeftAlone).toBe(1);
    expect(world.faults).toMatchObject([
      { message: `${world.upstream.url} for /acme/sandbox customerdb:1.0.0 fails: Headers Timeout Error` },
      { message: `${world.upstream.url} for /acme/sandbox customerdb:1.0.0 is left alone` },
    ]);
  });

  it('is tried by one call after ten seconds, and is called by all once it answers, be it with 500', async () => {
    const { world, state, bePatient } = await failing();
    state.now = 10_000;
    const tried = world.call(PATH);
    await until(() => state.seen === 21);
    expect((await world.call(PATH)).status).toBe(503);
    expect((await tried).status).toBe(504);
    expect((await world.call(PATH)).status).toBe(503);
    state.now = 20_000;
    state.answers = true;
    bePatient();
    for (let i = 0; i < 3; i += 1) expect((await world.call(PATH)).status).toBe(500);
    expect(world.gateway.metrics().backendsLeftAlone).toBe(0);
  });

  it('is tried by the next call when the one that tried it has left', async () => {
    const { world, state, bePatient } = await failing();
    state.now = 10_000;
    bePatient();
    const leaving = new AbortController();
    const left = world.call(PATH, { signal: leaving.signal });
    await until(() => state.seen === 21);
    leaving.abort();
    await expect(left).rejects.toThrow();
    await until(() => world.upstream.open() === 0);
    state.answers = true;
    expect((await world.call(PATH)).status).toBe(500);
  });

  it('is not one whose callers leave, nor one that breaks off its answers', async () => {
    let closes = false;
    const world = await behind((socket) => closes && socket.destroy());
    for (let i = 0; i < 24; i += 1) {
      const leaving = new AbortController();
      const call = world.call(PATH, { signal: leaving.signal });
      await until(() => world.upstream.open() === 1);
      leaving.abort();
      await expect(call).rejects.toThrow();
      await until(() => world.upstream.open() === 0);
    }
    closes = true;
    for (let i = 0; i < 24; i += 1) expect((await world.call(PATH)).status).toBe(502);
  });
});
