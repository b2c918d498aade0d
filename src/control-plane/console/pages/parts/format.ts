import type { PagerProps } from '../../../../ui/components/pager.tsx';
import { formatsOf } from '../../../../ui/kit/formats.ts';

/** Formats of numbers and instants. The console is in English alone. */
export const format = formatsOf('en');

/** Writes a value of an enum for people: `SET_MIGRATION_TARGET` is `Set migration target`. */
export const enumLabel = (value: string) =>
  value.charAt(0) + value.slice(1).toLowerCase().replaceAll('_', ' ');

/** Texts of a pager, for rows such as `products`. */
export const pagerText = (rows: string): PagerProps['text'] => ({
  label: `Pages of ${rows}`,
  previous: 'Previous',
  next: 'Next',
  range: (from, to, total) => `${from} to ${to} of ${total}`,
});

type Limited = {
  readonly rateLimit: number | null;
  readonly rateLimitUnit: 'HOUR' | 'MINUTE';
  readonly maxConcurrentCalls: number;
};

/** Limits of a plan in words, for example `500 calls an hour, 100 at the same time`. */
export function limitOf({ rateLimit, rateLimitUnit, maxConcurrentCalls }: Limited): string {
  const atOnce = `${format.number(maxConcurrentCalls)} at the same time`;
  if (rateLimit === null) return `No limit but ${atOnce}`;
  const calls = `${format.number(rateLimit)} ${rateLimit === 1 ? 'call' : 'calls'}`;
  return `${calls} ${rateLimitUnit === 'HOUR' ? 'an hour' : 'a minute'}, ${atOnce}`;
}
