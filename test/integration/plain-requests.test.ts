import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Listener, listen } from '../../src/http/listeners.ts';
import { PlainRequest } from '../../src/http/plain/plain-request.ts';
import { until } from '../support/eventually.ts';
import { exchange } from '../support/raw-http.ts';

const address = { host: '127.0.0.1', port: 0, setting: 'GATEWAY_PORT', isStrict: true };

/** Who read the requests, in the order in which they were served. */
const readers: ('PLAIN' | 'NODE')[] = [];

const handler: RequestListener = (request, response) => {
  readers.push(request instanceof PlainRequest ? 'PLAIN' : 'NODE');
  const { url = '' } = request;
  const answer = answers[url.split('?', 1)[0] ?? ''];
  if (answer) answer(request, response);
  else response.end('ok');
};

const answers: Record<string, RequestListener> = {
  '/length': (_, response) => response.writeHead(200, ['Content-Length', '2', 'X-A', 'b']).end('ok'),
  '/chunked': (_, response) => {
    response.writeHead(200, ['X-A', 'b']).write('first');
    response.write('');
    response.end('last');
  },
  '/end-of-chunks': (_, response) => {
    response.writeHead(200).write('all');
    response.end();
  },
  '/set': (_, response) => {
    // The replaced one is the last: where a field of the head goes depends on the version of Node.
    response.setHeader('X-B', 'c').setHeader('x-b', 'd');
    response.setHeader('X-A', 'lost');
    response.writeHead(201, ['x-a', 'kept', 'Content-Length', '0']).end();
  },
  '/none': (_, response) => response.writeHead(204, ['X-A', 'b']).end('not sent'),
  '/unchanged': (_, response) => response.writeHead(304, ['Content-Length', '5']).end(),
  '/large': (_, response) =>
    response.writeHead(200, ['Content-Length', '300000']).end(Buffer.alloc(300_000, 'a')),
  '/large-chunks': (_, response) => {
    response.write(Buffer.alloc(100_000, 'a'));
    response.end(Buffer.alloc(100_000, 'b'));
  },
  '/hints': (_, response) => {
    response.writeEarlyHints({ link: ['</a.css>; rel=preload; as=style', '</b>; rel="x"'] });
    response.end('ok');
  },
  '/no-hint': (_, response) => {
    expect(() => response.writeEarlyHints({ link: 'a.css' })).toThrow(TypeError);
    response.end('ok');
  },
  '/last': (_, response) => {
    response.shouldKeepAlive = false;
    response.end('ok');
  },
  '/late': (_, response) => setImmediate(() => response.end('late')),
  '/after-end': ({ socket }, response) => socket.once('end', () => setImmediate(() => response.end('late'))),
  '/head-first': (_, response) => {
    response.writeHead(200, ['Content-Length', '4']).flushHeaders();
    setImmediate(() => response.end('late'));
  },
  '/dated': (_, response) => response.writeHead(200, ['Date', 'today', 'Content-Length', '0']).end(),
  '/odd': (_, response) => response.writeHead(299, ['Content-Length', '0']).end(),
  '/latin': (_, response) => response.writeHead(200, ['X-A', '\xe9\xff', 'Content-Length', '0']).end(),
  '/split': (_, response) => {
    for (const field of [
      ['X-A', 'b\r\nX-B: c'],
      ['X-A', 'b\0'],
      ['X-A', 'ā'],
      ['X A', 'b'],
      ['', 'b'],
    ])
      expect(() => response.writeHead(200, field)).toThrow(TypeError);
    response.end('ok');
  },
  '/echo': (request, response) => {
    let body = '';
    request.setEncoding?.('latin1');
    request.on('data', (part: Buffer | string) => {
      body += part.toString('latin1');
    });
    request.on('end', () => response.end(body));
  },
};

let plain: Listener;
let byNode: Listener;
beforeAll(async () => {
  plain = await listen(handler, { ...address, takesPlain: ({ target }) => target !== '/not-taken' });
  byNode = await listen(handler, address);
});
afterAll(() => Promise.all([plain.close(), byNode.close()]));

const request = (line: string, ...fields: string[]) =>
  [`${line} HTTP/1.1`, 'Host: gateway.test', ...fields, '', ''].join('\r\n');
const last = request('GET /', 'Connection: close');
const post = (path: string, body: string) => request(`POST ${path}`, `Content-Length: ${body.length}`) + body;

/** Joins the chunks of each answer. Where they are cut depends on the version of Node, and has no meaning. (RFC 9112 §7.1) */
const withChunksJoined = (answers: string) =>
  answers.replaceAll(
    /(^Transfer-Encoding: chunked[\s\S]*?\r\n\r\n)([\s\S]*?\r\n)(?=0\r\n)/gm,
    (_, head: string, chunks: string) => {
      let body = '';
      for (let rest = chunks; rest !== ''; ) {
        const start = rest.indexOf('\r\n') + 2;
        const end = start + Number.parseInt(rest, 16);
        body += rest.slice(start, end);
        rest = rest.slice(end + 2);
      }
      return `${head}${body}\r\n`;
    },
  );

