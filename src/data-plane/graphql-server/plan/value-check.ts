import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import { refuse } from '../../../foundation/errors.ts';
import type { LinkBudget } from '../rest/link-budget.ts';
import { fieldWriter } from './compile.ts';
import {
  type AnswerPlace,
  type AnswerWatch,
  MISFITS_MAX,
  Misfit,
  pathTo,
  tooManyMisfits,
} from './misfits.ts';
import { CHARACTERS_MAX, tooLong, type Writer } from './writers.ts';

/** Values of an answer that the reference gives. It takes half a second for them, ten times as long as a plan. */
const VALUES_MAX = 250_000;

/**
 * Checks the value of a field before the reference makes an answer of it.
 *
 * Records that links lead to are checked when they are there.
 *
 * @throws BACKEND_ANSWER_INVALID for too many values that do not fit their types; GRAPHQL_COST_EXCEEDED for more values,
 *   characters or links than a request may have
 */
export type ValueCheck = (value: unknown, info: GraphQLResolveInfo) => void;

/** Makes the check of one request. */
export function valueCheck(links: LinkBudget): ValueCheck {
  const writers = new WeakMap<readonly FieldNode[], Writer>();
  const watch = new RequestWatch(links);
  return (value, info) => {
    const { fieldNodes, path } = info;
    const write = writers.get(fieldNodes) ?? fieldWriter(info);
    writers.set(fieldNodes, write);
    watch.check(write, value, { watch, nodes: fieldNodes, prev: path.prev, key: path.key });
  };
}

class RequestWatch implements AnswerWatch {
  readonly #links: LinkBudget;
  #characters = 0;
  #values = 0;
  #misfits = 0;
  #first: AnswerPlace | undefined;

  constructor(links: LinkBudget) {
    this.#links = links;
  }

  check(write: Writer, value: unknown, place: AnswerPlace): void {
    const misfits = this.#misfits;
    this.#first = undefined;
    try {
      this.#characters += write(value, place).length;
    } catch (error) {
      // The reference gives the error of a value that cannot be null.
      if (error instanceof Misfit) return;
      this.#misfits = misfits;
      throw error;
    }
    if (this.#characters > CHARACTERS_MAX) throw tooLong();
  }

  misfit(place: AnswerPlace): void {
    this.#first ??= place;
    this.#misfits += 1;
    if (this.#misfits > MISFITS_MAX) throw tooManyMisfits(pathTo(this.#first));
  }

  values(count: number): void {
    this.#values += count;
    if (this.#values > VALUES_MAX)
      refuse('GRAPHQL_COST_EXCEEDED', {
        detail: `A request with links may get ${VALUES_MAX} values: ask for fewer records, or fewer of their fields.`,
      });
  }

  link(): void {
    this.#links(1);
  }
}
