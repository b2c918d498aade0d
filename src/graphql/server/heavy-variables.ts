import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { refuse } from '../../foundation/errors.ts';
import { isHeavierThan } from '../validation/variables-weight.ts';

/** The weight of variables that are read. It takes some hundredths of a second. */
const WEIGHT_MAX = 30_000;

type Variables = Readonly<Record<string, unknown>>;

/** Tells whether `refuseHeavyVariables` refuses variables. */
export const areHeavy = (
  schema: GraphQLSchema,
  { variableDefinitions: definitions = [] }: OperationDefinitionNode,
  variables: Variables,
): boolean => isHeavierThan(WEIGHT_MAX, { schema, definitions, variables });

/**
 * Refuses variables with so many values that reading them would hold up others.
 *
 * @throws BAD_USER_INPUT
 */
export function refuseHeavyVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Variables,
): void {
  if (!areHeavy(schema, operation, variables)) return;
  refuse('BAD_USER_INPUT', {
    detail: `The variables have too many values: of items of lists, at most ${WEIGHT_MAX} are read at once. An object counts as five, and so does each of its members. Ask in several requests.`,
  });
}
