import { type DocumentNode, GraphQLError, type GraphQLSchema, getVariableValues } from 'graphql';
import type { Variables } from '../../../graphql/cost/amounts.ts';
import { operationsOf } from '../../../graphql/validation/definitions.ts';
import { isHeavierThan } from '../../../graphql/validation/variables-weight.ts';
import { DocumentRefusal } from './document-refusal.ts';

const ERRORS_MAX = 5;
/** Weight of variables that are checked: some hundredths of a second. */
const WEIGHT_MAX = 100_000;

const TOO_HEAVY = `The variables have too many values: of items of lists, at most ${WEIGHT_MAX} are checked. An object counts as five, and so does each of its members.`;

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
      if (isHeavierThan(WEIGHT_MAX, { schema, definitions: variableDefinitions, variables }))
        throw new DocumentRefusal('BAD_USER_INPUT', [new GraphQLError(TOO_HEAVY)]);
      const { errors } = getVariableValues(schema, variableDefinitions, variables, {
        maxErrors: ERRORS_MAX,
        hideSuggestions: true,
      });
      if (errors) throw new DocumentRefusal('BAD_USER_INPUT', errors);
    };
    return [[name?.value, check]];
  });
}
