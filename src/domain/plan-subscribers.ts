import { LIST_MAX } from './listed.ts';
import type { Subscriber } from './migration.ts';

/** Who is subscribed to a plan, as far as a sentence tells it. */
export type PlanSubscribers = {
  readonly plan: string;
  readonly count: number;
  /** The first few by name, which is that of the consumer org and that of the application. */
  readonly first: readonly string[];
};

/** The subscribers of a product by their plans. */
export function byPlan(subscribers: readonly Subscriber[]): PlanSubscribers[] {
  const names = new Map<string, string[]>();
  for (const subscriber of subscribers) {
    const { plan } = subscriber;
    const namesThere = names.get(plan) ?? [];
    namesThere.push(subscriberName(subscriber));
    names.set(plan, namesThere);
  }
  return [...names].map(([plan, each]) => ({ plan, count: each.length, first: firstOf(each) }));
}

export function subscriberName({ consumerOrg, application }: Omit<Subscriber, 'plan'>): string {
  return `${consumerOrg}/${application}`;
}

/** The subscribers of several plans as if they were of one. */
export function together(plans: readonly PlanSubscribers[]): Omit<PlanSubscribers, 'plan'> {
  return {
    count: plans.reduce((sum, { count }) => sum + count, 0),
    first: firstOf(plans.flatMap(({ first }) => first)),
  };
}

function firstOf(names: string[]): string[] {
  return names.sort().slice(0, LIST_MAX);
}
