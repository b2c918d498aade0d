import { describe, expect, it } from 'vitest';
import { firstSegment, isPath } from '../../../src/domain/api/path.ts';

describe('a path that a gateway can be given', () => {
  it.each(['/a', '/customerdb/v1', '/a/b/c/d/e/f', '/a.b_c~d-e', '/...'])('can be %s', (path) => {
    expect(isPath(path)).toBe(true);
  });

  it.each([
    '',
    '/',
    'a',
    '/a/',
    '//a',
    '/a//b',
    '/.',
    '/a/..',
    '/a/%2e',
    '/a b',
    '/a?b',
    '/{id}',
    '/ä',
    '/a/b/c/d/e/f/g',
    `/${'a'.repeat(200)}`,
  ])('cannot be %s', (path) => {
    expect(isPath(path)).toBe(false);
  });

  it('begins with its first segment', () => {
    expect(['/customerdb/v1', '/a'].map(firstSegment)).toEqual(['customerdb', 'a']);
  });
});
