import { Kind, type OperationDefinitionNode, type ValueNode, valueFromASTUntyped, visit } from 'graphql';
import type { Variables } from './amounts.ts';

/** Returns the defaults of an operation's variables. */
export function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Variables {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)] as const] : [],
    ),
  );
}

export function hasVariables(node: ValueNode): boolean {
  let found = false;
  visit(node, {
    Variable() {
      found = true;
    },
  });
  return found;
}

/** Returns a value of a document with its variables. Undefined where a variable has no value. */
export function resolvedValue(node: ValueNode, variables: Variables): unknown {
  switch (node.kind) {
    case Kind.VARIABLE: {
      const { value: name } = node.name;
      return isMember(variables, name) ? variables[name] : undefined;
    }
    case Kind.LIST:
      return node.values.map((each) => resolvedValue(each, variables) ?? null);
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields
          .map((field) => [field.name.value, resolvedValue(field.value, variables)] as const)
          .filter(([, value]) => value !== undefined),
      );
    default:
      return valueFromASTUntyped(node);
  }
}

/** Is true when the value itself has the member. Members that every object inherits do not count. */
export function isMember(value: unknown, name: string): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name);
}
