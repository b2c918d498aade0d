import {
  type AnswerExpression,
  type AnswerHead,
  compileAnswerExpression,
} from '../../domain/access-policy/answer-expression.ts';
import { type Budget, ConditionFault } from '../../domain/access-policy/condition.ts';
import { type MeterFault, unitsOfValue } from '../../domain/api/meters.ts';

/** The expression of a meter. It is compiled with the first answer, since of thousands of APIs few are called. */
export class ServedExpression {
  readonly #text: string;
  #compiled: AnswerExpression | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the units of an answer. What cannot be evaluated, or takes too long, is no number. */
  unitsOf(head: AnswerHead, budget: Budget): number | MeterFault {
    try {
      this.#compiled ??= compileAnswerExpression(this.#text);
      return unitsOfValue(this.#compiled.numberFor(head, budget));
    } catch (error) {
      if (error instanceof ConditionFault) return 'INVALID';
      throw error;
    }
  }
}
