import { limitedAmounts, type PlanLimit } from './plan-limit.ts';

/**
 * Returns the limit key of an application under a plan of a catalog. The subscription is no part of it: one that is
 * ended and made again, or moved to another plan and back, stays in the open window. Publishing again keeps the plan's
 * id.
 */
export function limitKeyOf(applicationId: string, planId: string): string {
  return `${applicationId}:${planId}`;
}

/** Ends the keys of the two limits that a plan has by its own fields. Named limits have others. */
const fieldSuffixes: Readonly<Record<string, string>> = { rateLimit: '', graphQLCostLimit: ':cost' };

/** Names the counters of further limits. */
const kinds: Readonly<Record<Exclude<PlanLimit['counts'], 'METER'>, string>> = {
  CALLS: 'calls',
  GRAPHQL_COST: 'cost',
  CONCURRENT: 'concurrent',
  KILOBYTES: 'kilobytes',
};

/** The amount that a counter counts, and its limit. The limits that are fields of a plan have no name there. */
type CountedBy = Pick<PlanLimit, 'counts' | 'meter'> & { readonly limit?: string | undefined };

/** Returns what a counter counts. Undefined is what a newer gateway knows. */
export function countedBy(counter: string): CountedBy | undefined {
  const [, , kind = 'calls', ...names] = counter.split(':');
  if (kind === 'meter') return { counts: 'METER', meter: names[0], limit: names[1] };
  const counts = limitedAmounts.find((each) => each !== 'METER' && kinds[each] === kind);
  return counts && { counts, limit: names[0] };
}

/** Returns what follows the limit key in the keys of a limit. */
export function limitKeySuffix({
  name,
  counts,
  meter,
}: Pick<PlanLimit, 'name' | 'counts' | 'meter'>): string {
  return fieldSuffixes[name] ?? `:${counts === 'METER' ? `meter:${meter}` : kinds[counts]}:${name}`;
}
