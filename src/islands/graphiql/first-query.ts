import {
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

/** A query that can be sent as it is: the first field without required arguments, and its leaves. */
export function firstQuery(schema: GraphQLSchema): string {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(isFree);
  const field =
    fields.find((each) => leaves(each).length > 0) ??
    fields.find((each) => isLeafType(getNamedType(each.type)));
  if (!field) return '';
  const selected = leaves(field);
  return selected.length === 0
    ? `{\n  ${field.name}\n}\n`
    : `{\n  ${field.name} {\n    ${selected.join('\n    ')}\n  }\n}\n`;
}

const isFree = ({ args }: GraphQLField<unknown, unknown>) => !args.some(isRequiredArgument);

function leaves({ type }: GraphQLField<unknown, unknown>): string[] {
  const named = getNamedType(type);
  if (!isObjectType(named)) return [];
  return Object.values(named.getFields())
    .filter((field) => isFree(field) && isLeafType(getNamedType(field.type)))
    .map(({ name }) => name);
}
