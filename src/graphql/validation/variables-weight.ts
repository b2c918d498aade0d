import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isInputType,
  isLeafType,
  isListType,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { isObject } from '../../foundation/json.ts';

/** Weight of an object, and of each of its members. GraphQL.js takes as much longer for them than for an item. */
const MEMBER_WEIGHT = 5;

type Weighed = {
  readonly schema: GraphQLSchema;
  readonly definitions: readonly VariableDefinitionNode[];
  readonly variables: Readonly<Record<string, unknown>>;
};

/**
 * Tells whether the values of variables take long to check.
 *
 * It counts items of lists, and members of objects. Values of scalars count as one, whatever they hold. It looks no further than that.
 */
export function isHeavierThan(most: number, { schema, definitions, variables }: Weighed): boolean {
  const pending: [GraphQLInputType, unknown][] = [];
  for (const { type, variable } of definitions) {
    const known = typeFromAST(schema, type);
    if (isInputType(known)) pending.push([known, variables[variable.name.value]]);
  }
  let weight = 0;
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [type, value] = [getNullableType(next[0]), next[1]];
    if (isListType(type)) {
      const items: readonly unknown[] = Array.isArray(value) ? value : [value];
      weight += items.length;
      if (weight > most) return true;
      if (!isLeafType(getNullableType(type.ofType)))
        for (const item of items) pending.push([type.ofType, item]);
    } else if (isInputObjectType(type) && isObject(value)) {
      weight += MEMBER_WEIGHT * (1 + Object.keys(value).length);
      if (weight > most) return true;
      for (const { name, type: ofField } of Object.values(type.getFields()))
        if (Object.hasOwn(value, name)) pending.push([ofField, value[name]]);
    }
  }
  return false;
}
