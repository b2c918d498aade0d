import type { Call } from '../call.ts';

/** What became of a call, for an access log. */
export type CallRecord = {
  readonly requestId: string;
  /** Of its trace: the caller's, or one that began here. */
  readonly traceId: string | undefined;
  readonly method: string;
  /** Without the query, which may hold what is secret. */
  readonly path: string;
  /** `/<org>/<catalog>` */
  readonly catalog: string;
  /** `name:version`, once a version was chosen. */
  readonly api: string | undefined;
  readonly subscriptionId: string | undefined;
  readonly status: number;
  /** The code of a refusal, ANSWERED, ABANDONED when the caller left first, or PREFLIGHT when the gateway answered one. */
  readonly outcome: string;
  readonly durationMs: number;
};

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
