import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasOldParser } from '../../support/http-parsers.ts';
import { exchange } from '../../support/raw-http.ts';
import { unclearCodings, unclearLengths } from '../../support/smuggling.ts';
import { expectRefused, openStrictWorld, PATH, type StrictWorld } from '../../support/strict-world.ts';

/** The HTTP/1.1 message syntax. What is refused is refused before a back-end sees any of it, unless a body broke. */
let world: StrictWorld;
beforeAll(async () => {
  world = await openStrictWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.upstream.seen.length = 0;
  world.upstream.answer = (_, response) => response.end('{"ok":true}');
});

const HOST = 'Host: gateway.test\r\n';
const get = (headers = '', target = PATH) => `GET ${target} HTTP/1.1\r\n${HOST}${headers}\r\n`;
const post = (headers: string, body = '') => `POST ${PATH} HTTP/1.1\r\n${HOST}${headers}\r\n${body}`;
const line = (first: string, headers = HOST) => `${first}\r\n${headers}\r\n`;
const CHUNKS = '5\r\nhello\r\n0\r\n\r\n';
const chunked = (body: string) => post('Transfer-Encoding: chunked\r\n', body);

type Row = readonly [what: string, bytes: string];
const BAD = [400, 'BAD_USER_INPUT'] as const;

/** What the parser of Node 20.19 takes, or refuses though it is good (docs/operate/platforms.md). */
const MISREAD_BY_OLD_PARSERS = [
  'LF alone at the end of the head',
  'a space before the colon',
  'a space within a name',
  'no name',
  '§7.1.2 a trailer Content-Length',
];
const readRightly = (rows: readonly Row[]) =>
  hasOldParser ? rows.filter(([what]) => !MISREAD_BY_OLD_PARSERS.includes(what)) : rows;

/** Each is refused so before a back-end is even dialled. */
function areRefused(rows: readonly Row[], as: readonly [number, string] = BAD): void {
  it.each(readRightly(rows))(`is refused with ${as[0]}: %s`, async (_, bytes) => {
    await noticeConnections();
    const { connections } = world.upstream;
    await expectRefused(world, bytes, as);
    expect(world.upstream.connections).toBe(connections);
  });
}

/** Lets the back-end count the connections that tests before this one have left. It accepts them in their order. */
async function noticeConnections(): Promise<void> {
  const { port } = new URL(world.upstream.url);
  await exchange(Number(port), get(), { answers: 1 });
  world.upstream.seen.length = 0;
}

/** Each is served as one request; gives the requests that the back-end saw. */
async function served(bytes: string) {
  const { answers } = await exchange(world.port, bytes, { answers: 1 });
  expect(answers.map(({ status }) => status)).toEqual([200]);
  expect(world.upstream.seen).toHaveLength(1);
  return world.upstream.seen[0];
}

describe('§2.2 line ends', () => {
  areRefused([
    ['LF alone everywhere', `GET ${PATH} HTTP/1.1\nHost: gateway.test\n\n`],
    ['LF alone behind a header', `GET ${PATH} HTTP/1.1\r\nHost: gateway.test\nX: 1\r\n\r\n`],
    ['LF alone at the end of the head', `GET ${PATH} HTTP/1.1\r\n${HOST}\n`],
    ['CR alone everywhere', `GET ${PATH} HTTP/1.1\rHost: gateway.test\r\r`],
    ['CR alone within a value', get('X: 1\r2\r\n')],
    ['a space before the first header', `GET ${PATH} HTTP/1.1\r\n X: 1\r\n${HOST}\r\n`],
    ['a space before the request', ` ${get()}`],
  ]);

  it('an empty line before a request is not heeded', async () => {
    await served(`\r\n${get()}`);
  });
});

describe('§2.3 versions', () => {
  areRefused(
    [
      ['HTTP/0.9', `GET ${PATH}\r\n\r\n`],
      ['HTTP/1.2', line(`GET ${PATH} HTTP/1.2`)],
      ['HTTP/2.0 in words', line(`GET ${PATH} HTTP/2.0`)],
      ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ],
    [505, 'HTTP_VERSION_UNSUPPORTED'],
  );
  areRefused([
    ['lower case', line(`GET ${PATH} http/1.1`)],
    ['without a minor version', line(`GET ${PATH} HTTP/1.`)],
    ['a leading zero', line(`GET ${PATH} HTTP/01.1`)],
    ['a space behind it', line(`GET ${PATH} HTTP/1.1 `)],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ]);
});

