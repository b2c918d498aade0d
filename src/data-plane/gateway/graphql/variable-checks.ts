import { type DocumentNode, type GraphQLSchema, getVariableValues } from 'graphql';
import type { Variables } from '../../../graphql/cost/amounts.ts';
import { operationsOf } from '../../../graphql/validation/definitions.ts';
import { DocumentRefusal } from './document-refusal.ts';

const ERRORS_MAX = 5;

/** Refuses values of variables that a schema has no place for. @throws BAD_USER_INPUT */
export type VariableCheck = (variables: Variables) => void;

/**
 * The check of each operation with variables, by its name. Back-ends check what they are sent themselves; only what a plan
 * hides from its schema would pass them.
 */
export function variableChecks(
  schema: GraphQLSchema,
  document: DocumentNode,
): [name: string | undefined, check: VariableCheck][] {
  return operationsOf(document).flatMap(({ name, variableDefinitions = [] }) => {
    if (variableDefinitions.length === 0) return [];
    const check: VariableCheck = (variables) => {
      const { errors } = getVariableValues(schema, variableDefinitions, variables, {
        maxErrors: ERRORS_MAX,
        hideSuggestions: true,
      });
      if (errors) throw new DocumentRefusal('BAD_USER_INPUT', errors);
    };
    return [[name?.value, check]];
  });
}
