import {
  defaultFieldResolver,
  type GraphQLField,
  GraphQLID,
  type GraphQLInputType,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  getNamedType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isSpecifiedDirective,
} from 'graphql';
import { guardRootField, pathSegment } from '../rest/guard-root-field.ts';
import { MeshCall } from '../rest/mesh-fetch.ts';
import { recordMember } from '../rest/record-member.ts';
import type { GraphQLServerContext } from '../serve/context.ts';

/** Identifiers by spec.md. Mesh has no such type for OpenAPI and makes a String of it. */
const identifiers = new Set(['Customer.id', 'Query.getCustomerById(id:)']);

/**
 * Makes the public schema of the one that Mesh built.
 *
 * Identifiers are of type ID, every field has a description, root fields are guarded, and Mesh's own directives and
 * their types are left out. The given schema is used up.
 */
export function publicSchema(built: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(built.getTypeMap()))
    if (isObjectType(type) && !isIntrospectionType(type))
      for (const field of Object.values(type.getFields())) amend(field, type);
  const query = built.getQueryType();
  if (!query) throw new TypeError('The schema that Mesh built has no queries.');
  query.description ??=
    'What can be asked of the back-ends; several queries in one document are answered together.';
  for (const field of Object.values(query.getFields())) {
    callByMesh(field);
    guardRootField(field);
  }
  return new GraphQLSchema({ query, directives: built.getDirectives().filter(isSpecifiedDirective) });
}

function amend(field: GraphQLField<unknown, GraphQLServerContext>, type: GraphQLObjectType): void {
  const coordinate = `${type.name}.${field.name}`;
  // Records are those of the back-end, and .meshrc.yaml renames none of their members.
  if (type.name !== 'Query') Object.assign(field, recordMember(field.name));
  if (identifiers.has(coordinate)) field.type = asId(field.type);
  field.description ??= getNamedType(field.type).description;
  for (const argument of field.args)
    if (identifiers.has(`${coordinate}(${argument.name}:)`)) argument.type = asId(argument.type);
}

/** Lets Mesh make the call. The arguments, all of them path segments, are encoded: it inserts them as they come. */
function callByMesh(field: GraphQLField<unknown, GraphQLServerContext>): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = async (...[root, args, context, info]) => {
    const segments = Object.entries(args).map(([name, value]) => [name, pathSegment(name, String(value))]);
    const call = new MeshCall(context.backend);
    const result: unknown = await resolve(
      root,
      Object.fromEntries(segments),
      { ...context, fetch: call.fetch } as GraphQLServerContext,
      info,
    );
    return result instanceof Error ? result : call.answer;
  };
}

function asId(
  type: GraphQLInputType | GraphQLOutputType,
): GraphQLNonNull<typeof GraphQLID> | typeof GraphQLID {
  return isNonNullType(type) ? new GraphQLNonNull(GraphQLID) : GraphQLID;
}
