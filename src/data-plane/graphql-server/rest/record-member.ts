import type { GraphQLFieldConfig } from 'graphql';
import { isObject } from '../../../foundation/json.ts';
import type { GraphQLServerContext } from '../serve/context.ts';

/** Resolves a field to a member of its record. Plans know the member by its name, and read it without the resolver. */
export function recordMember(
  member: string,
): Pick<GraphQLFieldConfig<unknown, GraphQLServerContext>, 'resolve' | 'extensions'> {
  return {
    extensions: { member },
    // Of its own alone: every object has a `constructor`, which graphql-js would call.
    resolve: (record) => (isObject(record) && Object.hasOwn(record, member) ? record[member] : undefined),
  };
}
