import type { ImageRow } from '../../../../domain/product/undo.ts';

/** The application of a row, with its consumer org. */
export function applicationOf({ label }: ImageRow): string {
  return `${label['consumerOrg']}/${label['application']}`;
}

/** The subscription of a row, as a sentence begins with it. */
export function subscriptionText(row: ImageRow): string {
  return `The subscription of ${applicationOf(row)}`;
}

/** The product and plan of a subscription, for example `customer:2.0.0 (gold)`. */
export function subscriptionLabel({ label, columns }: ImageRow): string {
  const state = columns['state'] === 'ACTIVE' ? '' : `, ${columns['state']}`;
  return `${label['product']} (${label['plan']}${state})`;
}

/** The name of a row, as a sentence begins with it. */
export function named({ label }: ImageRow): string {
  if (label['backend'] != null) return `The back-end ${label['backend']}`;
  const part = label['plan'] ?? label['api'];
  if (part == null) return `${label['product']}`;
  return `The ${label['plan'] == null ? 'API' : 'plan'} ${part} of ${label['product']}`;
}
