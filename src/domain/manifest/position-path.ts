import {
  type Position,
  type ProductAction,
  type ProductState,
  productTransitions,
} from '../product/lifecycle.ts';
import type { CatalogProductDefinition } from './definition.ts';
import { isSame } from './difference.ts';

/**
 * The actions that a manifest can ask for. It moves no subscription, so it neither replaces nor migrates: what it says
 * of subscribers is where they are offered to go.
 */
const ACTIONS = [
  'STAGE',
  'PUBLISH',
  'SUPERSEDE',
  'DEPRECATE',
  'SET_MIGRATION_TARGET',
  'RETIRE',
  'ARCHIVE',
  'REMOVE',
] as const satisfies readonly ProductAction[];

/** An action that a manifest can ask for. */
export type PositionAction = (typeof ACTIONS)[number];

/** What a transition can still have to bring about besides the state. */
type ProductPosition = {
  readonly state: Position;
  /** Is it as wanted: the copy with its visibility and subscribability, the migration target, the sunset? */
  readonly copy: boolean;
  readonly target: boolean;
  readonly sunset: boolean;
};

/** What is wanted of a position, as far as the way to it depends on it. */
type PositionGoal = { readonly hasTarget: boolean; readonly hasSunset: boolean };

/**
 * The shortest way of allowed transitions from one position to another, with all that the other says; undefined where
 * there is none. (the table of `lifecycle.ts`)
 *
 * Decision: nothing is retired on the way to a state other than Retired and Archived. Subscriptions would end, of which
 * a manifest does not speak. Nor is anything taken out of the catalog to be brought in again.
 *
 * @param before undefined where the product is not in the catalog
 */
export function transitionPath(
  before: CatalogProductDefinition | undefined,
  after: CatalogProductDefinition,
): readonly PositionAction[] | undefined {
  const start: ProductPosition = {
    state: before?.state ?? null,
    copy: before !== undefined && isSameCopy(before, after),
    target: isSame(before?.migrationTarget ?? null, after.migrationTarget),
    sunset: (before?.sunsetAt ?? null) === after.sunsetAt,
  };
  const wish = { hasTarget: after.migrationTarget !== null, hasSunset: after.sunsetAt !== null };
  const mayRetire = after.state === 'ARCHIVED' || after.state === 'RETIRED';
  return shortest(start, {
    wish,
    isThere: (standing) =>
      standing.state === after.state && standing.copy && standing.target && standing.sunset,
    mayPass: (state) => state !== null && (mayRetire || (state !== 'RETIRED' && state !== 'ARCHIVED')),
  });
}

/** The shortest way out of a catalog, for a product that nobody is subscribed to; undefined where there is none. */
export function removalPath({ state }: CatalogProductDefinition): readonly PositionAction[] | undefined {
  const wish = { hasTarget: false, hasSunset: false };
  const start = { state, copy: true, target: true, sunset: true };
  return shortest(start, {
    wish,
    isThere: (standing) => standing.state === null,
    mayPass: () => true,
  });
}

function isSameCopy(before: CatalogProductDefinition, after: CatalogProductDefinition): boolean {
  const copyOf = ({ copy, visibility, subscribability }: CatalogProductDefinition) => {
    return { copy, visibility, subscribability };
  };
  return isSame(copyOf(before), copyOf(after));
}

type Search = {
  readonly wish: PositionGoal;
  readonly isThere: (standing: ProductPosition) => boolean;
  readonly mayPass: (state: Position) => boolean;
};

function shortest(
  start: ProductPosition,
  { wish, isThere, mayPass }: Search,
): readonly PositionAction[] | undefined {
  const seen = new Set<string>();
  let ways: { standing: ProductPosition; actions: readonly PositionAction[] }[] = [
    { standing: start, actions: [] },
  ];
  while (ways.length > 0) {
    const arrived = ways.find(({ standing }) => isThere(standing));
    if (arrived) return arrived.actions;
    ways = ways
      .flatMap(({ standing, actions }) =>
        steps(standing, wish).map((next) => ({
          standing: next.standing,
          actions: [...actions, next.action],
        })),
      )
      .filter(({ standing }) => {
        const key = JSON.stringify(standing);
        if (seen.has(key) || !mayPass(standing.state)) return false;
        seen.add(key);
        return true;
      });
  }
  return undefined;
}

function steps(
  standing: ProductPosition,
  wish: PositionGoal,
): { action: PositionAction; standing: ProductPosition }[] {
  return ACTIONS.filter((action) => action !== 'SUPERSEDE' || wish.hasTarget).flatMap((action) =>
    productTransitions
      .filter((each) => each.from === standing.state && each.action === action)
      .map(({ to }) => ({
        action,
        standing: { ...standing, ...effectOf(action, standing, wish), state: to },
      })),
  );
}

/** What an action brings about, given what is wanted. What is retired leads nowhere, and has no sunset to come. */
function effectOf(
  action: PositionAction,
  { state }: ProductPosition,
  wish: PositionGoal,
): Partial<ProductPosition> {
  if (action === 'STAGE' || action === 'PUBLISH')
    // What comes again is not on its way out: its dates and its migration target go.
    return state === 'DEPRECATED' || state === 'RETIRED'
      ? { copy: true, target: !wish.hasTarget, sunset: !wish.hasSunset }
      : { copy: true };
  if (action === 'SUPERSEDE') return { target: true, sunset: true };
  if (action === 'DEPRECATE') return { sunset: true };
  if (action === 'SET_MIGRATION_TARGET') return { target: true };
  if (action === 'RETIRE') return { target: !wish.hasTarget, sunset: !wish.hasSunset };
  return {};
}

/** The states that a product can come to from where it is, by the table. */
export function statesFrom(state: Position): ProductState[] {
  const reached = productTransitions.filter(({ from, to }) => from === state && to !== state);
  return [...new Set(reached.flatMap(({ to }) => (to === null ? [] : [to])))];
}
