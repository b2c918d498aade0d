import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cacheDirectives, secondsIn } from '../../../src/http/caching/cache-directives.ts';
import { ageOf, storageRules, useOf } from '../../../src/http/caching/stored-answer.ts';
import { isNotModified, isOfStored, updatedHeaders } from '../../../src/http/caching/validation.ts';

const now = Date.parse('2027-01-01T00:00:00Z');
const request = { headers: new Map<string, string>(), isAuthorized: false };
const rulesOf = (
  headers: readonly string[],
  { seconds, status = 200 }: { seconds?: number; status?: number } = {},
) => storageRules(request, { status, headers }, { seconds, now });

describe('§5.2 Cache-Control', () => {
  it.each([
    [
      'No-Store, MAX-AGE = 5',
      [
        ['no-store', ''],
        ['max-age', '5'],
      ],
    ],
    [
      'private="set-cookie, x", max-age="5"',
      [
        ['private', 'set-cookie, x'],
        ['max-age', '5'],
      ],
    ],
    ['max-age=5, max-age=500', [['max-age', '5']]],
    [
      'private="x',
      [
        ['private', ''],
        ['x', ''],
      ],
    ],
    ['', []],
  ])('is read: %s', (header, expected) => {
    expect([...cacheDirectives(header)]).toEqual(expected);
  });

  it('has no number of seconds that is none, and none without end', () => {
    expect(['5', '-5', '1e9', '5.5', '', '9'.repeat(400)].map(secondsIn)).toEqual([5, 0, 0, 0, 0, 2 ** 31]);
  });

  it('is read in time, whatever it is', () => {
    const long = fc.constantFrom('a=', '"', '\\', ',', ' ', '=', 'x');
    fc.assert(
      fc.property(fc.array(long, { maxLength: 200 }), (parts) => {
        const started = performance.now();
        cacheDirectives(parts.join('').repeat(80));
        expect(performance.now() - started).toBeLessThan(500);
      }),
    );
  });
});

describe('§4.2 the freshness of an answer', () => {
  it.each<[string, string[], number | undefined]>([
    ['max-age', ['Cache-Control', 'max-age=60'], 60],
    ['s-maxage before it', ['Cache-Control', 'max-age=60, s-maxage=5'], 5],
    ['Expires', ['Expires', 'Fri, 01 Jan 2027 00:01:00 GMT', 'Date', 'Fri, 01 Jan 2027 00:00:00 GMT'], 60],
    ['Expires without Date', ['Expires', 'Fri, 01 Jan 2027 00:01:00 GMT'], 60],
    ['an Expires that is no date', ['Expires', '0', 'ETag', '"a"'], 0],
    ['the seconds of the API', [], 7],
  ])('is by %s', (_, headers, fresh) => {
    expect(rulesOf(headers, { seconds: 7 })?.fresh).toBe(fresh);
  });

  it('counts the age that it came with, never less than none', () => {
    const aged = (age: string) => rulesOf(['Cache-Control', 'max-age=60', 'Age', age]);
    const rules = [aged('50'), aged('-50'), aged('50, 1')];
    expect(rules.map((each) => each && ageOf(each, now + 5_000))).toEqual([55, 5, 55]);
    // A clock that goes back makes nothing younger than it came.
    expect(rules[0] && ageOf(rules[0], now - 5_000)).toBe(50);
    expect(aged('60')).toBeUndefined();
  });

  it('is none that could be given or validated, unless something tells it', () => {
    expect(rulesOf(['ETag', '"a"'])).toBeUndefined();
    expect(rulesOf(['Cache-Control', 'max-age=0'])).toBeUndefined();
    expect(rulesOf(['Cache-Control', 'max-age=0', 'ETag', '"a"'])?.fresh).toBe(0);
    expect(rulesOf(['Cache-Control', 'max-age=60'], { status: 304 })).toBeUndefined();
    expect(rulesOf(['Cache-Control', 'max-age=60'], { status: 206 })).toBeUndefined();
  });

  it('is not what a caller may stretch', () => {
    const rules = rulesOf(['Cache-Control', 'max-age=60', 'ETag', '"a"']);
    if (!rules) throw new Error('It is kept');
    const stored = { status: 200, headers: [], body: Buffer.alloc(0), rules };
    const use = (control: string, at: number) =>
      useOf(stored, { headers: new Map([['cache-control', control]]), isAuthorized: false }, now + at);
    expect(use('max-stale=1000', 61_000)).toBe('STALE');
    expect(use('max-age=10', 11_000)).toBe('ASKED');
    expect(use('min-fresh=50', 11_000)).toBe('ASKED');
    expect(use('min-fresh=5', 11_000)).toBe('HIT');
  });
});

describe('§4.3 validation', () => {
  const rules = (headers: string[]) => {
    const made = rulesOf(['Cache-Control', 'max-age=60', ...headers]);
    if (!made) throw new Error('It is kept');
    return made;
  };
  const dated = 'Thu, 31 Dec 2026 00:00:00 GMT';

  it.each<[string, string[], string[], boolean]>([
    ['of the same tag', ['ETag', '"a"'], ['ETag', '"a"'], true],
    ['of the same tag, which became weak', ['ETag', '"a"'], ['ETag', 'W/"a"'], true],
    ['of another tag', ['ETag', '"a"'], ['ETag', '"b"'], false],
    ['of a tag where none was', ['Last-Modified', dated], ['ETag', '"a"'], false],
    ['of another date', ['Last-Modified', dated], ['Last-Modified', 'Fri, 01 Jan 2027 00:00:00 GMT'], false],
    ['that names none', ['ETag', '"a"'], [], true],
    ['of an answer that cannot be validated', [], [], false],
  ])('takes a 304 %s: %j %j', (...[, stored, received, expected]) => {
    expect(isOfStored(received, rules(stored))).toBe(expected);
  });

  it('keeps what frames the body, whatever a 304 says', () => {
    const stored = ['Content-Length', '3', 'Content-Encoding', 'gzip', 'ETag', '"a"', 'X-A', '1', 'Age', '9'];
    const received = [
      'Content-Length',
      '0',
      'Content-Encoding',
      'br',
      'Transfer-Encoding',
      'chunked',
      'x-a',
      '2',
    ];
    expect(updatedHeaders(stored, received)).toEqual([
      'Content-Length',
      '3',
      'Content-Encoding',
      'gzip',
      'ETag',
      '"a"',
      'x-a',
      '2',
    ]);
  });

  it('tells a caller that nothing changed only of a 200 that has what it names', () => {
    const head = { status: 200, headers: ['ETag', 'W/"a"'] };
    const asks = (tags: string) => new Map([['if-none-match', tags]]);
    expect(['"a"', '"b", W/"a"', '*', 'a', '""'].map((tags) => isNotModified(asks(tags), head))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(isNotModified(asks('*'), { ...head, status: 404 })).toBe(false);
    expect(isNotModified(new Map([['if-modified-since', 'never']]), head)).toBe(false);
  });
});
