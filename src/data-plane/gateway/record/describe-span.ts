import type { CallRecord } from '../../../infrastructure/observability/access-log.ts';
import { nameByRoute } from '../../../infrastructure/observability/traced-handler.ts';
import type { Call } from '../call.ts';

/** Describes the span of a call by what became of it. */
export function describeSpan(
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
