import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describedNames,
  likelyNames,
  shapeDifferences,
  shapeOf,
  undescribed,
} from '../../../src/domain/rehearsal/answer-shape.ts';
import { isIgnored } from '../../../src/domain/rehearsal/rehearsal.ts';

const names = describedNames(new Set(['id', 'name', 'items', 'a/b']));
const differences = (before: unknown, after: unknown, by = names) =>
  shapeDifferences(shapeOf(before, by, '/body'), shapeOf(after, by, '/body')).map(
    ({ kind, pointer, was, now }) => `${kind} ${pointer} ${was}>${now}`,
  );

describe('the difference of two answers', () => {
  it.each<[string, readonly unknown[], string[]]>([
    [
      'values alone',
      [
        { id: 1, name: 'a' },
        { id: 2, name: 'b' },
      ],
      [],
    ],
    ['a field that is gone', [{ id: 1, name: 'a' }, { id: 1 }], ['FIELD_MISSING /body/name string>']],
    ['a field that has come', [{ id: 1 }, { id: 1, name: null }], ['FIELD_ADDED /body/name >null']],
    ['another type', [{ id: 1 }, { id: '1' }], ['TYPE_CHANGED /body/id number>string']],
    ['a null that was not there', [{ id: 1 }, { id: null }], ['TYPE_CHANGED /body/id number>null']],
    ['fewer types', [[{ id: 1 }, { id: null }], [{ id: 1 }]], []],
    ['an empty list', [[{ id: 1, name: 'a' }], []], []],
    ['null', [{ items: { id: 1 } }, { items: null }], ['TYPE_CHANGED /body/items object>null']],
    ['items as one', [[{ id: 1 }, { name: 'a' }], [{ id: 1 }]], ['FIELD_MISSING /body/*/name string>']],
    ['a name with a slash', [{ 'a/b': 1 }, {}], ['FIELD_MISSING /body/a~1b number>']],
    ['names that no document has', [{ secret: 1, other: 2 }, {}], ['FIELD_MISSING /body/* number>']],
    ['another whole', [[1], { id: 1 }], ['TYPE_CHANGED /body array>object']],
  ])('is of places and types: %s', (_what, [before, after], expected) => {
    expect(differences(before, after)).toEqual(expected);
  });

  it('takes an object of many members, and names with digits, for a table where nothing is described', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`key${'x'.repeat(at)}`, at]));
    expect(differences({ user: 1, u7: 2 }, {}, likelyNames)).toEqual([
      'FIELD_MISSING /body/user number>',
      'FIELD_MISSING /body/* number>',
    ]);
    expect(differences(many, {}, likelyNames)).toEqual(['FIELD_MISSING /body/* number>']);
  });

  it('has no value and no undescribed name, whatever the answers are', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
        for (const by of [names, undescribed])
          for (const each of differences(before, after, by))
            expect(each).toMatch(/^[A-Z_]+ \/body(?:\/(?:\*|id|name|items|a~1b))* [a-z| ]*>[a-z| ]*$/);
      }),
    );
  });

  it('looks at 2,000 places and 40 levels', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 500; level += 1) deep = { id: deep };
    expect(shapeOf(deep, names, '').size).toBe(41);
    const wide = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`n${at}`, 1]));
    expect(shapeOf(wide, describedNames(new Set(Object.keys(wide))), '').size).toBe(2_000);
  });
});

describe('an entry of the ignore list', () => {
  const ignores = (entry: object, pointer: string) =>
    isIgnored([{ kind: null, operation: null, pointer: null, ...entry }], 'GET /a', {
      kind: 'STATUS',
      pointer,
    });

  it.each<[object, string, boolean]>([
    [{ pointer: '/body/a' }, '/body/a', true],
    [{ pointer: '/body/a' }, '/body/a/b', true],
    [{ pointer: '/body/a' }, '/body/ab', false],
    [{ operation: 'GET /a' }, '/body', true],
    [{ operation: 'GET /a', kind: 'NO_ANSWER' }, '/body', false],
    [{ kind: 'STATUS', pointer: '/body' }, '/body/x', true],
  ])('%j at %s: %s', (entry, pointer, expected) => {
    expect(ignores(entry, pointer)).toBe(expected);
  });
});
