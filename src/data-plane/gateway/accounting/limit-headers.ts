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
  const ofCost = cost ? headersOf(cost, costPolicies) : [];
  if (!call) return ofCost;
  const ofCalls = headersOf(call, callPolicies);
  return cost ? [...ofCalls, ...ofCost.slice(0, 4)] : ofCalls;
}

/**
 * All policies and the state of one limit. The X- headers were there before the draft.
 * (draft-ietf-httpapi-ratelimit-headers) Times are in seconds.
 */
function headersOf({ window, result }: CountedLimit, policies: string): string[] {
  const { limit, remaining } = result;
  const reset = secondsUntilReset(result);
  return [
    'RateLimit-Policy',
    policies,
    'RateLimit',
    `${window.policy};r=${remaining};t=${reset}`,
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
