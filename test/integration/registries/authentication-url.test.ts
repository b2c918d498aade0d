import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Outbound } from '../../../src/infrastructure/outbound/outbound.ts';
import { authenticate } from '../../../src/infrastructure/user-registries/registries.ts';
import type { AuthenticationResult } from '../../../src/infrastructure/user-registries/registry-type.ts';
import { noLocalUsers, someRegistry } from '../../support/registry.ts';
import { type Answerer, hostileUpstream, recordingUpstream, type Upstream } from '../../support/upstream.ts';

let registry: Upstream;
let outbound: Outbound;
beforeAll(async () => {
  registry = await recordingUpstream();
});
beforeEach(() => {
  outbound = new Outbound({ allowlist: ['127.0.0.0/8'] });
  registry.seen.length = 0;
});
afterEach(() => outbound.close());
afterAll(() => registry.close());

const alice = { username: 'alice', password: 'alice-password' };
const ask = (person = alice, url = registry.url): Promise<AuthenticationResult> =>
  authenticate({ ...someRegistry, type: 'AUTHENTICATION_URL', url }, person, {
    outbound,
    localUsers: noLocalUsers,
  });
const status =
  (code: number, headers: Record<string, string> = {}): Answerer =>
  (_, response) =>
    response.writeHead(code, headers).end();

describe('a registry of type authentication URL', () => {
  it('is asked by GET with HTTP Basic', async () => {
    registry.answer = status(200);
    await ask(alice, `${registry.url}/auth?tenant=1`);
    expect(registry.seen).toMatchObject([
      {
        method: 'GET',
        url: '/auth?tenant=1',
        headers: { authorization: `Basic ${Buffer.from('alice:alice-password').toString('base64')}` },
        body: '',
      },
    ]);
  });

  it.each([
    { username: 'zoë', password: 'pässwörd: with colons' },
    { username: 'алиса', password: '🔑' },
    { username: 'alice', password: '' },
  ])('gets $username and the password as UTF-8 (RFC 7617 §2.1)', async (person) => {
    registry.answer = status(200);
    expect(await ask(person)).toMatchObject({ answer: 'ACCEPTED' });
    const [, credentials = ''] = (registry.seen[0]?.headers.authorization ?? '').split(' ');
    expect(Buffer.from(credentials, 'base64').toString('utf8')).toBe(`${person.username}:${person.password}`);
  });

  it.each([
    [200, 'ACCEPTED', 'The registry accepts this username and password.'],
    [401, 'REFUSED', 'The registry refuses this username and password.'],
    [403, 'REFUSED', 'The registry refuses this username and password.'],
    [201, 'UNAVAILABLE', 'The registry answered 201: it must answer 200, 401 or 403.'],
    [204, 'UNAVAILABLE', 'The registry answered 204: it must answer 200, 401 or 403.'],
    [404, 'UNAVAILABLE', 'The registry answered 404: it must answer 200, 401 or 403.'],
    [429, 'UNAVAILABLE', 'The registry answered 429: it must answer 200, 401 or 403.'],
    [500, 'UNAVAILABLE', 'The registry answered 500: it must answer 200, 401 or 403.'],
  ] as const)('that answers %d says %s', async (httpStatus, answer, message) => {
    registry.answer = status(httpStatus);
    const verdict = await ask();
    expect(verdict).toEqual({ answer, message, httpStatus, durationMs: expect.any(Number) });
    expect(verdict.durationMs).toBeGreaterThan(0);
  });

  it.each([301, 302, 303, 307, 308])(
    'that redirects with %d is not followed, and accepts nobody',
    async (code) => {
      registry.answer = status(code, { location: '/elsewhere' });
      expect(await ask()).toMatchObject({ answer: 'UNAVAILABLE', httpStatus: code });
      expect(registry.seen).toHaveLength(1);
    },
  );

  it('is asked each time: a changed password counts at once', async () => {
    registry.answer = status(200);
    expect(await ask()).toMatchObject({ answer: 'ACCEPTED' });
    registry.answer = status(401);
    expect(await ask()).toMatchObject({ answer: 'REFUSED' });
  });

  it('keeps its connection for the next person', async () => {
    const connections = new Set<number | undefined>();
    registry.answer = (request, response) => {
      connections.add(request.socket.remotePort);
      response.end('{"signed in":true}');
    };
    for (let person = 0; person < 10; person += 1) await ask();
    expect(registry.seen).toHaveLength(10);
    expect(connections.size).toBeLessThan(5);
  });

  it.each([
    ['never ends', (write: () => void) => write()],
    ['is endless', (write: () => void) => setInterval(write, 1)],
  ])(
    'whose answer has a body that %s is judged by its status, and its connection is closed',
    async (_, begin) => {
      let closed: Promise<unknown> = Promise.resolve();
      registry.answer = (_request, response) => {
        const timer = begin(() => response.write('x'.repeat(8_192)));
        closed = new Promise<void>((resolve) =>
          response.once('close', () => {
            clearInterval(timer ?? undefined);
            resolve();
          }),
        );
      };
      const verdict = await ask();
      expect(verdict).toMatchObject({ answer: 'ACCEPTED', httpStatus: 200 });
      await closed;
    },
  );

  it('that cannot be reached accepts nobody, and its address is not told', async () => {
    const gone = await recordingUpstream();
    await gone.close();
    expect(await ask(alice, gone.url)).toEqual({
      answer: 'UNAVAILABLE',
      message: 'The registry cannot be reached.',
      durationMs: expect.any(Number),
    });
  });

  it('in a private network that is not allowed is not called', async () => {
    await outbound.close();
    outbound = new Outbound({ allowlist: [] });
    expect(await ask()).toMatchObject({ answer: 'UNAVAILABLE', message: 'The registry cannot be reached.' });
    expect(registry.seen).toEqual([]);
  });

  it.each([
    ['a colon', { username: 'ali:ce', password: 'x' }],
    ['a line feed', { username: 'alice\nX-Admin: yes', password: 'x' }],
    ['a line feed in the password', { username: 'alice', password: 'x\r\nHost: elsewhere' }],
    ['a NUL', { username: 'al\0ice', password: 'x' }],
  ])('is not asked about %s: nobody is called so', async (_what, person) => {
    registry.answer = status(200);
    expect(await ask(person)).toMatchObject({ answer: 'REFUSED' });
    expect(registry.seen).toEqual([]);
  });

  it('that is slow is waited for', async () => {
    let answer = () => {};
    registry.answer = (_, response) => {
      answer = () => response.writeHead(200).end();
    };
    const verdict = ask();
    await expect.poll(() => registry.seen.length).toBe(1);
    answer();
    expect(await verdict).toMatchObject({ answer: 'ACCEPTED' });
  });
});

