import type { LookupAddress } from 'node:dns';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Outbound } from '../../../src/infrastructure/outbound/outbound.ts';
import type { OwnEndpoint } from '../../../src/infrastructure/outbound/own-addresses.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const LOOPBACK = ['127.0.0.0/8'];
const ALL_LOOPBACK = [...LOOPBACK, '::1/128'];
const PATH = ['input', 'url'];
const PRIVATE = 'is in a private network: an operator can allow it with TARGET_ALLOWLIST.';

/** Ways to write an address that may not be called; each is one that a browser or a C library takes. */
const spellings = [
  'http://127.0.0.1',
  'http://127.1',
  'http://2130706433',
  'http://0x7f000001',
  'http://0x7f.1',
  'http://0177.0.0.1',
  'http://127.0.0.1.',
  'http://①②⑦.⓪.⓪.①',
  'http://[::1]',
  'http://[0:0:0:0:0:0:0:1]',
  'http://[::ffff:127.0.0.1]',
  'http://[::ffff:7f00:1]',
  'http://[::127.0.0.1]',
  'http://[64:ff9b::7f00:1]',
  'http://[2002:7f00:1::]',
  'http://0',
  'http://169.254.169.254/latest/meta-data',
  'http://[fe80::1]',
  'https://10.0.0.1:8443',
  'http://localhost',
];

let upstream: Upstream;
let opened: Outbound[];
beforeAll(async () => {
  upstream = await recordingUpstream();
  opened = [];
});
beforeEach(() => {
  upstream.answer = (_, response) => response.end('reached');
});
afterEach(async () => {
  upstream.seen.length = 0;
  await Promise.all(opened.splice(0).map((outbound) => outbound.close()));
});
afterAll(() => upstream.close());

/** An outbound that resolves names as it is told. */
function outbound(
  allowlist: readonly string[],
  names: Record<string, readonly string[]> = {},
  forbidden: readonly OwnEndpoint[] = [],
): Outbound {
  const resolve = async (name: string): Promise<LookupAddress[]> =>
    (names[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const made = new Outbound({ allowlist, forbidden, ...(Object.keys(names).length > 0 && { resolve }) });
  opened.push(made);
  return made;
}
const port = () => new URL(upstream.url).port;
/** The code behind a failed call. */
const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error) => error.cause?.code ?? error.code,
  );

describe('a URL that is configured', () => {
  it.each(spellings)('%s is refused: the address is private', async (url) => {
    await expect(outbound([]).check(url, PATH)).rejects.toMatchObject({
      code: 'TARGET_NOT_ALLOWED',
      status: 400,
      message: expect.stringContaining(PRIVATE),
      inputPath: PATH,
    });
  });

  it.each([
    'http://127.0.0.1:8091/auth',
    'http://[::ffff:127.0.0.1]/',
    'http://1.1.1.1/',
    'https://[2606:4700::1]/',
  ])('%s is taken where loopback is allowed', async (url) => {
    await expect(outbound(LOOPBACK).check(url, PATH)).resolves.toBeUndefined();
  });

  it('is refused when one of the addresses of its name may not be called', async () => {
    const names = { 'two.test': ['1.1.1.1', '10.0.0.1'], 'one.test': ['1.1.1.1'] };
    await expect(outbound([], names).check('http://one.test/', PATH)).resolves.toBeUndefined();
    await expect(outbound([], names).check('http://two.test/', PATH)).rejects.toMatchObject({
      code: 'TARGET_NOT_ALLOWED',
      message: `two.test ${PRIVATE}`,
    });
  });

  it('is taken when its name cannot be resolved yet: each connection is checked', async () => {
    await expect(outbound([], { 'one.test': [] }).check('http://none.test/', PATH)).resolves.toBeUndefined();
  });

  it.each(['', 'example.com', '/auth', 'http://', 'http://[::1', 'http://a b/'])(
    '%j is refused: it is no absolute URL',
    async (url) => {
      await expect(outbound(LOOPBACK).check(url, PATH)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        status: 400,
        message: `${JSON.stringify(url)} is not an absolute URL.`,
        inputPath: PATH,
      });
    },
  );

  it.each([
    'ftp://127.0.0.1',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://user@127.0.0.1',
    'http://:password@127.0.0.1',
  ])('%s is refused: it is not http or https, or holds credentials', async (url) => {
    const refused = outbound(LOOPBACK).check(url, PATH);
    await expect(refused).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'Give an absolute http or https URL without a username and password.',
    });
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining('password@') });
  });
});

