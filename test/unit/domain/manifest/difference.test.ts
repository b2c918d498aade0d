import { describe, expect, it } from 'vitest';
import * as difference from '../../../../src/domain/manifest/difference.ts';

function whole<Result>(work: Iterator<unknown, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
const differenceOf = (before: object, after: object) => whole(difference.differenceOf(before, after));
const changedPaths = (before: object, after: object) =>
  whole(difference.changedPaths(JSON.stringify(before), JSON.stringify(after)));

describe('the difference of two things', () => {
  it('is nothing where they say the same, in whatever order', () => {
    expect(differenceOf({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toBeUndefined();
  });

  it('tells of each member that changes what it was and what it becomes', () => {
    expect(differenceOf({ title: 'Old', same: [1] }, { title: 'New', same: [1] })).toEqual({
      title: { before: 'Old', after: 'New' },
    });
  });

  it('tells of a document the places, not the text', () => {
    const before = { info: { title: 'A' }, paths: { '/a': { get: {} }, '/b': {} } };
    const after = { info: { title: 'B' }, paths: { '/a': { get: { summary: 'x' } }, '/c/~d': {} } };
    expect(differenceOf({ openapi: JSON.stringify(before) }, { openapi: JSON.stringify(after) })).toEqual({
      openapi: {
        changed: ['#/info/title', '#/paths/~1a/get/summary', '#/paths/~1b', '#/paths/~1c~1~0d'],
      },
    });
  });

  it('tells of a long text its beginning', () => {
    const { sdl } = differenceOf({ sdl: 'a'.repeat(1000) }, { sdl: 'b' }) ?? {};
    expect(sdl).toEqual({ before: `${'a'.repeat(200)}…`, after: 'b' });
  });

  it('tells of a copy its APIs one by one', () => {
    const api = { name: 'customerdb', version: '1.0.0', basePath: '/a', openapi: '{"info":{"title":"A"}}' };
    const copy = { title: 'Customer', plans: [], apis: [api] };
    const other = { ...api, basePath: '/b', openapi: '{"info":{"title":"B"}}' };
    expect(differenceOf({ copy }, { copy: { ...copy, apis: [other] } })).toEqual({
      'apis/customerdb:1.0.0/basePath': { before: '/a', after: '/b' },
      'apis/customerdb:1.0.0/openapi': { changed: ['#/info/title'] },
    });
    expect(differenceOf({ copy }, { copy: { ...copy, apis: [{ ...api, version: '2.0.0' }] } })).toEqual({
      apis: { before: ['customerdb:1.0.0'], after: ['customerdb:2.0.0'] },
    });
  });

  it('does not mistake what every object has for a member', () => {
    expect(changedPaths({}, { constructor: 1 })).toEqual(['#/constructor']);
  });

  it('names at most fifty places of a document', () => {
    const many = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`p${index}`, index]));
    expect(changedPaths({}, many)).toHaveLength(50);
  });
});
