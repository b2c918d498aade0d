import { refuse } from '../errors.ts';
import { type VersionedName, versionedName } from './version.ts';

export type ProductState = 'STAGED' | 'PUBLISHED' | 'DEPRECATED' | 'RETIRED' | 'ARCHIVED';

/** What can be done with a product in a catalog, in the words of the contract's `ProductAction`. */
export type ProductAction =
  | 'STAGE'
  | 'PUBLISH'
  | 'SUPERSEDE'
  | 'REPLACE'
  | 'SET_MIGRATION_TARGET'
  | 'MIGRATE_SUBSCRIPTIONS'
  | 'DEPRECATE'
  | 'RETIRE'
  | 'ARCHIVE'
  | 'REMOVE';

/** `null` is "not in the catalog": before the first stage or publish. */
export type Position = ProductState | null;

type Transition = { readonly from: Position; readonly action: ProductAction; readonly to: Position };

/**
 * The life of a product in a catalog. (spec.md, "Product state in a catalog"; where that is silent, what IBM API
 * Connect does.) Supersede is named from the old product's side; what the new one goes through is its publication.
 */
export const productTransitions: readonly Transition[] = [
  { from: null, action: 'STAGE', to: 'STAGED' },
  { from: 'STAGED', action: 'STAGE', to: 'STAGED' },
  { from: null, action: 'PUBLISH', to: 'PUBLISHED' },
  { from: 'STAGED', action: 'PUBLISH', to: 'PUBLISHED' },
  { from: 'PUBLISHED', action: 'PUBLISH', to: 'PUBLISHED' },
  { from: 'DEPRECATED', action: 'PUBLISH', to: 'PUBLISHED' },
  { from: 'PUBLISHED', action: 'SUPERSEDE', to: 'DEPRECATED' },
  { from: 'DEPRECATED', action: 'MIGRATE_SUBSCRIPTIONS', to: 'DEPRECATED' },
  { from: 'PUBLISHED', action: 'MIGRATE_SUBSCRIPTIONS', to: 'PUBLISHED' },
  { from: 'PUBLISHED', action: 'DEPRECATE', to: 'DEPRECATED' },
];

/** What may be done with a product in this state. */
export function allowedActions(state: Position): ProductAction[] {
  return productTransitions.filter(({ from }) => from === state).map(({ action }) => action);
}

/** The states from which an action is allowed. */
function statesFor(action: ProductAction): Position[] {
  return productTransitions.filter((each) => each.action === action).map(({ from }) => from);
}

/**
 * The state that an action leads to.
 *
 * @throws TRANSITION_REFUSED when the table has no such row; the sentence names the states that have one
 */
export function nextState(product: VersionedName, from: Position, action: ProductAction): Position {
  const transition = productTransitions.find((each) => each.from === from && each.action === action);
  if (transition) return transition.to;
  const allowed = statesFor(action).map((state) => state ?? 'not in the catalog');
  const verb = action.toLowerCase().replaceAll('_', ' ');
  return refuse('TRANSITION_REFUSED', {
    detail: `${versionedName(product)} is ${from ?? 'not in the catalog'}; ${verb} is for a product that is ${allowed.join(' or ')}.`,
    path: ['input'],
  });
}

/** Does a product in this state answer its subscribers' calls? (architecture.md, "Two versions on one path") */
export function serves(state: ProductState): boolean {
  return state === 'PUBLISHED' || state === 'DEPRECATED';
}
