import { describe, expect, it } from 'vitest';
import { isWrittenPath } from '../../../src/ui/kit/path-syntax.ts';

describe('a path to lead somebody to', () => {
  it.each(['/', '/console?open=x&variables=%7B%22a%22%3A1%7D', '/portal/a/b/?search=x..y', '/a#usage'])(
    'is one that browsers read as it is written: %s',
    (path) => expect(isWrittenPath(path)).toBe(true),
  );

  it.each([
    '/a/../b',
    '/a/%2e%2E/b',
    '/a/.%2e',
    '/a/./b',
    '//evil.test/',
    '/\\evil.test/',
    '/a\tb',
    '/a\0b',
    'https://evil.test/',
    'a',
    '',
  ])('is no other: %j', (path) => expect(isWrittenPath(path)).toBe(false));
});
