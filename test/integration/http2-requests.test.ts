import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { connect as handshake } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BrokenRecord } from '../../src/http/broken-requests.ts';
import { clientCertificateOf } from '../../src/http/ingress/client-certificate.ts';
import { sendContinue } from '../../src/http/ingress/send-continue.ts';
import { type ListenAddress, type Listener, listen } from '../../src/http/listeners.ts';
import { PlainRequest } from '../../src/http/plain/plain-request.ts';
import { Certificates } from '../../src/infrastructure/certificates/certificates.ts';
import { type Certificate, clientCertField, selfSigned } from '../support/certificates.ts';
import { until } from '../support/eventually.ts';
import { hasOldParser } from '../support/http-parsers.ts';
import { FRAME, frameOf, PREFACE, postOf } from '../support/http2-frames.ts';

const MEGABYTE = Buffer.alloc(1_000_000, 'gatehouse ');

const folder = mkdtempSync(join(tmpdir(), 'http2-requests-'));
let certificates: Certificates;
let caller: Certificate;
beforeAll(async () => {
  const { cert, key } = selfSigned('api.test', { names: 'DNS:api.test' });
  caller = selfSigned('billing');
  writeFileSync(join(folder, 'api.pem'), `${cert}\n${key}`);
  certificates = await Certificates.read([join(folder, 'api.pem')], () => new Date());
});
afterAll(() => rmSync(folder, { recursive: true }));

const sessions: ClientHttp2Session[] = [];
let broken: BrokenRecord[];
let seen: IncomingMessage[];
/** The end of each response, as the gateway tells it for its records. */
let ended: ('whole' | 'abandoned')[];
/** Requests whose connection ended before their answer. */
const gone = new WeakSet<IncomingMessage>();
/** Bodies that were kept. */
let kept: string[];
const abandoned = () => seen.filter((request) => gone.has(request)).length;
let listener: Listener;
beforeEach(() => {
  [broken, seen, ended, kept] = [[], [], [], []];
});
afterEach(async () => {
  for (const session of sessions.splice(0)) session.destroy();
  await listener.close();
});

const answers: Record<string, RequestListener> = {
  '/echo': (request, response) => {
    sendContinue(request, response);
    const { 'content-length': length } = request.headers;
    response.writeHead(200, ['X-Length', `${length}`, 'X-Plain', `${request instanceof PlainRequest}`]);
    request.on('data', (piece) => response.write(piece)).on('end', () => response.end());
  },
  '/megabyte': (_, response) =>
    response.writeHead(200, ['Content-Length', `${MEGABYTE.length}`]).end(MEGABYTE),
  '/cookies': (request, response) =>
    response.writeHead(200, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2']).end(request.headers.cookie),
  '/endless': (request, response) => {
    response.on('close', () => gone.add(request));
    const go = () => {
      while (response.write(MEGABYTE));
      response.once('drain', go);
    };
    go();
  },
  '/nothing': (_, response) => response.writeHead(204).end(),
  '/trailers': (_, response) => {
    response.writeHead(200, { trailer: 'x-sum' });
    response.write('body');
    response.addTrailers({ 'x-sum': '4' });
    response.end();
  },
  '/hints': (_, response) => {
    response.writeEarlyHints({ link: ['</a.css>; rel=preload; as=style'] });
    response.end('ok');
  },
  '/kept': (request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      kept.push(body);
      response.end();
    });
  },
  '/early': (_, response) => response.writeHead(413).end('too large'),
  '/torn': (_, response) => {
    response.writeHead(200, ['Content-Length', '100']).write('half');
    setImmediate(() => response.destroy());
  },
  '/never': (request, response) => {
    response.on('close', () => gone.add(request));
  },
  '/slow': (_, response) => setTimeout(() => response.end('slow'), 50),
  '/who': (request, response) =>
    response.end(
      JSON.stringify({
        plain: request instanceof PlainRequest,
        host: request.headers.host,
        address: request.socket.remoteAddress,
        certificate: clientCertificateOf(request, false),
      }),
    ),
};

const handler: RequestListener = (request, response) => {
  seen.push(request);
  // A response may end behind its test.
  const ofTest = ended;
  response.once('close', () => {
    ofTest.push(response.writableFinished && !request.socket.destroyed ? 'whole' : 'abandoned');
  });
  const answer = answers[request.url ?? ''];
  if (answer) answer(request, response);
  else response.writeHead(404).end();
};

