import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { ImageRow, ProductImage } from '../../../domain/product/undo.ts';

/** Subscriptions that are kept as JSON. Of a hundred thousand the database would take two seconds to read it. */
const PLAIN_MAX = 1_000;

/** An image as it is kept. More subscriptions are JSON that is deflated, in base64. */
type StoredImage = Omit<ProductImage, 'subscriptions'> & {
  readonly subscriptions: readonly ImageRow[] | string;
};

/** Writes an image as JSON for the database. */
export async function storedImage(image: ProductImage): Promise<string> {
  const { subscriptions } = image;
  if (subscriptions.length <= PLAIN_MAX) return JSON.stringify(image);
  const bytes = await promisify(deflate)(JSON.stringify(subscriptions), { level: 1 });
  return JSON.stringify({ ...image, subscriptions: bytes.toString('base64') } satisfies StoredImage);
}

/** Reads an image that {@link storedImage} has written. */
export async function readImage(text: string): Promise<ProductImage> {
  const image = JSON.parse(text) as StoredImage;
  const { subscriptions } = image;
  if (typeof subscriptions !== 'string') return { ...image, subscriptions };
  const bytes = await promisify(inflate)(Buffer.from(subscriptions, 'base64'));
  return { ...image, subscriptions: JSON.parse(bytes.toString()) as ImageRow[] };
}
