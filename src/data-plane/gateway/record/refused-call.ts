import { catalogue, type Refusal } from '../../../foundation/errors.ts';
import { short } from '../../../foundation/text/listed.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import { isGenerated } from '../../../http/ingress/request-id.ts';
import { PATH_MAX, type RefusedCall } from '../../recorded/refused-calls.ts';
import type { CallingApplication } from '../../snapshot/snapshot.ts';
import type { Call } from '../call.ts';
import { DocumentRefusal } from '../graphql/document-refusal.ts';
import { decisionOf } from './call-decision.ts';

/** Builds the record of a refused call. It has the method and the path; the rest of the request may be secret. */
export function refusedCallOf(call: Call, refused: Refusal, at: Date): RefusedCall {
  const { request, requestId, catalog, target, subscription } = call;
  return {
    requestId,
    requestIdIsOwn: isGenerated(requestId, request),
    at: at.toISOString(),
    catalogId: catalog.id,
    applicationId: clientOf(call, refused)?.application.id ?? null,
    subscriptionId: subscription?.id ?? null,
    planId: subscription?.plan.id ?? null,
    method: request.method ?? '',
    path: short(target.path, PATH_MAX),
    api: apiOf(call),
    operation: call.operation ?? null,
    oauthProvider: null,
    status: refused.status,
    code: refused.code,
    detail: detailOf(refused),
    durationMs: performance.now() - call.startedAt,
    decision: decisionOf(call, refused),
  };
}

/** The client of a call, of an ended API key or of an expired token. Its signature still names the client. */
function clientOf({ client, endedKey, catalog }: Call, { facts }: Refusal): CallingApplication | undefined {
  const clientKey = facts?.['clientKey'];
  const known = client ?? endedKey;
  return known ?? (typeof clientKey === 'string' ? catalog.clients.get(clientKey) : undefined);
}

/** The version that was called. Before it is chosen, the newest that the client may call: it says what it misses. */
function apiOf({ chosen, candidates, stage }: Call): string | null {
  const version = chosen ?? (stage === 'security' ? candidates[0] : undefined);
  return version ? versionedName(version.api) : null;
}

/** The detail of a refusal. A document's fault quotes the document, which can hold secrets, and is left out. */
function detailOf(refused: Refusal): string {
  return refused instanceof DocumentRefusal ? catalogue[refused.code][1] : refused.message;
}
