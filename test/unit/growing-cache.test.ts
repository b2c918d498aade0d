import { expect, it } from 'vitest';
import { growingCache } from '../../src/foundation/growing-cache.ts';

it('a growing cache keeps the entries that were used last, and no more of them than it may', () => {
  const cache = growingCache<number>(3);
  for (const key of ['a', 'b', 'c']) cache.set(key, 1);
  cache.get('a');
  cache.set('d', 2);
  expect([...cache.keys()].sort()).toEqual(['a', 'c', 'd']);
});

it('a growing cache takes no memory for entries that nobody has set', () => {
  const before = process.memoryUsage().arrayBuffers;
  const cache = growingCache(20_000_000);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
  expect(cache.size).toBe(0);
});
