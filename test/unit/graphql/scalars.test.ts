import { Kind, parseValue } from 'graphql';
import { describe, expect, it } from 'vitest';
import {
  DateTimeScalar,
  JsonScalar,
  UrlScalar,
  VersionedNameScalar,
  VersionScalar,
} from '../../../src/graphql/schema/scalars.ts';

const refused = (message: RegExp) =>
  expect.objectContaining({
    message: expect.stringMatching(message),
    extensions: { code: 'BAD_USER_INPUT' },
  });

const texts = [
  { scalar: VersionScalar, good: ['1.0.0', '2.10.0'], bad: ['1.0', 'v1.0.0', '', 1, null, ['1.0.0']] },
  {
    scalar: VersionedNameScalar,
    good: ['customer:2.0.0'],
    bad: ['customer', 'customer:2', 'Two Words:1.0.0', 2],
  },
  {
    scalar: UrlScalar,
    good: ['https://example.com/v1', 'http://127.0.0.1:8091', 'HTTP://EXAMPLE.COM'],
    bad: [
      '/v1',
      'example.com',
      'ftp://example.com',
      'javascript:alert(1)',
      'http://',
      'http://a b',
      `http://a/${'x'.repeat(2048)}`,
      1,
    ],
  },
];

describe.each(texts)('$scalar', ({ scalar, good, bad }) => {
  it.each(good)('takes %j, as a variable and in the document', (text) => {
    expect(scalar.parseValue(text)).toBe(text);
    expect(scalar.parseLiteral({ kind: Kind.STRING, value: text })).toBe(text);
    expect(scalar.serialize(text)).toBe(text);
  });

  it.each(bad)('refuses %j, and shows a good one', (value) => {
    const message = new RegExp(`is no ${scalar.name}\\. .*for example`);
    expect(() => scalar.parseValue(value)).toThrow(refused(message));
    expect(() => scalar.parseLiteral(parseValue(JSON.stringify(value)))).toThrow(refused(message));
  });
});

describe('DateTime (RFC 3339)', () => {
  it.each([
    ['2027-03-01T00:00:00Z', '2027-03-01T00:00:00.000Z'],
    ['2027-03-01t00:00:00.5z', '2027-03-01T00:00:00.500Z'],
    ['2027-03-01T01:30:00+01:30', '2027-03-01T00:00:00.000Z'],
    ['2028-02-29T23:59:59Z', '2028-02-29T23:59:59.000Z'],
  ])('takes %s and gives it in UTC', (text, utc) => {
    expect(DateTimeScalar.serialize(DateTimeScalar.parseValue(text))).toBe(utc);
    expect(DateTimeScalar.serialize(DateTimeScalar.parseLiteral({ kind: Kind.STRING, value: text }))).toBe(
      utc,
    );
  });

  it.each([
    '2027-03-01',
    '2027-03-01T00:00:00',
    '2027-02-29T00:00:00Z',
    '2027-02-30T00:00:00Z',
    '2027-13-01T00:00:00Z',
    '2027-03-01T24:00:00Z',
    '2027-03-01T00:60:00Z',
    '2027-03-01T00:00:00+25:00',
    '+12027-03-01T00:00:00Z',
    'tomorrow',
    '',
    1_804_000_000_000,
    null,
  ])('refuses %j', (value) => {
    const message = /is no DateTime: give an instant such as 2027-03-01T00:00:00Z\.$/;
    expect(() => DateTimeScalar.parseValue(value)).toThrow(refused(message));
    expect(() => DateTimeScalar.parseLiteral(parseValue(JSON.stringify(value)))).toThrow(
      refused(/is no DateTime/),
    );
  });
});

describe('JSON', () => {
  it('takes and gives any value, with variables in the document', () => {
    const value = { a: [1, 'two', null, true], b: {} };
    expect(JsonScalar.parseValue(value)).toEqual(value);
    expect(JsonScalar.serialize(value)).toEqual(value);
    expect(JsonScalar.parseLiteral(parseValue('{ a: [1, $two], b: null }'), { two: 2 })).toEqual({
      a: [1, 2],
      b: null,
    });
  });
});
