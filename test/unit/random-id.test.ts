import { expect, it } from 'vitest';
import { isUuid, randomId } from '../../src/foundation/text/uuid.ts';

it('random ids are UUIDs of version 4, each another', () => {
  const ids = Array.from({ length: 1_000 }, randomId);
  expect(new Set(ids).size).toBe(1_000);
  expect(ids.every(isUuid)).toBe(true);
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

it('each digit of a random id but that of its version takes all values that it may have', () => {
  const seen = Array.from({ length: 36 }, () => new Set<string>());
  for (let count = 0; count < 2_000; count += 1)
    for (const [at, digit] of [...randomId()].entries()) seen[at]?.add(digit);
  const values = seen.map(({ size }) => size);
  const expected = [...'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'].map((place) => ({ x: 16, y: 4 })[place] ?? 1);
  expect(values).toEqual(expected);
});
