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
export function limitHeaders({ standing, charge, subscription }: Call): string[] {
  if (!subscription) return [];
  const { name, windowSeconds, costLimit } = subscription.plan;
  if (!charge || !costLimit) return standing ? headersOf(standing, `"${name}"`, windowSeconds) : [];
  const headers = headersOf(charge.standing, `"${name}/graphql-cost"`, costLimit.windowSeconds).slice(0, 4);
  return standing ? [...headersOf(standing, `"${name}"`, windowSeconds), ...headers] : headers;
}

/** draft-ietf-httpapi-ratelimit-headers, and the X- headers that were there before it. Times are in seconds. */
function headersOf(standing: RateLimitResult, name: string, windowSeconds: number): string[] {
  const { limit, remaining } = standing;
  const reset = secondsUntilReset(standing);
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