/** What came back, but for the time. */
async function received(port: number, bytes: string, options: Parameters<typeof exchange>[2] = {}) {
  readers.length = 0;
  const { received } = await exchange(port, bytes, options);
  const told = withChunksJoined(received)
    .replaceAll(/^Date: (?!today).*$/gm, 'Date: then')
    .replaceAll(/"?requestId"?.*|X-Request-Id.*/g, '');
  return { told, readers: [...readers] };
}

describe('the answer to a plain request is that of node:http, to the byte but for the cuts of chunks', () => {
  it.each(
    Object.keys(answers)
      .filter((path) => path !== '/after-end')
      .flatMap((path) => ['GET', 'HEAD', 'POST', 'OPTIONS'].map((method) => `${method} ${path}`)),
  )('%s', async (line) => {
    const bytes = request(line, 'Connection: keep-alive', 'Content-Length: 0') + last;
    const expected = await received(byNode.port, bytes);
    const found = await received(plain.port, bytes);
    expect(found.told).toBe(expected.told);
    expect(found.readers[0]).toBe('PLAIN');
    expect(expected.readers[0]).toBe('NODE');
  });

  it('also where it takes several packets, or comes pipelined', async () => {
    const bytes =
      ['/length', '/late', '/chunked', '/large', '/head-first', '/echo']
        .map((path) => request(`GET ${path}`))
        .join('') + last;
    const expected = await received(byNode.port, bytes);
    const found = await received(plain.port, bytes);
    expect(found.told).toBe(expected.told);
    expect(found.readers).toEqual(Array(7).fill('PLAIN'));
  });

  it('with its body, whole and in order', async () => {
    const body = 'all \r\n\r\n of it '.repeat(1_000);
    const bytes = post('/echo', body) + post('/echo', 'b') + last;
    const expected = await received(byNode.port, bytes);
    const found = await received(plain.port, bytes);
    expect(found.told).toBe(expected.told);
    expect(found.told).toContain(body);
  });
});