describe('§3.1 methods', () => {
  areRefused([
    ['lower case', line(`get ${PATH} HTTP/1.1`)],
    ['one that nobody knows', line(`FOO ${PATH} HTTP/1.1`)],
    ['a very long one', line(`${'G'.repeat(5_000)} ${PATH} HTTP/1.1`)],
    ['a tab behind it', line(`GET\t${PATH}\tHTTP/1.1`)],
  ]);
  areRefused(
    [
      ['TRACE', line(`TRACE ${PATH} HTTP/1.1`)],
      ['CONNECT', line('CONNECT gateway.test:80 HTTP/1.1')],
      ['SOURCE of ICE', line(`SOURCE ${PATH} ICE/1.0`)],
      ['DESCRIBE of RTSP', line(`DESCRIBE ${PATH} RTSP/1.0`)],
    ],
    [405, 'METHOD_NOT_ALLOWED'],
  );
});

describe('§3.2 the header Host', () => {
  const withHost = (host: string) => line(`GET ${PATH} HTTP/1.1`, host);
  areRefused([
    ['missing', withHost('')],
    ['twice', withHost('Host: a\r\nHost: b\r\n')],
    ['twice alike', withHost('Host: a\r\nHOST: a\r\n')],
    ['empty', withHost('Host:\r\n')],
    ['with userinfo', withHost('Host: a@b\r\n')],
    ['with a path', withHost('Host: a/b\r\n')],
    ['with a comma', withHost('Host: a,b\r\n')],
    ['with a space', withHost('Host: a b\r\n')],
    ['with a port above 65535', withHost('Host: a:65536\r\n')],
    ['with a port that is none', withHost('Host: a:+80\r\n')],
    ['with an open bracket', withHost('Host: [::1\r\n')],
    ['with bytes above ASCII', withHost('Host: \xe9\r\n')],
  ]);

  it.each([
    ['a name with a port', 'Host: gateway.test:8080\r\n'],
    ['a name with the last port', 'Host: gateway.test:65535\r\n'],
    ['an address of IPv6', 'Host: [::1]:8080\r\n'],
  ])('is taken: %s', async (_, host) => {
    await served(withHost(host));
  });

  it('is not needed in HTTP/1.0', async () => {
    await served(`GET ${PATH} HTTP/1.0\r\n\r\n`);
  });
});

describe('§3.2.2 absolute form', () => {
  areRefused([
    ['with another host than Host', line(`GET http://evil.test${PATH} HTTP/1.1`)],
    ['with another port', line(`GET http://gateway.test:81${PATH} HTTP/1.1`)],
    ['with userinfo', line(`GET http://a@gateway.test${PATH} HTTP/1.1`)],
    ['with userinfo in Host too', line(`GET http://a@b${PATH} HTTP/1.1`, 'Host: a@b\r\n')],
    ['with another scheme', line(`GET ftp://gateway.test${PATH} HTTP/1.1`)],
    ['with dot segments', line('GET http://gateway.test/acme/sandbox/open/../keyed HTTP/1.1')],
    ['without Host', line(`GET http://gateway.test${PATH} HTTP/1.1`, '')],
  ]);

  it('is read as its path when its host is that of Host', async () => {
    const seen = await served(line(`GET HTTP://Gateway.test${PATH}?a=b HTTP/1.1`));
    expect(seen?.url).toBe('/root/x?a=b');
  });
});

