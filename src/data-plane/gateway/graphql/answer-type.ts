import type { IncomingMessage } from 'node:http';

/** The type that an answer of the gateway's own has: the one of GraphQL where the caller takes it. (GraphQL over HTTP) */
export function answerTypeFor({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return headers.accept?.includes('application/graphql-response+json')
    ? 'application/graphql-response+json; charset=utf-8'
    : 'application/json; charset=utf-8';
}
