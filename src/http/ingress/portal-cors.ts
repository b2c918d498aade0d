import type { IncomingMessage, ServerResponse } from 'node:http';
import { ownOrigins } from '../../domain/addresses/own-servers.ts';
import type { PortalUrls } from '../../domain/addresses/public-urls.ts';

/**
 * CORS headers of every answer to a request, as names and values in turn.
 *
 * Until its path is known, they are those of the shared host.
 */
export type PortalCors = (request: IncomingMessage, path?: string) => readonly string[];

/** The parts of a request that decide its preflight. */
type CorsRequest = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly cors: readonly string[];
};

/**
 * Headers for any other origin.
 *
 * The portal's pages may read every answer, so every answer depends on the origin, also for a cache.
 */
export const NOT_THE_PORTAL: readonly string[] = ['Vary', 'Origin'];
const PREFLIGHT_SECONDS = 600;

/** Lets pages of portals call APIs and token endpoints. No cookie goes along. (Fetch Standard, "CORS protocol") */
export function createPortalCors(urls: PortalUrls): PortalCors {
  const ofShared = createSharedPortalCors(urls);
  const ofOwn = createOwnPortalCors(urls);
  if (!ofOwn) return ofShared;
  return (request, path) => (path === undefined ? undefined : ofOwn(request, path)) ?? ofShared(request);
}

/** Lets the pages of portals on the shared host call everything. */
function createSharedPortalCors({ control }: PortalUrls): PortalCors {
  const byOrigin = new Map([...ownOrigins(control)].map((origin) => [origin, headersFor(origin)]));
  return ({ headers: { origin } }) =>
    origin === undefined ? NOT_THE_PORTAL : (byOrigin.get(origin) ?? NOT_THE_PORTAL);
}

/**
 * Lets pages of a portal at its own host call its catalog's APIs and tokens.
 *
 * It lets them call no others: the owner of the host's name may lead it elsewhere.
 *
 * @returns undefined where no portal has such a host
 */
function createOwnPortalCors({ control, portalHosts }: PortalUrls) {
  if (!portalHosts) return undefined;
  const { protocol, port } = new URL(control);
  return ({ headers: { origin } }: IncomingMessage, path: string): readonly string[] | undefined => {
    if (origin === undefined || !URL.canParse(origin)) return undefined;
    const requestedOrigin = new URL(origin);
    const portal = portalHosts.pathOf(requestedOrigin.hostname);
    const isOwn = portal !== undefined && path.startsWith(`${portal}/`);
    return isOwn && requestedOrigin.protocol === protocol && requestedOrigin.port === port
      ? headersFor(origin)
      : undefined;
  };
}

/** All headers may be read: limits, ids and deprecation, and what the back-end says. */
function headersFor(origin: string): readonly string[] {
  return ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', '*', 'Vary', 'Origin'];
}

/** Tells whether CORS headers are those of a portal's page. */
export function isForPortal(cors: readonly string[]): boolean {
  return cors !== NOT_THE_PORTAL;
}

/** Tells whether a request is a CORS preflight. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/** Answers a preflight of the portal, whatever it is for. */
export function answersForPortal({ request, response, cors }: CorsRequest): boolean {
  if (!isForPortal(cors) || !isPreflight(request)) return false;
  answerPortalPreflight({ request, response, cors });
  return true;
}

/**
 * Allows all that a preflight of the portal asks for.
 *
 * The call itself is admitted, or refused with a reason that a person can read.
 */
function answerPortalPreflight({ request: { headers }, response, cors }: CorsRequest): void {
  const { 'access-control-request-method': method = '', 'access-control-request-headers': names } = headers;
  answerPreflight(response, [
    ...cors,
    ...allowedRequest({ methods: method, names: names ?? '', seconds: PREFLIGHT_SECONDS }),
  ]);
}

type AllowedRequest = { readonly methods: string; readonly names: string; readonly seconds: number };

/** The headers of what a page may send, as names and values in turn. */
export function allowedRequest({ methods, names, seconds }: AllowedRequest): string[] {
  return [
    'Access-Control-Allow-Methods',
    methods,
    ...(names === '' ? [] : ['Access-Control-Allow-Headers', names]),
    'Access-Control-Max-Age',
    `${seconds}`,
  ];
}

export function answerPreflight(response: ServerResponse, headers: readonly string[]): void {
  response.writeHead(204, [...headers]);
  response.end();
}
