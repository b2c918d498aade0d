import { refuse } from '../../../foundation/errors.ts';
import { chosenOf } from '../call.ts';
import type { Candidate } from '../route/candidate.ts';
import type { Step } from './step.ts';

/**
 * Chooses the target of a call. It refuses a call without a back-end, or one whose circuit breaker is open.
 *
 * It runs before the call is counted, so that such a call costs nothing. The gateway's own answers need no back-end.
 *
 * @throws BACKEND_MISSING, BACKEND_UNREACHABLE, BACKEND_UNAVAILABLE
 */
export const backend: Step = (call, { breakers }) => {
  if (call.document?.introspect) return;
  const chosen = chosenOf(call);
  const upstream = chosen.upstream ?? chosen.upstreams?.next((key) => breakers.isOpen(key));
  call.upstream = upstream ?? refuseWithoutTarget(chosen);
  call.probe = breakers.admit(call.upstream.key);
};

/** @throws BACKEND_MISSING where the catalog lacks the back-end that the API names; BACKEND_UNREACHABLE otherwise */
function refuseWithoutTarget({ api: { backend: name } }: Candidate): never {
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
