import { type CallCondition, compileCallCondition } from '../../../domain/access-policy/call-condition.ts';
import { ConditionFault } from '../../../domain/access-policy/condition.ts';

/**
 * The condition of a security alternative.
 *
 * It is compiled at the first call that asks: of thousands of operations, few are called.
 */
export class AlternativeCondition {
  readonly #text: string;
  #compiled: CallCondition | null | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Null where this version cannot read what another has saved. It then holds for nobody. */
  get compiled(): CallCondition | null {
    this.#compiled ??= compiledOrNull(this.#text);
    return this.#compiled;
  }
}

function compiledOrNull(text: string): CallCondition | null {
  try {
    return compileCallCondition(text);
  } catch (error) {
    if (error instanceof ConditionFault) return null;
    throw error;
  }
}
