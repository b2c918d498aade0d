import type { IncomingMessage, ServerResponse } from 'node:http';
import { envelop } from '@envelop/core';
import { pathElsewhere } from '../../domain/addresses/host-names.ts';
import type { GatewayUrls, PortalUrls } from '../../domain/addresses/public-urls.ts';
import { Refusal, refusal } from '../../foundation/errors.ts';
import type { BrokenRecord } from '../../http/broken-requests.ts';
import { forwardedChainOf, type TrustedProxies, trustsNobody } from '../../http/ingress/client-address.ts';
import { requestIdOf } from '../../http/ingress/request-id.ts';
import { answerForServer, checkRequest, isForServer } from '../../http/ingress/request-rules.ts';
import { requestTarget } from '../../http/ingress/request-target.ts';
import { sendContinue } from '../../http/ingress/send-continue.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import type { RateLimits } from '../../infrastructure/limits/calls/rate-limits.ts';
import { createFailedTokens } from '../../infrastructure/limits/guesses/failed-tokens.ts';
import { nameByRoute } from '../../infrastructure/observability/traced-handler.ts';
import type { Tracing } from '../../infrastructure/observability/tracing.ts';
import type { Outbound } from '../../infrastructure/outbound/outbound.ts';
import { createUsageStore } from '../../infrastructure/usage/store.ts';
import type { SnapshotFeed } from '../snapshot/snapshot-feed.ts';
import { uncharge, uncount } from './accounting/charges.ts';
import { createFlush } from './accounting/flush-timer.ts';
import { createUsageCounter } from './accounting/usage-counter.ts';
import { usageOutcomeOf } from './accounting/usage-outcome.ts';
import { createConcurrencyTable } from './admission/concurrent-calls.ts';
import { createShownSecrets, type ShownSecretsDeps } from './admission/shown-secrets.ts';
import { createTokenCache } from './admission/token-cache.ts';
import { useAdmission } from './admission/use-admission.ts';
import { type Call, chosenOf, newCall } from './call.ts';
import { createCallsInFlight } from './calls-in-flight.ts';
import { createBreakers } from './forward/breakers.ts';
import { createCallPass, type PassDeps } from './forward/call-pass.ts';
import { forward, type Hop } from './forward/forward.ts';
import { graphqlProxy } from './forward/graphql-proxy.ts';
import { answerCost, answerIntrospection } from './forward/own-answers.ts';
import { restPassthrough } from './forward/rest-passthrough.ts';
import { createPersisted } from './graphql/persisted.ts';
import { CallerGone } from './graphql/read-body.ts';
import { createReadingTurns } from './graphql/reading-turns.ts';
import { Schemas } from './graphql/served-schemas.ts';
import { createValidationBudget } from './graphql/validation-budget.ts';
import { type CallRecord, recordOf } from './record/call-record.ts';
import { type CallMetrics, createMetrics } from './record/metrics.ts';
import { createRefusedCalls } from './record/refused-calls.ts';
import { isConnectionClosing, refuseCall, refuseRequest } from './refusal.ts';
import { allow, answersForPortal, answersPreflight, createCors, createOwnPortalCors } from './route/cors.ts';
import { isCostQuestion } from './route/cost-question.ts';
import { findRoute } from './route/route.ts';

/** Bounds of callers. */
export type CallerBounds = {
  /** Least rate of bodies and of answers, in bytes a second. 0 asks for none. */
  readonly minBodyRate: number;
  /** Concurrent calls of one address to the open APIs of an org. */
  readonly anonymousCallsMax: number;
};

