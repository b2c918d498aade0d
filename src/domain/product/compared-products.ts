import { listed, quantity } from '../../foundation/text/listed.ts';
import { type VersionedName, versionedName } from '../../foundation/text/version.ts';
import type { PlanMapping } from '../plan/plan.ts';
import { combinedSubscribers, type PlanSubscribers } from '../plan/plan-subscribers.ts';
import type { Touched, Versions } from './lifecycle-warning.ts';
import type { ProductInCatalog, SuccessionInput } from './succession.ts';

/** Names the first few applications: `It touches 2 applications: consumers/alpha and consumers/beta.` */
export const touched = (subscribed: readonly PlanSubscribers[]): string =>
  touchedInWords(combinedSubscribers(subscribed));

export function touchedInWords({ count, first }: Touched): string {
  if (count === 0) return 'Nobody is subscribed.';
  return `It touches ${quantity(count, 'application')}: ${listed(first, 'and', count)}.`;
}

/** Names the old and the new product. They have the same name when one is published again. */
export const namesOf = (before: VersionedName, after: VersionedName) =>
  versionsInWords(versionsOf(before, after));

export function versionsInWords({ before: was, after: is }: Versions): [before: string, after: string] {
  return was === is ? [`${was} as published`, `${is} as edited`] : [was, is];
}

export const versionsOf = (before: VersionedName, after: VersionedName) => ({
  before: versionedName(before),
  after: versionedName(after),
});

/** Returns the facts of a plan and of its successor, with the subscribers. */
export const plansOf = (
  { old, new: successor, subscribed }: Pick<SuccessionInput, 'old' | 'new' | 'subscribed'>,
  { source, target }: PlanMapping,
) => ({
  ...versionsOf(old, successor),
  source,
  target,
  touched: combinedSubscribers(subscribed.filter(({ plan }) => plan === source)),
});

/** Finds a plan of a product by its name. */
export function planOf(
  { plans }: ProductInCatalog,
  name: string,
): ProductInCatalog['plans'][number] | undefined {
  return plans.find((each) => each.name === name);
}
