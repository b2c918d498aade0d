import { short } from '../../../foundation/text/listed.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import type { AnsweredCall } from '../../recorded/answered-calls.ts';
import { PATH_MAX } from '../../recorded/refused-calls.ts';
import type { Call } from '../call.ts';

/** Builds the record of an answered call. It has the path and no query, which may be secret. */
export function answeredCallOf(call: Call, durationMs: number, at: Date): AnsweredCall {
  const { request, response, requestId, catalog, target, client, subscription, chosen, operation } = call;
  return {
    at: at.toISOString(),
    requestId,
    catalogId: catalog.id,
    applicationId: client?.application.id ?? null,
    subscriptionId: subscription?.id ?? null,
    planId: subscription?.plan.id ?? null,
    method: request.method ?? '',
    path: short(target.path, PATH_MAX),
    api: chosen ? versionedName(chosen.api) : null,
    operation: operation ?? null,
    status: response.statusCode,
    durationMs,
  };
}
