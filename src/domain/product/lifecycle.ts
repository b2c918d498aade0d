import { refuse } from '../../foundation/errors.ts';
import { type VersionedName, versionedName } from '../../foundation/text/version.ts';
import { firstDayOf } from '../call/usage-days.ts';

export type ProductState = 'STAGED' | 'PUBLISHED' | 'DEPRECATED' | 'RETIRED' | 'ARCHIVED';

/** Lifecycle actions of a product in a catalog, named as in the contract's `ProductAction`. */
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

/** The state in a catalog. `null` is "not in the catalog": before the first stage or publish. */
export type Position = ProductState | null;

type Transition = { readonly from: Position; readonly action: ProductAction; readonly to: Position };

/** The effect of an action on one product, as the management API reports it. */
export type StateTransition = { readonly product: string; readonly from: Position; readonly to: Position };

/**
 * The transitions of a product in a catalog. (spec.md, "Product state in a catalog"; where that is silent, those of IBM
 * API Connect.) Actions on two products are named from the old one's side; those of the new one are in the table below.
 *
 * Decision: two transitions lead back. A deprecated product can be published again, and a retired one staged again. An
 * archived one can only be removed.
 */
export const productTransitions: readonly Transition[] = [
  { from: null, action: 'STAGE', to: 'STAGED' },
  { from: 'STAGED', action: 'STAGE', to: 'STAGED' },
  { from: 'RETIRED', action: 'STAGE', to: 'STAGED' },
  { from: null, action: 'PUBLISH', to: 'PUBLISHED' },
  { from: 'STAGED', action: 'PUBLISH', to: 'PUBLISHED' },
  { from: 'PUBLISHED', action: 'PUBLISH', to: 'PUBLISHED' },
  { from: 'DEPRECATED', action: 'PUBLISH', to: 'PUBLISHED' },
  { from: 'PUBLISHED', action: 'SUPERSEDE', to: 'DEPRECATED' },
  { from: 'PUBLISHED', action: 'REPLACE', to: 'RETIRED' },
  { from: 'PUBLISHED', action: 'SET_MIGRATION_TARGET', to: 'PUBLISHED' },
  { from: 'DEPRECATED', action: 'SET_MIGRATION_TARGET', to: 'DEPRECATED' },
  { from: 'PUBLISHED', action: 'MIGRATE_SUBSCRIPTIONS', to: 'PUBLISHED' },
  { from: 'DEPRECATED', action: 'MIGRATE_SUBSCRIPTIONS', to: 'DEPRECATED' },
  { from: 'PUBLISHED', action: 'DEPRECATE', to: 'DEPRECATED' },
  { from: 'PUBLISHED', action: 'RETIRE', to: 'RETIRED' },
  { from: 'DEPRECATED', action: 'RETIRE', to: 'RETIRED' },
  { from: 'RETIRED', action: 'ARCHIVE', to: 'ARCHIVED' },
  { from: 'STAGED', action: 'REMOVE', to: null },
  { from: 'RETIRED', action: 'REMOVE', to: null },
  { from: 'ARCHIVED', action: 'REMOVE', to: null },
];

/**
 * The transitions of a successor. (spec.md: "Staged (new version) | Supersede of the old version | Published".)
 *
 * Decision: only a staged product supersedes an old one, as spec.md has it; IBM API Connect takes published ones too. A
 * migration target is published, since subscriptions can go nowhere else.
 */
export const successorTransitions: readonly Transition[] = [
  { from: 'STAGED', action: 'SUPERSEDE', to: 'PUBLISHED' },
  { from: 'STAGED', action: 'REPLACE', to: 'PUBLISHED' },
  { from: 'PUBLISHED', action: 'SET_MIGRATION_TARGET', to: 'PUBLISHED' },
];

/** Actions on an old product and a new one together. */
export type SuccessionAction = 'SUPERSEDE' | 'REPLACE' | 'SET_MIGRATION_TARGET';

type AllowedActions = { readonly state: Position; readonly migrationTargetId: string | null };

/** Lists the actions that a product allows now. Migrating subscriptions needs a migration target besides the state. */
export function allowedActions({ state, migrationTargetId }: AllowedActions): ProductAction[] {
  return productTransitions
    .filter(({ from, action }) => from === state && (action !== 'MIGRATE_SUBSCRIPTIONS' || migrationTargetId))
    .map(({ action }) => action);
}

