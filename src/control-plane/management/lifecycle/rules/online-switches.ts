import type { ImageRow, ProductImage } from '../../../../domain/product/undo.ts';
import { rowChanges } from '../../../../domain/product/undo.ts';

/** An API of a product, which goes online or offline. Null is outside the catalog. */
export type OnlineSwitch = {
  readonly api: string;
  readonly product: string;
  readonly from: boolean | null;
  readonly to: boolean | null;
};

/** Lists the APIs whose online state differs between two images, by name. Rows that did not change are in neither. */
export function onlineSwitches(before: ProductImage, after: ProductImage): OnlineSwitch[] {
  return rowChanges(before, after)
    .filter(({ table }) => table === 'apis')
    .map(({ before: was, after: is }) => {
      const { api, product } = (is ?? was)?.label ?? {};
      return { api: api ?? '', product: product ?? '', from: onlineIn(was), to: onlineIn(is) };
    })
    .filter(({ from, to }) => from !== to)
    .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

const keyOf = ({ product, api }: OnlineSwitch): string => `${product} ${api}`;

function onlineIn(row: ImageRow | null): boolean | null {
  const online = row?.columns['online'];
  return typeof online === 'boolean' ? online : null;
}
