import { Kind, type ValueNode } from 'graphql';

/** A literal value as text that only the same value has: the members of an object may stand in any order. */
export function valueKey(value: ValueNode): string {
  switch (value.kind) {
    case Kind.VARIABLE:
      return `$${value.name.value}`;
    case Kind.LIST:
      return `[${value.values.map(valueKey).join()}]`;
    case Kind.OBJECT:
      return `{${value.fields
        .map((field) => `${field.name.value}:${valueKey(field.value)}`)
        .sort()
        .join()}}`;
    case Kind.STRING:
      return `${value.block ? '"""' : ''}${JSON.stringify(value.value)}`;
    case Kind.NULL:
      return 'null';
    default:
      return `${value.value}`;
  }
}
