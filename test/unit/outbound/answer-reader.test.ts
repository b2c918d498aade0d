import { describe, expect, it } from 'vitest';
import { ResponseReader } from '../../../src/infrastructure/outbound/upstream/response-reader.ts';

/** Reads an answer that comes in these parts. */
function readParts(parts: readonly string[], method = 'GET') {
  const read = { statuses: [] as number[], headers: [] as string[], body: '', keepMs: 0 };
  const reader = new ResponseReader({
    onHead({ status, headers, keepMs }) {
      read.statuses.push(status);
      read.headers.push(...headers);
      read.keepMs = keepMs;
    },
    onData(bytes) {
      read.body += bytes.toString('latin1');
    },
  });
  reader.begin(method);
  for (const part of parts) reader.read(Buffer.from(part, 'latin1'));
  const { isOver, hasMore, endsByClose } = reader;
  return { ...read, isOver, hasMore, endsByClose };
}
const read = (text: string, method?: string) => readParts([text], method);
const head = (fields: string, status = 'HTTP/1.1 200 OK') => `${status}\r\n${fields}\r\n\r\n`;

const CHUNKED = `${head('Transfer-Encoding: Chunked')}4;name="value"\r\nhalf\r\n00F\r\n and all of it \r\n0\r\nDigest: x\r\n\r\n`;
const HINTED = `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${head('Content-Length: 2')}ok`;

describe('an answer is read alike, however it comes apart', () => {
  it.each([
    ['with a length', `${head('A: b\r\nContent-Length: 9')}all of it`, { body: 'all of it', isOver: true }],
    ['in chunks', CHUNKED, { body: 'half and all of it ', isOver: true }],
    ['behind an interim one', HINTED, { statuses: [103, 200], body: 'ok', isOver: true }],
    ['until the end', `HTTP/1.1 200\r\n\r\nall`, { body: 'all', isOver: false, endsByClose: true }],
    ['without a body', head('Content-Length: 0'), { body: '', isOver: true }],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toMatchObject({ hasMore: false, ...expected });
    for (let at = 1; at < text.length; at += 1)
      expect(readParts([text.slice(0, at), text.slice(at)])).toEqual(read(text));
    expect(readParts([...text])).toEqual(read(text));
  });
});

describe('small chunks of an answer', () => {
  /** @returns what is told of them in one read, and the number of small ones */
  function told(...chunks: readonly string[]) {
    const pieces: string[] = [];
    const reader = new ResponseReader({ onHead() {}, onData: (bytes) => pieces.push(`${bytes}`) });
    reader.begin('GET');
    const text = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
    const count = reader.read(Buffer.from(`${head('Transfer-Encoding: chunked')}${text}`));
    return { pieces, count };
  }
  const LARGE = 'x'.repeat(1_000);

  it('are told as one, however many a read brings', () => {
    const letters = Array.from({ length: 5_000 }, (_, at) => String.fromCharCode(97 + (at % 26)));
    expect(told(...letters)).toEqual({ pieces: [letters.join('')], count: 5_000 });
  });

  it('keep their place among large ones', () => {
    expect(told('a', 'b', LARGE, 'c')).toEqual({ pieces: ['ab', LARGE, 'c'], count: 3 });
  });

  it('are told before what breaks the answer', () => {
    const pieces: string[] = [];
    const reader = new ResponseReader({ onHead() {}, onData: (bytes) => pieces.push(`${bytes}`) });
    reader.begin('GET');
    const broken = `${head('Transfer-Encoding: chunked')}1\r\na\r\n1\r\nb\r\nz`;
    expect(() => reader.read(Buffer.from(`${broken}\r\n`))).toThrow('Invalid size of a chunk');
    expect(pieces).toEqual(['ab']);
  });
});

