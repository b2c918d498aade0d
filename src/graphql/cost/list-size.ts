import {
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import type { CostRule } from '../../domain/api/graphql-costs.ts';
import { refuse } from '../../foundation/errors.ts';
import type { Variables } from './amounts.ts';
import { isMember, resolvedValue } from './variable-values.ts';

/** Counts nested lists: `[[Int]]` is 2. */
export function listDepth(type: GraphQLOutputType): number {
  const nullable = getNullableType(type);
  return isListType(nullable) ? 1 + listDepth(nullable.ofType) : 0;
}

type SlicedField = { readonly field: GraphQLField<unknown, unknown>; readonly node: FieldNode };

/**
 * Returns the length of a list by the slicing arguments of its field. It is the largest of several, and undefined when
 * none is given. The schema's defaults count as given. (Cost directives specification, "slicingArguments")
 *
 * @throws GRAPHQL_VALIDATION_FAILED when one is negative or no whole number, or when the rule requires exactly one and
 * there is not
 */
export function slicedSize(
  { field, node }: SlicedField,
  { slicingArguments = [], requireOneSlicingArgument = true }: CostRule,
  variables: Variables,
): number | undefined {
  const sizes: number[] = [];
  const byDefault: number[] = [];
  for (const path of slicingArguments) {
    const { size, isGiven } = sizeAt({ field, node }, path, variables);
    if (size !== undefined) (isGiven ? sizes : byDefault).push(size);
  }
  const isOne = sizes.length === 1 || (sizes.length === 0 && byDefault.length > 0);
  if (slicingArguments.length > 0 && requireOneSlicingArgument && !isOne)
    refuse('GRAPHQL_VALIDATION_FAILED', {
      detail: `Give the field ${field.name} exactly one of ${slicingArguments.join(', ')}: it says how long the list may be.`,
    });
  const all = [...sizes, ...byDefault];
  return all.length > 0 ? Math.max(...all) : undefined;
}

function sizeAt(
  { field, node }: SlicedField,
  path: string,
  variables: Variables,
): { size: number | undefined; isGiven: boolean } {
  const [name = '', ...rest] = path.split('.');
  const argument = field.args.find((arg) => arg.name === name);
  const written = node.arguments?.find((arg) => arg.name.value === name);
  let value = written && resolvedValue(written.value, variables);
  let isGiven = value !== undefined;
  let at: GraphQLArgument | GraphQLInputField | undefined = argument;
  if (value === undefined) value = at?.defaultValue;
  for (const each of rest) {
    at = at && memberOf(at.type, each);
    const inner: unknown = isMember(value, each) ? value[each] : undefined;
    isGiven &&= inner !== undefined;
    value = inner === undefined && value != null ? at?.defaultValue : inner;
  }
  return { size: value == null ? undefined : checked(value, path), isGiven };
}

function memberOf(type: GraphQLInputType, name: string): GraphQLInputField | undefined {
  const object = getNamedType(type);
  return isInputObjectType(object) ? object.getFields()[name] : undefined;
}

/** Accepts whole numbers only. A lenient server could read other values as a length. */
function checked(value: unknown, path: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  return refuse('GRAPHQL_VALIDATION_FAILED', {
    detail: `Give ${path} as a whole number of at least 0: it says how long the list may be.`,
  });
}
