import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestTarget } from '../../../src/http/ingress/request-target.ts';

describe('the target of a request', () => {
  it.each([
    ['/a/b?c=d?e', { path: '/a/b', query: '?c=d?e' }],
    ['/a/%62/%7e%2Fc', { path: '/a/b/~%2Fc', query: '' }],
    ['/a/%2561', { path: '/a/%2561', query: '' }],
    ['/a/v1.0/...x/.well-known', { path: '/a/v1.0/...x/.well-known', query: '' }],
    ['/a?../%zz', { path: '/a', query: '?../%zz' }],
    ['//a', { path: '//a', query: '' }],
  ])('%s is read', (text, target) => {
    expect(requestTarget(text)).toEqual(target);
  });

  it.each([
    ['', 'The address must begin with a slash.'],
    ['*', 'The address must begin with a slash.'],
    ['ftp://a/b', 'The address must begin with a slash.'],
    ['/a/%c0%af', 'The path holds an encoding that is no UTF-8.'],
    ['/a/%C1%9C', 'The path holds an encoding that is no UTF-8.'],
    ['/a/%E0%80%AE', 'The path holds an encoding that is no UTF-8.'],
    ['/a/%e0%9f%bf', 'The path holds an encoding that is no UTF-8.'],
    ['/a/%F0%80%80%AE', 'The path holds an encoding that is no UTF-8.'],
    ['/a#b', 'The address holds characters that must be percent-encoded.'],
    ['/a?b\\c', 'The address holds characters that must be percent-encoded.'],
    ['/a\u007f', 'The address holds characters that must be percent-encoded.'],
    ['/a/..', 'The path holds dot segments.'],
    ['/a/.', 'The path holds dot segments.'],
    ['/a/.%2E/b', 'The path holds dot segments.'],
    ['/a%2F..%2fb', 'The path holds dot segments.'],
    ['/a%5C..%5cb', 'The path holds dot segments.'],
    ['/a/..%3bx/b', 'The path holds dot segments.'],
    ['/a/..%20/b', 'The path holds dot segments.'],
    ['/a/..%20', 'The path holds dot segments.'],
    ['/a/%', 'The path holds a broken percent-encoding or a control character.'],
    ['/a/%7F', 'The path holds a broken percent-encoding or a control character.'],
    ['/a/%0d%0a', 'The path holds a broken percent-encoding or a control character.'],
  ])('%s is refused', (text, message) => {
    expect(() => requestTarget(text)).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT', message }));
  });

  it('in absolute form is read as what stands behind the host of the header Host, in any case of its letters', () => {
    expect(requestTarget('HTTP://Shop.example:80/a?b', 'shop.Example:80')).toEqual({
      path: '/a',
      query: '?b',
    });
    expect(requestTarget('http://shop.example?b', 'shop.example')).toEqual({ path: '/', query: '?b' });
    for (const host of ['shop.example.evil', 'shop.example:80', ''])
      expect(() => requestTarget('http://shop.example/a', host)).toThrow(
        expect.objectContaining({
          code: 'BAD_USER_INPUT',
          message: 'The address and the header Host name different hosts.',
        }),
      );
  });

  it('is refused above 8 KiB', () => {
    expect(requestTarget(`/${'a'.repeat(8_191)}`).path).toHaveLength(8_192);
    expect(() => requestTarget(`/${'a'.repeat(8_192)}`)).toThrow(
      expect.objectContaining({ code: 'TARGET_TOO_LONG', status: 414 }),
    );
  });

  const pieces = fc.array(
    fc.constantFrom('/', '.', '..', '%2e', '%2F', '%5c', '%', '25', '32', ';', 'a', '%41', '?', '%3b'),
  );

  it('reads the same when it is read again, and no decoding of it climbs above a segment', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const read = readOrRefused(`/${parts.join('')}`);
        if (read === undefined) return;
        expect(requestTarget(read.path + read.query)).toEqual(read);
        const segments = decoded(read.path).split(/[/\\]/);
        expect(segments.map((segment) => segment.split(';')[0])).not.toContain('..');
      }),
    );
  });

  /** Byte by byte: what is encoded need not be UTF-8. */
  function decoded(path: string): string {
    return path.replace(/%([0-9a-f]{2})/gi, (_, byte) => String.fromCharCode(Number.parseInt(byte, 16)));
  }

  function readOrRefused(text: string) {
    try {
      return requestTarget(text);
    } catch {
      return undefined;
    }
  }
});
