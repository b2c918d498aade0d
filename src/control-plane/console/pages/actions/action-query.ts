import type { ResultOf } from '@graphql-typed-document-node/core';
import { type SuccessionAction, successorTransitions } from '../../../../domain/product/lifecycle.ts';
import { compareVersions, type VersionedName, versionedName } from '../../../../foundation/text/version.ts';
import { graphql } from '../../graphql.ts';
import type { ConsoleSession } from '../../page-context.ts';
import type { CatalogProductAddress } from '../parts/console-paths.ts';
import type { ActionRow } from './action-table.ts';

const ACTION_DETAILS = graphql(`
  query ActionDetails($org: String!, $catalog: String!, $product: VersionedName!, $names: [String!], $states: [ProductState!]) {
    product(org: $org, product: $product) { title }
    catalog(org: $org, name: $catalog) {
      title
      versions: products(name: $names, first: 200) { name version title state plans(first: 200) { name title } }
      others: products(state: $states, first: 50) { name version title state plans(first: 200) { name title } }
    }
  }
`);

type FoundCatalog = NonNullable<ResultOf<typeof ACTION_DETAILS>['catalog']>;
type CatalogProduct = FoundCatalog['versions'][number];

/** All that the form of an action offers. */
export type ActionDetails = {
  readonly catalog: string;
  /** Name of the thing for people. */
  readonly title: string;
  /** The product in the catalog. Undefined where it is not there yet, and for an API. */
  readonly product: CatalogProduct | undefined;
  /** The products that may take its place, the likeliest first. */
  readonly candidates: readonly CatalogProduct[];
};

/** Reads what an action is about. @returns undefined where the catalog does not exist */
export async function readActionDetails(
  { run }: Pick<ConsoleSession, 'run'>,
  { org, catalog: name, ...thing }: CatalogProductAddress,
  { succession }: ActionRow,
): Promise<ActionDetails | undefined> {
  const states = succession ? [successorState(succession)] : [];
  const found = await run(ACTION_DETAILS, {
    org,
    catalog: name,
    product: versionedName(thing),
    names: [thing.name],
    states,
  });
  if (!found.catalog) return undefined;
  const { title: catalog, versions } = found.catalog;
  const product = versions.find(({ version }) => version === thing.version);
  const title = `${product?.title ?? found.product?.title ?? thing.name} ${thing.version}`;
  return {
    catalog,
    title,
    product,
    candidates: succession ? candidatesOf(thing, found.catalog, states) : [],
  };
}

const successorState = (action: SuccessionAction) =>
  successorTransitions.find((each) => each.action === action)?.from ?? 'STAGED';

/** Sorts candidates: other versions of the same product first, the newest first. */
function candidatesOf(
  old: VersionedName,
  { versions, others }: FoundCatalog,
  states: readonly CatalogProduct['state'][],
): CatalogProduct[] {
  const same = versions
    .filter(({ version, state }) => version !== old.version && states.includes(state))
    .toSorted((a, b) => compareVersions(b.version, a.version));
  return [...same, ...others.filter(({ name }) => name !== old.name)];
}
