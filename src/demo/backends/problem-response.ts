import { catalogue, Refusal, refusal } from '../../foundation/errors.ts';

/** Renders what is thrown in a back-end as problem+json (RFC 9457). What is no refusal is told as INTERNAL. */
export function problem(error: unknown): Response {
  const { code, status, message, headers } = error instanceof Refusal ? error : refusal('INTERNAL');
  const body = { type: 'about:blank', title: catalogue[code][1], status, detail: message, code };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
}
