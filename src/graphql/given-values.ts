import { Kind, type OperationDefinitionNode, type ValueNode, valueFromASTUntyped, visit } from 'graphql';
import type { Variables } from './amounts.ts';

/** Where the values of variables come from: what the call gives, else the operation's defaults. */
export type Values = { readonly defaults: Variables };

export function variableDefaults({ variableDefinitions = [] }: OperationDefinitionNode): Values {
  const said = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
  );
  return { defaults: Object.assign(Object.create(null), Object.fromEntries(said)) };
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
export function valueGiven(node: ValueNode, values: Values & { readonly variables: Variables }): unknown {
  switch (node.kind) {
    case Kind.VARIABLE: {
      const { value: name } = node.name;
      return isMember(values.variables, name) ? values.variables[name] : values.defaults[name];
    }
    case Kind.LIST:
      return node.values.map((each) => valueGiven(each, values) ?? null);
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields
          .map((field) => [field.name.value, valueGiven(field.value, values)] as const)
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
