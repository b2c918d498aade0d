import { LIST_MAX } from '../../foundation/text/listed.ts';

/** Who is subscribed to a plan, as far as a sentence tells it: they can be a million. */
export type PlanSubscribers = {
  readonly plan: string;
  readonly count: number;
  /** The first few by name: `<consumer org>/<application>`. */
  readonly first: readonly string[];
};

/** The subscribers of several plans as if they were of one. */
export function combinedSubscribers(plans: readonly PlanSubscribers[]): Omit<PlanSubscribers, 'plan'> {
  return {
    count: plans.reduce((sum, { count }) => sum + count, 0),
    first: plans
      .flatMap(({ first }) => first)
      .sort()
      .slice(0, LIST_MAX),
  };
}
