import { describe, expect, it } from 'vitest';
import { FairCache } from '../../../src/foundation/fair-cache.ts';

type Text = { readonly text: string };
const text = (length: number): Text => ({ text: 'x'.repeat(length) });
const cacheOf = (bytesMax: number, bytesMaxOfOrg: number) =>
  new FairCache<Text>({ bytesMax, bytesMaxOfOrg }, (value) => value.text.length);

describe('a fair cache', () => {
  it('makes a value once for all who ask meanwhile, and again after it failed', async () => {
    const cache = cacheOf(100, 100);
    let made = 0;
    const make = async () => {
      made += 1;
      if (made === 1) throw new Error('not now');
      return text(10);
    };
    await expect(Promise.all([cache.get('a', 'k', make), cache.get('a', 'k', make)])).rejects.toThrow(
      'not now',
    );
    const [one, other] = await Promise.all([cache.get('a', 'k', make), cache.get('a', 'k', make)]);
    expect([made, one === other, cache.known('a', 'k') === one]).toEqual([2, true, true]);
  });

  it('forgets of an org with too much what it asked for longest ago, and nothing of another', () => {
    const cache = cacheOf(1_000, 100);
    cache.keep('b', 'k', text(90));
    for (const key of ['1', '2', '3']) cache.keep('a', key, text(40));
    const known = (org: string, key: string) => cache.known(org, key) !== undefined;
    expect([known('a', '1'), known('a', '2'), known('a', '3'), known('b', 'k')]).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it('takes from the org that has most where all together have too much', () => {
    const cache = cacheOf(200, 150);
    for (const key of ['1', '2', '3']) cache.keep('a', key, text(45));
    cache.keep('b', 'k', text(40));
    cache.keep('c', 'k', text(40));
    expect(['1', '2', '3'].filter((key) => cache.known('a', key))).toEqual(['2', '3']);
    expect([cache.known('b', 'k'), cache.known('c', 'k')].every(Boolean)).toBe(true);
  });

  it('measures a value again that has grown', () => {
    const cache = new FairCache<{ bytes: number }>(
      { bytesMax: 1_000, bytesMaxOfOrg: 100 },
      ({ bytes }) => bytes,
    );
    const growing = { bytes: 10 };
    cache.keep('a', 'other', { bytes: 40 });
    cache.keep('a', 'growing', growing);
    growing.bytes = 70;
    cache.keep('a', 'growing', growing);
    expect([cache.known('a', 'other'), cache.known('a', 'growing')]).toEqual([undefined, growing]);
  });
});