describe('§3.2.3, §3.2.4 other forms', () => {
  areRefused([
    ['authority form without CONNECT', line('GET gateway.test:80 HTTP/1.1')],
    ['asterisk form without OPTIONS', line('GET * HTTP/1.1')],
    ['no target', line('GET  HTTP/1.1')],
    ['a space within', line(`GET ${PATH} y HTTP/1.1`)],
    ['bytes above ASCII', line(`GET ${PATH}\xe9 HTTP/1.1`)],
    ['a fragment', line(`GET ${PATH}#a HTTP/1.1`)],
  ]);

  it('OPTIONS * is answered by the gateway, and goes on', async () => {
    const { answers } = await exchange(world.port, line('OPTIONS * HTTP/1.1') + get(), { answers: 2 });
    expect(answers[0]).toMatchObject({
      status: 204,
      headers: { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
    });
    expect(answers[1]?.status).toBe(200);
  });
});

describe('§5 header lines', () => {
  areRefused([
    ['a folded value', get('X: 1\r\n 2\r\n')],
    ['a space before the colon', get('X : 1\r\n')],
    ['a space within a name', get('X Y: 1\r\n')],
    ['no name', get(': 1\r\n')],
    ['no colon', get('X\r\n')],
    ['NUL in a name', get('X\0: 1\r\n')],
    ['a byte above ASCII in a name', get('X\xe9: 1\r\n')],
    ['a parenthesis in a name', get('X(: 1\r\n')],
    ['NUL in a value', get('X: 1\0\r\n')],
    ['a control character in a value', get('X: 1\x01\r\n')],
    ['DEL in a value', get('X: 1\x7f\r\n')],
  ]);

  it('bytes above ASCII in a value pass as they came', async () => {
    expect((await served(get('X-Name: \xe9\xff\r\n')))?.headers['x-name']).toBe('\xe9\xff');
  });
});

describe('§6.1 Transfer-Encoding', () => {
  const coded = (headers: string) => post(headers, CHUNKS);
  areRefused(unclearCodings(PATH));

  it.each(['Transfer-Encoding: Chunked', 'Transfer-Encoding:\tchunked', 'transfer-encoding: chunked '])(
    'is taken, with its body: %s',
    async (header) => {
      expect(await served(coded(`${header}\r\n`))).toMatchObject({ body: 'hello' });
    },
  );

  it('with an underscore is another header, and goes no further', async () => {
    const seen = await served(post('Transfer_Encoding: chunked\r\nContent_Length: 99\r\n'));
    expect(Object.keys(seen?.headers ?? {})).not.toContain('transfer_encoding');
    expect(Object.keys(seen?.headers ?? {})).not.toContain('content_length');
  });
});

describe('§6.2, §6.3 Content-Length', () => {
  const sized = (length: string) => post(`Content-Length:${length}\r\n`, 'hello');
  areRefused(unclearLengths(PATH));
  areRefused([['above what a number holds exactly', sized(' 9007199254740993')]], [413, 'REQUEST_TOO_LARGE']);

  it('with leading zeros is the number that it is, told to the back-end without them', async () => {
    expect(await served(sized(' 0005'))).toMatchObject({ body: 'hello', headers: { 'content-length': '5' } });
  });
});

describe('§7.1 chunks that are none', () => {
  it.each(
    readRightly([
      ['0x', '0x5\r\nhello\r\n0\r\n\r\n'],
      ['negative', '-5\r\nhello\r\n0\r\n\r\n'],
      ['a space behind the size', '5 \r\nhello\r\n0\r\n\r\n'],
      ['no size', '\r\nhello\r\n0\r\n\r\n'],
      ['a size above 64 bits', '10000000000000005\r\nhello\r\n0\r\n\r\n'],
      ['LF alone behind the size', '5\nhello\r\n0\r\n\r\n'],
      ['LF alone behind the data', '5\r\nhello\n0\r\n\r\n'],
      ['nothing behind the data', '5\r\nhello0\r\n\r\n'],
      ['LF alone at the end', '5\r\nhello\r\n0\n\n'],
      ['§7.1.1 an extension with an open quote', '5;a="b\r\nhello\r\n0\r\n\r\n'],
      ['§7.1.1 an extension with a control character', '5;\0\r\nhello\r\n0\r\n\r\n'],
      ['§7.1.1 an extension that ends with LF alone', '5;a\nhello\r\n0\r\n\r\n'],
      ['§7.1.2 a trailer Content-Length', '5\r\nhello\r\n0\r\nContent-Length: 3\r\n\r\n'],
      ['§7.1.2 a trailer Transfer-Encoding', '5\r\nhello\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ]),
  )('are refused with 400, and no back-end sees a whole request: %s', async (_, body) => {
    await expectRefused(world, chunked(body), BAD);
  });

  it('are refused with 413 where extensions are longer than 16 KiB, and with 431 where trailers are', async () => {
    await expectRefused(world, chunked(`5;a=${'b'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`), [
      413,
      'REQUEST_TOO_LARGE',
    ]);
    await expectRefused(world, chunked(`0\r\nX: ${'b'.repeat(20_000)}\r\n\r\n`), [431, 'HEADERS_TOO_LARGE']);
  });

  it.skipIf(hasOldParser)('§7.1.1 extensions of a good one are not passed on', async () => {
    expect(await served(chunked('5;a=b;c="d"\r\nhello\r\n0\r\n\r\n'))).toMatchObject({ body: 'hello' });
  });

  it('§7.1.2 no trailer is passed on, nor taken for a header', async () => {
    const trailers = ['Authorization: x', 'Host: evil.test', 'X-Gatehouse-Client: x', 'X-Any: x'];
    const seen = await served(chunked(`5\r\nhello\r\n0\r\n${trailers.join('\r\n')}\r\n\r\n`));
    expect(seen).toMatchObject({ body: 'hello', headers: { 'x-forwarded-host': 'gateway.test' } });
    expect(JSON.stringify(seen)).not.toMatch(/authorization|evil|x-gatehouse|x-any/i);
  });

  it('§8 a body that ends too early reaches no back-end as a whole one', async () => {
    const { answers } = await exchange(world.port, post('Content-Length: 10\r\n', 'half'), { ends: true });
    expect(answers).toMatchObject([{ status: 400, headers: { connection: 'close' } }]);
    expect(world.upstream.seen).toEqual([]);
  });
});

describe('§9.3.2 pipelining', () => {
  it('is answered in order, however long each takes', async () => {
    const paths = Array.from({ length: 50 }, (_, at) => `${PATH}/${at}`);
    world.upstream.answer = ({ url = '' }, response) => {
      setTimeout(() => response.end(url), Number(url.split('/').at(-1)) % 2 === 0 ? 20 : 0);
    };
    const { answers } = await exchange(world.port, paths.map((path) => get('', path)).join(''), {
      answers: 50,
    });
    expect(answers.map(({ body }) => body)).toEqual(paths.map((_, at) => `/root/x/${at}`));
  });

  it('is served in order: a request is not begun before the one ahead of it is answered', async () => {
    const begun: string[] = [];
    world.upstream.answer = ({ method = '' }, response) => {
      begun.push(method);
      setImmediate(() => {
        begun.push('answered');
        response.end();
      });
    };
    const posted = post('Content-Length: 2\r\n', 'ab');
    await exchange(world.port, posted + get() + posted, { answers: 3 });
    expect(begun).toEqual(['POST', 'answered', 'GET', 'answered', 'POST', 'answered']);
  });

  const slowly = () => {
    world.upstream.answer = (_, response) => setTimeout(() => response.end('slow'), 50);
  };
  it.each([
    ['breaks a rule', line(`GET ${PATH} HTTP/1.1`, 'Host: a\r\nHost: b\r\n'), 400],
    ['has a bad path', get('', '/acme/sandbox/open/../keyed'), 400],
    ['cannot be read', line(`FOO ${PATH} HTTP/1.1`), 400],
    ['has a broken body', chunked('zz\r\n'), 400],
    ['is a CONNECT', line('CONNECT a:80 HTTP/1.1'), 405],
  ])(
    'ends with a request that %s: those before it are answered, none behind it is served',
    async (_, bad, status) => {
      slowly();
      const { answers, closed } = await exchange(
        world.port,
        get('', `${PATH}/1`) + bad + get('', `${PATH}/3`),
      );
      expect(answers.map((answer) => answer.status)).toEqual([200, status]);
      expect(closed).toBe(true);
      expect(world.upstream.seen.map(({ url }) => url)).toEqual(['/root/x/1']);
    },
  );

  it('ends behind a broken body whose request is answered: another answer would be taken for that of the next', async () => {
    const bytes = `POST /acme/sandbox/keyed/x HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`;
    const begun = await exchange(world.port, `${bytes}zz\r\n${get()}`);
    expect(begun.answers.map(({ status }) => status)).toEqual([401]);
    expect(begun.closed).toBe(true);
    expect(world.upstream.seen).toEqual([]);
  });

  const offering = `${HOST}Connection: upgrade\r\nUpgrade: h2c\r\n`;
  it.each([
    ['alone', `GET ${PATH} HTTP/1.1\r\n${offering}\r\n`],
    ['with a body', `POST ${PATH} HTTP/1.1\r\n${offering}Content-Length: 5\r\n\r\nhello`],
  ])(
    'ends behind a request that offers another protocol, %s, where something was sent with it',
    async (_, bytes) => {
      const { answers, closed } = await exchange(world.port, bytes + post('Content-Length: 100\r\n'), {
        cuts: [bytes.length - 3],
      });
      expect(answers.map(({ status, headers }) => [status, headers['connection']])).toEqual([[200, 'close']]);
      expect(closed).toBe(true);
    },
  );

  it('goes on behind such a request that came alone', async () => {
    const { answers } = await exchange(world.port, `GET ${PATH} HTTP/1.1\r\n${offering}\r\n`, { answers: 1 });
    expect(answers.map(({ status, headers }) => [status, headers['connection']])).toEqual([
      [200, 'keep-alive'],
    ]);
  });

  it('§9.6 ends with Connection: close, and what comes behind it is not served', async () => {
    slowly();
    const { answers, closed } = await exchange(world.port, get('Connection: close\r\n') + get());
    expect(answers.map(({ status }) => status)).toEqual([200]);
    expect(closed).toBe(true);
    expect(world.upstream.seen).toHaveLength(1);
  });

  it('§9.6 ends with the answer to Connection: close, and does not answer what comes behind it once more', async () => {
    const bytes = `GET /acme/sandbox/keyed/x HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
    const { answers } = await exchange(world.port, bytes + get());
    expect(answers.map(({ status }) => status)).toEqual([401]);
  });
});