describe('a call', () => {
  it('reaches an allowed address, and its connection is used again', async () => {
    const connections = new Set<number | undefined>();
    upstream.answer = (request, response) => {
      connections.add(request.socket.remotePort);
      response.end('reached');
    };
    const allowed = outbound(LOOPBACK);
    for (let call = 0; call < 5; call += 1)
      expect(await (await allowed.fetch(upstream.url)).text()).toBe('reached');
    // The second call may come before the first connection is free again.
    expect(connections.size).toBeLessThan(3);
  });

  it.each(['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '127.1', 'localhost', '0'])(
    'to %s is not made where loopback is not allowed',
    async (host) => {
      expect(await failure(outbound([]).fetch(`http://${host}:${port()}/`))).toBe('TARGET_NOT_ALLOWED');
      expect(upstream.seen).toEqual([]);
    },
  );

  it('to a back-end is held to the same addresses', async () => {
    const call = new Promise((_, reject) => {
      const nobody = { onSent: reject, onHead: reject, onData: reject, onEnd: reject, onError: reject };
      const request = {
        owner: { org: 'a', api: 'a' },
        method: 'GET',
        path: '/',
        headers: [],
        body: null,
        connectMs: 5_000,
        answerMs: 1_000,
        idleMs: 1_000,
      };
      outbound([]).upstreams.send(`http://127.0.0.1:${port()}`, request, nobody);
    });
    expect(await failure(call)).toBe('TARGET_NOT_ALLOWED');
    expect(upstream.seen).toEqual([]);
  });

  it('to a name is not made when one of its addresses is forbidden, or it has none', async () => {
    const names = { 'bad.test': ['127.0.0.1'], 'mixed.test': ['1.1.1.1', '::1'], 'empty.test': [] };
    for (const name of Object.keys(names))
      expect(await failure(outbound([], names).fetch(`http://${name}:${port()}/`))).toBe(
        'TARGET_NOT_ALLOWED',
      );
    expect(upstream.seen).toEqual([]);
  });

  it('goes to the address that was checked: a name that changes meanwhile gains nothing', async () => {
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const rebinding = new Outbound({
      allowlist: ['127.0.0.1/32'],
      resolve: async () => (answers.shift() ?? []).map((address) => ({ address, family: 4 })),
    });
    opened.push(rebinding);
    await rebinding.check(`http://rebind.test:${port()}/`, PATH);
    expect(await failure(rebinding.fetch(`http://rebind.test:${port()}/`))).toBe('TARGET_NOT_ALLOWED');
    expect(upstream.seen).toEqual([]);
  });

  it('keeps the host that it was made to', async () => {
    await outbound(LOOPBACK, { 'upstream.test': ['127.0.0.1'] }).fetch(`http://upstream.test:${port()}/`);
    expect(upstream.seen[0]?.headers.host).toBe(`upstream.test:${port()}`);
  });

  it('does not follow a redirect, whatever it is asked for', async () => {
    upstream.answer = (_, response) => {
      response.writeHead(302, { location: '/elsewhere' }).end();
    };
    const response = await outbound(LOOPBACK).fetch(upstream.url, { redirect: 'follow' });
    expect({ status: response.status, to: response.headers.get('location') }).toEqual({
      status: 302,
      to: '/elsewhere',
    });
    expect(upstream.seen).toHaveLength(1);
  });

  it('takes at most a hundred interim answers', async () => {
    let interim = 100;
    upstream.answer = (_, response) => {
      response.socket?.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(interim));
      response.end('reached');
    };
    const open = outbound(LOOPBACK);
    expect(await (await open.fetch(upstream.url)).text()).toBe('reached');
    interim = 101;
    await expect(open.fetch(upstream.url)).rejects.toMatchObject({
      cause: { message: 'Too many interim answers' },
    });
  });

  it('is told an answer in chunks of a byte as few pieces, whole', async () => {
    const text = 'a chunk of one byte'.repeat(500);
    upstream.answer = (_, response) => {
      const chunks = [...text].map((byte) => `1\r\n${byte}\r\n`).join('');
      response.socket?.write(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
    };
    const { body } = await outbound(LOOPBACK).fetch(upstream.url);
    const pieces: Uint8Array[] = [];
    for await (const piece of body ?? []) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe(text);
    expect(pieces.length).toBeLessThan(500);
  });

  it('without an answer does not hold up the end', async () => {
    upstream.answer = () => {};
    const silent = outbound(LOOPBACK);
    const call = failure(silent.fetch(upstream.url));
    await silent.close();
    expect(await call).toBe('UND_ERR_DESTROYED');
  });
});

describe('an inner door of the platform', () => {
  const guarded = (host = '127.0.0.1') => outbound(ALL_LOOPBACK, {}, [{ host, port: Number(port()) }]);
  const doors = ['127.0.0.1', '127.0.0.2', 'localhost', '2130706433'];

  it.each(doors)('is refused as a target though its network is allowed: %s', async (host) => {
    await expect(outbound(ALL_LOOPBACK).check(`http://${host}:${port()}/`, PATH)).resolves.toBeUndefined();
    await expect(guarded().check(`http://${host}:${port()}/`, PATH)).rejects.toMatchObject({
      code: 'TARGET_NOT_ALLOWED',
      message: expect.stringContaining("is this platform's own: give the address of a back-end."),
    });
  });

  it.each(doors)('is not connected to: %s', async (host) => {
    expect(await failure(guarded().fetch(`http://${host}:${port()}/`))).toBe('TARGET_NOT_ALLOWED');
    expect(upstream.seen).toEqual([]);
  });

  it('is known by every address of this machine when it listens at all of them', async () => {
    expect(await failure(guarded('0.0.0.0').fetch(upstream.url))).toBe('TARGET_NOT_ALLOWED');
  });

  it('is known by its name, and not reached by another that becomes it between check and connection', async () => {
    const answers: Record<string, string[][]> = {
      'database.test': [],
      'rebind.test': [['1.1.1.1'], ['127.0.0.1']],
    };
    const rebinding = new Outbound({
      allowlist: LOOPBACK,
      forbidden: [{ host: 'database.test', port: Number(port()) }],
      resolve: async (name) => [{ address: answers[name]?.shift()?.[0] ?? '127.0.0.1', family: 4 }],
    });
    opened.push(rebinding);
    await rebinding.check(`http://rebind.test:${port()}/`, PATH);
    expect(await failure(rebinding.fetch(`http://rebind.test:${port()}/`))).toBe('TARGET_NOT_ALLOWED');
    expect(upstream.seen).toEqual([]);
  });

  it('leaves other ports of its host, and its port on other hosts, to be called', async () => {
    const elsewhere = outbound(LOOPBACK, { 'far.test': ['192.0.2.1'], 'near.test': ['127.0.0.1'] }, [
      { host: '127.0.0.1', port: 1 },
      { host: 'far.test', port: Number(port()) },
    ]);
    upstream.answer = (_, response) => response.end();
    expect((await elsewhere.fetch(`http://near.test:${port()}/`)).status).toBe(200);
    expect(upstream.seen[0]?.headers.host).toBe(`near.test:${port()}`);
  });
});

describe('an org with entries of its own in TARGET_ALLOWLIST', () => {
  const opening = (allowlist: readonly string[], names: Record<string, readonly string[]> = {}) => {
    const made = new Outbound({
      allowlist,
      orgName: async (id) => ({ '1': 'acme', '2': 'beta' })[id],
      resolve: async (name) => (names[name] ?? []).map((address) => ({ address, family: 4 })),
    });
    opened.push(made);
    return made;
  };
  const sentBy = (from: Outbound, org: string, origin: string) =>
    new Promise<string | undefined>((resolve) => {
      const receiver = {
        onSent() {},
        onHead() {},
        onData() {},
        onEnd: () => resolve('answered'),
        onError: (error: Error) => resolve((error as NodeJS.ErrnoException).code),
      };
      const request = {
        owner: { org, api: `${org} api` },
        method: 'GET',
        path: '/',
        headers: ['Host', 'x'],
        body: null,
        connectMs: 5_000,
        answerMs: 1_000,
        idleMs: 1_000,
      };
      from.upstreams.send(origin, request, receiver);
    });

  it('may be configured with them and call them; nobody else may, nor by a connection that was opened for it', async () => {
    const from = opening([`acme=127.0.0.0/8:${port()}`]);
    await expect(from.forOrg('1').check(upstream.url, PATH)).resolves.toBeUndefined();
    expect((await from.forOrg('1').fetch(upstream.url)).status).toBe(200);
    expect(await sentBy(from, '1', upstream.url)).toBe('answered');
    for (const org of ['2', '3']) {
      await expect(from.forOrg(org).check(upstream.url, PATH)).rejects.toMatchObject({
        code: 'TARGET_NOT_ALLOWED',
      });
      expect(await failure(from.forOrg(org).fetch(upstream.url))).toBe('TARGET_NOT_ALLOWED');
      expect(await sentBy(from, org, upstream.url)).toBe('TARGET_NOT_ALLOWED');
    }
    expect(await failure(from.fetch(upstream.url))).toBe('TARGET_NOT_ALLOWED');
    expect(await sentBy(from, '1', upstream.url)).toBe('answered');
  });

  it('may call no other port of theirs', async () => {
    const from = opening(['acme=127.0.0.0/8:1', 'near.test:1'], { 'near.test': ['10.0.0.5'] });
    expect(await sentBy(from, '1', upstream.url)).toBe('TARGET_NOT_ALLOWED');
    expect(await failure(from.forOrg('1').fetch(upstream.url))).toBe('TARGET_NOT_ALLOWED');
    await expect(from.forOrg('1').check('http://near.test:1/', PATH)).resolves.toBeUndefined();
    await expect(from.forOrg('1').check('http://near.test:2/', PATH)).rejects.toMatchObject({
      code: 'TARGET_NOT_ALLOWED',
    });
  });

  it('is told what an operator would add for it alone; not of a name that only an address could open', async () => {
    const from = opening(['acme=10.1.0.0/16'], {
      'db.internal': ['10.2.0.1'],
      'meta.internal': ['169.254.169.254'],
    });
    const told = (org: string, url: string) =>
      from
        .forOrg(org)
        .check(url, PATH)
        .then(
          () => undefined,
          (error: Error) => error.message,
        );
    const begin = 'is in a private network: an operator can allow it with TARGET_ALLOWLIST';
    expect(await told('2', 'https://db.internal/')).toBe(
      `db.internal ${begin}, as beta=db.internal:443 for this org alone.`,
    );
    expect(await told('1', 'http://[fd00::1]:8080/')).toBe(
      `fd00::1 ${begin}, as acme=[fd00::1]:8080 for this org alone.`,
    );
    expect(await told('1', 'http://meta.internal/')).toBe(`meta.internal ${begin}.`);
  });

  it('reaches none of them by a name that becomes one between check and connection', async () => {
    const answers = [['1.1.1.1'], ['127.0.0.1']];
    const from = new Outbound({
      allowlist: [`acme=rebind.test:${port()}`, `beta=127.0.0.0/8`],
      orgName: async (id) => ({ '1': 'acme' })[id],
      resolve: async () => (answers.shift() ?? []).map((address) => ({ address, family: 4 })),
    });
    opened.push(from);
    await from.forOrg('1').check(`http://rebind.test:${port()}/`, PATH);
    expect(await failure(from.forOrg('1').fetch(`http://rebind.test:${port()}/`))).toBe('TARGET_NOT_ALLOWED');
  });
});

describe('connections to a server that several orgs call', () => {
  it.each(['forOrg', 'forConsumersOf'] as const)(
    'are 128 of an org, which keeps nobody else waiting (%s)',
    async (connections) => {
      const from = new Outbound({ allowlist: LOOPBACK, consumerAllowlist: LOOPBACK });
      opened.push(from);
      upstream.answer = ({ url }, response) => (url === '/slow' ? undefined : response.end('reached'));
      const before = upstream.connections;
      const end = new AbortController();
      const slow = Array.from({ length: 140 }, () =>
        from[connections]('eve').fetch(`${upstream.url}/slow`, { signal: end.signal }),
      );
      await expect.poll(() => upstream.connections - before).toBe(128);
      // Without connections of its own: until a slow one ends.
      const signal = AbortSignal.timeout(2_000);
      expect((await from[connections]('vic').fetch(`${upstream.url}/quick`, { signal })).status).toBe(200);
      end.abort();
      await Promise.allSettled(slow);
    },
  );
});
