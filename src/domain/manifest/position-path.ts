import {
  type Position,
  type ProductAction,
  type ProductState,
  productTransitions,
} from '../product/lifecycle.ts';
import type { CatalogProductDefinition } from './definition.ts';
import { isSame } from './difference.ts';

/**
 * The actions that a manifest can request. A manifest moves no subscription, so it neither replaces nor migrates. Of
 * subscribers it states only their migration target.
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

/** An action that a manifest can request. */
export type PositionAction = (typeof ACTIONS)[number];

/** The parts of a position that transitions can still change. */
type ProductPosition = {
  readonly state: Position;
  /** Is true when the member is as wanted. `copy` includes visibility and subscribability. */
  readonly copy: boolean;
  readonly target: boolean;
  readonly sunset: boolean;
};

/** The parts of the wanted position that decide which actions lead there. */
type PositionGoal = { readonly hasTarget: boolean; readonly hasSunset: boolean };

const sunsetOf = (position: CatalogProductDefinition | undefined) => [
  position?.sunsetAt ?? null,
  position?.sunsetIfIdleDays ?? null,
];

/**
 * Finds the shortest list of transitions from one position to another. Undefined when there is none. (the table of
 * `lifecycle.ts`)
 *
 * Decision: nothing is retired on the way to a state other than Retired and Archived. Its subscriptions would end, and
 * a manifest does not state subscriptions. Nothing is removed from the catalog to be added again.
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
    sunset: isSame(sunsetOf(before), sunsetOf(after)),
  };
  const wish = { hasTarget: after.migrationTarget !== null, hasSunset: after.sunsetAt !== null };
  const mayRetire = after.state === 'ARCHIVED' || after.state === 'RETIRED';
  return shortest(start, {
    wish,
    isThere: (position) =>
      position.state === after.state && position.copy && position.target && position.sunset,
    mayPass: (state) => state !== null && (mayRetire || (state !== 'RETIRED' && state !== 'ARCHIVED')),
  });
}

/**
 * Finds the shortest list of transitions out of a catalog. The product has no subscribers. Undefined when there is
 * none.
 */
export function removalPath({ state }: CatalogProductDefinition): readonly PositionAction[] | undefined {
  const wish = { hasTarget: false, hasSunset: false };
  const start = { state, copy: true, target: true, sunset: true };
  return shortest(start, {
    wish,
    isThere: (position) => position.state === null,
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
  readonly isThere: (position: ProductPosition) => boolean;
  readonly mayPass: (state: Position) => boolean;
};

function shortest(
  start: ProductPosition,
  { wish, isThere, mayPass }: Search,
): readonly PositionAction[] | undefined {
  const seen = new Set<string>();
  let ways: { position: ProductPosition; actions: readonly PositionAction[] }[] = [
    { position: start, actions: [] },
  ];
  while (ways.length > 0) {
    const arrived = ways.find(({ position }) => isThere(position));
    if (arrived) return arrived.actions;
    ways = ways
      .flatMap(({ position, actions }) =>
        steps(position, wish).map((next) => ({
          position: next.position,
          actions: [...actions, next.action],
        })),
      )
      .filter(({ position }) => {
        const key = JSON.stringify(position);
        if (seen.has(key) || !mayPass(position.state)) return false;
        seen.add(key);
        return true;
      });
  }
  return undefined;
}

function steps(
  position: ProductPosition,
  wish: PositionGoal,
): { action: PositionAction; position: ProductPosition }[] {
  return ACTIONS.filter((action) => action !== 'SUPERSEDE' || wish.hasTarget).flatMap((action) =>
    productTransitions
      .filter((each) => each.from === position.state && each.action === action)
      .map(({ to }) => ({
        action,
        position: { ...position, ...effectOf(action, position, wish), state: to },
      })),
  );
}

/** Returns the result of an action towards the goal. A retired product has neither migration target nor sunset. */
function effectOf(
  action: PositionAction,
  { state }: ProductPosition,
  wish: PositionGoal,
): Partial<ProductPosition> {
  if (action === 'STAGE' || action === 'PUBLISH')
    // A product that returns to the catalog loses its dates and its migration target.
    return state === 'DEPRECATED' || state === 'RETIRED'
      ? { copy: true, target: !wish.hasTarget, sunset: !wish.hasSunset }
      : { copy: true };
  if (action === 'SUPERSEDE') return { target: true, sunset: true };
  if (action === 'DEPRECATE') return { sunset: true };
  if (action === 'SET_MIGRATION_TARGET') return { target: true };
  if (action === 'RETIRE') return { target: !wish.hasTarget, sunset: !wish.hasSunset };
  return {};
}

/** Lists the states that the table leads to from a state. */
export function statesFrom(state: Position): ProductState[] {
  const reached = productTransitions.filter(({ from, to }) => from === state && to !== state);
  return [...new Set(reached.flatMap(({ to }) => (to === null ? [] : [to])))];
}
