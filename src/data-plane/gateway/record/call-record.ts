import type { Call } from '../call.ts';

/** The result of a call for an access log. */
export type CallRecord = {
  readonly requestId: string;
  /** Id of its trace: the caller's, or one that began here. */
  readonly traceId: string | undefined;
  readonly method: string;
  /** Path without the query, which may hold secrets. */
  readonly path: string;
  /** `/<org>/<catalog>` */
  readonly catalog: string;
  /** `name:version`, once a version was chosen. */
  readonly api: string | undefined;
  readonly subscriptionId: string | undefined;
  readonly status: number;
  /**
   * Code of a refusal, ANSWERED, ABANDONED when the caller left first, or PREFLIGHT.
   *
   * The gateway answers a PREFLIGHT itself.
   */
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
