// The bodies of a grammar of badly spoken HTTP, and the fields that say where they end.
import fc from 'fast-check';

/** Marker that becomes a number of as many digits. It tells each request from all others. */
const MARK = '\x1a'.repeat(7);

export const MARKED = `X-Marker: ${MARK}\r\n`;
export const within = (path: string) => `/acme/sandbox${path}`;
/** A whole request, hidden where no request should begin. */
export const HIDDEN = `GET ${within('/open/hidden')} HTTP/1.1\r\nHost: gateway.test\r\n${MARKED}\r\n`;

type Weighted = readonly [weight: number, choices: readonly string[]];
export const mostly = (...all: readonly Weighted[]) =>
  fc.oneof(...all.map(([weight, choices]) => ({ weight, arbitrary: fc.constantFrom(...choices) })));

const content = fc
  .array(
    mostly(
      [6, ['', 'hello', '{"query":"{ a }"}', '{"query":"{ __typename }"}']],
      [3, [HIDDEN, `0\r\n\r\n${HIDDEN}`, `\r\n\r\n${HIDDEN}`, `5\r\nhello\r\n0\r\n\r\n`]],
      [1, ['\r\n', '\n', '\0', '\xff\xfe', '0', 'x'.repeat(70_000), '['.repeat(20_000)]],
    ),
    { maxLength: 3 },
  )
  .map((parts) => parts.join(''));

const extension = mostly(
  [12, ['']],
  [2, [';a', ';a=b', ';a="b;c"', ';a=b;c="d"']],
  [1, [';', ';\0', ';a\n', ' ;a', ';a="b', `;a=${'b'.repeat(17_000)}`, ';\r\n', ';a="\r\n\r\n"']],
);
const size = (length: number) =>
  mostly(
    [20, [length.toString(16), length.toString(16).toUpperCase(), `00${length.toString(16)}`]],
    [
      1,
      [
        `0x${length.toString(16)}`,
        `-${length}`,
        `+${length}`,
        `${length} `,
        '',
        'zz',
        '10000000000000005',
        '_5',
      ],
    ],
  );
export const lineEnd = mostly([30, ['\r\n']], [1, ['\n', '\r', '', '\r\r\n', '\n\r\n']]);
const chunk = (data: string) =>
  fc
    .tuple(size(data.length), extension, lineEnd, lineEnd)
    .map(([first, more, end, last]) => first + more + end + data + last);
const trailers = mostly(
  [12, ['']],
  [
    1,
    [
      'X-Any: 1\r\n',
      'Content-Length: 3\r\n',
      'Transfer-Encoding: chunked\r\n',
      'Host: b\r\n',
      MARKED,
      'X\r\n',
      ' X: 1\r\n',
    ],
  ],
);
const chunks = fc
  .array(content.filter((text) => text !== '').chain(chunk), { maxLength: 3 })
  .chain((all) =>
    fc
      .tuple(size(0), extension, trailers, lineEnd)
      .map(([last, more, fields, end]) => `${all.join('')}${last}${more}\r\n${fields}${end}`),
  );

const CODINGS = [
  'chunked',
  'Chunked',
  'identity',
  'gzip, chunked',
  'chunked, chunked',
  'xchunked',
  '\x0bchunked',
  ',chunked',
  '',
];
const coded = (value: string) => `Transfer-Encoding: ${value}\r\n`;
const sizedBy = (value: string | number) => `Content-Length: ${value}\r\n`;

/** Framing fields of a body, and the body. They are right, wrong, or several that contradict each other. */
export const framed = content.chain((body) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(['', '']) },
    { weight: 8, arbitrary: fc.constant([sizedBy(body.length), body]) },
    { weight: 8, arbitrary: chunks.map((text) => [coded('chunked'), text]) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(
          body.length - 1,
          body.length + 1,
          0,
          `+${body.length}`,
          `${body.length}, ${body.length}`,
          `0${body.length}`,
          '0x5',
          '',
          '99999999999999999999',
          `${body.length}\r\nContent-Length: 0`,
        )
        .map((length) => [sizedBy(length), body]),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(fc.constantFrom(...CODINGS), chunks).map(([coding, text]) => [coded(coding), text]),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom(...CODINGS), chunks, fc.constantFrom(0, 5, body.length), fc.boolean())
        .map(([coding, text, length, isFirst]) => [
          isFirst ? sizedBy(length) + coded(coding) : coded(coding) + sizedBy(length),
          text,
        ]),
    },
  ),
);
let marks = 0;

/** The bytes with a number for each mark. */
export const marked = (bytes: string): string =>
  bytes.replaceAll(MARK, () => {
    marks += 1;
    return `${marks}`.padStart(MARK.length, '0');
  });