const silences: [how: string, bytes: string][] = [
  ['says nothing', ''],
  ['begins a status line', 'HTTP/1.1 20'],
  ['never ends its headers', 'HTTP/1.1 200 OK\r\nX-A: b\r\n'],
];
const nonsense: [how: string, bytes: string][] = [
  ['garbage', '\0\x01\x02 200 OK\r\n\r\n'],
  ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['an impossible status', 'HTTP/1.1 20O OK\r\n\r\n'],
  ['endless headers', `HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(200_000)}`],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
];

describe('a registry on a bare socket', () => {
  it.concurrent.each(silences)(
    'that %s is given up after 5 seconds, and accepts nobody',
    async (_, bytes) => {
      const silent = await hostileUpstream((socket) => socket.write(bytes));
      const own = new Outbound({ allowlist: ['127.0.0.0/8'] });
      const verdict = await authenticate(
        { ...someRegistry, type: 'AUTHENTICATION_URL', url: silent.url },
        alice,
        { outbound: own, localUsers: noLocalUsers },
      );
      expect(verdict).toEqual({
        answer: 'UNAVAILABLE',
        message: 'The registry did not answer within 5 seconds.',
        durationMs: expect.any(Number),
      });
      await own.close();
      await silent.close();
    },
  );

  it.each(nonsense)('that sends %s accepts nobody', async (_, bytes) => {
    const hostile = await hostileUpstream((socket) => socket.end(bytes));
    expect(await ask(alice, hostile.url)).toMatchObject({
      answer: 'UNAVAILABLE',
      message: 'The registry cannot be reached.',
    });
    await hostile.close();
  });

  it('that hangs up accepts nobody', async () => {
    const rude = await hostileUpstream((socket) => socket.destroy());
    expect(await ask(alice, rude.url)).toMatchObject({ answer: 'UNAVAILABLE' });
    await rude.close();
  });
});
