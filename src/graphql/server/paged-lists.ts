import { type GraphQLSchema, getNamedType, getNullableType, isListType, isObjectType } from 'graphql';
import type { CostRule } from '../../domain/api/graphql-costs.ts';
import { FIRST_DEFAULT } from './take-skip.ts';

/** The lists of a connection's page. */
const PAGE_LISTS = ['nodes', 'edges'];

/**
 * Derives list sizes from the argument `first`, for the cost of documents. A list is paged when its field, or the field
 * that gives its connection, takes `first`. Nothing else has to be declared.
 */
export function pagedListRules(schema: GraphQLSchema): CostRule[] {
  return Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) =>
      Object.values(type.getFields()).flatMap((field): CostRule[] => {
        if (!field.args.some(({ name }) => name === 'first')) return [];
        const rule = {
          at: `${type.name}.${field.name}`,
          slicingArguments: ['first'],
          requireOneSlicingArgument: false,
          assumedSize: FIRST_DEFAULT,
        };
        if (isListType(getNullableType(field.type))) return [rule];
        const page = getNamedType(field.type);
        const lists = isObjectType(page) ? PAGE_LISTS.filter((name) => page.getFields()[name]) : [];
        return lists.length > 0 ? [{ ...rule, sizedFields: lists }] : [];
      }),
    );
}
