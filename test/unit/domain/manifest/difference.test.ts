import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as difference from '../../../../src/domain/manifest/difference.ts';
import { pointer } from '../../../../src/foundation/json-pointer.ts';

function whole<Result>(work: Iterator<unknown, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
const differenceOf = (before: object, after: object) => whole(difference.differenceOf(before, after));
const changedPaths = (before: object, after: object) =>
  whole(difference.changedPaths(storedText(before), storedText(after)));

/** Writes JSON as PostgreSQL does: of two members the shorter name first, in bytes. */
function storedText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(storedText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => ({ bytes: Buffer.from(name), name, member }));
  members.sort((a, b) => a.bytes.length - b.bytes.length || a.bytes.compare(b.bytes));
  return `{${members.map(({ name, member }) => `${JSON.stringify(name)}: ${storedText(member)}`).join(', ')}}`;
}

type Tree = number | string | readonly Tree[] | { readonly [name: string]: Tree };

const isObject = (value: Tree | undefined) => typeof value === 'object' && !Array.isArray(value);

/** Lists the places at which two values differ, as pointers. */
function placesOf(path: readonly string[], before: Tree | undefined, after: Tree | undefined): string[] {
  if (!isObject(before) || !isObject(after))
    return storedText(before) === storedText(after) ? [] : [pointer(path)];
  const [old, young] = [before, after].map((value) => new Map(Object.entries(value ?? {})));
  return [...new Set([...(old?.keys() ?? []), ...(young?.keys() ?? [])])].flatMap((name) =>
    placesOf([...path, name], old?.get(name), young?.get(name)),
  );
}

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Tree>(1, -2.5, '', 'a, "b": {', '}\\'),
    fc.array(tie('tree'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'aa', 'é', '"', '\\', '~/', '{', ''), tie('tree'), {
      maxKeys: 4,
    }),
  ),
}));

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

  it('is the same as of the values, whatever is added, removed or changed', () => {
    fc.assert(
      fc.property(tree, tree, (before, after) => {
        const [old, young] = [{ document: before }, { document: after }];
        const places = placesOf([], old, young).sort();
        fc.pre(places.length <= 50);
        expect(changedPaths(old, young)).toEqual(places);
      }),
    );
  });

  it('is found in short steps, however large a value of a document is', () => {
    const list = Array.from({ length: 500_000 }, () => 'x');
    const [before, after] = [
      [...list, 'a'],
      [...list, 'b'],
    ].map((value) => storedText({ paths: { '/a': value } })) as [string, string];
    const steps = [...difference.changedPaths(before, after)];
    expect(steps.length).toBeGreaterThan(before.length / 100_000);
  });

  it('is found in short steps, however many members an object has', () => {
    const members = Array.from({ length: 100_000 }, (_, at) => `"${1_000_000 + at}": {}`).join(', ');
    const walk = difference.changedPaths(`{${members}}`, `{${members}, "the last": 1}`);
    let steps = 1;
    let step = walk.next();
    for (; !step.done; step = walk.next()) steps += 1;
    expect(step.value).toEqual(['#/the last']);
    expect(steps).toBeGreaterThan(50);
  });
});
