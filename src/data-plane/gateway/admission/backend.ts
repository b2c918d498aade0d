import { refuse } from '../../../foundation/errors.ts';
import { type Call, chosenOf } from '../call.ts';
import type { Candidate } from '../route/candidate.ts';
import { stickyKeyOf } from '../route/sticky-key.ts';
import type { AdmissionDeps, Step } from './step.ts';

/**
 * Chooses the target of a call. It refuses a call without a back-end, or one whose circuit breaker is open.
 *
 * It runs before the call is counted, so that such a call costs nothing. The gateway's own answers need no back-end.
 *
 * @throws BACKEND_MISSING, BACKEND_UNREACHABLE, BACKEND_UNAVAILABLE
 */
export const backend: Step = (call, { breakers, targetStates }) => {
  const chosen = chosenOf(call);
  if (call.document?.introspect || chosen.api.contract?.mock) return;
  const { upstreams } = chosen;
  const upstream =
    chosen.upstream ?? upstreams?.next(targetStates, { stickyKey: stickyKeyOf(call, upstreams) });
  call.upstream = upstream ?? refuseWithoutTarget(chosen);
  call.probe = breakers.admit(call.upstream.key);
};

/**
 * Chooses another target for a call that its first one failed.
 *
 * @returns false where no other gets calls
 */
export function chooseOther(
  call: Call,
  { breakers, targetStates }: Pick<AdmissionDeps, 'breakers' | 'targetStates'>,
): boolean {
  const { upstreams } = chosenOf(call);
  if (!upstreams) return false;
  const stickyKey = stickyKeyOf(call, upstreams);
  const other = upstreams.next(targetStates, { stickyKey, except: call.upstream });
  if (!other) return false;
  call.upstream = other;
  call.probe = breakers.admit(other.key);
  return true;
}

/** @throws BACKEND_MISSING where the catalog lacks the back-end that the API names; BACKEND_UNREACHABLE otherwise */
function refuseWithoutTarget({ api: { backend: name, servedBy } }: Candidate): never {
  if (servedBy !== null)
    refuse('BACKEND_MISSING', {
      detail: `The API is served by the back-end of ${servedBy}, which this catalog lacks: its provider publishes it, and sets its back-end.`,
      facts: { backend: servedBy },
    });
  if (name !== null)
    refuse('BACKEND_MISSING', {
      detail: `The API calls the back-end ${name}, which this catalog lacks: its provider sets it with setBackend.`,
      facts: { backend: name },
    });
  return refuse('BACKEND_UNREACHABLE', {
    detail: 'The API has no back-end to call.',
    facts: { fault: 'NO_TARGET' },
  });
}
