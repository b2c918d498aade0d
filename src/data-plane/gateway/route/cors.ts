import type { IncomingMessage } from 'node:http';
import { type Cors, isAllowedOrigin } from '../../../domain/api/cors.ts';
import { secretHeader } from '../../../domain/api/security/api-key.ts';
import {
  allowedRequest,
  answerPreflight,
  answersForPortal,
  isForPortal,
  isPreflight,
  NOT_THE_PORTAL,
} from '../../../http/ingress/portal-cors.ts';
import { allowedMethods, methodsIn } from '../../../openapi/path-template.ts';
import type { Call } from '../call.ts';
import type { Candidate } from './candidate.ts';
import type { Route } from './route.ts';

/**
 * Headers of a preflight that allows nothing.
 *
 * Browsers tell their console which value they did not expect, and nothing else of the answer: it is a sentence.
 */
const CLOSED: readonly string[] = [
  'Access-Control-Allow-Origin',
  'none: the API does not allow calls from pages of this origin (CORS), its provider can',
  ...NOT_THE_PORTAL,
];

/**
 * Answers a preflight of the portal, or of an API whose preflights are the gateway's.
 *
 * Any other preflight is a call.
 */
export function answersPreflight(call: Call): boolean {
  const { request, response, route } = call;
  if (answersForPortal(call)) return true;
  if (!isPreflight(request) || !hasCors(route)) return false;
  answerPreflight(response, preflightHeaders(request, route));
  return true;
}

/** Tells whether a version has CORS of its own. The gateway then answers preflights, which prove nothing. */
function hasCors({ candidates }: Route): boolean {
  return candidates.some(({ api }) => api.cors !== null);
}

/**
 * Returns the answer to a preflight for all versions on a base path.
 *
 * Decision: a preflight cannot name one of the versions. The answer has what all of them together allow its origin, and
 * the version that then serves the call decides what the page may read. It names the methods of the whole API, since
 * nobody without a client learns which paths there are.
 */
function preflightHeaders({ headers }: IncomingMessage, { candidates, ...route }: Route): readonly string[] {
  const { origin = '', 'access-control-request-method': method = '' } = headers;
  const open = candidates.flatMap((candidate) => {
    const { cors } = candidate.api;
    return cors && isAllowedOrigin(cors, origin)
      ? [{ cors, methods: methodsOf(candidate) ?? new Set([method]) }]
      : [];
  });
  if (open.length === 0) return CLOSED;
  const names = new Set([...keyHeaders(route), ...open.flatMap(({ cors }) => cors.allowedHeaders)]);
  const withCredentials = open.some(({ cors }) => cors.allowCredentials);
  return [
    'Access-Control-Allow-Origin',
    origin,
    ...(withCredentials ? ['Access-Control-Allow-Credentials', 'true'] : []),
    ...allowedRequest({
      methods: allowedMethods(new Set(open.flatMap(({ methods }) => [...methods]))),
      names: names.has('*') ? (headers['access-control-request-headers'] ?? '') : [...names].join(', '),
      seconds: Math.min(...open.map(({ cors }) => cors.maxAgeSeconds)),
    }),
    ...NOT_THE_PORTAL,
  ];
}

/** Undefined where the API takes every method. */
function methodsOf({ api, operations }: Candidate): ReadonlySet<string> | undefined {
  return api.kind === 'GRAPHQL' ? new Set(['POST']) : operations && methodsIn(operations);
}

/** Headers with which callers authenticate. No call could be made without these. */
function keyHeaders({
  takesTokens,
  takesBasic,
  takesSecrets,
  keyLocations,
}: Omit<Route, 'candidates'>): string[] {
  const keys = keyLocations.flatMap(({ location, name }) => (location === 'HEADER' ? [name] : []));
  return [
    ...(takesTokens || takesBasic ? ['authorization'] : []),
    ...keys,
    ...(takesSecrets ? [secretHeader.toLowerCase()] : []),
  ];
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

/** CORS headers of a call that the gateway refuses. A preflight that gets none of an API has those that say so. */
export function refusalCorsHeaders(call: Call): readonly string[] {
  const headers = corsHeaders(call);
  return headers === NOT_THE_PORTAL && isPreflight(call.request) ? CLOSED : headers;
}

function readableBy(
  origin: string,
  { allowedOrigins, exposedHeaders, allowCredentials }: Cors,
): readonly string[] {
  return [
    'Access-Control-Allow-Origin',
    allowedOrigins[0] === '*' ? '*' : origin,
    ...(exposedHeaders.length > 0 ? ['Access-Control-Expose-Headers', exposedHeaders.join(', ')] : []),
    ...(allowCredentials ? ['Access-Control-Allow-Credentials', 'true'] : []),
    ...NOT_THE_PORTAL,
  ];
}

/** Tells whether the gateway's CORS headers replace the back-end's. */
export function replacesCors({ cors, chosen }: Call): boolean {
  return isForPortal(cors) || (chosen !== undefined && chosen.api.cors !== null);
}
