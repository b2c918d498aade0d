import { type InputPath, refuse } from '../../foundation/errors.ts';
import { ConditionFault } from '../access-policy/condition.ts';
import { positionIn } from '../access-policy/policies.ts';

/**
 * Checks an expression of a step, and returns its text.
 *
 * @throws BAD_USER_INPUT, with the place of the fault in the text
 */
export function checkedExpression(text: string, path: InputPath, compile: (text: string) => unknown): string {
  try {
    compile(text);
    return text;
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    return refuse('BAD_USER_INPUT', { detail: `${positionIn(text, error.at)}: ${error.message}`, path });
  }
}
