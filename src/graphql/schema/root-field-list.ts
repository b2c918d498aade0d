import { buildSchema, type GraphQLObjectType, type GraphQLSchema } from 'graphql';
import type { ListedOperation } from '../../openapi/operation-list.ts';

/** Lists the root fields of a schema. Their method is the kind of operation that reads them. */
export function rootFieldList(schema: GraphQLSchema): ListedOperation[] {
  return [
    ...fieldsOf(schema.getQueryType(), 'QUERY'),
    ...fieldsOf(schema.getMutationType(), 'MUTATION'),
    ...fieldsOf(schema.getSubscriptionType(), 'SUBSCRIPTION'),
  ];
}

export const rootFieldsOfSdl = (sdl: string): ListedOperation[] =>
  rootFieldList(buildSchema(sdl, { noLocation: true, assumeValid: true }));

const fieldsOf = (type: GraphQLObjectType | null | undefined, method: string) =>
  Object.values(type?.getFields() ?? {}).map(({ name, description }) => ({
    method,
    path: name,
    summary: description?.split('\n')[0] ?? null,
  }));
