import type { IncomingMessage, ServerResponse } from 'node:http';
import { envelop } from '@envelop/core';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { requestTarget } from '../domain/request-target.ts';
import { Refusal, refusal } from '../errors.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { SnapshotFeed } from '../snapshot/feed.ts';
import { useAdmission } from './admission/use-admission.ts';
import { type Call, chosenOf, newCall } from './call.ts';
import { answerPreflight, createCors, isPreflight } from './cors.ts';
import { createFlush } from './flush.ts';
import { forward, type Hop } from './forward.ts';
import { CallerGone } from './graphql/body.ts';
import { createVerdicts } from './graphql/verdicts.ts';
import { graphqlProxy } from './graphql-proxy.ts';
import { type CallMetrics, createMetrics } from './metrics.ts';
import { refuseCall, refuseRequest } from './refusal.ts';
import { createRefusedCalls } from './refused-calls.ts';
import { requestIdOf } from './request-id.ts';
import { checkRequest } from './request-rules.ts';
import { restPassthrough } from './rest-passthrough.ts';
import { findRoute } from './route.ts';
import { createTokens } from './tokens.ts';
import { createUsage } from './usage.ts';
import { usageOutcomeOf } from './usage-outcome.ts';

/** What became of a call, for an access log. */
export type CallRecord = {
  readonly requestId: string;
  readonly method: string;
  /** Without the query, which may hold what is secret. */
  readonly path: string;
  /** `/<org>/<catalog>` */
  readonly catalog: string;
  /** `name:version`, once a version was chosen. */
  readonly api: string | undefined;
  readonly subscriptionId: string | undefined;
  readonly status: number;
  /** The code of a refusal, ANSWERED, or ABANDONED when the caller left first. */
  readonly outcome: string;
  readonly durationMs: number;
};

export type GatewayDeps = {
  readonly snapshots: Pick<SnapshotFeed, 'current'>;
  readonly limits: RateLimits;
  readonly outbound: Pick<Outbound, 'agent'>;
  /** Where usage and refused calls are written; no call waits for it. */
  readonly database: Pick<Database, 'query'>;
  readonly clock: Clock;
  /** How browsers reach the portal, whose pages call APIs. */
  readonly urls: { readonly control: string };
  /** Tells the operator of a fault that a caller is not told. */
  readonly onFault: (error: unknown) => void;
  readonly onCall?: (record: CallRecord) => void;
  /** How long a back-end may take to begin its answer, and may then be silent. */
  readonly timeouts?: Pick<Hop, 'answerMs' | 'idleMs'>;
};

export type Otherwise = (request: IncomingMessage, response: ServerResponse) => void;

export type GatewayMetrics = CallMetrics & { readonly tokensRemembered: number };

export type Gateway = {
  /**
   * Serves a request under an API of a catalog; any other goes to `otherwise`. For the events `request` and
   * `checkContinue` of a server alike: a caller who expects 100 Continue gets it when the call is admitted.
   */
  handle(request: IncomingMessage, response: ServerResponse, otherwise: Otherwise): void;
  metrics(): GatewayMetrics;
  /** Writes the usage and the refused calls so far. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

const TIMEOUTS = { answerMs: 30_000, idleMs: 60_000 };

/**
 * The data plane: finds the API, admits the call, and forwards it. From the first byte to the back-end nothing is
 * waited for but what has to be: a token seen for the first time, the body of a GraphQL request, the counter.
 */
export function createGateway(deps: GatewayDeps): Gateway {
  const { snapshots, outbound, clock, limits, onFault } = deps;
  const usage = createUsage(deps);
  const refusedCalls = createRefusedCalls(deps);
  const flush = createFlush({ writers: [usage.write, refusedCalls.write], onFault });
  const tokens = createTokens(clock);
  const metrics = createMetrics();
  const corsOf = createCors(deps.urls.control);
  const enveloped = envelop({
    plugins: [useAdmission({ limits, clock, tokens, verdicts: createVerdicts() })],
  });
  const hop: Hop = { agent: outbound.agent, ...(deps.timeouts ?? TIMEOUTS), refuse: refuseNoted };

  function serve(call: Call): void {
    call.response.once('close', () => finish(call));
    try {
      checkRequest(call.request);
      const admitted: unknown = enveloped(call).contextFactory();
      if (admitted instanceof Promise)
        admitted.then(() => pass(call)).catch((error: unknown) => fail(call, error));
      else pass(call);
    } catch (error) {
      fail(call, error);
    }
  }
  function pass(call: Call): void {
    const { client, subscription } = call;
    if (client && subscription) usage.use(client.credentialId);
    forward(hop, call, chosenOf(call).api.kind === 'GRAPHQL' ? graphqlProxy(call) : restPassthrough(call));
  }
  function fail(call: Call, error: unknown): void {
    if (error instanceof CallerGone) return;
    if (!(error instanceof Refusal)) onFault(error);
    refuseNoted(call, error instanceof Refusal ? error : refusal('INTERNAL'));
  }
  function refuseNoted(call: Call, refused: Refusal): void {
    refuseCall(call, refused);
    refusedCalls.note(call, refused);
  }
  function finish(call: Call): void {
    const abandoned = !call.response.writableFinished;
    if (abandoned) call.cancel?.(new CallerGone());
    const record = recordOf(call, abandoned);
    const outcome = usageOutcomeOf(call);
    if (call.subscription && outcome) usage.count(call.subscription.id, outcome);
    metrics.record(record.outcome, record.status, record.durationMs);
    deps.onCall?.(record);
  }

  return {
    handle(request, response, otherwise) {
      const cors = corsOf(request);
      if (cors.length > 0 && isPreflight(request)) return answerPreflight(request, response, cors);
      try {
        const target = requestTarget(request.url ?? '');
        const snapshot = snapshots.current();
        const found = findRoute(snapshot, target.path);
        if (!found) {
          if (request.headers.expect !== undefined) response.writeContinue();
          allow(response, cors);
          return otherwise(request, response);
        }
        const [requestId, startedAt] = [requestIdOf(request), performance.now()];
        const { rest, catalog, route } = found;
        serve(
          newCall({ request, response, requestId, startedAt, target, rest, snapshot, catalog, route, cors }),
        );
      } catch (error) {
        if (!(error instanceof Refusal)) onFault(error);
        allow(response, cors);
        refuseRequest({ request, response }, error instanceof Refusal ? error : refusal('INTERNAL'));
      }
    },
    metrics: () => ({ ...metrics.read(), tokensRemembered: tokens.size() }),
    flush: flush.now,
    close: flush.close,
  };
}

/** Whatever answers then, the browser lets its page read it. */
function allow(response: ServerResponse, cors: readonly string[]): void {
  for (let at = 0; at < cors.length; at += 2) response.setHeader(cors[at] ?? '', cors[at + 1] ?? '');
}

/** Answers 404 API_NOT_FOUND: for what neither the gateway nor anything else on its listener serves. */
export function refuseUnknownPath(request: IncomingMessage, response: ServerResponse): void {
  refuseRequest({ request, response }, refusal('API_NOT_FOUND'));
}

function recordOf(call: Call, abandoned: boolean): CallRecord {
  const { request, response, chosen, refusedWith } = call;
  return {
    requestId: call.requestId,
    method: request.method ?? '',
    path: call.target.path,
    catalog: call.catalog.path,
    api: chosen && `${chosen.api.name}:${chosen.api.version}`,
    subscriptionId: call.subscription?.id,
    status: response.statusCode,
    outcome: refusedWith ?? (abandoned ? 'ABANDONED' : 'ANSWERED'),
    durationMs: performance.now() - call.startedAt,
  };
}