async function open(options: Partial<ListenAddress> = {}): Promise<void> {
  listener = await listen(handler, {
    host: '127.0.0.1',
    port: 0,
    setting: 'GATEWAY_PORT',
    isStrict: true,
    tls: { certificates, minVersion: 'TLSv1.2', asksClients: true },
    onBroken: (record) => broken.push(record),
    ...options,
  });
}

async function sessionOf(own?: Certificate): Promise<ClientHttp2Session> {
  const session = connect(`https://127.0.0.1:${listener.port}`, { rejectUnauthorized: false, ...own });
  sessions.push(session);
  session.on('error', () => {});
  await once(session, 'connect');
  return session;
}

type Answer = { readonly headers: IncomingHttpHeaders; readonly body: string };

async function answerOf(stream: ClientHttp2Stream): Promise<Answer> {
  const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders];
  return { headers, body: await text(stream) };
}

const get = (session: ClientHttp2Session, path: string, headers: OutgoingHttpHeaders = {}) =>
  answerOf(session.request({ ':path': path, ...headers }));

/** Sends a body whose answer is the same. It comes in the packet of its head where it is short. */
async function echo(
  session: ClientHttp2Session,
  body: string | undefined,
  headers: OutgoingHttpHeaders = {},
) {
  const stream = session.request({ ':method': 'POST', ':path': '/echo', ...headers });
  stream.end(body);
  const { headers: told, body: echoed } = await answerOf(stream);
  return { body: echoed, length: told['x-length'], isPlain: told['x-plain'] === 'true' };
}

