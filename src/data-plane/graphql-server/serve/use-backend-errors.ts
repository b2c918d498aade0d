import { GraphQLError, Kind } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { Refusal, refusal } from '../../../foundation/errors.ts';
import { misfitError } from '../plan/misfits.ts';

/**
 * Reports a value that does not fit its type as the back-end's fault.
 *
 * It is not the caller's fault, and the executor's own message would show the value. Plans report theirs so themselves.
 */
export function useBackendErrors(): Plugin {
  return {
    onExecute: () => ({
      onExecuteDone({ result, setResult }) {
        if (!('errors' in result) || !result.errors) return;
        setResult({ ...result, errors: listed(result.errors).map(asBackendError) });
      },
    }),
  };
}

/** Errors of an answer. Each is converted several times after this. */
const ERRORS_MAX = 1_000;

/** Returns the first errors, and one that tells of the others. Each of 10,000 links may fail. */
function listed(errors: readonly GraphQLError[]): readonly GraphQLError[] {
  if (errors.length <= ERRORS_MAX) return errors;
  const first = errors.slice(0, ERRORS_MAX);
  const detail = `${errors.length - ERRORS_MAX} more errors are left out: ask for fewer records, or fewer of their links.`;
  const originalError = refusal('GRAPHQL_COST_EXCEEDED', { detail });
  return [...first, new GraphQLError(detail, { originalError })];
}

/**
 * Converts an error of the executor itself: the record is not as described.
 *
 * Refusals of resolvers and errors of root fields stay.
 */
export function asBackendError(error: GraphQLError): GraphQLError {
  const { path, originalError } = error;
  if (originalError instanceof Refusal || !path) return error;
  if (path.length < 2 && originalError && !isOfValue(originalError)) return error;
  return misfitError(error);
}

/** Rather than of an argument, or thrown by a resolver. */
function isOfValue(error: Error): boolean {
  return error instanceof GraphQLError && (error.nodes ?? []).every(({ kind }) => kind === Kind.FIELD);
}
