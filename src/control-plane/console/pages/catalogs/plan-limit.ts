import { format } from '../parts/format.ts';

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
