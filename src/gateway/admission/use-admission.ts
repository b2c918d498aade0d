import type { Plugin } from '@envelop/core';
import type { Call } from '../call.ts';
import type { AdmissionDeps } from './step.ts';
import { stepNames, steps } from './steps.ts';

/**
 * The one place where calls are admitted: an envelop plugin that takes the steps of admission when the context of a
 * call is built, for REST and GraphQL alike. (architecture.md, "Call")
 */
export function useAdmission(deps: AdmissionDeps): Plugin<Call> {
  return { onContextBuilding: ({ context }) => admit(context, deps, 0) };
}

/** Stays synchronous until a step has to wait. Envelop takes any other value than undefined for a hook. */
function admit(call: Call, deps: AdmissionDeps, from: number): Promise<void> | undefined {
  for (let at = from; at < steps.length; at += 1) {
    call.stage = stepNames[at] ?? 'forward';
    const waiting = steps[at]?.(call, deps);
    if (waiting) return waiting.then(() => admit(call, deps, at + 1));
  }
  call.stage = 'forward';
  return undefined;
}
