import { describe, expect, it } from 'vitest';
import { meterLine, readMeterLine } from '../../../src/domain/api/meter-line.ts';
import { type MeterDraft, metersFrom, unitsOfHeader, unitsOfValue } from '../../../src/domain/api/meters.ts';

const tokens = { name: 'tokens', pointer: '/usage/total_tokens' };

describe('the meters of an API', () => {
  it('read a body, a header or an expression, of all operations or of some, and none at all is no setting', () => {
    expect(
      metersFrom([
        tokens,
        { name: 'rows', header: 'X-Rows', operations: ['GET /b', 'GET /a', 'GET /b'] },
        { name: 'all', pointer: '' },
        { name: 'twice', expression: ' int(response.headers["x-rows"]) * 2\n' },
        { name: 'escaped', pointer: '/a~1b/m~0n/0/' },
      ]),
    ).toEqual([
      { ...tokens, operations: [] },
      { name: 'rows', header: 'X-Rows', operations: ['GET /a', 'GET /b'] },
      { name: 'all', pointer: '', operations: [] },
      { name: 'twice', expression: 'int(response.headers["x-rows"]) * 2', operations: [] },
      { name: 'escaped', pointer: '/a~1b/m~0n/0/', operations: [] },
    ]);
    expect(metersFrom([])).toBeUndefined();
  });

  const badExpressions: Readonly<Record<string, string>> = {
    '': 'Line 1, column 1: Unexpected token: EOF.',
    'int(response.headers["x-rows"]': 'Line 1, column 31: Expected RPAREN, got EOF.',
    rows: 'Line 1, column 1: Unknown variable: rows: there is response.',
    'response.body.rows':
      'Line 1, column 10: No such key: body: a response has status, headers and duration.',
    'response.headers["X-Rows"] == "1" ? 1 : 0':
      'Line 1, column 1: The names of headers are in lower case here: x-rows.',
    'response.headers["x-rows"]':
      'Line 1, column 1: The units are a number, and this is of type string: convert it, for example with int(…) or double(…).',
    'response.status == 200':
      'Line 1, column 1: The units are a number, and this is of type bool: convert it, for example with int(…) or double(…).',
    'response.duration * 2': 'Line 1, column 1: no such overload: double * int.',
    'response.status == 200 ? 1 : 0.0':
      "Line 1, column 1: Ternary branches must have the same type, got 'int' and 'double'.",
    'response.headers["x"].matches("(a+)+$") ? 1 : 0':
      'Line 1, column 1: There is no function matches: there are has, size, int, double, string, lowerAscii, startsWith, endsWith, contains, all, exists, exists_one, filter.',
    'response.headers.all(a, response.headers.all(b, response.headers.all(c, a + b == c))) ? 1 : 0':
      'Line 1, column 1: It would take too long with many headers: ask for some by name.',
    '1 // one\n + 1': 'Write the expression on one line, and without backticks.',
    [`${'1 + '.repeat(600)}1`]: 'Line 1, column 2001: An expression has at most 2000 characters.',
  };
  const refused: Readonly<Record<string, readonly [draft: MeterDraft, at: string[], detail: string]>> = {
    'a name that is none': [
      { ...tokens, name: 'My Tokens' },
      ['name'],
      '"My Tokens" is not a name of a meter: use lower case letters, digits and single hyphens, at most 32.',
    ],
    'a name that is too long': [
      { ...tokens, name: 'a'.repeat(33) },
      ['name'],
      `"${'a'.repeat(33)}" is not a name of a meter: use lower case letters, digits and single hyphens, at most 32.`,
    ],
    'the word for calls': [
      { ...tokens, name: 'calls' },
      ['name'],
      '"calls" is counted without a meter: give another name.',
    ],
    'no place': [
      { name: 'tokens' },
      [],
      'The meter tokens reads one place: give either pointer, header or expression.',
    ],
    'two places': [
      { ...tokens, header: 'X-Tokens' },
      [],
      'The meter tokens reads one place: give either pointer, header or expression.',
    ],
    'a header and an expression': [
      { name: 'tokens', header: 'X-Tokens', expression: '1' },
      [],
      'The meter tokens reads one place: give either pointer, header or expression.',
    ],
    ...Object.fromEntries(
      Object.entries(badExpressions).map(([expression, detail]) => [
        `the expression ${expression.slice(0, 60)}`,
        [{ name: 'tokens', expression }, ['expression'], detail] as const,
      ]),
    ),
    'a pointer that begins with no slash': [
      { name: 'tokens', pointer: 'usage.total_tokens' },
      ['pointer'],
      '"usage.total_tokens" is no JSON Pointer: write it like /usage/total_tokens.',
    ],
    'a pointer with a bad escape': [
      { name: 'tokens', pointer: '/a~2' },
      ['pointer'],
      '"/a~2" is no JSON Pointer: write it like /usage/total_tokens.',
    ],
    'a pointer that leads too deep': [
      { name: 'tokens', pointer: '/a'.repeat(11) },
      ['pointer'],
      'The pointer is too long: it has at most 200 characters and 10 levels.',
    ],
    'a header that has no name': [
      { name: 'tokens', header: 'X Tokens' },
      ['header'],
      '"X Tokens" is no name of a header.',
    ],
    'an operation that is too long': [
      { ...tokens, operations: [`GET /${'x'.repeat(300)}`] },
      ['operations'],
      `"GET /${'x'.repeat(54)}…" is no operation: write it as usage does, for example "GET /customers/{id}".`,
    ],
  };

  it.each(Object.entries(refused))(
    'with %s are refused, and it is said how to write it',
    (_, [draft, at, detail]) => {
      expect(() => metersFrom([tokens, draft])).toThrow(
        expect.objectContaining({
          code: 'BAD_USER_INPUT',
          message: detail,
          inputPath: ['input', 'meters', 1, ...at],
        }),
      );
    },
  );

  it('are ten at most', () => {
    expect(() => metersFrom(Array.from({ length: 11 }, () => tokens))).toThrow(
      'An API has at most 10 meters.',
    );
  });
});

