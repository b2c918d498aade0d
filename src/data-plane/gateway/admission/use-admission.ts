import type { Plugin } from '@envelop/core';
import type { Call } from '../call.ts';
import type { AdmissionDeps } from './step.ts';
import { steps } from './steps.ts';

/**
 * Admits calls, for REST and GraphQL alike. No other code does.
 *
 * It is an envelop plugin that takes the steps of admission when a call is enveloped. (architecture.md, "Call") The
 * hook that builds a context would cost ten times as much.
 */
export function useAdmission(deps: AdmissionDeps): Plugin<Call> {
  return {
    onEnveloped({ context, extendContext }) {
      const admission = context ? admit(context, deps, 0) : undefined;
      if (admission) extendContext({ admission });
    },
  };
}

/** Stays synchronous until a step has to wait. */
function admit(call: Call, deps: AdmissionDeps, from: number): Promise<void> | undefined {
  for (let at = from; at < steps.length; at += 1) {
    const step = steps[at] as (typeof steps)[number];
    call.stage = step.name;
    const waiting = step.take(call, deps);
    if (waiting) return waiting.then(() => admit(call, deps, at + 1));
  }
  call.stage = 'forward';
  return undefined;
}
