import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/**
 * An answer in which a root field has data is a success as a whole: the status of a refusal is for one that has none.
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
