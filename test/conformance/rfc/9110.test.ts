import { request as ask } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../support/eventually.ts';
import { PSEUDONYM } from '../../support/gateway.ts';
import { exchange } from '../../support/raw-http.ts';
import { expectRefused, openStrictWorld, PATH, type StrictWorld } from '../../support/strict-world.ts';

/** What HTTP means, as far as a gateway has a part in it. Message syntax is in 9112.test.ts. */
let world: StrictWorld;
beforeAll(async () => {
  world = await openStrictWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.upstream.seen.length = 0;
  world.records.length = 0;
});

const HOST = 'Host: gateway.test\r\n';
const request = (headers = '', { method = 'GET', path = PATH, body = '' } = {}) =>
  `${method} ${path} HTTP/1.1\r\n${HOST}${headers}\r\n${body}`;

/** What the back-end saw of a request that was answered with 200. */
async function served(bytes: string) {
  const { answers } = await exchange(world.port, bytes, { answers: 1 });
  expect(answers.map(({ status }) => status)).toEqual([200]);
  return world.upstream.seen.at(-1);
}

const codeOf = (body: string) => {
  const { code, errors } = JSON.parse(body);
  return code ?? errors[0].extensions.code;
};

describe('§7.6.1 the headers of one connection', () => {
  it('go no further, nor do those that Connection names', async () => {
    const hop = {
      'Keep-Alive': '5',
      'Proxy-Connection': 'keep-alive',
      'Proxy-Authorization': 'Basic x',
      'Proxy-Authenticate': 'Basic',
      TE: 'trailers',
      Trailer: 'X-Any',
      Upgrade: 'h2c',
      'HTTP2-Settings': 'x',
      'X-Named': '1',
    };
    const lines = Object.entries(hop).map(([name, value]) => `${name}: ${value}\r\n`);
    const seen = await served(
      request(`${lines.join('')}Connection: Upgrade, HTTP2-Settings, x-NAMED\r\nConnection: other\r\n`),
    );
    const names = Object.keys(seen?.headers ?? {});
    for (const name of Object.keys(hop)) expect(names).not.toContain(name.toLowerCase());
  });

  it('do not take along what the gateway itself says, nor the frame of the body, whatever Connection names', async () => {
    const named =
      'Host, Content-Length, Transfer-Encoding, X-Request-Id, X-Forwarded-For, X-Gatehouse-Client';
    const bytes = request(`X-Client-Id: key\r\nContent-Length: 5\r\nConnection: ${named}\r\n`, {
      method: 'POST',
      path: '/acme/sandbox/keyed/x',
      body: 'hello',
    });
    const seen = await served(bytes);
    expect(seen).toMatchObject({
      body: 'hello',
      headers: { host: new URL(world.upstream.url).host, 'x-forwarded-for': '127.0.0.1' },
    });
    expect(seen?.headers).toHaveProperty('x-request-id');
    expect(seen?.headers).toHaveProperty('x-gatehouse-client');
  });

  it('name a header for the gateway without keeping it from the gateway', async () => {
    const seen = await served(
      request('X-Client-Id: key\r\nConnection: X-Client-Id\r\n', { path: '/acme/sandbox/keyed/x' }),
    );
    expect(seen?.headers).not.toHaveProperty('x-client-id');
  });

  it('§7.8 an upgrade to HTTP/2 is not heard: the request is answered as HTTP/1.1', async () => {
    const seen = await served(
      request('Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'),
    );
    expect(Object.keys(seen?.headers ?? {})).not.toContain('upgrade');
  });
});

