import type { ServerResponse } from 'node:http';

/** Sets headers of an answer, given as names and values in turn. */
export function setHeaders(response: ServerResponse, headers: readonly string[]): void {
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
}
