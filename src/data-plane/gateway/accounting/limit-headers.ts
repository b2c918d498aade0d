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
export function limitHeaders({ counted, charged, metering, subscription }: Call): string[] {
  const [call, cost, usage] = [tightest(counted), tightest(charged), metering && tightest(metering.reserved)];
  if (!subscription || (!call && !cost && !usage)) return [];
  const { callPolicies, costPolicies, usagePolicies } = subscription.plan;
  const headers = call ? headersOf(call, callPolicies) : [];
  if (cost) addHeaders(headers, headersOf(cost, costPolicies));
  if (usage) addHeaders(headers, headersOf(usage, usagePolicies));
  return headers;
}

/** Adds the headers of further limits. Those that begin with X- tell of one limit alone. */
function addHeaders(headers: string[], further: readonly string[]): void {
  headers.push(...(headers.length === 0 ? further : further.slice(0, 4)));
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