export type GatewayDeps = PassDeps &
  ShownSecretsDeps & {
    readonly snapshots: Pick<SnapshotFeed, 'current'>;
    readonly limits: Pick<RateLimits, 'consume' | 'refund'>;
    readonly outbound: Pick<Outbound, 'upstreams'>;
    /** Database for usage and refused calls. No call waits for it. */
    readonly database: Pick<Database, 'query' | 'execute'>;
    /** Nothing is traced without it. */
    readonly tracing?: Tracing | undefined;
    /** Nobody, unless given. */
    readonly isTrustedProxy?: TrustedProxies;
    /** The name of the platform's gateway in Via. Every process has the same, and no other platform does. */
    readonly pseudonym: string;
    /** Addresses of portals, whose pages call APIs, and the hosts of catalogs. */
    readonly urls: PortalUrls & Pick<GatewayUrls, 'gatewayHosts'>;
    /** Tells whether errors reach callers of GraphQL APIs without the servers' details. False by default. */
    readonly cleansErrors?: boolean;
    /** The platform's defaults, unless given. */
    readonly callerBounds?: CallerBounds;
    /** Tells the operator of a fault that a caller is not told. */
    readonly onFault: (error: unknown) => void;
    readonly onCall?: (record: CallRecord) => void;
    /** Receives requests that break the rules for any request before they reach an API. */
    readonly onBroken?: (record: BrokenRecord) => void;
  };

export type Fallback = (request: IncomingMessage, response: ServerResponse) => void;

export type GatewayMetrics = CallMetrics & {
  readonly tokensRemembered: number;
  readonly backendsLeftAlone: number;
};

