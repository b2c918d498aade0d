import { upstreamOf } from '../call.ts';
import type { Step } from './step.ts';

/**
 * Is there a back-end to call, and is it not left alone? Asked before the call is counted, so that it costs nothing when
 * there is none. What the gateway answers itself needs none.
 *
 * @throws BACKEND_UNREACHABLE, BACKEND_UNAVAILABLE
 */
export const backend: Step = (call, { breakers }) => {
  if (call.document?.introspect) return;
  const { key } = upstreamOf(call);
  if (breakers.admit(key)) call.trialOf = key;
};
