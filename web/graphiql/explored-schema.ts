import {
  buildSchema,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

/** The schema of an API, and a first query. */
export type Explored = { readonly schema: GraphQLSchema; readonly query: string };

export function explored(sdl: string): Explored {
  const schema = buildSchema(sdl);
  return { schema, query: firstQuery(schema) };
}

/** Writes a query that can be sent as it is. It has the first field without required arguments, and its leaves. */
function firstQuery(schema: GraphQLSchema): string {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(isFree);
  const field =
    fields.find((each) => leaves(each).length > 0) ??
    fields.find((each) => isLeafType(getNamedType(each.type)));
  if (!field) return '';
  const { name } = field;
  const selection = leaves(field).map((leaf) => `    ${leaf}\n`);
  const selected = selection.length === 0 ? name : `${name} {\n${selection.join('')}  }`;
  return `query ${name.charAt(0).toUpperCase()}${name.slice(1)} {\n  ${selected}\n}\n`;
}

const isFree = ({ args }: GraphQLField<unknown, unknown>) => !args.some(isRequiredArgument);

function leaves({ type }: GraphQLField<unknown, unknown>): string[] {
  const named = getNamedType(type);
  if (!isObjectType(named)) return [];
  return Object.values(named.getFields())
    .filter((field) => isFree(field) && isLeafType(getNamedType(field.type)))
    .map(({ name }) => name);
}
