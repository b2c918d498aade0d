import type { IncomingMessage, ServerResponse } from 'node:http';
import { ownOrigins } from '../../../domain/addresses/own-origins.ts';
import type { PortalUrls } from '../../../domain/addresses/public-urls.ts';
import { type Cors, isAllowedOrigin } from '../../../domain/api/cors.ts';
import { secretHeader } from '../../../domain/api/security/api-key.ts';
import { allowedMethods, methodsIn } from '../../../openapi/path-template.ts';
import type { Call } from '../call.ts';
import type { Candidate } from './candidate.ts';
import type { Route } from './route.ts';

/** CORS headers of every answer to a request, as names and values in turn. */
export type PortalCors = (request: IncomingMessage) => readonly string[];

/** CORS headers for pages of the catalog's own portal; undefined for other origins. */
export type OwnPortalCors = (request: IncomingMessage, path: string) => readonly string[] | undefined;

/**
 * Headers for any other origin.
 *
 * The portal's pages may read every answer, so every answer depends on the origin, also for a cache.
 */
const NOT_THE_PORTAL: readonly string[] = ['Vary', 'Origin'];
const PREFLIGHT_SECONDS = 600;

/**
 * Lets the portal's pages call all APIs and token endpoints. No cookie goes along. (Fetch Standard, "CORS protocol")
 *
 * @param portalUrl how browsers reach the portal
 */
