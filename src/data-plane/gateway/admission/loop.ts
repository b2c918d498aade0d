import { refuse } from '../../../foundation/errors.ts';
import type { Step } from './step.ts';

/** Times that a call may pass one gateway. A back-end that calls another API is no loop. */
const PASSES_MAX = 5;

/**
 * Refuses a call that has returned to this gateway again and again.
 *
 * Back-ends that forward calls also forward what Via says of their way. (RFC 9110 §7.6.3)
 *
 * @throws LOOP_DETECTED
 */
export const loop: Step = ({ request }, { pseudonym }) => {
  const { via } = request.headers;
  if (via === undefined) return;
  const passes = via.split(pseudonym).length - 1;
  if (passes >= PASSES_MAX)
    refuse('LOOP_DETECTED', {
      detail: `The call came through this gateway ${passes} times before: the back-end of an API leads back to it.`,
      facts: { passes, max: PASSES_MAX },
    });
};
