import { LIST_MAX } from '../../foundation/text/listed.ts';

/** The subscribers of a plan, abbreviated for messages. There can be a million. */
export type PlanSubscribers = {
  readonly plan: string;
  readonly count: number;
  /** The first few by name: `<consumer org>/<application>`. */
  readonly first: readonly string[];
};

/** Combines the subscribers of several plans. */
export function combinedSubscribers(plans: readonly PlanSubscribers[]): Omit<PlanSubscribers, 'plan'> {
  return {
    count: plans.reduce((sum, { count }) => sum + count, 0),
    first: plans
      .flatMap(({ first }) => first)
      .sort()
      .slice(0, LIST_MAX),
  };
}
