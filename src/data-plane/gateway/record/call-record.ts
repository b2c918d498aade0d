import type { CallRecord } from '../../../infrastructure/observability/access-log.ts';
import type { Call } from '../call.ts';

/** Makes the record of a call for the access log. */
export function recordOf(call: Call, abandoned: boolean): CallRecord {
  const { request, response, chosen, stage, refusedWith } = call;
  return {
    requestId: call.requestId,
    traceId: call.span?.traceId ?? call.traceId,
    method: request.method ?? '',
    path: call.target.path,
    catalog: call.catalog.path,
    api: chosen && `${chosen.api.name}:${chosen.api.version}`,
    subscriptionId: call.subscription?.id,
    status: response.statusCode,
    outcome: refusedWith ?? (abandoned ? 'ABANDONED' : stage === 'request' ? 'PREFLIGHT' : 'ANSWERED'),
    durationMs: performance.now() - call.startedAt,
  };
}