describe.each([
  ['that is served from its stream where it is plain', () => true],
  ['that is served by the reader of HTTP/1.1', undefined],
])('a request over HTTP/2 %s', (_, takesPlain) => {
  const isPlain = takesPlain !== undefined;

  it('is served as one of HTTP/1.1 is', async () => {
    await open({ takesPlain });
    const session = await sessionOf(caller);
    const { headers, body } = await get(session, '/who');
    expect(headers[':status']).toBe(200);
    expect(Object.keys(headers).sort()).toEqual([':status', 'content-length', 'date']);
    expect(JSON.parse(body)).toEqual({
      plain: isPlain,
      host: `127.0.0.1:${listener.port}`,
      address: '127.0.0.1',
      certificate: clientCertField(caller.cert),
    });
  });

  it('is answered where its connection is given up, which takes no other one', async () => {
    await open({ takesPlain });
    const session = await sessionOf();
    const slow = get(session, '/slow');
    await until(() => seen.length === 1);
    expect(listener.usedConnections()).toBe(1);
    listener.giveUp(1);
    const [code] = await once(session, 'goaway');
    expect([code, listener.usedConnections()]).toEqual([constants.NGHTTP2_NO_ERROR, 0]);
    expect(await slow).toMatchObject({ headers: { ':status': 200 }, body: 'slow' });
    await until(() => session.destroyed);
    expect((await get(await sessionOf(), '/slow')).body).toBe('slow');
  });

  it('brings its body and takes its answer whole, with a length and without', async () => {
    await open({ takesPlain });
    const session = await sessionOf();
    const echoed = async (headers: OutgoingHttpHeaders) => {
      const stream = session.request({ ':method': 'POST', ':path': '/echo', ...headers });
      stream.end(MEGABYTE);
      const [answer] = (await once(stream, 'response')) as [IncomingHttpHeaders];
      return [answer['x-length'], MEGABYTE.equals(await buffer(stream))];
    };
    expect(await echoed({})).toEqual(['undefined', true]);
    expect(await echoed({ 'content-length': MEGABYTE.length })).toEqual([`${MEGABYTE.length}`, true]);
  });

  it('brings a short body with its head, whose length is known then', async () => {
    await open({ takesPlain });
    const session = await sessionOf();
    const found = { body: 'all of it', length: '9', isPlain };
    for (const method of ['POST', 'PUT', 'PATCH'])
      expect(await echo(session, 'all of it', { ':method': method })).toEqual(found);
    expect(await echo(session, 'all of it', { 'content-length': 9 })).toEqual(found);
  });

  it('may bring none of the body that its head leaves open', async () => {
    await open({ takesPlain });
    const session = await sessionOf();
    expect((await echo(session, undefined)).body).toBe('');
    expect((await echo(session, undefined, { 'content-length': 0 })).body).toBe('');
  });

  it.each([8, 10])('is not begun where its body is not as long as it says: %i', async (length) => {
    await open({ takesPlain });
    const wrong = echo(await sessionOf(), 'all of it', { 'content-length': length });
    await expect(wrong).rejects.toMatchObject({
      code: expect.stringMatching(/^ERR_HTTP2_(STREAM|SESSION)_ERROR$/),
    });
    expect((await echo(await sessionOf(), 'all of it')).body).toBe('all of it');
    expect(seen).toHaveLength(1);
  });

  it('may have trailers behind its body', async () => {
    await open({ takesPlain });
    const headers = { ':method': 'POST', ':path': '/echo' };
    const stream = (await sessionOf()).request(headers, { waitForTrailers: true } as object);
    stream.on('wantTrailers', () => stream.sendTrailers({ 'x-sum': '9' }));
    stream.end('all of it');
    expect((await answerOf(stream)).body).toBe('all of it');
  });

  it('is told to send its body where it waits for that', async () => {
    await open({ takesPlain });
    const session = await sessionOf();
    const stream = session.request({ ':method': 'POST', ':path': '/echo', expect: '100-continue' });
    await once(stream, 'continue');
    stream.end('all of it');
    const { headers, body } = await answerOf(stream);
    expect([headers['x-plain'], body]).toEqual(['false', 'all of it']);
  });

  it('is served with its head where its body comes behind', async () => {
    await open({ takesPlain });
    const session = await sessionOf();
    const stream = session.request({ ':method': 'POST', ':path': '/echo', 'content-length': 9 });
    stream.write('all ');
    const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders];
    stream.end('of it');
    expect([headers['x-plain'], await text(stream)]).toEqual(['false', 'all of it']);
  });

  it('has ended whole for who answers it', async () => {
    await open({ takesPlain });
    const session = await sessionOf();
    for (const path of ['/nothing', '/slow', '/who', '/megabyte', '/unknown']) await get(session, path);
    await get(session, '/megabyte', { ':method': 'HEAD' });
    await echo(session, 'all of it');
    await echo(session, undefined);
    await until(() => ended.length === 8);
    expect(ended).toEqual(Array(8).fill('whole'));
  });

  it('is served beside a hundred others of its connection', async () => {
    await open({ takesPlain });
    const session = await sessionOf();
    const all = await Promise.all(Array.from({ length: 100 }, () => get(session, '/megabyte')));
    expect(all.every(({ body }) => body === MEGABYTE.toString())).toBe(true);
  });

  it('is told whole beside a hundred others whose bodies come with it in many reads', async () => {
    await open({ takesPlain });
    const session = await sessionOf();
    const body = 'x'.repeat(10_000);
    const all = await Promise.all(Array.from({ length: 100 }, () => echo(session, body)));
    expect(all.every((each) => each.body === body)).toBe(true);
    await until(() => ended.length === 100);
    expect(ended).toEqual(Array(100).fill('whole'));
  });

  it('has one field of cookies, and may get several to set', async () => {
    await open({ takesPlain });
    const { headers, body } = await get(await sessionOf(), '/cookies', { cookie: ['one=1', 'two=2'] });
    expect([headers['set-cookie'], body]).toEqual([['a=1', 'b=2'], 'one=1; two=2']);
  });

  it('gets answers without a body', async () => {
    await open({ takesPlain });
    const session = await sessionOf();
    const head = await get(session, '/megabyte', { ':method': 'HEAD' });
    expect([head.headers['content-length'], head.body]).toEqual([`${MEGABYTE.length}`, '']);
    expect((await get(session, '/nothing')).headers[':status']).toBe(204);
  });

  it('gets hints before the answer', async () => {
    await open({ takesPlain });
    const session = await sessionOf();
    const hinted = session.request({ ':path': '/hints' });
    const hints = once(hinted, 'headers');
    expect((await answerOf(hinted)).body).toBe('ok');
    expect((await hints)[0]).toMatchObject({ ':status': 103, link: '</a.css>; rel=preload; as=style' });
  });

  it('may be answered before its body has come', async () => {
    await open({ takesPlain });
    const stream = (await sessionOf()).request({ ':method': 'POST', ':path': '/early' });
    stream.on('error', () => {});
    stream.write('x');
    const { headers, body } = await answerOf(stream);
    expect([headers[':status'], body]).toEqual([413, 'too large']);
  });

  it.each(['', 'some'])('is served, and ends in time, where its body stops: %j', async (body) => {
    await open({ idleMs: 200, takesPlain });
    const stream = (await sessionOf()).request({ ':method': 'POST', ':path': '/never' });
    stream.on('error', () => {});
    if (body !== '') stream.write(body);
    await until(() => seen.length === 1 && stream.closed);
    expect(abandoned()).toBe(1);
  });

  it('gets no answer that looks whole and is not', async () => {
    await open({ takesPlain });
    const stream = (await sessionOf()).request({ ':path': '/torn' });
    await once(stream, 'response');
    await expect(text(stream)).rejects.toMatchObject({ code: 'ERR_HTTP2_STREAM_ERROR' });
    await until(() => ended.length === 1);
    expect(ended).toEqual(['abandoned']);
  });

  it('ends when its caller gives it up; others of the connection go on', async () => {
    await open({ takesPlain });
    const session = await sessionOf();
    const bodies: [body: string, isWhole: boolean][] = [
      ['', true],
      ['all of it', true],
      ['some', false],
    ];
    for (const [at, [body, isWhole]] of bodies.entries()) {
      const stream = session.request({ ':path': '/never', ':method': 'POST' }).on('error', () => {});
      if (isWhole) stream.end(body);
      else stream.write(body);
      await until(() => seen.length === at + 1);
      stream.close();
      await until(() => abandoned() === at + 1);
    }
    expect((await get(session, '/hints')).body).toBe('ok');
  });

  it('ends with the connection of a caller who takes nothing of its answer', async () => {
    await open({ takesPlain });
    const session = await sessionOf();
    const streams = Array.from({ length: 20 }, () => session.request({ ':path': '/endless' }));
    for (const stream of streams) stream.on('error', () => {});
    await Promise.all(streams.map((stream) => once(stream, 'response')));
    session.destroy();
    await until(() => abandoned() === 20);
  });

  it('is seldom begun where its caller gives it up in the same moment; others of the connection are', async () => {
    await open({ takesPlain });
    const session = await sessionOf();
    for (let count = 0; count < 90; count += 1) {
      const stream = session.request({ ':path': '/never' }).on('error', () => {});
      stream.close(constants.NGHTTP2_CANCEL);
    }
    expect((await get(session, '/hints')).body).toBe('ok');
    // The turns of the event loop that their frames came in begin two each.
    expect(seen.length).toBeLessThan(10);
  });

  it('has its body read whole where it comes in frames of one byte', async () => {
    await open({ takesPlain });
    const stream = (await sessionOf()).request({ ':path': '/echo', ':method': 'POST' });
    const answer = answerOf(stream);
    const letters = Array.from({ length: 3_000 }, (_, at) => String.fromCharCode(97 + (at % 26)));
    for (const letter of letters) stream.write(letter);
    stream.end();
    expect((await answer).body).toBe(letters.join(''));
  });

  it('is finished while the listener closes, also where its body is not whole yet', async () => {
    await open({ takesPlain });
    const session = await sessionOf();
    const post = { ':method': 'POST' };
    const whole = answerOf(session.request({ ...post, ':path': '/slow' }).end('all of it'));
    const upload = session.request({ ...post, ':path': '/echo', 'content-length': 9 });
    const echoed = answerOf(upload);
    upload.write('all ');
    await until(() => seen.length === 2);
    const closed = listener.close();
    upload.end('of it');
    expect([(await whole).body, (await echoed).body]).toEqual(['slow', 'all of it']);
    await closed;
    await until(() => session.closed);
  });

  it('is read whole wherever its bytes are cut', async () => {
    await open({ takesPlain });
    const options = { host: '127.0.0.1', port: listener.port, rejectUnauthorized: false };
    const socket = handshake({ ...options, ALPNProtocols: ['h2'] });
    await once(socket.on('error', () => {}).resume(), 'secureConnect');
    socket.setNoDelay().write(PREFACE);
    const end = constants.NGHTTP2_FLAG_END_STREAM;
    const requestOf = (stream: number) =>
      Buffer.concat([
        postOf(stream, '/kept'),
        frameOf(FRAME.data, { stream, payload: Buffer.from('all ') }),
        frameOf(FRAME.data, { flags: end, stream, payload: Buffer.from('of it') }),
      ]);
    const cuts = requestOf(1).length - 1;
    for (let at = 1; at <= cuts; at += 1) {
      const bytes = requestOf(2 * at - 1);
      socket.write(bytes.subarray(0, at));
      // Its begin is read, and its turn may come, before the rest is sent.
      for (let turns = 0; turns < 5; turns += 1) await turn();
      socket.write(bytes.subarray(at));
    }
    await until(() => kept.length === cuts);
    expect(new Set(kept)).toEqual(new Set(['all of it']));
    socket.destroy();
  });

  it('ends with the connection of its caller', async () => {
    await open({ takesPlain });
    const session = await sessionOf();
    session.request({ ':path': '/never' }).on('error', () => {});
    await until(() => seen.length === 1);
    session.destroy();
    await until(() => abandoned() === 1);
  });
});

