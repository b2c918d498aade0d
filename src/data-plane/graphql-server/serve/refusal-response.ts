import type { Refusal } from '../../../foundation/errors.ts';

const RESPONSE_JSON = 'application/graphql-response+json';

/** A refusal before any GraphQL server was reached, as GraphQL over HTTP has it. */
export function refusedAnswer(request: Request, { code, message, status, headers }: Refusal): Response {
  const mediaType = request.headers.get('accept')?.includes(RESPONSE_JSON)
    ? RESPONSE_JSON
    : 'application/json';
  return new Response(JSON.stringify({ errors: [{ message, extensions: { code } }] }), {
    status,
    headers: { ...headers, 'content-type': `${mediaType}; charset=utf-8` },
  });
}
