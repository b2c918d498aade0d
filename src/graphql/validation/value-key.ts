import { Kind, type ValueNode } from 'graphql';

/** Returns a literal value as text. Only equal values have the same text, whatever the order of members. */
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
