import { describe, expect, it } from 'vitest';
import { readPlainHead } from '../../../src/http/plain/plain-head.ts';

const head = (...fields: string[]) => ['GET /a?b=c HTTP/1.1', 'Host: a', ...fields, ''].join('\r\n');
const line = (text: string) => `${text}\r\nHost: a\r\n`;

describe('the head of a plain request', () => {
  it('is read: method, target, fields as they came and by name, the body to come, whether the connection is kept', () => {
    const text =
      'POST /a/%2f?b="c" HTTP/1.1\r\nHOST: [::1]:65535\r\nContent-Length: 12\r\nX-A:\xe9 b\tc\r\nX-Empty:\r\nX-B: \r\n';
    expect(readPlainHead(text)).toEqual({
      method: 'POST',
      target: '/a/%2f?b="c"',
      headers: { host: '[::1]:65535', 'content-length': '12', 'x-a': '\xe9 b\tc', 'x-empty': '', 'x-b': '' },
      rawHeaders: [
        'HOST',
        '[::1]:65535',
        'Content-Length',
        '12',
        'X-A',
        '\xe9 b\tc',
        'X-Empty',
        '',
        'X-B',
        '',
      ],
      bodyBytes: 12,
      isKept: true,
    });
    expect(readPlainHead(head('Connection: Close'))).toMatchObject({ bodyBytes: 0, isKept: false });
    expect(readPlainHead(head('Connection: Keep-Alive'))).toMatchObject({ isKept: true });
  });

  it.each([
    ['a method that is not one of seven', line('TRACE / HTTP/1.1')],
    ['a method in lower case', line('get / HTTP/1.1')],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n'],
    ['an absolute target', line('GET http://a/ HTTP/1.1')],
    ['the asterisk', line('OPTIONS * HTTP/1.1')],
    ['a fragment', line('GET /#a HTTP/1.1')],
    ['a backslash', line('GET /\\a HTTP/1.1')],
    ['a target that is not ASCII', line('GET /\xe9 HTTP/1.1')],
    ['a control character in the target', line('GET /\x7f HTTP/1.1')],
    ['a target above 8 KiB', line(`GET /${'a'.repeat(8_192)} HTTP/1.1`)],
    ['two spaces in the request line', line('GET  / HTTP/1.1')],
    ['HTTP/1.0', line('GET / HTTP/1.0')],
    ['another version', line('GET / HTTP/1.2')],
    ['a bare line feed', 'GET / HTTP/1.1\nHost: a\r\n'],
    ['a bare line feed between fields', head('X: a\nY: b')],
    ['a bare carriage return', head('X: a\rb')],
    ['an empty line before', `\r\n${head()}`],
    ['obsolete folding', head('X: a', ' b')],
    ['a space before the colon', head('X : a')],
    ['a space before the name', head(' X: a')],
    ['a field without a colon', head('X')],
    ['a field without a name', head(': a')],
    ['a name with an underscore', head('X_A: a')],
    ['two spaces before a value', head('X:  a')],
    ['a tab before a value', head('X:\ta')],
    ['a space behind a value', head('X: a ')],
    ['a control character in a value', head('X: a\x00b')],
    ['no Host', 'GET / HTTP/1.1\r\nX: a\r\n'],
    ['two Hosts', head('Host: a')],
    ['two fields of a name', head('Cookie: a=b', 'cookie: c=d')],
    ['a Host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\n'],
    ['an empty Host', 'GET / HTTP/1.1\r\nHost:\r\n'],
    ['a Host with a port above 65535', 'GET / HTTP/1.1\r\nHost: a:65536\r\n'],
    ['Transfer-Encoding', head('Transfer-Encoding: chunked')],
    ['two lengths', head('Content-Length: 1', 'Content-Length: 1')],
    ['a length with a sign', head('Content-Length: +1')],
    ['a length with a leading zero', head('Content-Length: 01')],
    ['a list of lengths', head('Content-Length: 1, 1')],
    ['an empty length', head('Content-Length:')],
    ['a gigabyte', head('Content-Length: 1000000000')],
    ['Trailer', head('Trailer: x')],
    ['TE', head('TE: trailers')],
    ['Upgrade', head('Upgrade: h2c')],
    ['HTTP2-Settings', head('HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA')],
    ['Expect', head('Expect: 100-continue')],
    ['Proxy-Connection', head('Proxy-Connection: keep-alive')],
    ['Set-Cookie', head('Set-Cookie: a=b')],
    ['other options of Connection', head('Connection: X-A')],
    ['several options of Connection', head('Connection: keep-alive, close')],
    ['the name of a property of any object', head('Constructor: a')],
    ['more than a hundred fields', head(...Array.from({ length: 100 }, (_, at) => `X-${at}: a`))],
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\r\n'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n'],
    ['nothing', ''],
  ])('is not taken with %s', (_, text) => {
    expect(readPlainHead(text)).toBeUndefined();
  });

  it('is taken with a hundred fields and a target of 8 KiB', () => {
    expect(readPlainHead(head(...Array.from({ length: 99 }, (_, at) => `X-${at}: a`)))).toBeDefined();
    expect(readPlainHead(line(`GET /${'a'.repeat(8_191)} HTTP/1.1`))).toBeDefined();
  });
});
