import { compareVersions, type VersionedName, versionedName } from '../../../../foundation/text/version.ts';

/** A catalog product with the columns that the picture shows. */
export type PicturedProduct = VersionedName & {
  readonly subscriptionCount: number;
  readonly supersedes: readonly VersionedName[];
  /** The product that its subscribers are offered to go to. */
  readonly migrationTarget: { readonly product: VersionedName } | null;
};

type Point = { readonly x: number; readonly y: number };
export type Box<Product> = Point & { readonly product: Product };
export type Arrow = {
  readonly from: Point;
  readonly to: Point;
  /** True when the new product superseded the old one. Otherwise its subscribers are only offered to go there. */
  readonly isSuccession: boolean;
  /** Number of subscribers that have yet to move along it. */
  readonly moving: number;
};
export type Picture<Product> = {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box<Product>[];
  readonly arrows: readonly Arrow[];
};

export const BOX = { width: 220, height: 72 };
const GAP = { x: 130, y: 40 };
const MARGIN = 10;

/** Lays out products by name in rows, with their versions from left to right. Arrows lead from the old to the new. */
export function layout<Product extends PicturedProduct>(products: readonly Product[]): Picture<Product> {
  const rows = [...new Set(products.map(({ name }) => name))].map((name) =>
    products
      .filter((product) => product.name === name)
      .toSorted((a, b) => compareVersions(a.version, b.version)),
  );
  const boxes = rows.flatMap((row, down) =>
    row.map((product, across) => ({
      product,
      x: MARGIN + across * (BOX.width + GAP.x),
      y: MARGIN + down * (BOX.height + GAP.y),
    })),
  );
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  return {
    width: 2 * MARGIN + sizeOf(columns, BOX.width, GAP.x),
    height: 2 * MARGIN + sizeOf(rows.length, BOX.height, GAP.y),
    boxes,
    arrows: arrowsAmong(boxes),
  };
}

const sizeOf = (count: number, size: number, gap: number) => Math.max(0, count * (size + gap) - gap);

/** Makes the arrows among the products. None leads to a product that has left the catalog. */
function arrowsAmong<Product extends PicturedProduct>(boxes: readonly Box<Product>[]): Arrow[] {
  return boxes.flatMap((old) =>
    boxes.flatMap((next) => {
      const isSuccession = next.product.supersedes.some((each) => isSame(each, old.product));
      const target = old.product.migrationTarget?.product;
      const isTarget = target !== undefined && isSame(target, next.product);
      if (!isSuccession && !isTarget) return [];
      return [{ ...ends(old, next), isSuccession, moving: isTarget ? old.product.subscriptionCount : 0 }];
    }),
  );
}

const isSame = (a: VersionedName, b: VersionedName) => versionedName(a) === versionedName(b);

/** Finds the ends of an arrow, on the facing sides of two boxes. */
function ends(old: Point, next: Point): { from: Point; to: Point } {
  const middle = BOX.height / 2;
  const isForward = next.x > old.x;
  if (next.x === old.x) {
    const [below, above] = next.y > old.y ? [BOX.height, 0] : [0, BOX.height];
    const x = old.x + BOX.width / 2;
    return { from: { x, y: old.y + below }, to: { x, y: next.y + above } };
  }
  return {
    from: { x: old.x + (isForward ? BOX.width : 0), y: old.y + middle },
    to: { x: next.x + (isForward ? 0 : BOX.width), y: next.y + middle },
  };
}
