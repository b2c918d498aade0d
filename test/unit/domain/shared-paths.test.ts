import { describe, expect, it } from 'vitest';
import {
  pathsAbove,
  sharedPathWarnings,
} from '../../../src/control-plane/management/lifecycle/rules/shared-paths.ts';

const api = (name: string, basePath: string) => ({ name, version: '1.0.0', basePath });
const warnings = (coming: string, there: string) =>
  sharedPathWarnings([api('orders', coming)], [api('shop', there)]);

describe('paths that two APIs share', () => {
  it.each([
    [
      'both are at it',
      ['/shop', '/shop'],
      'orders:1.0.0 and shop:1.0.0 are both at /shop: which of them gets a call depends on what its application is subscribed to.',
    ],
    [
      'the one that comes takes calls',
      ['/shop/orders', '/shop'],
      'Calls at /shop/orders and below go to orders:1.0.0, and no more to shop:1.0.0, which is at /shop.',
    ],
    [
      'the one that is there keeps calls',
      ['/shop', '/shop/v2/all'],
      'Calls at /shop/v2/all and below go to shop:1.0.0, and not to orders:1.0.0, which is at /shop.',
    ],
  ])('are told where %s', (_what, [coming = '', there = ''], message) => {
    expect(warnings(coming, there)).toMatchObject([
      { code: 'PATH_SHARED', message, subject: 'orders:1.0.0' },
    ]);
  });

  it('are none of different segments, whatever they begin with', () => {
    expect(warnings('/shop', '/shopping')).toEqual([]);
    expect(warnings('/shop/a', '/shop/b')).toEqual([]);
    expect(warnings('/Shop', '/shop')).toEqual([]);
  });

  it('are none between versions of one API', () => {
    const [before, after] = [api('shop', '/shop'), { ...api('shop', '/shop/v2'), version: '2.0.0' }];
    expect(sharedPathWarnings([after], [before])).toEqual([]);
  });

  it('are looked for at every segment above', () => {
    expect(pathsAbove('/shop/v2/all')).toEqual(['/shop', '/shop/v2', '/shop/v2/all']);
  });
});