describe('§7.6.2 Max-Forwards', () => {
  it.each([
    ['OPTIONS', '5', '4'],
    ['OPTIONS', '01', '0'],
    ['OPTIONS', 'many', 'many'],
    ['GET', '0', '0'],
  ])('of %s is told to the back-end: %s as %s', async (method, given, told) => {
    const seen = await served(request(`Max-Forwards: ${given}\r\n`, { method }));
    expect(seen).toMatchObject({ method, headers: { 'max-forwards': told } });
  });

  it('of 0 leaves OPTIONS to the gateway to answer', async () => {
    const asked = request('Max-Forwards: 0\r\n', { method: 'OPTIONS' });
    const { answers } = await exchange(world.port, asked, { answers: 1 });
    expect(answers).toMatchObject([{ status: 204, headers: { allow: expect.stringContaining('OPTIONS') } }]);
    expect(world.upstream.seen).toEqual([]);
  });
});

describe('§7.6.3 Via', () => {
  const viaOf = async (bytes: string) => (await served(bytes))?.headers.via;

  it('tells the back-end of the gateway, by a name that tells nothing of its host, and of the version that came', async () => {
    expect(await viaOf(request())).toBe(`1.1 ${PSEUDONYM}`);
    expect(await viaOf(`GET ${PATH} HTTP/1.0\r\n\r\n`)).toBe(`1.0 ${PSEUDONYM}`);
  });

  it('goes on behind those whose hands the request has gone through', async () => {
    const [first, second] = ['1.0 fred', '1.1 p.example.net:8080 (a proxy, and more)'];
    expect(await viaOf(request(`Via: ${first}\r\nvia: ${second}\r\n`))).toBe(
      `${first}, ${second}, 1.1 ${PSEUDONYM}`,
    );
  });

  describe('of a call that its back-end passes on to the gateway again', () => {
    /** Passes on what it gets, as a reverse proxy does, as long as it is for one of these paths; it answers the rest. */
    const passOn = (paths: Readonly<Record<string, string>>) => {
      world.upstream.answer = ({ method, url = '', headers }, response) => {
        const path = paths[url];
        if (path === undefined) response.end('answered');
        else
          ask(`${world.url}${path}`, { method, headers }, (answer) => {
            response.writeHead(answer.statusCode ?? 0, answer.headers);
            answer.pipe(response);
          }).end();
      };
    };
    afterEach(() => {
      world.upstream.answer = (_, response) => response.end('{"ok":true}');
    });

    it.each([
      ['itself', { '/root/x': PATH }],
      ['another, and that to it', { '/root/x': '/acme/sandbox/small/y', '/root/y': PATH }],
    ])('tells a loop: an API that leads back to %s is refused with 508', async (_, paths) => {
      passOn(paths);
      const { answers } = await exchange(world.port, request(), { answers: 1 });
      expect(answers.map(({ status, body }) => [status, codeOf(body)])).toEqual([[508, 'LOOP_DETECTED']]);
      expect(world.upstream.seen).toHaveLength(5);
    });

    it('tells a chain from a loop: an API may be made of others', async () => {
      passOn({ '/root/x': '/acme/sandbox/small/y', '/root/y': '/acme/sandbox/open/z' });
      const { answers } = await exchange(world.port, request(), { answers: 1 });
      expect(answers).toMatchObject([{ status: 200, body: 'answered' }]);
    });
  });

  it('of a GraphQL API tells a loop in its form', async () => {
    const via = `Via: ${Array(5).fill(`1.1 ${PSEUDONYM}`).join(', ')}\r\n`;
    const bytes = request(`${via}Content-Type: application/json\r\nContent-Length: 2\r\n`, {
      method: 'POST',
      path: '/acme/sandbox/graph/graphql',
      body: '{}',
    });
    const { answers } = await exchange(world.port, bytes, { answers: 1 });
    expect(answers[0]?.status).toBe(508);
    expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({
      errors: [{ extensions: { code: 'LOOP_DETECTED' } }],
    });
  });
});

