import type { IncomingMessage, ServerResponse } from 'node:http';

const A_YEAR = 'max-age=31536000';

type Handler<Handled> = (request: IncomingMessage, response: ServerResponse) => Handled;

/** Tells browsers to come by https alone, where they reach a listener by https. (RFC 6797) */
export function strictTransport<Handled>(url: string, handle: Handler<Handled>): Handler<Handled> {
  if (!url.startsWith('https:')) return handle;
  return (request, response) => {
    response.setHeader('Strict-Transport-Security', A_YEAR);
    return handle(request, response);
  };
}
