/** Pieces of work that are done in one turn of the event loop by default. */
const AT_ONCE = 2;

/**
 * Does short work in order, a few pieces in each turn of the event loop.
 *
 * It is for what may fall due for many callers of one org in the same moment. Calls of others have their turn in between.
 */
export class FewATurn {
  readonly #waiting: (() => void)[] = [];
  readonly #atOnce: number;

  constructor(atOnce = AT_ONCE) {
    this.#atOnce = atOnce;
  }

  add(work: () => void): void {
    if (this.#waiting.push(work) === 1) setImmediate(this.#doSome);
  }

  readonly #doSome = (): void => {
    const some = this.#waiting.splice(0, this.#atOnce);
    if (this.#waiting.length > 0) setImmediate(this.#doSome);
    for (const work of some) work();
  };
}
