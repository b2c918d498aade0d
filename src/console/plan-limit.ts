import { format } from './format.ts';

type Limited = { readonly rateLimit: number | null; readonly rateLimitUnit: 'HOUR' | 'MINUTE' };

/** The rate limit of a plan in words, for example `500 calls an hour`. */
export function limitOf({ rateLimit, rateLimitUnit }: Limited): string {
  if (rateLimit === null) return 'No limit';
  const calls = `${format.number(rateLimit)} ${rateLimit === 1 ? 'call' : 'calls'}`;
  return `${calls} ${rateLimitUnit === 'HOUR' ? 'an hour' : 'a minute'}`;
}
