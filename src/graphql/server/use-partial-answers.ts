import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/**
 * Gives an answer status 200 when a root field has data. Only an answer without data has the status of its refusal.
 * (GraphQL over HTTP §6.4.2)
 */
export function usePartialAnswers(): Plugin {
  return {
    onResultProcess({ result, setResult }) {
      if (!('errors' in result) || !result.errors || !('data' in result) || !result.data) return;
      if (Object.values(result.data).every((value) => value === null)) return;
      setResult({ ...result, errors: result.errors.map(withoutStatus) });
    },
  };
}

function withoutStatus({
  message,
  nodes,
  path,
  extensions: { http: _, ...extensions },
}: GraphQLError): GraphQLError {
  return new GraphQLError(message, { nodes: nodes ?? null, path: path ?? null, extensions });
}
