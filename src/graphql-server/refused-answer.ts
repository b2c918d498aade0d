import type { Refusal } from '../errors.ts';

const RESPONSE_JSON = 'application/graphql-response+json';

/** A refusal before any GraphQL server was reached, as GraphQL over HTTP has it. */
export function refusedAnswer({ headers }: Request, { code, message, status }: Refusal): Response {
  const mediaType = headers.get('accept')?.includes(RESPONSE_JSON) ? RESPONSE_JSON : 'application/json';
  return new Response(JSON.stringify({ errors: [{ message, extensions: { code } }] }), {
    status,
    headers: { 'content-type': `${mediaType}; charset=utf-8` },
  });
}
