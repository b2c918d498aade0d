import { describe, expect, it } from 'vitest';
import { isolated, unstorableAt } from '../../../src/foundation/text/text.ts';

describe('what a database can hold', () => {
  it.each([[undefined], ['a'], [{ a: [1, null, true, 'ä 😀 \n'] }]])('is %j', (value) => {
    expect(unstorableAt(value)).toBeUndefined();
  });

  it.each([
    ['a NUL', { input: { scopes: [{ name: 'a\0' }] } }, ['input', 'scopes', 0, 'name']],
    ['half a character', { title: '\ud83d' }, ['title']],
    ['a NUL in the name of a member', { input: { 'a\0': 1 } }, ['input']],
  ])('is not %s, and it says where', (_what, value, path) => {
    expect(unstorableAt(value)).toEqual(path);
  });

  it('is found without exhausting the stack', () => {
    let nested: unknown = '\0';
    for (let depth = 0; depth < 300_000; depth += 1) nested = [nested];
    expect(unstorableAt(nested)).toHaveLength(300_000);
  });
});

it('a name that is written from right to left keeps what follows it behind it, and no other name is changed', () => {
  expect(isolated('قاعدة')).toBe('\u2068قاعدة\u2069');
  for (const name of ['Customer', '顧客']) expect(isolated(name)).toBe(name);
});
