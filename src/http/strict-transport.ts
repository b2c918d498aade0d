import type { IncomingMessage, ServerResponse } from 'node:http';
import { setHeaders } from './ingress/set-headers.ts';

const NONE: readonly string[] = [];
const FOR_A_YEAR: readonly string[] = ['Strict-Transport-Security', 'max-age=31536000'];

/** Returns headers that tell browsers to come by https alone, names and values in turn. (RFC 6797) */
export function strictTransportHeaders(url: string): readonly string[] {
  return url.startsWith('https:') ? FOR_A_YEAR : NONE;
}

type Handler<Handled> = (request: IncomingMessage, response: ServerResponse) => Handled;

/** Tells browsers to come by https alone, where they reach a listener by https. */
export function strictTransport<Handled>(url: string, handle: Handler<Handled>): Handler<Handled> {
  const headers = strictTransportHeaders(url);
  if (headers === NONE) return handle;
  return (request, response) => {
    setHeaders(response, headers);
    return handle(request, response);
  };
}
