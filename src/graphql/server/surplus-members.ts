import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isInputType,
  isListType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { isObject } from '../../foundation/json.ts';

/** Members above the number of fields that GraphQL.js itself may report. */
const SURPLUS_MAX = 20;

/**
 * Refuses objects in variables that have many more members than their type has fields.
 *
 * GraphQL.js looks for fields of a similar name for each of them, and repeats the object in each error.
 *
 * @throws BAD_USER_INPUT
 */
export function refuseSurplusMembers(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): void {
  for (const { type, variable } of variableDefinitions) {
    const { value: name } = variable.name;
    const known = typeFromAST(schema, type);
    if (isInputType(known)) checkValue(known, variables[name], [name]);
  }
}

/** Tells whether `refuseSurplusMembers` refuses these variables. */
export function hasSurplusMembers(...asked: Parameters<typeof refuseSurplusMembers>): boolean {
  try {
    refuseSurplusMembers(...asked);
    return false;
  } catch {
    return true;
  }
}

function checkValue(of: GraphQLInputType, value: unknown, path: InputPath): void {
  const type = getNullableType(of);
  if (isListType(type)) {
    const list = Array.isArray(value) ? value : [value];
    for (const [at, each] of list.entries()) checkValue(type.ofType, each, [...path, at]);
  } else if (isInputObjectType(type) && isObject(value)) {
    const fields = type.getFields();
    const [most, members] = [Object.keys(fields).length, Object.keys(value).length];
    if (members > most + SURPLUS_MAX)
      refuse('BAD_USER_INPUT', {
        detail: `An object has ${members} members, and ${type.name} has ${most} fields: leave out what is none of them.`,
        path,
      });
    for (const [name, field] of Object.entries(fields))
      if (Object.hasOwn(value, name)) checkValue(field.type, value[name], [...path, name]);
  }
}