/** The facts on which the next step of a product in a catalog depends. */
type NextStepFacts = {
  readonly state: ProductState;
  readonly allowedActions: readonly ProductAction[];
  readonly subscriptionCount: number;
  /** Tells whether the draft has changed since it was published. */
  readonly differsFromDraft: boolean;
};

/**
 * Returns the action that usually comes next for a product in a catalog.
 *
 * @returns undefined for an archived one, and for a published one that equals its draft
 */
export function nextAction(facts: NextStepFacts): ProductAction | undefined {
  const { state, allowedActions, subscriptionCount, differsFromDraft } = facts;
  switch (state) {
    case 'STAGED':
      return 'PUBLISH';
    case 'PUBLISHED':
      return differsFromDraft ? 'PUBLISH' : undefined;
    case 'DEPRECATED':
      if (subscriptionCount === 0) return 'RETIRE';
      return allowedActions.includes('MIGRATE_SUBSCRIPTIONS')
        ? 'MIGRATE_SUBSCRIPTIONS'
        : 'SET_MIGRATION_TARGET';
    case 'RETIRED':
      return 'ARCHIVE';
    case 'ARCHIVED':
      return undefined;
  }
}

/**
 * Returns the state that an action leads to. Null is out of the catalog, where only REMOVE leads.
 *
 * @throws TRANSITION_REFUSED when the table has no such row; the message names the states that have one
 */
export function nextState(
  product: VersionedName,
  from: Position,
  action: Exclude<ProductAction, 'REMOVE'>,
): ProductState;
export function nextState(product: VersionedName, from: Position, action: ProductAction): Position;
export function nextState(product: VersionedName, from: Position, action: ProductAction): Position {
  const transition = productTransitions.find((each) => each.from === from && each.action === action);
  if (transition) return transition.to;
  return refuse('TRANSITION_REFUSED', {
    detail: `${positionText(product, from)}; ${inWords(action)} is for a product that is ${statesFor(productTransitions, action)}.`,
    path: ['input'],
  });
}

/**
 * Returns the state that an action on the old product leads the new one to.
 *
 * @throws TRANSITION_REFUSED when the new product is in another state than the table requires
 */
export function nextStateOfSuccessor(
  product: VersionedName,
  from: ProductState,
  action: SuccessionAction,
): Position {
  const transition = successorTransitions.find((each) => each.from === from && each.action === action);
  if (transition) return transition.to;
  return refuse('TRANSITION_REFUSED', {
    detail: `${positionText(product, from)}; ${inWords(action)} needs a new product that is ${statesFor(successorTransitions, action)}.`,
    path: ['input', 'new'],
  });
}

function positionText(product: VersionedName, state: Position): string {
  return `${versionedName(product)} is ${state ?? 'not in the catalog'}`;
}

function inWords(action: ProductAction): string {
  return action.toLowerCase().replaceAll('_', ' ');
}

function statesFor(table: readonly Transition[], action: ProductAction): string {
  const states = table
    .filter((each) => each.action === action)
    .map(({ from }) => from ?? 'not in the catalog');
  return [states.slice(0, -1).join(', '), ...states.slice(-1)].filter((part) => part !== '').join(' or ');
}

type SunsetRule = { readonly sunsetAt?: unknown; readonly sunsetIfIdleDays?: number | null | undefined };

/** @throws BAD_USER_INPUT when the days of a rule are none, or have no sunset */
export function checkSunsetRule({ sunsetAt, sunsetIfIdleDays: days }: SunsetRule, now: Date): void {
  const path = ['input', 'sunsetIfIdleDays'];
  if (days == null) return;
  if (sunsetAt == null)
    refuse('BAD_USER_INPUT', { detail: 'sunsetIfIdleDays needs sunsetAt: say when the sunset is.', path });
  firstDayOf({ days, path }, now);
}

/** @throws BAD_USER_INPUT when the sunset is in the past */
export function checkSunset(sunsetAt: Date | null | undefined, now: Date): void {
  if (sunsetAt == null || sunsetAt > now) return;
  refuse('BAD_USER_INPUT', {
    detail: `sunsetAt is ${sunsetAt.toISOString()}, which has passed: give an instant in the future.`,
    path: ['input', 'sunsetAt'],
  });
}

/** The states in which a product answers its subscribers' calls. (architecture.md, "Two versions on one path") */
export const servingStates: readonly ProductState[] = ['PUBLISHED', 'DEPRECATED'];

/** Is true when a product in this state answers its subscribers' calls. */
export function serves(state: ProductState): boolean {
  return servingStates.includes(state);
}
