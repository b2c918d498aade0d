import type { ResultOf } from '@graphql-typed-document-node/core';
import { versionedName } from '../../../../foundation/text/version.ts';
import { graphql } from '../../graphql.ts';

/** The titles that figures and calls, which know names alone, are shown by. */
export const TITLES = graphql(`
  fragment Titles on Org @_unmask {
    apis(first: 200) { name version title }
    products(first: 200) { name version title }
  }
`);

/** The titles of products with those of their plans. */
export const PLAN_TITLES = graphql(`
  fragment PlanTitles on Org @_unmask {
    products(first: 200) { name version title plans(first: 200) { name title } }
  }
`);

export type PlanTitles = ResultOf<typeof PLAN_TITLES> | null;

/** Titles with their versions, by versioned name: `Customer 1.0.0` of `customer:1.0.0`. */
export function titlesOf(
  things: readonly { readonly name: string; readonly version: string; readonly title: string }[] = [],
): Readonly<Record<string, string>> {
  return Object.fromEntries(things.map((thing) => [versionedName(thing), `${thing.title} ${thing.version}`]));
}

/** The title of a product and of its plan. Those deleted since have their names alone. */
export function planTitle(
  org: PlanTitles,
  product: string,
  plan: string | null,
): readonly [string, string | null] {
  const found = org?.products.find((each) => versionedName(each) === product);
  if (!found) return [product, plan];
  const title = found.plans.find(({ name }) => name === plan)?.title;
  return [`${found.title} ${found.version}`, title ?? plan];
}
