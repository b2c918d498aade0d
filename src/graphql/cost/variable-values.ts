import { Kind, type OperationDefinitionNode, type ValueNode, valueFromASTUntyped, visit } from 'graphql';
import type { Variables } from './amounts.ts';

/** What the variables of an operation are where a call gives nothing for them. */
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

/** A value of a document, its variables filled in; undefined where a variable has none. */
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

/** Has the value this member itself, and not from where every object has it? */
export function isMember(value: unknown, name: string): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name);
}
