import type { IncomingMessage, ServerResponse } from 'node:http';
import { ownOrigins } from '../domain/own-origins.ts';

/** What a request's answer says to the browser, as names and values in turn; nothing unless a page of ours asks. */
export type Cors = (request: IncomingMessage) => readonly string[];

const NONE: readonly string[] = [];
const PREFLIGHT_SECONDS = 600;

/**
 * Lets the portal's pages call APIs and token endpoints, and no others: pages of any other origin get what a back-end
 * says to them. No cookie goes along. (Fetch Standard, "CORS protocol")
 *
 * @param portalUrl how browsers reach the portal
 */
export function createCors(portalUrl: string): Cors {
  const byOrigin = new Map([...ownOrigins(portalUrl)].map((origin) => [origin, headersFor(origin)]));
  return ({ headers: { origin } }) => (origin === undefined ? NONE : (byOrigin.get(origin) ?? NONE));
}

/** All headers may be read: limits, ids and deprecation, and what the back-end says. */
function headersFor(origin: string): readonly string[] {
  return ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', '*', 'Vary', 'Origin'];
}

/** Does a browser ask before it calls? */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/** What it asks for, it may: the call itself is admitted or refused with a reason that a person can read. */
export function answerPreflight(
  { headers }: IncomingMessage,
  response: ServerResponse,
  cors: readonly string[],
): void {
  const { 'access-control-request-method': method, 'access-control-request-headers': names } = headers;
  response.writeHead(204, [
    ...cors,
    'Access-Control-Allow-Methods',
    method ?? '',
    ...(names === undefined ? [] : ['Access-Control-Allow-Headers', names]),
    'Access-Control-Max-Age',
    `${PREFLIGHT_SECONDS}`,
  ]);
  response.end();
}
