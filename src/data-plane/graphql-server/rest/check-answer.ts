import { refuse } from '../../../foundation/errors.ts';
import { exceededBound, type JsonBounds } from '../../../graphql/validation/nesting.ts';

/** Bounds of a back-end's JSON. Ten megabytes of records hold half of these values; of `{}`, three times as many. */
const BOUNDS: JsonBounds = { depthMax: 500, valuesMax: 2_000_000 };
/** Characters that are parsed in a twentieth of a second, whatever they are. */
const UNSCANNED_MAX = 500_000;

/**
 * Checks that a back-end's JSON is parsed in a fifth of a second at most.
 *
 * @throws BACKEND_ANSWER_INVALID for too many values, or values that are nested too deep
 */
export function checkAnswer(text: string): void {
  if (text.length <= UNSCANNED_MAX) return;
  const exceeded = exceededBound(text, BOUNDS);
  if (exceeded === 'depthMax')
    refuse('BACKEND_ANSWER_INVALID', {
      detail: `The answer of the back-end is nested more than ${BOUNDS.depthMax} deep.`,
    });
  if (exceeded === 'valuesMax')
    refuse('BACKEND_ANSWER_INVALID', {
      detail: `The answer of the back-end holds more than ${BOUNDS.valuesMax} values.`,
    });
}
