import { upstreamOf } from '../rest-passthrough.ts';
import type { Step } from './step.ts';

/**
 * Is there a back-end to call, and is it not left alone? Asked before the call is counted, so that it costs nothing when
 * there is none.
 *
 * @throws BACKEND_UNREACHABLE, BACKEND_UNAVAILABLE
 */
export const backend: Step = (call, { breakers }) => {
  const { origin } = upstreamOf(call);
  if (breakers.enter(origin)) call.trialOf = origin;
};
