import type { IncomingMessage } from 'node:http';

/** The Content-Type of the gateway's own answers: that of GraphQL where accepted. (GraphQL over HTTP) */
export function answerTypeFor({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return headers.accept?.includes('application/graphql-response+json')
    ? 'application/graphql-response+json; charset=utf-8'
    : 'application/json; charset=utf-8';
}
