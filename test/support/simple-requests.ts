/**
 * A document in each form that a page of any site can make a browser send without asking first: those whose Content-Type
 * is CORS-safelisted, and the one without. (Fetch, "CORS-safelisted request-header")
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

/** What an answer never tells: where it comes from, and which name was meant. */
export const INNER =
  /\bat .+:\d+:\d+|node_modules|\.tsx?\b|127\.0\.0\.1|localhost|ECONN|UND_ERR|did you mean/i;