export function createCors(portalUrl: string): PortalCors {
  const byOrigin = new Map([...ownOrigins(portalUrl)].map((origin) => [origin, headersFor(origin)]));
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
export function createOwnPortalCors({ control, portalHosts }: PortalUrls): OwnPortalCors | undefined {
  if (!portalHosts) return undefined;
  const { protocol, port } = new URL(control);
  return ({ headers: { origin } }, path) => {
    if (origin === undefined || !URL.canParse(origin)) return undefined;
    const asked = new URL(origin);
    const portal = portalHosts.pathOf(asked.hostname);
    const isOwn = portal !== undefined && path.startsWith(`${portal}/`);
    return isOwn && asked.protocol === protocol && asked.port === port ? headersFor(origin) : undefined;
  };
}

/** All headers may be read: limits, ids and deprecation, and what the back-end says. */
function headersFor(origin: string): readonly string[] {
  return ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', '*', 'Vary', 'Origin'];
}

function isForPortal(cors: readonly string[]): boolean {
  return cors !== NOT_THE_PORTAL;
}

/** Tells whether a request is a CORS preflight. */
function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/**
 * Answers a preflight of the portal, or of an API whose preflights are the gateway's.
 *
 * Any other preflight is a call.
 */
export function answersPreflight({ request, response, route, cors }: Call): boolean {
  if (answersForPortal(request, response, cors)) return true;
  if (!isPreflight(request) || !hasCors(route)) return false;
  answerPreflight(request, response, route);
  return true;
}

/** Answers a preflight of the portal, whatever it is for. */
export function answersForPortal(
  request: IncomingMessage,
  response: ServerResponse,
  cors: readonly string[],
): boolean {
  if (!isForPortal(cors) || !isPreflight(request)) return false;
  answerPortalPreflight(request, response, cors);
  return true;
}

/**
 * Allows all that a preflight of the portal asks for.
 *
 * The call itself is admitted, or refused with a reason that a person can read.
 */
function answerPortalPreflight(
  { headers }: IncomingMessage,
  response: ServerResponse,
  cors: readonly string[],
): void {
  const { 'access-control-request-method': method = '', 'access-control-request-headers': names } = headers;
  answer(response, [
    ...cors,
    ...allowed({ methods: method, names: names ?? '', seconds: PREFLIGHT_SECONDS }),
  ]);
}

/** Tells whether a version has CORS of its own. The gateway then answers preflights, which prove nothing. */
function hasCors({ candidates }: Route): boolean {
  return candidates.some(({ api }) => api.cors !== null);
}

/**
 * Answers a preflight for all versions on a base path.
 *
 * Decision: a preflight cannot name one of the versions. The answer has what all of them together allow its origin, and
 * the version that then serves the call decides what the page may read. It names the methods of the whole API, since
 * nobody without a client learns which paths there are.
 */
function answerPreflight(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { candidates, ...route }: Route,
): void {
  const { origin = '', 'access-control-request-method': method = '' } = headers;
  const open = candidates.flatMap((candidate) => {
    const { cors } = candidate.api;
    return cors && isAllowedOrigin(cors, origin)
      ? [{ cors, methods: methodsOf(candidate) ?? new Set([method]) }]
      : [];
  });
  if (open.length === 0) {
    answer(response, NOT_THE_PORTAL);
    return;
  }
  const names = new Set([...keyHeaders(route), ...open.flatMap(({ cors }) => cors.allowedHeaders)]);
  const withCredentials = open.some(({ cors }) => cors.allowCredentials);
  answer(response, [
    ...['Access-Control-Allow-Origin', origin],
    ...(withCredentials ? ['Access-Control-Allow-Credentials', 'true'] : []),
    ...allowed({
      methods: allowedMethods(new Set(open.flatMap(({ methods }) => [...methods]))),
      names: names.has('*') ? (headers['access-control-request-headers'] ?? '') : [...names].join(', '),
      seconds: Math.min(...open.map(({ cors }) => cors.maxAgeSeconds)),
    }),
    ...NOT_THE_PORTAL,
  ]);
}

/** Undefined where the API takes every method. */
function methodsOf({ api, operations }: Candidate): ReadonlySet<string> | undefined {
  return api.kind === 'GRAPHQL' ? new Set(['POST']) : operations && methodsIn(operations);
}

/** Headers with which callers authenticate. No call could be made without these. */
function keyHeaders({ takesTokens, takesSecrets, keyPlaces }: Omit<Route, 'candidates'>): string[] {
  const keys = keyPlaces.flatMap(({ location, name }) => (location === 'HEADER' ? [name] : []));
  return [
    ...(takesTokens ? ['authorization'] : []),
    ...keys,
    ...(takesSecrets ? [secretHeader.toLowerCase()] : []),
  ];
}

type AllowedRequest = { readonly methods: string; readonly names: string; readonly seconds: number };

function allowed({ methods, names, seconds }: AllowedRequest): string[] {
  return [
    ...['Access-Control-Allow-Methods', methods],
    ...(names === '' ? [] : ['Access-Control-Allow-Headers', names]),
    ...['Access-Control-Max-Age', `${seconds}`],
  ];
}

function answer(response: ServerResponse, headers: readonly string[]): void {
  response.writeHead(204, [...headers]);
  response.end();
}

/**
 * CORS headers of a call's answer, as names and values in turn.
 *
 * Before a version is chosen, the newest one that allows the origin counts, so that its page can read the refusal.
 */
export function corsHeaders({ request, cors, chosen, route }: Call): readonly string[] {
  const { origin } = request.headers;
  if (isForPortal(cors) || origin === undefined) return cors;
  const versions = chosen ? [chosen] : route.candidates;
  const own = versions.find(({ api }) => api.cors && isAllowedOrigin(api.cors, origin))?.api.cors;
  return own ? readableBy(origin, own) : cors;
}

function readableBy(
  origin: string,
  { allowedOrigins, exposedHeaders, allowCredentials }: Cors,
): readonly string[] {
  return [
    ...['Access-Control-Allow-Origin', allowedOrigins[0] === '*' ? '*' : origin],
    ...(exposedHeaders.length > 0 ? ['Access-Control-Expose-Headers', exposedHeaders.join(', ')] : []),
    ...(allowCredentials ? ['Access-Control-Allow-Credentials', 'true'] : []),
    ...NOT_THE_PORTAL,
  ];
}

/** Tells whether the gateway's CORS headers replace the back-end's. */
export function replacesCors({ cors, chosen }: Call): boolean {
  return isForPortal(cors) || (chosen !== undefined && chosen.api.cors !== null);
}

/** Sets CORS headers, so that the page can read any answer. */
export function allow(response: ServerResponse, cors: readonly string[]): void {
  for (let at = 0; at < cors.length; at += 2) response.setHeader(cors[at] ?? '', cors[at + 1] ?? '');
}
