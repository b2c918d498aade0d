import { refuse } from '../errors.ts';

export type RateLimitUnit = 'MINUTE' | 'HOUR';

/** A plan's rate limit: calls per unit; null is unlimited. (spec.md, Plan) */
export type RateLimit = { readonly rateLimit: number | null; readonly rateLimitUnit: RateLimitUnit };

export type PlanTerms = RateLimit & {
  readonly name: string;
  readonly title: string;
  readonly maxGraphQLCost: number | null;
  readonly maxGraphQLDepth: number | null;
  readonly approvalRequired: boolean;
};

/** How long a window of the unit lasts. */
export const windowSeconds: Record<RateLimitUnit, number> = { MINUTE: 60, HOUR: 3600 };

/** The plan that a product starts with. (spec.md, Product: "starts with a Default plan") */
export const defaultPlan: PlanTerms = {
  name: 'default-plan',
  title: 'Default Plan',
  rateLimit: 100,
  rateLimitUnit: 'HOUR',
  maxGraphQLCost: null,
  maxGraphQLDepth: null,
  approvalRequired: false,
};

/** Calls per hour, to compare limits of different units; unlimited is Infinity. */
export function callsPerHour({ rateLimit, rateLimitUnit }: RateLimit): number {
  return rateLimit === null ? Number.POSITIVE_INFINITY : (rateLimit * 3600) / windowSeconds[rateLimitUnit];
}

/** The limit in words: `500 calls per hour`, `unlimited calls`. */
export function limitInWords({ rateLimit, rateLimitUnit }: RateLimit): string {
  if (rateLimit === null) return 'unlimited calls';
  return `${rateLimit} ${rateLimit === 1 ? 'call' : 'calls'} per ${rateLimitUnit.toLowerCase()}`;
}

/** @throws BAD_USER_INPUT when a limit is not a whole number of at least 1 */
export function checkPlanTerms(terms: PlanTerms, path: readonly (string | number)[]): void {
  for (const member of ['rateLimit', 'maxGraphQLCost', 'maxGraphQLDepth'] as const) {
    const value = terms[member];
    if (value !== null && value < 1)
      refuse('BAD_USER_INPUT', {
        detail: `${member} is ${value}: give a whole number of at least 1, or null for unlimited.`,
        path: [...path, member],
      });
  }
}
