import { describe, expect, it } from 'vitest';
import {
  BOX,
  layout,
  type PicturedProduct,
} from '../../../src/control-plane/console/pages/catalogs/picture-layout.ts';

const product = (name: string, version: string, more: Partial<PicturedProduct> = {}): PicturedProduct => ({
  name,
  version,
  subscriptionCount: 0,
  supersedes: [],
  migrationTarget: null,
  ...more,
});
const v1 = { name: 'customer', version: '1.9.0' };
const v2 = { name: 'customer', version: '1.10.0' };

describe('the picture of a catalog', () => {
  it('has the versions of a product side by side, the newer further right, and products below one another', () => {
    const { boxes, width, height } = layout([
      product('customer', '1.10.0'),
      product('other', '1.0.0'),
      product('customer', '1.9.0'),
    ]);
    const at = (name: string, version: string) =>
      boxes.find(({ product }) => product.name === name && product.version === version);
    expect(at('customer', '1.10.0')?.x).toBeGreaterThan((at('customer', '1.9.0')?.x ?? 0) + BOX.width);
    expect(at('customer', '1.10.0')?.y).toBe(at('customer', '1.9.0')?.y);
    expect(at('other', '1.0.0')?.y).toBeGreaterThan((at('customer', '1.9.0')?.y ?? 0) + BOX.height);
    for (const { x, y } of boxes) {
      expect(x + BOX.width).toBeLessThan(width);
      expect(y + BOX.height).toBeLessThan(height);
    }
  });

  it('leads from the old product to the one that superseded it, with those who are still to move', () => {
    const { arrows, boxes } = layout([
      product('customer', '1.9.0', { subscriptionCount: 3, migrationTarget: { product: v2 } }),
      product('customer', '1.10.0', { supersedes: [v1] }),
    ]);
    const [old, next] = boxes;
    expect(arrows).toEqual([
      {
        isSuccession: true,
        moving: 3,
        from: { x: (old?.x ?? 0) + BOX.width, y: (old?.y ?? 0) + BOX.height / 2 },
        to: { x: next?.x, y: (next?.y ?? 0) + BOX.height / 2 },
      },
    ]);
  });

  it('tells a mere offer to move from a succession', () => {
    const { arrows } = layout([
      product('customer', '1.9.0', { subscriptionCount: 1, migrationTarget: { product: v2 } }),
      product('customer', '1.10.0'),
    ]);
    expect(arrows).toMatchObject([{ isSuccession: false, moving: 1 }]);
  });

  it('ends arrows at the boxes, wherever the other product is', () => {
    const target = { migrationTarget: { product: { name: 'a', version: '1.0.0' } } };
    const { arrows, boxes } = layout([
      product('a', '1.0.0'),
      product('b', '1.0.0', target),
      product('b', '2.0.0', target),
    ]);
    const [a, below, right] = boxes;
    expect(arrows).toMatchObject([
      { from: { y: below?.y }, to: { y: (a?.y ?? 0) + BOX.height } },
      { from: { x: right?.x }, to: { x: (a?.x ?? 0) + BOX.width } },
    ]);
  });

  it('leads to no product that is in the catalog no more', () => {
    const gone = { name: 'gone', version: '1.0.0' };
    expect(
      layout([product('customer', '1.0.0', { supersedes: [gone], migrationTarget: { product: gone } })])
        .arrows,
    ).toEqual([]);
  });

  it('of an empty catalog is empty', () => {
    expect(layout([])).toMatchObject({ boxes: [], arrows: [] });
  });
});
