import type { RateLimitResult } from '../../../infrastructure/limits/calls/rate-limits.ts';
import type { Call } from '../call.ts';
import { type CountedLimit, tightest } from './counted-limit.ts';

/** Headers of a limited call, in lower case. The gateway's own replace a back-end's. */
export const limitHeaderNames: ReadonlySet<string> = new Set([
  'ratelimit-policy',
  'ratelimit',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
]);

/** Headers of a limited call about its plan, as names and values in turn. An unlimited one has none. */
export function limitHeaders({ counted, charged, subscription }: Call): string[] {
  const [call, cost] = [tightest(counted), tightest(charged)];
  if (!subscription || (!call && !cost)) return [];
  const { callPolicies, costPolicies } = subscription.plan;
  return [
    ...(call ? standardHeaders(call, callPolicies) : []),
    ...formerHeaders(call ?? (cost as CountedLimit)),
    ...(cost ? standardHeaders(cost, costPolicies) : []),
  ];
}

/** draft-ietf-httpapi-ratelimit-headers: all policies, and the state of one. Times are in seconds. */
function standardHeaders({ window, result }: CountedLimit, policies: string): string[] {
  const state = `${window.policy};r=${result.remaining};t=${secondsUntilReset(result)}`;
  return ['RateLimit-Policy', policies, 'RateLimit', state];
}

/** The X- headers that were there before the draft. */
function formerHeaders({ result }: CountedLimit): string[] {
  return [
    'X-RateLimit-Limit',
    `${result.limit}`,
    'X-RateLimit-Remaining',
    `${result.remaining}`,
    'X-RateLimit-Reset',
    `${secondsUntilReset(result)}`,
  ];
}

/** Whole seconds, at least one; waiting them is enough. */
export function secondsUntilReset({ resetsInMs }: RateLimitResult): number {
  return Math.max(1, Math.ceil(resetsInMs / 1000));
}
