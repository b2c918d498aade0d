import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isInputType,
  isLeafType,
  isListType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { isObject } from '../../foundation/json.ts';

/** Members beyond the fields of a type that an object may have. GraphQL.js reports them. */
const SURPLUS_MAX = 20;

type Surplus = {
  readonly type: GraphQLInputObjectType;
  readonly members: number;
  readonly path: InputPath;
};
type Variables = Readonly<Record<string, unknown>>;

/**
 * Refuses objects in variables that have many more members than their type has fields.
 *
 * GraphQL.js looks for fields of a similar name for each of them, and repeats the object in each error.
 *
 * @throws BAD_USER_INPUT
 */
export function refuseSurplusMembers(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Variables,
): void {
  const surplus = surplusIn(schema, operation, variables);
  if (!surplus) return;
  const { type, members, path } = surplus;
  refuse('BAD_USER_INPUT', {
    detail: `An object has ${members} members, and ${type.name} has ${fieldCount(type)} fields: leave out what is none of them.`,
    path,
  });
}

/** Returns the first object in variables that `refuseSurplusMembers` refuses. */
export function surplusIn(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Variables,
): Surplus | undefined {
  for (const { type, variable } of variableDefinitions) {
    const { value: name } = variable.name;
    const known = typeFromAST(schema, type);
    const surplus = isInputType(known) && surplusOf(known, variables[name], [name]);
    if (surplus) return surplus;
  }
  return undefined;
}

const fieldCount = (type: GraphQLInputObjectType) => Object.keys(type.getFields()).length;

function surplusOf(of: GraphQLInputType, value: unknown, path: InputPath): Surplus | undefined {
  const type = getNullableType(of);
  if (isListType(type)) return surplusOfList(type.ofType, value, path);
  if (!isInputObjectType(type) || !isObject(value)) return undefined;
  const members = Object.keys(value).length;
  if (members > fieldCount(type) + SURPLUS_MAX) return { type, members, path };
  for (const [name, field] of Object.entries(type.getFields())) {
    const surplus = Object.hasOwn(value, name) && surplusOf(field.type, value[name], [...path, name]);
    if (surplus) return surplus;
  }
  return undefined;
}

function surplusOfList(of: GraphQLInputType, value: unknown, path: InputPath): Surplus | undefined {
  if (isLeafType(getNamedType(of))) return undefined;
  const list = Array.isArray(value) ? value : [value];
  for (const [at, each] of list.entries()) {
    const surplus = surplusOf(of, each, [...path, at]);
    if (surplus) return surplus;
  }
  return undefined;
}
