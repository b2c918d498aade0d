import { type InputPath, refuse } from '../../foundation/errors.ts';

/**
 * The cost of one part of a GraphQL schema, and the length of its list. It stands for the directives `@cost` and
 * `@listSize` of the GraphQL cost directives specification (IBM, draft of 2021). Rules name schema coordinates, because
 * introspection loses directives.
 */
export type CostRule = {
  /** A schema coordinate: `User`, `User.age`, `Query.users(max:)`, `Filter.near`, `@approximate(by:)`. */
  readonly at: string;
  /** The weight. It defaults to 1 for composite types and 0 for scalars and enums. */
  readonly weight?: number;
  /** The length of the list when no slicing argument gives it. */
  readonly assumedSize?: number;
  /** The arguments that give the length of the list. `filter.max` is the field of an input object. */
  readonly slicingArguments?: readonly string[];
  /** Requires exactly one of the slicing arguments. The default is true. */
  readonly requireOneSlicingArgument?: boolean;
  /** The fields of the object whose lists have the length, for example `edges`. */
  readonly sizedFields?: readonly string[];
};

/** Costs of documents of a GraphQL API, besides the directives of its schema. */
export type GraphQLCosts = {
  /** The length of a list that no rule covers. */
  readonly assumedListSize?: number;
  readonly rules?: readonly CostRule[];
};

/** Costs as the management API and a manifest take them. Null is as if left out. */
export type GraphQLCostsDraft = {
  readonly assumedListSize?: number | null | undefined;
  readonly rules?:
    | readonly ({ readonly at: string } & {
        readonly [Each in Exclude<keyof CostRule, 'at'>]?: CostRule[Each] | null | undefined;
      })[]
    | null
    | undefined;
};

const ASSUMED_LIST_SIZE = 10;
const RULES_MAX = 1_000;
const SIZE_MAX = 1_000_000;
const WEIGHT_MAX = 1_000_000;

export function assumedListSizeOf({ assumedListSize }: GraphQLCosts): number {
  return assumedListSize ?? ASSUMED_LIST_SIZE;
}

/**
 * Checks costs and puts them in the form in which they are stored. The schema is checked for the coordinates elsewhere.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function graphqlCostsFrom({ assumedListSize, rules }: GraphQLCostsDraft): GraphQLCosts | undefined {
  const path = ['input', 'costs'];
  if (assumedListSize != null) checkSize(assumedListSize, [...path, 'assumedListSize']);
  if (rules != null && rules.length > RULES_MAX)
    refuse('BAD_USER_INPUT', { detail: `Give at most ${RULES_MAX} rules.`, path: [...path, 'rules'] });
  const read = (rules ?? []).map((rule, index) => ruleFrom(rule, [...path, 'rules', index]));
  const costs = {
    ...(assumedListSize != null && { assumedListSize }),
    ...(read.length > 0 && { rules: read }),
  };
  return Object.keys(costs).length > 0 ? costs : undefined;
}

function ruleFrom(draft: NonNullable<GraphQLCostsDraft['rules']>[number], path: InputPath): CostRule {
  const { weight, assumedSize } = draft;
  if (weight != null && !(Math.abs(weight) <= WEIGHT_MAX))
    refuse('BAD_USER_INPUT', {
      detail: `weight is ${weight}: give a number from -${WEIGHT_MAX} to ${WEIGHT_MAX}.`,
      path: [...path, 'weight'],
    });
  if (assumedSize != null) checkSize(assumedSize, [...path, 'assumedSize']);
  const entries = Object.entries(draft).filter(([, value]) => value != null);
  return Object.fromEntries(entries) as CostRule;
}

function checkSize(value: number, path: InputPath): void {
  if (Number.isInteger(value) && value >= 0 && value <= SIZE_MAX) return;
  refuse('BAD_USER_INPUT', {
    detail: `${path.at(-1)} is ${value}: give a whole number from 0 to ${SIZE_MAX}.`,
    path,
  });
}
