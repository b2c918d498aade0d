import type { RateLimitResult } from '../../../infrastructure/limits/calls/rate-limits.ts';
import type { Call } from '../call.ts';

/** Headers of a limited call, in lower case. The gateway's own replace a back-end's. */
export const limitHeaderNames: ReadonlySet<string> = new Set([
  'ratelimit-policy',
  'ratelimit',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
]);

/** Headers of a limited call about its plan, as names and values in turn. An unlimited one has none. */
export function limitHeaders({ rateLimit, charge, subscription }: Call): string[] {
  if (!subscription) return [];
  const { name, windowSeconds, costLimit } = subscription.plan;
  if (!charge || !costLimit) return rateLimit ? headersOf(rateLimit, `"${name}"`, windowSeconds) : [];
  const headers = headersOf(charge.result, `"${name}/graphql-cost"`, costLimit.windowSeconds).slice(0, 4);
  return rateLimit ? [...headersOf(rateLimit, `"${name}"`, windowSeconds), ...headers] : headers;
}

/** draft-ietf-httpapi-ratelimit-headers, and the X- headers that were there before it. Times are in seconds. */
function headersOf(result: RateLimitResult, name: string, windowSeconds: number): string[] {
  const { limit, remaining } = result;
  const reset = secondsUntilReset(result);
  return [
    'RateLimit-Policy',
    `${name};q=${limit};w=${windowSeconds}`,
    'RateLimit',
    `${name};r=${remaining};t=${reset}`,
    'X-RateLimit-Limit',
    `${limit}`,
    'X-RateLimit-Remaining',
    `${remaining}`,
    'X-RateLimit-Reset',
    `${reset}`,
  ];
}

/** Whole seconds, at least one; waiting them is enough. */
export function secondsUntilReset({ resetsInMs }: RateLimitResult): number {
  return Math.max(1, Math.ceil(resetsInMs / 1000));
}
