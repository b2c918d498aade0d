import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../foundation/clock.ts';
import { type Refusal, refusal } from '../../foundation/errors.ts';
import { short } from '../../foundation/text/listed.ts';
import type { Endpoint, EndpointRequest } from '../../http/ingress/endpoint.ts';
import { problemMessage, writeRefusal } from '../../http/ingress/refuse-request.ts';
import { isGenerated } from '../../http/ingress/request-id.ts';
import { PATH_MAX, type RefusedCall } from '../recorded/refused-calls.ts';
import type { CallingApplication, CatalogSnapshot, Snapshot } from '../snapshot/snapshot.ts';
import type { Call } from './call.ts';
import { retiredDetails } from './route/retired.ts';

/**
 * Adds to a refusal that a retired product served the path, where one did.
 *
 * Decision: a subscription ends with its product, and nothing of it is kept here. So an application without a subscription
 * is told of what served the path before, whether or not it was subscribed to that.
 */
export function withRetired(call: Call, refused: Refusal, now: Date): Refusal {
  const { code, message: detail, hint, facts, headers } = refused;
  if (code !== 'SUBSCRIPTION_MISSING' && code !== 'API_NOT_FOUND') return refused;
  const { catalog, route, rest, client } = call;
  const basePath = route.candidates[0]?.api.basePath ?? '';
  // An API that has no such operation may have taken the place of the retired one.
  const from = basePath.length + (code === 'API_NOT_FOUND' ? 1 : 0);
  const isKnown = client !== undefined;
  const retired = retiredDetails(catalog, { path: basePath + rest, from, isKnown, now });
  if (!retired) return refused;
  return refusal(code, {
    ...retired,
    detail,
    hint: [hint, retired.hint].filter(Boolean).join(' '),
    facts: { ...facts, ...retired.facts },
    headers: { ...headers, ...retired.headers },
  });
}

type RetiredPathsDeps = {
  readonly snapshots: { current(): Snapshot };
  readonly clock: Clock;
  /** Keeps the call among the refused ones. */
  readonly onRefused: (call: RefusedCall) => void;
};

/**
 * Creates the endpoint that refuses calls of paths that only retired products served. It is asked last, and leaves
 * untouched what its caller may not know.
 */
export function createRetiredPaths({ snapshots, clock, onRefused }: RetiredPathsDeps): Endpoint {
  return (received) => {
    const { request, response, requestId, url } = received;
    const [path = ''] = url.split('?', 1);
    const [, org, name] = path.split('/', 3);
    const catalogPath = `/${org}/${name}`;
    const catalog = snapshots.current().catalogs.get(catalogPath);
    if (!catalog || catalog.retired.length === 0) return false;
    const caller = callerOf(request, catalog);
    const now = clock();
    const below = path.slice(catalogPath.length);
    const retired = retiredDetails(catalog, { path: below, from: 1, isKnown: caller !== undefined, now });
    if (!retired) return false;
    const refused = refusal('API_NOT_FOUND', retired);
    const message = problemMessage(refused, requestId, catalog.portalUrl);
    writeRefusal(refused, { request, response, requestId, message, own: [], isLast: false });
    onRefused(recordOf(received, refused, { catalog, caller, path, at: now }));
    return true;
  };
}

/**
 * Finds the application of a client key in any header. The API that would say in which one is there no more.
 *
 * It is told no more than who is signed in to the portal, so that the key alone will do.
 */
function callerOf(
  { headers }: IncomingMessage,
  { clients }: CatalogSnapshot,
): CallingApplication | undefined {
  for (const value of Object.values(headers))
    if (typeof value === 'string' && clients.has(value)) return clients.get(value);
  return undefined;
}

type RetiredCall = {
  readonly catalog: CatalogSnapshot;
  readonly caller: CallingApplication | undefined;
  readonly path: string;
  readonly at: Date;
};

function recordOf(
  { request, requestId, startedAt }: EndpointRequest,
  { status, code, message, facts }: Refusal,
  { catalog, caller, path, at }: RetiredCall,
): RefusedCall {
  return {
    requestId,
    requestIdIsOwn: isGenerated(requestId, request),
    at: at.toISOString(),
    catalogId: catalog.id,
    applicationId: caller?.application.id ?? null,
    subscriptionId: null,
    planId: null,
    method: request.method ?? '',
    path: short(path, PATH_MAX),
    api: null,
    operation: null,
    oauthProvider: null,
    status,
    code,
    detail: message,
    durationMs: performance.now() - startedAt,
    decision: [{ step: 'route', outcome: 'REFUSED', facts: { ...facts } }],
  };
}