describe('who calls is said by the gateway alone', () => {
  it.each([
    'X-Gatehouse-Client',
    'x-gatehouse-subject',
    'X_GATEHOUSE_Plan',
    'X-Gatehouse_Scopes',
    'X-GATEHOUSE-ANYTHING',
    'X_Forwarded_User',
    'X-Forwarded-Prefix',
    'X_Real_IP',
    'Forwarded',
    'X-Original-URL',
    'X-Original-Host',
    'X-Rewrite-URL',
    'X-Gatehouse.Subject',
    'X_Gatehouse~Subject',
    'X.Forwarded.User',
    'X-HTTP-Method-Override',
    'X_HTTP_Method_Override',
    'X-Method-Override',
    'X-HTTP-Method',
    'True-Client-IP',
    'X-Client-IP',
  ])('%s of a caller goes no further', async (name) => {
    const seen = await served(request(`${name}: forged\r\n`));
    expect(JSON.stringify(seen)).not.toContain('forged');
  });

  it('§11.6.2 by one Authorization: two are refused', async () => {
    const two = 'Authorization: Bearer a\r\nauthorization: Bearer b\r\n';
    await expectRefused(world, request(two), [400, 'BAD_USER_INPUT']);
  });
});

describe('§9.3 methods and bodies', () => {
  it('§9.3.1 the body of a GET is passed on with it, and is no request of its own', async () => {
    const body = 'GET /smuggled HTTP/1.1\r\n\r\n';
    const seen = await served(request(`Content-Length: ${body.length}\r\n`, { body }));
    expect(seen).toMatchObject({ method: 'GET', body });
  });
});

describe('§10.1.1 Expect', () => {
  const EXPECT = 'Expect: 100-Continue\r\n';
  it('is met once the call is admitted', async () => {
    const bytes = request(`${EXPECT}Content-Length: 5\r\n`, { method: 'POST', body: 'hello' });
    const { answers } = await exchange(world.port, bytes, { answers: 2 });
    expect(answers.map(({ status }) => status)).toEqual([100, 200]);
  });

  const JSON_TYPE = 'Content-Type: application/json\r\n';
  it.each([
    ['a caller who is not known', '/acme/sandbox/keyed/x', [401, 'CLIENT_ID_MISSING']],
    ['a body that is too large', '/acme/sandbox/small/x', [413, 'REQUEST_TOO_LARGE']],
    ['a document that is too large', '/acme/sandbox/graph/graphql', [413, 'REQUEST_TOO_LARGE']],
  ])('is not met for %s: the refusal comes before the body', async (_, path, refusal) => {
    const { connections } = world.upstream;
    const head = request(`${EXPECT}${JSON_TYPE}Content-Length: 11\r\n`, { method: 'POST', path });
    const { answers } = await exchange(world.port, head, { answers: 1 });
    expect(answers.map(({ status, body }) => [status, body && codeOf(body)])).toEqual([refusal]);
    expect(world.upstream.connections).toBe(connections);
  });

  it('is refused with 417 when it is anything else', async () => {
    for (const expectation of ['200-ok', '100-continue, 200-ok', '']) {
      const bytes = request(`Expect: ${expectation}\r\n`);
      await expectRefused(world, bytes, [417, 'EXPECTATION_FAILED']);
    }
  });

  it('of HTTP/1.0 is not heard: its body comes anyway', async () => {
    const bytes = `POST ${PATH} HTTP/1.0\r\n${EXPECT}Content-Length: 5\r\n\r\nhello`;
    expect(await served(bytes)).toMatchObject({ body: 'hello' });
  });
});

