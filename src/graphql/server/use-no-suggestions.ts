import {
  type ExecutionArgs,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
  validate,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { withLinearMerging } from '../validation/overlapping-fields.ts';
import { areHeavy } from './heavy-variables.ts';
import { coded } from './refusals.ts';
import { surplusIn } from './surplus-members.ts';

const ERRORS_MAX = 50;

/** Removes suggestions of names from errors. They would reveal the schema to callers without a right to it. */
export function useNoSuggestions(): Plugin {
  return {
    onValidate({ setValidationFn }) {
      const withoutSuggestions: typeof validate = (schema, document, rules) =>
        validate(schema, document, rules && withLinearMerging(rules), { hideSuggestions: true });
      setValidationFn(withoutSuggestions);
    },
    onExecute: ({ args }) => ({
      onExecuteDone({ result, setResult }) {
        const errors = 'errors' in result && !('data' in result) && variableErrors(args);
        if (errors) setResult({ errors });
      },
    }),
    onSubscribe: ({ args }) => ({
      onSubscribeResult({ result, setResult }) {
        const errors = 'errors' in result && variableErrors(args);
        if (errors) setResult({ errors });
      },
    }),
  };
}

/** Lists the faults of the variables in words of graphql-js. The executor's own messages suggest names. */
function variableErrors({
  schema,
  document,
  operationName,
  variableValues,
}: Pick<ExecutionArgs, 'schema' | 'document' | 'operationName' | 'variableValues'>):
  | readonly GraphQLError[]
  | undefined {
  const operation = getOperationAST(document, operationName);
  const definitions = operation?.variableDefinitions ?? [];
  // The bounds of operations refuse them, in fewer words.
  if (operation && areRefused(schema, operation, variableValues ?? {})) return undefined;
  const { errors } = getVariableValues(schema, definitions, variableValues ?? {}, {
    maxErrors: ERRORS_MAX,
    hideSuggestions: true,
  });
  // This plugin ends the request here, so no later one adds the codes.
  return errors?.map((error) => coded(error, 'BAD_USER_INPUT'));
}

const areRefused = (
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): boolean => areHeavy(schema, operation, variables) || surplusIn(schema, operation, variables) !== undefined;
