// A grammar of what callers send who speak HTTP badly, or well, or so that two readers understand it differently.
import fc from 'fast-check';
import { framed, HIDDEN, lineEnd, MARKED, mostly, within } from './hostile-bodies.ts';

/** Bytes that a caller sends on one connection, and the ends of its packets. */
export type Hostile = { readonly bytes: string; readonly cuts: readonly number[] };
const method = mostly(
  [20, ['GET', 'POST']],
  [6, ['PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']],
  [1, ['TRACE', 'CONNECT', 'PRI', 'FOO', 'get', 'M-SEARCH', 'G\0ET', 'G'.repeat(5_000), '']],
);

const version = mostly(
  [30, [' HTTP/1.1']],
  [2, [' HTTP/1.0']],
  [
    1,
    [
      ' HTTP/1.2',
      ' HTTP/2.0',
      ' http/1.1',
      ' HTTP/1.1 ',
      '\tHTTP/1.1',
      ' HTTP/1.',
      ' HTTP/01.1',
      ' ICE/1.0',
      '',
    ],
  ],
);

const piece = fc.constantFrom(
  'a',
  '/',
  '//',
  '?',
  '?a=b',
  ';x=y',
  '%2f',
  '%2e%2e',
  '..',
  '.',
  '%00',
  '%0d%0a',
  '%',
  '%zz',
  '%c0%af',
  '#',
  '\\',
  '\xe9',
  '%C3%A9',
  '\x7f',
  ':',
  '@',
  '*',
  '[',
  '"',
  '<',
  ' ',
  '\t',
  '%20HTTP/1.1%0d%0aX:%201',
  'a'.repeat(9_000),
  '/..'.repeat(200),
  '%25'.repeat(500),
);
const target = fc
  .tuple(
    mostly(
      [20, ['/open/x', '/open'].map(within)],
      [8, ['/small/x', '/keyed/x', '/tokens/x', '/graph/graphql', '/none'].map(within)],
      [2, [`http://gateway.test${within('/open/x')}`, `HTTP://evil.test${within('/open/x')}`]],
      [1, ['http://', 'gateway.test:80', '*', '/', '', '//evil.test/x', 'ftp://gateway.test/']],
    ),
    fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(piece, { maxLength: 4 }) },
    ),
  )
  .map(([base, pieces]) => base + pieces.join(''));

const field = mostly(
  [8, ['X-Client-Id: key', 'Accept: */*', 'X-Any: \xe9\xff', 'X-Empty:', 'X-Any:\t1 \t', 'Cookie: a=b; c']],
  [4, ['Expect: 100-continue', 'Connection: keep-alive', 'Connection: close', 'Origin: http://a.test']],
  [3, ['Connection: Content-Length, X-Any', 'TE: trailers', 'Expect: x']],
  [
    3,
    [
      'Transfer_Encoding: chunked',
      'Content_Length: 3',
      'X-HTTP-Method-Override: DELETE',
      'Via: 1.1 a, 1.1 b',
    ],
  ],
  [
    2,
    [
      'Authorization: Bearer x',
      `Authorization: Bearer ${'x.'.repeat(400)}`,
      'Content-Type: application/json',
    ],
  ],
  [
    1,
    [' X: 1', 'X : 1', 'X Y: 1', ': 1', 'X', 'X\0: 1', 'X: 1\0', 'X: 1\x01', 'X: 1\r2', 'X: 1\n2', 'X(: 1'],
  ],
  [
    1,
    ['X: 1\r\n 2', 'X: 1\r\n\tTransfer-Encoding: chunked', 'X:\r\n', 'Host: b', '', 'Range: bytes=0-,0-,0-'],
  ],
  [1, [`X: ${'x'.repeat(17_000)}`, `${'X'.repeat(2_000)}: 1`, 'X: 1\r\n'.repeat(300).slice(0, -2)]],
);
const host = mostly(
  [30, ['Host: gateway.test\r\n']],
  [
    1,
    [
      '',
      'Host:\r\n',
      'Host: a@b\r\n',
      'Host: a\r\nHost: b\r\n',
      'Host: a, b\r\n',
      'Host: a:99999\r\n',
      'Host: [::1\r\n',
    ],
  ],
);

const request = fc
  .record({
    method,
    target,
    version,
    end: lineEnd,
    host,
    fields: fc.array(field, { maxLength: 4 }),
    framed,
    last: lineEnd,
  })
  .map(({ framed: [frame = '', body = ''], fields, ...head }) => {
    const lines = fields.map((line) => `${line}\r\n`).join('');
    return `${head.method} ${head.target}${head.version}${head.end}${head.host}${MARKED}${frame}${lines}${head.last}${body}`;
  });

/**
 * Upgrade requests without a body.
 *
 * Node reports a body that breaks behind an upgrade only when its caller is too slow.
 */
const upgrade = target.map(
  (there) =>
    `GET ${there} HTTP/1.1\r\nHost: gateway.test\r\n${MARKED}Connection: upgrade\r\nUpgrade: h2c\r\n\r\n`,
);
const each = fc.oneof({ weight: 20, arbitrary: request }, { weight: 1, arbitrary: upgrade });

/** Something put in or taken out anywhere. */
type Edit = { readonly at: number; readonly takes: number; readonly puts: string };
const edits: fc.Arbitrary<readonly Edit[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Edit[]>([]) },
  {
    weight: 1,
    arbitrary: fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        takes: fc.nat(3),
        puts: fc.constantFrom('', '\0', '\r', '\n', '\r\n', '\r\n\r\n', ' ', '\t', ':', '\xff', HIDDEN),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  },
);
const edited = (text: string, { at, takes, puts }: Edit) => {
  const offset = Math.floor(at * text.length);
  return text.slice(0, offset) + puts + text.slice(offset + takes);
};

const requests = fc.oneof(
  { weight: 12, arbitrary: fc.array(each, { minLength: 1, maxLength: 4 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(each, fc.integer({ min: 5, max: 40 }))
      .map(([one, times]) => Array(times).fill(one) as string[]),
  },
);
const fraction = fc.double({ min: 0, max: 1, noNaN: true });

/** Pipelined requests of a connection, some of them spoiled, and a good one behind them. */
export const hostile: fc.Arbitrary<Hostile> = fc
  .record({
    requests,
    edits,
    isCut: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
    end: fraction,
    packets: fc.oneof(
      { weight: 2, arbitrary: fc.constant<number[]>([]) },
      { weight: 1, arbitrary: fc.array(fraction, { maxLength: 6 }) },
    ),
  })
  .map(({ requests, edits: all, isCut, end, packets }) => {
    const spoiled = all.reduce(edited, requests.join(''));
    const bytes = isCut ? spoiled.slice(0, Math.ceil(end * spoiled.length)) : spoiled + HIDDEN;
    const cuts = packets.map((at) => Math.floor(at * bytes.length)).sort((a, b) => a - b);
    return { bytes, cuts };
  });