describe('too much', () => {
  it('§15.5.14 of a body is refused with 413 before a back-end is dialled, where its length is told', async () => {
    const { connections } = world.upstream;
    const small = { method: 'POST', path: '/acme/sandbox/small/x' };
    const { answers } = await exchange(
      world.port,
      request('Content-Length: 11\r\n', { ...small, body: 'hello hello' }),
      { answers: 1 },
    );
    expect([answers[0]?.status, codeOf(answers[0]?.body ?? '{}')]).toEqual([413, 'REQUEST_TOO_LARGE']);
    expect(world.upstream.connections).toBe(connections);
    expect(await served(request('Content-Length: 10\r\n', { ...small, body: 'hello you!' }))).toMatchObject({
      body: 'hello you!',
    });
  });

  it('§15.5.14 of a body in chunks is refused with 413 as it comes, and the back-end gets no whole one', async () => {
    const bytes = request('Transfer-Encoding: chunked\r\n', {
      method: 'POST',
      path: '/acme/sandbox/small/x',
      body: '6\r\nhello \r\n6\r\nhello \r\n0\r\n\r\n',
    });
    const { answers } = await exchange(world.port, bytes, { answers: 1 });
    expect([answers[0]?.status, codeOf(answers[0]?.body ?? '{}')]).toEqual([413, 'REQUEST_TOO_LARGE']);
    expect(world.upstream.seen).toEqual([]);
  });

  it('§15.5.15 of a target is refused with 414', async () => {
    for (const length of [8_193, 17_000])
      await expectRefused(world, request('', { path: `${PATH}/${'x'.repeat(length)}` }), [
        414,
        'TARGET_TOO_LONG',
      ]);
  });

  it('RFC 6585 §5 of headers is refused with 431', async () => {
    for (const headers of ['X-A: 1\r\n'.repeat(100), `X-A: ${'x'.repeat(17_000)}\r\n`])
      await expectRefused(world, request(headers), [431, 'HEADERS_TOO_LARGE']);
    await served(request('X-A: 1\r\n'.repeat(99)));
  });
});

describe('§9.6 of RFC 9112: a refused caller that goes on sending', () => {
  it('gets to read why', async () => {
    const bytes = `${request('Host: b\r\nContent-Length: 3000000\r\n', { method: 'POST' })}${'x'.repeat(3_000_000)}`;
    const { answers, closed } = await exchange(world.port, bytes);
    expect(answers.map(({ status }) => status)).toEqual([400]);
    expect(closed).toBe(true);
    expect(world.records).toMatchObject([{ outcome: 'BAD_USER_INPUT', status: 400 }]);
  });
});

describe('a body that breaks while its call is under way', () => {
  it('ends the request to the back-end, and its caller is told 400', async () => {
    let isCut = false;
    world.upstream.received = '';
    const socket = connect(world.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (part) => (answer += part));
    socket.write(request('Transfer-Encoding: chunked\r\n', { method: 'POST', body: '5\r\nhello\r\n' }));
    await until(() => world.upstream.received === 'hello');
    world.upstream.onCut = () => (isCut = true);
    socket.write('zz\r\n');
    await until(() => isCut);
    await until(() => answer.includes('BAD_USER_INPUT'));
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*Connection: close/s);
    expect(world.upstream.seen).toEqual([]);
    await until(() => world.records.length === 1);
    expect(world.records).toMatchObject([{ outcome: 'ABANDONED', status: 400 }]);
  });
});

describe('a preflight', () => {
  const PREFLIGHT = 'Origin: http://portal.test\r\nAccess-Control-Request-Method: GET\r\n';
  const preflight = (headers = '') => request(PREFLIGHT + headers, { method: 'OPTIONS' });

  it('follows the rules of any other request', async () => {
    await expectRefused(world, preflight('Host: b\r\n'), [400, 'BAD_USER_INPUT']);
    const elsewhere = request(`${PREFLIGHT}Host: b\r\n`, { method: 'OPTIONS', path: '/acme/sandbox/none' });
    await expectRefused(world, elsewhere, [400, 'BAD_USER_INPUT']);
  });

  it('is in the metrics and the access log like any other call', async () => {
    const { answers } = await exchange(world.port, preflight(), { answers: 1 });
    expect(answers[0]?.status).toBe(204);
    await until(() => world.records.length === 1);
    expect(world.records).toMatchObject([{ method: 'OPTIONS', outcome: 'PREFLIGHT', status: 204 }]);
    expect(world.gateway.metrics().calls).toContainEqual({
      outcome: 'PREFLIGHT',
      statusClass: '2xx',
      count: 1,
    });
  });
});
