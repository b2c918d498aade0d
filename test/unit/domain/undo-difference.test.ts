import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  composedDifference,
  emptyImage,
  type ImageRow,
  imageDifference,
  type ProductImage,
} from '../../../src/domain/product/undo.ts';

const columns = fc.record({ state: fc.constantFrom('A', 'B', 'C'), online: fc.boolean(), plan: fc.nat(2) });
/** Some of five rows, each with columns of its own. */
const image: fc.Arbitrary<ProductImage> = fc
  .array(fc.option(columns), { minLength: 5, maxLength: 5 })
  .map((rows) => ({
    ...emptyImage,
    products: rows.flatMap((each, index): ImageRow[] =>
      each ? [{ id: `${index}`, label: { product: `p${index}` }, columns: each }] : [],
    ),
  }));

it('two differences that follow each other compose to that of the first and the last image', () => {
  fc.assert(
    fc.property(image, image, image, (first, second, third) => {
      const composed = composedDifference(imageDifference(first, second), imageDifference(second, third));
      expect(sorted(composed)).toEqual(sorted(imageDifference(first, third)));
    }),
  );
});

const sorted = ({ before, after }: { readonly before: ProductImage; readonly after: ProductImage }) =>
  [before, after].map(({ products }) => [...products].sort((one, other) => (one.id < other.id ? -1 : 1)));
