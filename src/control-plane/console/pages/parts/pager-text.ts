import type { PagerProps } from '../../../../ui/components/pager.tsx';

/** What a pager of the console says, of `products` for example. */
export const pagerText = (rows: string): PagerProps['text'] => ({
  label: `Pages of ${rows}`,
  previous: 'Previous',
  next: 'Next',
  shown: (from, to, total) => `${from} to ${to} of ${total}`,
});