it('gets trailers that are announced', async () => {
  await open();
  const stream = (await sessionOf()).request({ ':path': '/trailers' });
  const trailers = once(stream, 'trailers');
  expect((await answerOf(stream)).body).toBe('body');
  expect((await trailers)[0]).toMatchObject({ 'x-sum': '4' });
});

describe('a request that HTTP/1.1 has no form for', () => {
  type Refused = { headers: OutgoingHttpHeaders; status: number; code: string; detail: string };
  const refused: readonly [string, Refused][] = [
    [
      'another host than its authority',
      {
        headers: { ':path': '/who', ':authority': 'api.test', host: 'other.test' },
        status: 400,
        code: 'BAD_USER_INPUT',
        detail: 'The field host is not the :authority of the request.',
      },
    ],
    [
      'CONNECT',
      {
        headers: { ':method': 'CONNECT', ':authority': 'api.test:443' },
        status: 405,
        code: 'METHOD_NOT_ALLOWED',
        detail: 'CONNECT is not served here.',
      },
    ],
    [
      'a path with a character that is not of ASCII',
      {
        headers: { ':path': '/\u00e9' },
        status: 400,
        code: 'BAD_USER_INPUT',
        detail: 'The request cannot be read: Invalid char in url path.',
      },
    ],
  ];
  // An old parser takes such a path.
  it.each(hasOldParser ? refused.slice(0, -1) : refused)(
    'is refused: %s',
    async (_, { headers, status, code, detail }) => {
      await open();
      const answer = await answerOf((await sessionOf()).request(headers, { endStream: true }));
      expect(JSON.parse(answer.body)).toMatchObject({ status, code, detail });
      expect(answer.headers).toMatchObject({ ':status': status, 'content-type': 'application/problem+json' });
      expect(seen).toEqual([]);
      expect(broken).toMatchObject([{ status, code, requestId: answer.headers['x-request-id'] }]);
    },
  );
});

