import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http';
import { KEY_SET_SECONDS } from '../../domain/oauth/signing-key.ts';
import { refuse } from '../../foundation/errors.ts';
import type { Endpoint, EndpointRequest } from '../../http/ingress/endpoint.ts';
import { asWorkOf } from '../../infrastructure/database/fair-pool.ts';
import { DAY_MS, PeriodCounts } from '../../infrastructure/limits/period-counts.ts';
import { nameByRoute } from '../../infrastructure/observability/traced-handler.ts';
import { Assets } from '../../ui/kit/assets.ts';
import type { OAuthContext, OAuthDeps, OAuthEndpoint, OAuthResponse } from './endpoint.ts';
import { ISSUED_TO_MAX } from './issue-counts.ts';
import { pageElsewhere, sharesOrigin } from './pages/pages-url.ts';
import { Progress } from './progress.ts';
import { refusalOf, refused } from './refusal.ts';
import { refusedRequestOf } from './refused-request.ts';
import { noReuses, type Reuses } from './reuse-counts.ts';
import { type OAuthRoute, routeOf, takesForms } from './routes.ts';
import { SecretUses } from './secret-uses.ts';

export type OAuth = {
  /** Answers requests to the endpoints of OAuth providers. */
  readonly handle: Endpoint;
  /** Tells whether a path is an endpoint that clients send forms to. The path has no query. */
  readonly hasRoute: (path: string) => boolean;
  /** Number of second uses, which revoked all that came of the first. */
  reuses(): Readonly<Reuses>;
};

/** No cache keeps it. (RFC 6749 §5.1) */
const FOR_THE_CLIENT = ['Cache-Control', 'no-store', 'Pragma', 'no-cache'];
const FOR_EVERYBODY = ['Cache-Control', `public, max-age=${KEY_SET_SECONDS}`];
const FOR_SCRIPTS = ['Access-Control-Allow-Origin', '*'];

/**
 * The OAuth 2.0 endpoints of all providers as the gateway has them, each at `/<org>/<catalog>/<oauth provider>`. Providers,
 * clients and keys are those of the snapshot. (spec.md, OAuth token endpoint; architecture.md, Addresses)
 */
export function createOAuth(deps: OAuthDeps): OAuth {
  const context = contextOf(deps);
  const hasPages = sharesOrigin(deps.urls);
  const { gatewayHosts } = deps.urls;
  /** The pages are on one origin, and on none of an org or catalog. */
  const isPagesOrigin = ({ headers }: IncomingMessage) =>
    hasPages && gatewayHosts?.pathOf(headers.host) === undefined;
  return {
    handle: handler(context, (endpoint, request) =>
      endpoint.isPage && !isPagesOrigin(request) ? pageElsewhere : endpoint,
    ),
    hasRoute: (path) => takesForms(routeOf(path, context.snapshots.current())),
    reuses: () => context.reuses,
  };
}

/** The pages of all providers, for signing in, allowing, and reading consents. */
export function createOAuthPages(deps: OAuthDeps): Endpoint {
  return handler(contextOf(deps), (endpoint) => (endpoint.isPage ? endpoint : undefined));
}

function contextOf(deps: OAuthDeps): OAuthContext {
  return {
    ...deps,
    secretUses: new SecretUses(deps),
    reuses: noReuses(),
    issues: new PeriodCounts(deps.clock, ISSUED_TO_MAX),
    issuesOfDay: new PeriodCounts(deps.clock, ISSUED_TO_MAX, DAY_MS),
    signInUnavailable: new Map(),
    assets: new Assets(),
  };
}

/** @param served what is served in place of an endpoint; undefined where it is none of this listener's */
function handler(
  context: OAuthContext,
  served: (endpoint: OAuthEndpoint, request: IncomingMessage) => OAuthEndpoint | undefined,
): Endpoint {
  const { snapshots, tracing } = context;
  return (received) => {
    const { request, response, url } = received;
    const found = routeOf(url, snapshots.current());
    const endpoint = found && served(found.endpoint, request);
    if (!endpoint) return false;
    const route = { ...found, endpoint };
    const span = tracing?.active();
    if (span) nameByRoute(span, request, route.path);
    void answerOf(route, received, context).then((answer) => send(answer, route, response));
    return true;
  };
}

async function answerOf(
  { endpoint, catalog, provider }: OAuthRoute,
  { request, url, address, isProxied, requestId, startedAt }: EndpointRequest,
  context: OAuthContext,
): Promise<OAuthResponse> {
  const progress = new Progress();
  const call = { request, url, address, isProxied, requestId, startedAt, catalog, provider, progress };
  try {
    if (request.method === 'OPTIONS' && isForScripts({ endpoint, provider })) return preflight(endpoint);
    checkMethod(request, endpoint);
    return await asWorkOf(catalog.orgId, () => endpoint.answer(call, context));
  } catch (error) {
    const refusal = refusalOf(error, context.onFault);
    const answer = refused(refusal, requestId);
    context.onRefused?.(refusedRequestOf(call, refusal, { status: answer.status, at: context.clock() }));
    return answer;
  }
}

function checkMethod({ method = '' }: IncomingMessage, { methods }: OAuthEndpoint): void {
  if (methods.includes(method)) return;
  const allowed = methods.join(', ');
  refuse('METHOD_NOT_ALLOWED', { detail: `Use ${allowed}.`, headers: { Allow: allowed } });
}

/** The answer to a browser that asks first. (Fetch Standard, CORS) */
function preflight({ methods }: OAuthEndpoint): OAuthResponse {
  return { status: 204, headers: { 'Access-Control-Allow-Methods': methods.join(', ') } };
}

function isForScripts({ endpoint, provider }: Pick<OAuthRoute, 'endpoint' | 'provider'>): boolean {
  return endpoint.isPublic ?? endpoint.isForScripts?.(provider) ?? false;
}

function send(answer: OAuthResponse, route: OAuthRoute, response: ServerResponse): void {
  const { status, body, content } = answer;
  const text = content ?? (body === undefined ? '' : JSON.stringify(body));
  response.writeHead(status, headersOf(answer, route, Buffer.byteLength(text)));
  response.end(text);
}

/** Names and values in turn, as Node takes them with the least work. */
function headersOf(
  { status, headers, body }: OAuthResponse,
  route: OAuthRoute,
  length: number,
): OutgoingHttpHeader[] {
  const sent = [...(route.endpoint.isPublic && status < 300 ? FOR_EVERYBODY : FOR_THE_CLIENT)];
  if (isForScripts(route)) sent.push(...FOR_SCRIPTS);
  if (body !== undefined) sent.push('Content-Type', 'application/json');
  if (status !== 204) sent.push('Content-Length', `${length}`);
  return headers ? [...without(sent, headers), ...Object.entries(headers).flat()] : sent;
}

/** Headers, names and values in turn, that an answer does not set itself. */
function without(sent: readonly string[], overrides: NonNullable<OAuthResponse['headers']>): string[] {
  return sent.filter((_, at) => !((sent[at - (at % 2)] ?? '') in overrides));
}