export type Gateway = {
  /**
   * Serves a request under an API of a catalog; any other goes to `otherwise`. For the events `request` and
   * `checkContinue` of a server alike: a caller who expects 100 Continue gets it when the call is admitted.
   */
  handle(request: IncomingMessage, response: ServerResponse, otherwise: Fallback): void;
  metrics(): GatewayMetrics;
  /** Writes the usage and the refused calls so far. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

/**
 * The data plane: finds the API, admits the call, and forwards it. From the first byte to the back-end nothing is
 * waited for but what has to be: a token seen for the first time, the body of a GraphQL request, the counter.
 */
export function createGateway(deps: GatewayDeps): Gateway {
  const { snapshots, pseudonym, clock, limits, onFault, tracing, isTrustedProxy = trustsNobody } = deps;
  const { callerBounds = { minBodyRate: 500, anonymousCallsMax: 100 } } = deps;
  const usage = createUsageCounter({ store: createUsageStore(deps.database), clock });
  const refusedCalls = createRefusedCalls(deps);
  const flush = createFlush({ writers: [usage.write, refusedCalls.write], onFault });
  const tokens = createTokenCache(clock);
  const metrics = createMetrics();
  const { control, gatewayHosts } = deps.urls;
  const corsOf = createCors(control);
  const corsOfPortal = createOwnPortalCors(deps.urls);
  const breakers = createBreakers({ clock, onFault });
  const enveloped = envelop({
    plugins: [
      useAdmission({
        limits,
        clock,
        tokens,
        failedTokens: createFailedTokens(),
        shownSecrets: createShownSecrets(deps),
        schemas: new Schemas(),
        persisted: createPersisted(),
        validationBudget: createValidationBudget(clock),
        readingTurns: createReadingTurns(),
        breakers,
        seats: createConcurrencyTable(),
        anonymousCallsMax: callerBounds.anonymousCallsMax,
        pseudonym,
        tracing,
      }),
    ],
  });
  const proxied = { ...deps, passOf: createCallPass(deps) };
  const { upstreams } = deps.outbound;
  const hop: Hop = { upstreams, breakers, limits, pseudonym, refuse: refuseNoted };
  const underWay = createCallsInFlight(callerBounds);

  function serve(call: Call): void {
    call.response.on('close', () => finish(call));
    underWay.add(call);
    try {
      checkRequest(call.request);
      if (answersPreflight(call)) return;
      enveloped(call);
      if (call.admission) call.admission.then(() => pass(call)).catch((error: unknown) => fail(call, error));
      else pass(call);
    } catch (error) {
      fail(call, error);
    }
  }
  function pass(call: Call): void {
    const { client, subscription } = call;
    if (client && subscription) usage.use(call);
    const introspect = call.document?.introspect;
    if (isCostQuestion(call)) answerCost(call);
    else if (introspect) answerIntrospection(call, introspect, (error) => fail(call, error));
    else
      forward(
        hop,
        call,
        chosenOf(call).api.kind === 'GRAPHQL' ? graphqlProxy(call, proxied) : restPassthrough(call),
      );
  }
  function fail(call: Call, error: unknown): void {
    if (error instanceof CallerGone) return;
    if (!(error instanceof Refusal)) onFault(error);
    uncount(call, limits);
    uncharge(call, limits);
    refuseNoted(call, error instanceof Refusal ? error : refusal('INTERNAL'));
  }
  function refuseNoted(call: Call, refused: Refusal): void {
    refuseCall(call, refused);
    refusedCalls.note(call, refused);
  }
  function finish(call: Call): void {
    // Node takes what it could not send for finished when the connection has broken.
    const abandoned = !call.response.writableFinished || call.request.socket.destroyed;
    if (abandoned) call.cancel?.(new CallerGone());
    underWay.remove(call);
    if (call.seats) call.seats.taken -= 1;
    if (call.trialOf !== undefined) breakers.releaseProbe(call.trialOf);
    const record = recordOf(call, abandoned);
    const outcome = usageOutcomeOf(call);
    if (outcome) usage.count(call, outcome, record.durationMs);
    describeSpan(call, record);
    metrics.record(record.outcome, record.status, record.durationMs);
    deps.onCall?.(record);
  }

  return {
    handle(request, response, otherwise) {
      if (isConnectionClosing(request)) return;
      let cors = corsOf(request);
      try {
        if (isForServer(request)) {
          checkRequest(request);
          return answerForServer(response);
        }
        const target = requestTarget(request.url ?? '', request.headers.host);
        const snapshot = snapshots.current();
        const place = gatewayHosts?.pathOf(request.headers.host);
        const path = place === undefined ? target.path : place + target.path;
        if (corsOfPortal) cors = corsOfPortal(request, path) ?? cors;
        const found = findRoute(snapshot, path);
        if (!found) {
          checkRequest(request);
          if (answersForPortal(request, response, cors)) return;
          sendContinue(request, response);
          allow(response, cors);
          // In origin form, whatever it came in.
          request.url =
            (place === undefined ? target.path : pathElsewhere(place, target.path)) + target.query;
          return otherwise(request, response);
        }
        const [requestId, startedAt] = [requestIdOf(request), performance.now()];
        const { rest, catalog, route } = found;
        serve(
          newCall({
            request,
            response,
            requestId,
            span: tracing?.active(),
            way: forwardedChainOf(request, isTrustedProxy),
            startedAt,
            target,
            rest,
            snapshot,
            catalog,
            route,
            cors,
          }),
        );
      } catch (error) {
        if (!(error instanceof Refusal)) onFault(error);
        allow(response, cors);
        const refused = error instanceof Refusal ? error : refusal('INTERNAL');
        const record = refuseRequest({ request, response, isLast: true }, refused);
        deps.onBroken?.(record);
      }
    },
    metrics: () => ({
      ...metrics.read(),
      tokensRemembered: tokens.size(),
      backendsLeftAlone: breakers.open(),
    }),
    flush: flush.now,
    close() {
      underWay.close();
      return flush.close();
    },
  };
}

/** Answers 404 API_NOT_FOUND: for what neither the gateway nor anything else on its listener serves. */
export function refuseUnknownPath(request: IncomingMessage, response: ServerResponse): void {
  refuseRequest({ request, response, isLast: false }, refusal('API_NOT_FOUND'));
}

function describeSpan(
  { span, request, catalog, route, subscription, document }: Call,
  record: CallRecord,
): void {
  if (!span) return;
  nameByRoute(span, request, `${catalog.path}${route.candidates[0]?.api.basePath ?? ''}`);
  span.set({
    'gatehouse.request_id': record.requestId,
    'gatehouse.outcome': record.outcome,
    'gatehouse.api': record.api,
    'gatehouse.plan': subscription?.plan.name,
    'gatehouse.subscription': record.subscriptionId,
    'graphql.operation.type': document?.measure.type,
  });
}