describe('a connection is node:http’s for good from the first byte that is not plain', () => {
  it.each([
    ['a chunked body', `${request('POST /echo', 'Transfer-Encoding: chunked')}2\r\nhi\r\n0\r\n\r\n`],
    ['Expect', `${request('POST /echo', 'Expect: 100-continue', 'Content-Length: 2')}hi`],
    ['HTTP/1.0', 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'],
    ['an absolute target', request('GET http://gateway.test/')],
    ['a target that its listener does not take', request('GET /not-taken')],
    ['a head above 16 KiB', request('GET /', `X-A: ${'a'.repeat(17_000)}`)],
    ['two lengths', request('POST /', 'Content-Length: 1', 'Content-Length: 2')],
    ['garbage', 'nothing that anybody could read\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00'],
    ['a bare line feed', 'GET / HTTP/1.1\nHost: a\n\n'],
    ['an upgrade', request('GET /', 'Connection: upgrade', 'Upgrade: websocket')],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n'],
  ])('%s', async (_, bytes) => {
    for (const before of ['', request('GET /length'), request('GET /late')]) {
      const expected = await received(byNode.port, before + bytes + last);
      const found = await received(plain.port, before + bytes + last);
      expect(found.told).toBe(expected.told);
      expect(found.readers).toEqual(
        expected.readers.map((__, at) => (before && at === 0 ? 'PLAIN' : 'NODE')),
      );
    }
  });

  it('a message that comes in pieces, wherever it is cut', async () => {
    const bytes = post('/echo', 'hello');
    for (let at = 1; at < bytes.length; at += 1) {
      const found = await received(plain.port, bytes + last, { cuts: [at] });
      expect(found.told).toContain('hello');
      // Two packets may be read as one.
      expect(['NODE,NODE', 'PLAIN,PLAIN', 'PLAIN,NODE']).toContain(found.readers.join());
    }
  });
});

describe('a caller of plain requests', () => {
  const begun: Socket[] = [];
  afterEach(() => {
    vi.useRealTimers();
    for (const socket of begun.splice(0)) socket.destroy();
  });

  async function caller(port: number) {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const each = { socket, received: '', isClosed: false };
    begun.push(socket);
    socket
      .on('error', () => {})
      .on('data', (part) => {
        each.received += part.toString('latin1');
      });
    socket.on('end', () => {
      each.isClosed = true;
    });
    await once(socket, 'connect');
    return each;
  }

  it('who ends the connection before the answer gets none, as from node:http', async () => {
    for (const { port } of [plain, byNode]) {
      const { told } = await received(port, request('GET /after-end'), { ends: true });
      expect(told).toBe('');
    }
  });

  it('who says nothing is node:http’s after two seconds, with its time limit', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const own = await listen(handler, { ...address, takesPlain: () => true });
    const silent = await caller(own.port);
    const prompt = await caller(own.port);
    prompt.socket.write(request('GET /length'));
    await until(() => prompt.received.endsWith('ok'));
    vi.advanceTimersByTime(2_000);
    readers.length = 0;
    silent.socket.write(request('GET /length'));
    await until(() => silent.received.endsWith('ok'));
    prompt.socket.write(request('GET /length'));
    await until(() => readers.length === 2);
    expect(readers).toEqual(['NODE', 'PLAIN']);
    silent.socket.destroy();
    prompt.socket.destroy();
    vi.useRealTimers();
    await own.close();
  });

  it('who asks no more has the connection closed after 76 seconds, and is told of 75', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const own = await listen(handler, { ...address, takesPlain: () => true });
    const idle = await caller(own.port);
    idle.socket.write(request('GET /length'));
    await until(() => idle.received.endsWith('ok'));
    expect(idle.received).toContain('\r\nConnection: keep-alive\r\nKeep-Alive: timeout=75\r\n');
    vi.advanceTimersByTime(75_000);
    idle.socket.write(request('GET /length'));
    await until(() => idle.received.split('ok\r\n').length + idle.received.split('ok').length > 3);
    expect(idle.isClosed).toBe(false);
    vi.advanceTimersByTime(78_000);
    await until(() => idle.isClosed);
    vi.useRealTimers();
    await own.close();
  });

  it('who leaves with an answer under way ends it, and is told to nobody else', async () => {
    let closed = 0;
    const held: RequestListener = (_, response) => {
      response.on('close', () => {
        closed += 1;
      });
      response.writeHead(200).write('begun');
    };
    const own = await listen(held, { ...address, takesPlain: () => true });
    const leaving = await caller(own.port);
    leaving.socket.write(request('GET /'));
    await until(() => leaving.received.includes('begun'));
    leaving.socket.destroy();
    await until(() => closed === 1);
    await own.close();
  });

  it('who takes an answer slowly gets all of it, while its back-end waits', async () => {
    const bytes = 50_000_000;
    let waited = 0;
    const much: RequestListener = (_, response) => {
      let left = bytes / 100_000;
      response.writeHead(200, ['Content-Length', `${bytes}`]);
      const go = (): void => {
        while (left > 0) {
          left -= 1;
          if (!response.write(Buffer.alloc(100_000, `${left % 10}`))) {
            waited += 1;
            response.once('drain', go);
            return;
          }
        }
        response.end();
      };
      go();
    };
    const own = await listen(much, { ...address, takesPlain: () => true });
    const slow = await caller(own.port);
    slow.socket.write(request('GET /'));
    await until(() => slow.received.length > 0);
    slow.socket.pause();
    await until(() => waited > 0);
    slow.socket.resume();
    await until(() => slow.received.length > bytes);
    const body = slow.received.slice(slow.received.indexOf('\r\n\r\n') + 4);
    for (let at = 0; at < bytes; at += 100_000)
      expect(body[at]).toBe(`${(bytes / 100_000 - 1 - at / 100_000) % 10}`);
    slow.socket.destroy();
    await own.close();
  });

  it('and others each get their own bytes, though all answers are put together in one place', async () => {
    const own: RequestListener = ({ url = '' }, response) => {
      const body = url.slice(1).padEnd(9_000, '.');
      response.writeHead(200, ['X-Of', url, 'Content-Length', `${body.length}`]).end(body);
    };
    const listener = await listen(own, { ...address, takesPlain: () => true });
    const callers = await Promise.all(Array.from({ length: 20 }, () => caller(listener.port)));
    // None of them reads until all have asked: what the kernel does not take stays behind in the process.
    for (const [number, { socket }] of callers.entries()) {
      socket.pause();
      for (let n = 0; n < 400; n += 1) socket.write(request(`GET /${number}-${n}`));
      socket.write(last);
    }
    for (const { socket } of callers) socket.resume();
    await until(() => callers.every(({ isClosed }) => isClosed));
    for (const [number, each] of callers.entries()) {
      const found = [...each.received.matchAll(/X-Of: \/(\S*)\r\n[\s\S]*?\r\n\r\n([^.\s]*)\.+/g)];
      const expected = [...Array.from({ length: 400 }, (_, n) => `${number}-${n}`), ''];
      expect(found.map(([, of]) => of)).toEqual(expected);
      expect(found.map(([, , body]) => body)).toEqual(expected);
    }
    for (const { socket } of callers) socket.destroy();
    await listener.close();
  });
});
