import { describe, expect, it } from 'vitest';
import { meterLine, readMeterLine } from '../../../src/domain/api/meter-line.ts';
import { type MeterDraft, metersFrom, unitsOfHeader, unitsOfValue } from '../../../src/domain/api/meters.ts';

const tokens = { name: 'tokens', pointer: '/usage/total_tokens' };

describe('the meters of an API', () => {
  it('read a body or a header, of all operations or of some, and none at all is no setting', () => {
    expect(
      metersFrom([
        tokens,
        { name: 'rows', header: 'X-Rows', operations: ['GET /b', 'GET /a', 'GET /b'] },
        { name: 'all', pointer: '' },
        { name: 'escaped', pointer: '/a~1b/m~0n/0/' },
      ]),
    ).toEqual([
      { ...tokens, operations: [] },
      { name: 'rows', header: 'X-Rows', operations: ['GET /a', 'GET /b'] },
      { name: 'all', pointer: '', operations: [] },
      { name: 'escaped', pointer: '/a~1b/m~0n/0/', operations: [] },
    ]);
    expect(metersFrom([])).toBeUndefined();
  });

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
    'neither a pointer nor a header': [
      { name: 'tokens' },
      [],
      'The meter tokens reads either the body or a header: give pointer or header, and not both.',
    ],
    both: [
      { ...tokens, header: 'X-Tokens' },
      [],
      'The meter tokens reads either the body or a header: give pointer or header, and not both.',
    ],
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
    ]);
    expect(meters?.map(meterLine)).toEqual([
      'tokens: /usage/total_tokens',
      'rows: header X-Rows of GET /rows, POST /rows of',
    ]);
    const read = meters?.map((meter) => readMeterLine(meterLine(meter)) as MeterDraft) ?? [];
    expect(metersFrom(read)).toEqual(meters);
  });

  it.each(['', 'tokens', 'tokens: usage', 'tokens: header', '/usage'])('is not %j', (line) => {
    expect(readMeterLine(line)).toBeUndefined();
  });
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
