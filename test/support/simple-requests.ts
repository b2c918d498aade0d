/**
 * Forms of a document that a page of any site can send without a preflight.
 *
 * Their Content-Type is CORS-safelisted, or missing. (Fetch, "CORS-safelisted request-header")
 */
export function simpleRequests(query: string): [what: string, init: RequestInit][] {
  const json = JSON.stringify({ query });
  const files = new FormData();
  files.set('operations', json);
  return [
    ['a form', { method: 'POST', body: new URLSearchParams({ query }) }],
    ['a form with files', { method: 'POST', body: files }],
    ['a text', { method: 'POST', body: json }],
    [
      'a text that names JSON as a parameter',
      { method: 'POST', body: json, headers: { 'content-type': 'text/plain; application/json' } },
    ],
    ['bytes without a type', { method: 'POST', body: new Blob([json]) }],
  ];
}

/** Inner details that an answer never has: its source, and suggested names. */
export const INNER =
  /\bat .+:\d+:\d+|node_modules|\.tsx?\b|127\.0\.0\.1|localhost|ECONN|UND_ERR|did you mean/i;
