import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apiSettings } from '../../../src/domain/api/api-settings.ts';
import { compatFrom } from '../../../src/domain/api/compat.ts';
import { changedQuery, type QueryChange } from '../../../src/domain/api/query-steps.ts';
import type { TransformationDraft } from '../../../src/domain/api/transformations.ts';
import { verifyCompat } from '../../../src/domain/compat/verify-compat.ts';
import { Refusal } from '../../../src/foundation/errors.ts';

function refusedBy(step: object, kind: 'REST' | 'GRAPHQL' = 'REST') {
  try {
    apiSettings({ transformations: [step as TransformationDraft] }, { kind });
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.inputPath?.slice(3).join('.'), error.message];
    throw error;
  }
  return undefined;
}

describe('a step on the query that is saved', () => {
  it.each<[string, object, readonly [path: string, message: string]]>([
    ['has no name', { removeQuery: '' }, ['removeQuery', '"" is no name of a query parameter']],
    ['has half a character', { removeQuery: '\ud800' }, ['removeQuery', 'is no name of a query parameter']],
    ['has a line break', { removeQuery: 'a\r\nb' }, ['removeQuery', 'is no name of a query parameter']],
    [
      'gives the name that it has',
      { renameQuery: { from: 'q', to: 'q' } },
      ['renameQuery', 'q has that name: give it another.'],
    ],
    [
      'has neither value nor expression',
      { setQuery: { name: 'q' } },
      ['setQuery', 'Give either a value or an expression for q.'],
    ],
    [
      'has a long value',
      { setQuery: { name: 'q', value: 'x'.repeat(1_001) } },
      ['setQuery.value', 'is no value of a query parameter: use at most 1000 characters'],
    ],
    [
      'asks for a credential',
      { setQuery: { name: 'q', expression: 'caller.headers["authorization"]' } },
      ['setQuery.expression', 'Conditions never see the header authorization'],
    ],
    [
      'does two things',
      { removeQuery: 'q', renameQuery: { from: 'a', to: 'b' } },
      ['', 'A step does one thing: give either setHeader, removeHeader, rewritePath, setQuery, removeQuery'],
    ],
  ])('is refused where it %s', (_, step, [path, message]) => {
    expect(refusedBy({ on: 'REQUEST', ...step })).toEqual([
      'BAD_USER_INPUT',
      path,
      expect.stringContaining(message),
    ]);
  });

  it('is of requests of REST APIs alone', () => {
    expect(refusedBy({ on: 'ANSWER', removeQuery: 'q' })).toEqual([
      'BAD_USER_INPUT',
      'removeQuery',
      'An answer has no query: say on: REQUEST.',
    ]);
    expect(refusedBy({ on: 'REQUEST', renameQuery: { from: 'a', to: 'b' } }, 'GRAPHQL')?.[2]).toBe(
      'A GraphQL API has one query: leave renameQuery out.',
    );
    expect(refusedBy({ on: 'REQUEST', setQuery: { name: 'q', value: '' } })).toBeUndefined();
  });
});

describe('a query', () => {
  const remove = (name: string): QueryChange => ({ name, value: null });
  it.each<[string, readonly QueryChange[], readonly [query: string, changed: string]]>([
    [
      'renamed, with its values',
      [{ name: 'q', to: 'find by' }],
      ['?q=a%20b&x&q=%26', '?find%20by=a%20b&x&find%20by=%26'],
    ],
    ['in place of those of the new name', [{ name: 'from', to: 'to' }], ['?to=1&from=2&to=3', '?to=2']],
    ['unless there is none of the old name', [{ name: 'from', to: 'to' }], ['?to=1', '?to=1']],
    ['by what a name reads as', [remove('q'), { name: 'a b', to: 'c' }], ['?%71=1&a+b=2', '?c=2']],
    ['set once', [{ name: 'q', value: 'a&b=c' }], ['?q=1&x=2&q=3', '?x=2&q=a%26b%3Dc']],
    ['that becomes empty', [remove('q')], ['?q=1', '']],
    ['that was empty', [{ name: 'q', value: 'é' }], ['', '?q=%C3%A9']],
    [
      'by steps in their order',
      [
        { name: 'a', to: 'b' },
        { name: 'b', to: 'c' },
      ],
      ['?a=1', '?c=1'],
    ],
    ['with a name that is not encoded well', [remove('%q')], ['?%q=1&y=2', '?y=2']],
  ])('is changed: %s', (_, changes, [query, changed]) => {
    expect(changedQuery(query, changes)).toBe(changed);
  });

  it('keeps parameters that no step names as they were written, and has none of a removed name', () => {
    const name = fc.constantFrom('a', 'b', '%61', 'c+d', 'e%', '');
    const parameter = fc
      .tuple(name, fc.constantFrom('', '=', '=1', '=%26', '=a=b'))
      .map(([key, text]) => key + text);
    fc.assert(
      fc.property(fc.array(parameter, { minLength: 1, maxLength: 8 }), (all) => {
        const changed = changedQuery(`?${all.join('&')}`, [{ name: 'a', value: null }]);
        const kept = all.filter((each) => !/^(?:a|%61)(?:=|$)/.test(each));
        // A lone question mark is no query.
        const isEmpty = kept.length === 0 || (all.length === 1 && all[0] === '');
        expect(changed).toBe(isEmpty ? '' : `?${kept.join('&')}`);
      }),
    );
  });
});

const param = (name: string, rest: object = {}) => ({
  name,
  in: 'query',
  schema: { type: 'string' },
  ...rest,
});
const listing = (...parameters: object[]) => ({
  openapi: '3.1.0',
  info: { title: 'List', version: '1' },
  paths: { '/list': { get: { parameters, responses: { 204: { description: 'Nothing' } } } } },
});
const failuresOf = async (
  old: object,
  serving: object,
  request: Parameters<typeof compatFrom>[0]['request'],
) => {
  const compat = compatFrom({ of: 'list:2.0.0', request });
  const [from, to] = [JSON.stringify(old), JSON.stringify(serving)];
  const { failures } = await verifyCompat({ old: from, serving: to, compat, samples: 2 });
  return failures.map(({ pointer, keyword }) => `${pointer} ${keyword}`);
};

describe('a compat whose parameters have other names', () => {
  const old = listing(
    param('q', { required: true }),
    param('tag', { schema: { type: 'array', items: { type: 'string' } } }),
  );
  const serving = listing(param('query', { required: true }), param('tag'));

  it('fails at those that the serving version does not know, and at those that it lacks', async () => {
    expect(await failuresOf(old, serving, [])).toEqual(['/query/query required', '/query/q parameter']);
  });

  it('is verified where steps rename, set or remove them', async () => {
    const rename = { renameQuery: { from: 'q', to: 'query' } };
    expect(await failuresOf(old, serving, [rename])).toEqual([]);
    const others = [{ removeQuery: 'q' }, { setQuery: { name: 'query', value: 'all' } }];
    expect(await failuresOf(old, serving, others)).toEqual([]);
  });

  it('fails where a parameter that may be missing becomes one that is required', async () => {
    const optional = listing(param('q'));
    const rename = { renameQuery: { from: 'q', to: 'query' } };
    expect(await failuresOf(optional, serving, [rename])).toEqual(['/query/query required']);
  });
});