describe('a meter on a line', () => {
  it('is read as it is written', () => {
    const meters = metersFrom([
      tokens,
      { name: 'rows', header: 'X-Rows', operations: ['GET /rows', 'POST /rows of'] },
      { name: 'good', expression: 'response.headers["x of y"] == "1" ? 1 : 0', operations: ['GET /rows'] },
    ]);
    expect(meters?.map(meterLine)).toEqual([
      'tokens: /usage/total_tokens',
      'rows: header X-Rows of GET /rows, POST /rows of',
      'good: `response.headers["x of y"] == "1" ? 1 : 0` of GET /rows',
    ]);
    const read = meters?.map((meter) => readMeterLine(meterLine(meter)) as MeterDraft) ?? [];
    expect(metersFrom(read)).toEqual(meters);
  });

  it.each(['', 'tokens', 'tokens: usage', 'tokens: header', '/usage', 'tokens: `1', 'tokens: `1` + 1'])(
    'is not %j',
    (line) => {
      expect(readMeterLine(line)).toBeUndefined();
    },
  );
});

describe('the units of an answer', () => {
  it('are a number that a limit can count, rounded up; anything else is a fault', () => {
    const values = [
      0,
      7,
      0.2,
      2_147_483_647,
      2_147_483_648,
      -1,
      1e300,
      Number.POSITIVE_INFINITY,
      '7',
      true,
      {},
    ];
    expect(values.map(unitsOfValue)).toEqual([
      0,
      7,
      1,
      2_147_483_647,
      ...Array.from({ length: 7 }, () => 'INVALID'),
    ]);
    expect([undefined, null].map(unitsOfValue)).toEqual(['MISSING', 'MISSING']);
  });

  it('are decimal digits in a header', () => {
    expect([undefined, '12', '1.5', '-1', '1e3', '', 'many'].map(unitsOfHeader)).toEqual([
      'MISSING',
      12,
      2,
      ...Array.from({ length: 4 }, () => 'INVALID'),
    ]);
  });
});