describe('a connection of HTTP/2', () => {
  it('finishes its requests when the listener closes, and takes no others', async () => {
    await open();
    const session = await sessionOf();
    const slow = get(session, '/slow');
    await until(() => seen.length === 1);
    const closed = listener.close();
    expect((await slow).body).toBe('slow');
    await closed;
    await until(() => session.closed);
  });

  it('may bring as much at once as a hundred streams together, of which each has its own bound', async () => {
    await open();
    const session = await sessionOf();
    await until(() => session.state.remoteWindowSize === 100 * 65_535);
    const stream = session.request({ ':method': 'POST', ':path': '/never' }).on('error', () => {});
    await until(() => seen.length === 1);
    expect(session.remoteSettings.initialWindowSize).toBe(65_535);
    stream.close();
  });

  it('has as many requests under way as its network may have connections; others may be sent again', async () => {
    await open({ connections: { max: 50, networkOf: () => 'network' } });
    const session = await sessionOf();
    const held = Array.from({ length: 5 }, () => session.request({ ':path': '/never' }));
    for (const stream of held) stream.on('error', () => {});
    await until(() => seen.length === 5);
    await expect(get(session, '/hints')).rejects.toMatchObject({
      message: expect.stringContaining('REFUSED_STREAM'),
    });
    held[0]?.close();
    await until(() => abandoned() === 1);
    expect((await get(session, '/hints')).body).toBe('ok');
  });

  it('is not taken for idle while it has a request, where connections are scarce', async () => {
    await open({ connections: { max: 10, networkOf: () => undefined } });
    const busy = await sessionOf();
    const never = busy.request({ ':path': '/never' }).on('error', () => {});
    await until(() => seen.length === 1);
    const idle = await Promise.all(Array.from({ length: 9 }, () => sessionOf()));
    expect((await get(await sessionOf(), '/hints')).body).toBe('ok');
    await until(() => idle.some(({ closed, destroyed }) => closed || destroyed));
    expect([busy.destroyed, never.destroyed]).toEqual([false, false]);
  });
});
