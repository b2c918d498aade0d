import {
  type CatalogProductDefinition,
  type Definitions,
  type Kind,
  type OrgDefinition,
  positionName,
} from './definition.ts';
import { type Difference, differenceOf } from './difference.ts';
import type { Faults, ManifestPath } from './manifest-fault.ts';
import { type PositionAction, removalPath, statesFrom, transitionPath } from './position-path.ts';

type ManifestAction = 'CREATE' | 'UPDATE' | 'DELETE' | 'TRANSITION';

/** One change that a manifest makes. */
export type ManifestStep = {
  readonly [K in Kind]: {
    readonly action: ManifestAction;
    readonly kind: K;
    /** The name that others refer to the thing by. */
    readonly name: string;
    /** The changes of the thing. Null where it is created or deleted as a whole. */
    readonly diff: Difference | null;
    /** The path of the thing, or of the list that lacks a deleted one. */
    readonly path: ManifestPath;
    readonly before: Definitions[K] | undefined;
    readonly after: Definitions[K] | undefined;
    /** The actions that bring a product in a catalog to its goal. */
    readonly way: readonly PositionAction[];
  };
}[Kind];

export type StepOf<K extends Kind> = Extract<ManifestStep, { readonly kind: K }>;

/** The order of changes: each kind after those it refers to. Deletions are in the reverse order. */
const ORDER = [
  'Org',
  'UserRegistry',
  'OAuthProvider',
  'Backend',
  'RuleSet',
  'Api',
  'Product',
  'Catalog',
  'CatalogProduct',
  'GraphQLServer',
] as const satisfies readonly Kind[];

type PlanManifestInput = {
  readonly current: OrgDefinition;
  readonly desired: OrgDefinition;
  readonly pathOf: (kind: Kind, name: string) => ManifestPath;
  /** Collects the positions that no transitions lead to. */
  readonly faults: Faults;
};

/**
 * Plans the steps that bring an org to the wanted state, in order. The list is empty when there is nothing to change.
 * It yields after each thing that was compared.
 */
export function* planManifest(input: PlanManifestInput): Generator<undefined, ManifestStep[]> {
  checkTargets(input);
  const steps: ManifestStep[] = [];
  for (const kind of ORDER) steps.push(...(yield* additionsAndChanges(input, kind)));
  return [...steps, ...ORDER.toReversed().flatMap((kind) => removals(input, kind))];
}

function* additionsAndChanges<K extends Kind>(
  input: PlanManifestInput,
  kind: K,
): Generator<undefined, ManifestStep[]> {
  const before = input.current[kind];
  const steps: ManifestStep[] = [];
  for (const [name, after] of input.desired[kind]) {
    const step = yield* additionOrChange(input, { kind, name, before: before.get(name), after });
    if (step) steps.push(step);
    yield;
  }
  return steps;
}

type DefinitionPair<K extends Kind> = {
  readonly kind: K;
  readonly name: string;
  readonly before: Definitions[K] | undefined;
  readonly after: Definitions[K];
};

function* additionOrChange<K extends Kind>(
  input: PlanManifestInput,
  pair: DefinitionPair<K>,
): Generator<undefined, ManifestStep | undefined> {
  const { kind, name, before, after } = pair;
  const diff = before ? yield* differenceOf(before, after) : null;
  if (diff === undefined) return undefined;
  const path = input.pathOf(kind, name);
  const step = { action: before ? 'UPDATE' : 'CREATE', ...pair, diff, path, way: [] } as ManifestStep;
  return step.kind === 'CatalogProduct' ? transition(input, step) : step;
}

/** Plans the lifecycle actions of a product in a catalog. */
function transition({ faults }: PlanManifestInput, step: StepOf<'CatalogProduct'>): ManifestStep {
  const { before, after, path, diff } = step;
  if (!after) return step;
  const way = transitionPath(before, after);
  if (!way) faults.add([...path, 'state'], noTransitionPath(before, after), 'TRANSITION_REFUSED');
  const moves = before?.state !== after.state;
  return {
    ...step,
    action: moves ? 'TRANSITION' : 'UPDATE',
    diff: before ? diff : { state: { before: null, after: after.state } },
    way: way ?? [],
  };
}

function noTransitionPath(
  before: CatalogProductDefinition | undefined,
  after: CatalogProductDefinition,
): string {
  const { catalog, product, state } = after;
  const from = before?.state ?? null;
  const stateText = `${product} is ${from ?? 'not'} in the catalog ${catalog}`;
  if (from === state)
    return `${stateText}, and a product that is ${state} cannot be changed as this says: leave it as it is.`;
  return `${stateText} and cannot become ${state} as this says; from there it becomes ${statesFrom(from).join(' or ') || 'nothing else'}.`;
}

/**
 * Checks that new migration targets are published and lead on to no other target. (spec.md, Supersede: the new version
 * becomes Published; `planSuccession`: a migration target never has one itself)
 */
function checkTargets({ current, desired, pathOf, faults }: PlanManifestInput): void {
  const targets = (org: OrgDefinition, name: string) => {
    const position = org.CatalogProduct.get(name);
    const product = position?.migrationTarget?.product;
    return product && position ? positionName({ catalog: position.catalog, product }) : undefined;
  };
  for (const name of desired.CatalogProduct.keys()) {
    const target = targets(desired, name);
    const onward = target && targets(desired, target);
    if (!target || (target === targets(current, name) && onward === targets(current, target))) continue;
    const path = [...pathOf('CatalogProduct', name), 'migrationTarget', 'product'];
    if (onward)
      faults.add(path, `The subscribers of ${target} are to go to ${onward}: name that as the target.`);
    else if (desired.CatalogProduct.get(target)?.state === 'STAGED')
      faults.add(
        path,
        `${target} is to be STAGED: subscribers go to a product that is PUBLISHED.`,
        'TRANSITION_REFUSED',
      );
  }
}

function removals<K extends Kind>(
  { current, desired, pathOf, faults }: PlanManifestInput,
  kind: K,
): ManifestStep[] {
  return [...current[kind]].toReversed().flatMap(([name, before]) => {
    if (desired[kind].has(name)) return [];
    const path = pathOf(kind, name);
    const step = {
      action: 'DELETE',
      kind,
      name,
      diff: null,
      path,
      before,
      after: undefined,
      way: [],
    } as ManifestStep;
    if (step.kind !== 'CatalogProduct' || !step.before) return [step];
    // The contents of a catalog are deleted with it.
    if (!desired.Catalog.has(step.before.catalog)) return [];
    const way = removalPath(step.before);
    if (!way)
      faults.add(
        path,
        `${name} is ${step.before.state} and cannot be taken out of the catalog: name it.`,
        'TRANSITION_REFUSED',
      );
    return [{ ...step, way: way ?? [] }];
  });
}
