import type { PagerProps } from '../../../../ui/components/pager.tsx';

/** Texts of a pager, for rows such as `products`. */
export const pagerText = (rows: string): PagerProps['text'] => ({
  label: `Pages of ${rows}`,
  previous: 'Previous',
  next: 'Next',
  shown: (from, to, total) => `${from} to ${to} of ${total}`,
});
