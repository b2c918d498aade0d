import { expect, it } from 'vitest';
import { fieldLine } from '../../src/foundation/text/field-line.ts';

it('the line of a field begins with the end of the one before, the name as it was given', () => {
  expect(fieldLine('X-Request-Id')).toBe('\r\nX-Request-Id: ');
  expect(fieldLine('X-Request-Id')).toBe('\r\nX-Request-Id: ');
  expect(fieldLine('x-request-id')).toBe('\r\nx-request-id: ');
});

it.each(['', 'a b', 'a:', 'a\r\nb', 'ä', 'a\0', ' a'])(
  '%j is no name, however often it is asked for',
  (name) => {
    expect([fieldLine(name), fieldLine(name)]).toEqual([undefined, undefined]);
  },
);

it('names beyond those that are remembered, and long ones, are lines as well', () => {
  const names = Array.from({ length: 2_000 }, (_, at) => `x-${at}`);
  expect(names.map(fieldLine)).toEqual(names.map((name) => `\r\n${name}: `));
  expect(fieldLine('x'.repeat(1_000))).toBe(`\r\n${'x'.repeat(1_000)}: `);
});
