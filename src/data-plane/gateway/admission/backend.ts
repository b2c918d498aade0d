import { upstreamOf } from '../call.ts';
import type { Step } from './step.ts';

/**
 * Refuses a call without a back-end, or one whose circuit breaker is open.
 *
 * It runs before the call is counted, so that such a call costs nothing. The gateway's own answers need no back-end.
 *
 * @throws BACKEND_UNREACHABLE, BACKEND_UNAVAILABLE
 */
export const backend: Step = (call, { breakers }) => {
  if (call.document?.introspect) return;
  call.probe = breakers.admit(upstreamOf(call).key);
};
