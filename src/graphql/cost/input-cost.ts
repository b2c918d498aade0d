import {
  type ArgumentNode,
  type GraphQLArgument,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { refuse } from '../../foundation/errors.ts';
import { type Amount, type Program, sum } from './amounts.ts';
import type { CostRules } from './cost-rules.ts';
import { hasVariables, resolvedValue } from './variable-values.ts';

const DEPTH_MAX = 100;

/** The arguments of a field or directive, whose weights count. Weights of the input fields within them count too. */
type ArgumentsCostInput = {
  /** `Query.users` or `@approximate`. */
  readonly of: string;
  readonly known: readonly GraphQLArgument[];
  readonly provided: readonly ArgumentNode[];
};

export function argumentsCost(
  { of, known, provided }: ArgumentsCostInput,
  { program, rules }: { readonly program: Program; readonly rules: CostRules },
): Amount {
  const amounts = provided.flatMap(({ name, value }) => {
    const argument = known.find((each) => each.name === name.value);
    if (!argument) return [];
    const own = weightOf(rules, `${of}(${argument.name}:)`, argument.type);
    if (own === 0 && !isInputObjectType(getNamedType(argument.type))) return [];
    const costOf = (value: unknown) =>
      value === undefined ? 0 : own + inputCost(argument.type, value, { rules, depth: 0 });
    return [
      hasVariables(value)
        ? program.read((variables) => costOf(resolvedValue(value, variables)))
        : costOf(resolvedValue(value, {})),
    ];
  });
  return program.fold(amounts, sum);
}

/** Is true when arguments cost nothing, whatever their values. */
export function areFree({ of, known }: Omit<ArgumentsCostInput, 'provided'>, rules: CostRules): boolean {
  return known.every(
    ({ name, type }) =>
      weightOf(rules, `${of}(${name}:)`, type) === 0 && !isInputObjectType(getNamedType(type)),
  );
}

function weightOf({ at }: CostRules, coordinate: string, type: GraphQLInputType): number {
  return at.get(coordinate)?.weight ?? (isInputObjectType(getNamedType(type)) ? 1 : 0);
}

/** @throws BAD_USER_INPUT when a value is nested too deep */
function inputCost(
  type: GraphQLInputType,
  value: unknown,
  input: { rules: CostRules; depth: number },
): number {
  const { rules, depth } = input;
  if (depth > DEPTH_MAX) refuse('BAD_USER_INPUT', { detail: `Nest values at most ${DEPTH_MAX} deep.` });
  const below = { rules, depth: depth + 1 };
  const nullable = getNullableType(type);
  if (isListType(nullable))
    return Array.isArray(value)
      ? sum(value.map((each) => inputCost(nullable.ofType, each, below)))
      : inputCost(nullable.ofType, value, below);
  if (!isInputObjectType(nullable) || typeof value !== 'object' || value === null) return 0;
  const fields = nullable.getFields();
  return sum(
    Object.entries(value).map(([name, inner]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (!field) return 0;
      const own = weightOf(rules, `${nullable.name}.${name}`, field.type);
      return own + inputCost(field.type, inner, below);
    }),
  );
}