describe('an answer', () => {
  it('keeps the names and values of its fields, but for the blanks around them', () => {
    const { headers } = read(head('X-One: a \t b \r\nx-one:\t\xa0\xe9\xa0\r\nEmpty:\r\nContent-Length: 0'));
    expect(headers).toEqual(['X-One', 'a \t b', 'x-one', '\xa0\xe9\xa0', 'Empty', '', 'Content-Length', '0']);
  });

  it.each([
    ['to HEAD', 'HTTP/1.1 200 OK', 'HEAD'],
    ['204', 'HTTP/1.1 204 No Content', 'GET'],
    ['304', 'HTTP/1.1 304 Not Modified', 'GET'],
  ])('has no body, whatever length it tells: %s', (_, status, method) => {
    expect(read(head('Content-Length: 5', status), method)).toMatchObject({ isOver: true, body: '' });
  });

  it('ends where it ends: what follows is not read', () => {
    const text = `${head('Content-Length: 2')}ok${head('Content-Length: 6')}poison`;
    expect(read(text)).toMatchObject({ statuses: [200], body: 'ok', isOver: true, hasMore: true });
  });

  it('may begin behind a hundred interim ones, and no more', () => {
    const interim = head('A: b', 'HTTP/1.1 100 Continue');
    const { statuses } = read(interim.repeat(100) + head('Content-Length: 0'));
    expect([statuses.length, statuses.at(-1)]).toEqual([101, 200]);
    expect(() => read(interim.repeat(101))).toThrow('Too many interim answers');
  });

  it.each([
    [30_000, head('Content-Length: 0')],
    [0, head('Connection: x, Close')],
    [0, head('Connection: close\r\nConnection: x')],
    [4_000, head('Connection: keep-alive\r\nKeep-Alive: max=9, timeout=5')],
    [0, head('Keep-Alive: timeout=1')],
    [30_000, head('Keep-Alive: timeout=999')],
    [0, head('Content-Length: 0', 'HTTP/1.0 200 OK')],
    [30_000, head('Connection: keep-alive', 'HTTP/1.0 200 OK')],
  ])('leaves its connection to be kept for %d ms: %j', (keepMs, text) => {
    expect(read(text).keepMs).toBe(keepMs);
  });
});

describe('an answer that readers could take for different ones is refused', () => {
  it.each([
    ['a tab beside the coding', head('Transfer-Encoding: chunked\t')],
    ['another protocol', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['HTTP/2', head('A: b', 'HTTP/2.0 200 OK')],
    ['a status of two digits', head('A: b', 'HTTP/1.1 20 OK')],
    ['a status below 100', head('A: b', 'HTTP/1.1 099 Odd')],
    ['a blank before the status line', ` ${head('A: b')}`],
    ['an upgrade', head('Upgrade: x', 'HTTP/1.1 101 Switching Protocols')],
    ['a line that ends with LF', 'HTTP/1.1 200 OK\r\nA: b\nC: d\r\n\r\n'],
    ['a CR within a value', head('A: b\rC: d')],
    ['a NUL within a value', head('A: b\0')],
    ['a folded line', head('A: b\r\n c')],
    ['a blank before the colon', head('Content-Length : 1')],
    ['a field without a name', head(': b')],
    ['a line without a colon', head('odd')],
    ['a length twice', head('Content-Length: 1\r\nContent-Length: 1')],
    ['a list of lengths', head('Content-Length: 1, 1')],
    ['a signed length', head('Content-Length: +1')],
    ['a hexadecimal length', head('Content-Length: 0x1')],
    ['an empty length', head('Content-Length:')],
    ['a length that no number holds', head(`Content-Length: ${'9'.repeat(16)}`)],
    ['a length beside chunks', head('Content-Length: 1\r\nTransfer-Encoding: chunked')],
    ['another coding', head('Transfer-Encoding: gzip, chunked')],
    ['a coding twice', head('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked')],
    ['chunks in HTTP/1.0', head('Transfer-Encoding: chunked', 'HTTP/1.0 200 OK')],
    ['a chunk without a size', `${head('Transfer-Encoding: chunked')}\r\n`],
    ['a size of a chunk that is none', `${head('Transfer-Encoding: chunked')}0x1\r\na\r\n`],
    ['a size of a chunk that is too large', `${head('Transfer-Encoding: chunked')}${'f'.repeat(13)}\r\n`],
    ['a size of a chunk that ends with LF', `${head('Transfer-Encoding: chunked')}1\na\r\n0\r\n\r\n`],
    ['a chunk that is longer than it says', `${head('Transfer-Encoding: chunked')}1\r\nab\r\n`],
    ['a trailer that is none', `${head('Transfer-Encoding: chunked')}0\r\nodd\r\n\r\n`],
    ['a head without end', `HTTP/1.1 200 OK\r\nA: ${'b'.repeat(17_000)}`],
    ['a head that is too long', head(`A: ${'b'.repeat(17_000)}`)],
    ['an extension without end', `${head('Transfer-Encoding: chunked')}1;${'x'.repeat(2_000)}`],
    ['trailers without end', `${head('Transfer-Encoding: chunked')}0\r\n${'A: b\r\n'.repeat(3_000)}`],
  ])('%s', (_, text) => {
    expect(() => read(text)).toThrow();
    expect(() => readParts([...text])).toThrow();
  });
});
