import type { Refusal } from '../../foundation/errors.ts';
import { short } from '../../foundation/text/listed.ts';
import { isGenerated } from '../../http/ingress/request-id.ts';
import { PATH_MAX, type RefusedCall } from '../recorded/refused-calls.ts';
import type { OAuthRequest } from './endpoint.ts';

/** Builds the record of a refused request of an endpoint. Nothing of its form is in it. */
export function refusedRequestOf(
  call: OAuthRequest,
  refused: Refusal,
  { status, at }: { readonly status: number; readonly at: Date },
): RefusedCall {
  const { request, requestId, startedAt, url, catalog, provider, progress } = call;
  return {
    requestId,
    requestIdIsOwn: isGenerated(requestId, request),
    at: at.toISOString(),
    catalogId: catalog.id,
    applicationId: progress.client?.application.id ?? null,
    subscriptionId: null,
    planId: null,
    method: request.method ?? '',
    path: short(url.split('?', 1)[0] ?? '', PATH_MAX),
    api: null,
    operation: null,
    oauthProvider: provider.name,
    status,
    code: refused.code,
    detail: short(refused.message, PATH_MAX),
    durationMs: performance.now() - startedAt,
    decision: progress.decision(),
  };
}
