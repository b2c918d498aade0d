import { GraphQLError, Kind } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { Refusal, refusal } from '../../../foundation/errors.ts';

/**
 * Reports a value that does not fit its type as the back-end's fault.
 *
 * It is not the caller's fault, and the executor's own message would show the value.
 */
export function useBackendErrors(): Plugin {
  return {
    onExecute: () => ({
      onExecuteDone({ result, setResult }) {
        if (!('errors' in result) || !result.errors) return;
        setResult({ ...result, errors: result.errors.map(asBackendError) });
      },
    }),
  };
}

/**
 * Converts an error of the executor itself: the record is not as described.
 *
 * Refusals of resolvers and errors of root fields stay.
 */
function asBackendError(error: GraphQLError): GraphQLError {
  const { nodes, path, originalError } = error;
  if (originalError instanceof Refusal || !path) return error;
  if (path.length < 2 && originalError && !isOfValue(originalError)) return error;
  const made = refusal('BACKEND_ANSWER_INVALID', {
    detail: 'The back-end sent a record with a value of another type than it describes.',
    cause: error,
  });
  return new GraphQLError(made.message, { nodes: nodes ?? null, path, originalError: made });
}

/** Rather than of an argument, or thrown by a resolver. */
function isOfValue(error: Error): boolean {
  return error instanceof GraphQLError && (error.nodes ?? []).every(({ kind }) => kind === Kind.FIELD);
}
