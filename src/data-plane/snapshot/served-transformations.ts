import {
  compileStepCondition,
  compileStepText,
  type StepExpression,
} from '../../domain/access-policy/step-expression.ts';
import type { SteppedSettings } from '../../domain/api/compat.ts';
import type { QuerySetting } from '../../domain/api/query-steps.ts';
import type { HeaderSetting, Transformation } from '../../domain/api/transformations.ts';
import { headerKey } from '../../domain/api/transformed-headers.ts';

/** The value that a step gives a header or a query parameter. Null removes it. */
type StepValue = string | StepExpression<string> | null;

/** The query parameter that a step changes: it gets another name, or a value. */
type ServedQuery = { readonly name: string } & ({ readonly to: string } | { readonly value: StepValue });

/** A step as calls take it. */
export type ServedStep = {
  /** Its JSON pointer in the settings of the API: `/transformations/0`. */
  readonly place: string;
  readonly condition: StepExpression<boolean> | undefined;
  /** The header that it writes; undefined for none. The key is for comparison. */
  readonly header: { readonly name: string; readonly key: string; readonly value: StepValue } | undefined;
  readonly query: ServedQuery | undefined;
  readonly rewritePath: string | undefined;
  /** The expression that gives the JSON of the body. */
  readonly json: string | undefined;
};

/** The steps of one side of an operation, and what their expressions read. */
export type SideSteps = {
  readonly steps: readonly ServedStep[];
  readonly hasExpressions: boolean;
  /** Tells whether some step changes JSON. The body then has to be read as a whole. */
  readonly changesJson: boolean;
  readonly readsClaims: boolean;
  readonly readsHeaders: boolean;
};

/** The steps that calls of an operation take. */
export type OperationSteps = { readonly request: SideSteps; readonly answer: SideSteps };

/** Operations whose steps are kept. A document has a few hundred; a GraphQL API has three kinds, and registered ones. */
const OPERATIONS_MAX = 2_000;

const served = new WeakMap<SteppedSettings, ServedTransformations>();

/** Returns the steps that settings describe. A snapshot on disk has the settings. */
export function servedTransformations(settings: SteppedSettings): ServedTransformations {
  const known = served.get(settings);
  if (known) return known;
  const made = new ServedTransformations(settings);
  served.set(settings, made);
  return made;
}

/**
 * The steps of an API. They are compiled with the first call of an operation, since of thousands of APIs few are called.
 */
class ServedTransformations {
  /** In the order of calls. A request passes the steps to the serving version last, its answer those from there first. */
  readonly #all: readonly { readonly step: Transformation; readonly place: string }[];
  readonly #served = new Map<Transformation, ServedStep>();
  readonly #byOperation = new Map<string, OperationSteps | null>();

  constructor({ transformations = [], compat }: SteppedSettings) {
    const placed = (steps: readonly Transformation[], list: string) =>
      steps.map((step, at) => ({ step, place: `/${list}/${at}` }));
    this.#all = [
      ...placed(compat?.answer ?? [], 'compat/answer'),
      ...placed(transformations, 'transformations'),
      ...placed(compat?.request ?? [], 'compat/request'),
    ];
  }

  /**
   * Returns the steps of an operation; null for none.
   *
   * @throws ConditionFault for an expression that this version of the platform cannot read
   */
  of(operation: string): OperationSteps | null {
    const known = this.#byOperation.get(operation);
    if (known !== undefined) return known;
    const own = this.#all.filter(({ step }) => isFor(step, operation));
    const sideOf = (side: Transformation['on']) =>
      sideSteps(own.flatMap(({ step, place }) => (step.on === side ? [this.#step(step, place)] : [])));
    const made = own.length === 0 ? null : { request: sideOf('REQUEST'), answer: sideOf('ANSWER') };
    if (this.#byOperation.size < OPERATIONS_MAX) this.#byOperation.set(operation, made);
    return made;
  }

  /** Tells whether steps change the JSON of an operation's requests. */
  changesRequestJson(operation: string): boolean {
    return this.#all.some(
      ({ step }) => step.on === 'REQUEST' && step.json !== undefined && isFor(step, operation),
    );
  }

  #step(step: Transformation, place: string): ServedStep {
    const known = this.#served.get(step);
    if (known) return known;
    const { on, condition, setHeader, removeHeader, rewritePath, json } = step;
    const made: ServedStep = {
      place,
      condition: condition === undefined ? undefined : compileStepCondition(condition, on),
      header: headerOf(step, setHeader ?? (removeHeader === undefined ? undefined : { name: removeHeader })),
      query: queryOf(step),
      rewritePath,
      json,
    };
    this.#served.set(step, made);
    return made;
  }
}

const isFor = ({ operations }: Transformation, operation: string) =>
  operations.length === 0 || operations.includes(operation);

function headerOf({ on }: Transformation, header: HeaderSetting | undefined): ServedStep['header'] {
  return header && { name: header.name, key: headerKey(header.name), value: valueFrom(header, on) };
}

function queryOf({ on, setQuery, removeQuery, renameQuery }: Transformation): ServedQuery | undefined {
  if (renameQuery) return { name: renameQuery.from, to: renameQuery.to };
  if (setQuery) return { name: setQuery.name, value: valueFrom(setQuery, on) };
  return removeQuery === undefined ? undefined : { name: removeQuery, value: null };
}

const valueFrom = (
  { value, expression }: HeaderSetting | QuerySetting,
  on: Transformation['on'],
): StepValue => (expression === undefined ? (value ?? null) : compileStepText(expression, on));

function sideSteps(steps: readonly ServedStep[]): SideSteps {
  const expressions = steps.flatMap(({ condition, header, query }) => {
    const values = [header?.value, query && 'value' in query ? query.value : undefined];
    return [condition, ...values].flatMap((each) => (typeof each === 'object' && each ? [each] : []));
  });
  return {
    steps,
    hasExpressions: expressions.length > 0,
    changesJson: steps.some(({ json }) => json !== undefined),
    readsClaims: expressions.some(({ readsClaims }) => readsClaims),
    readsHeaders: expressions.some(({ readsHeaders }) => readsHeaders),
  };
}
