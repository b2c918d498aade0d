import { GraphQLError, OperationTypeNode, specifiedRules, type ValidationRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { overlappingFields, withLinearMerging } from './overlapping-fields.ts';

const inWords: Readonly<Record<OperationTypeNode, string>> = {
  [OperationTypeNode.QUERY]: 'queries',
  [OperationTypeNode.MUTATION]: 'mutations',
  [OperationTypeNode.SUBSCRIPTION]: 'subscriptions',
};

/**
 * Refuses an operation whose root type the schema lacks. GraphQL.js has no such rule before version 17, and without a
 * root type it checks none of the fields.
 */
const knownOperationTypes: ValidationRule = (context) => ({
  OperationDefinition(node) {
    if (!context.getSchema().getRootType(node.operation))
      context.reportError(new GraphQLError(`The schema has no ${inWords[node.operation]}.`, { nodes: node }));
  },
});

/** Every rule of the specification, section Validation. */
export const documentRules: readonly ValidationRule[] = [
  ...withLinearMerging(specifiedRules),
  knownOperationTypes,
];

/** All rules but the one that merges fields. That rule looks at a document as a whole. */
export const rulesBesidesMerging: readonly ValidationRule[] = documentRules.filter(
  (rule) => rule !== overlappingFields,
);

/** Adds the rule to a server that has the rules of GraphQL.js already. */
export const useKnownOperationTypes = (): Plugin => ({
  onValidate: ({ addValidationRule }) => addValidationRule(knownOperationTypes),
});
