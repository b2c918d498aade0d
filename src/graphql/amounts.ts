/** The variables of a request as they came: what is wrong with them is the server's to say. */
export type Variables = Readonly<Record<string, unknown>>;

/** A number, or one that the variables of a call decide: the place of its result in the program. */
export type Amount = number | { readonly at: number };

type Step = {
  /** What it takes the results of. */
  readonly from: readonly Amount[];
  readonly run: (variables: Variables, results: Float64Array) => number;
};

/**
 * A calculation whose numbers are known in advance or with the variables. What is known is folded at once; the rest is a
 * list of steps, each of which is taken at most once however often its result is used.
 */
export class Program {
  readonly #steps: Step[] = [];

  read(from: (variables: Variables) => number): Amount {
    return this.#add({ from: [], run: from });
  }

  fold(amounts: readonly Amount[], fold: (numbers: number[]) => number): Amount {
    const known = amounts.filter((amount) => typeof amount === 'number');
    if (known.length === amounts.length) return fold(known);
    const numberOf = (amount: Amount, results: Float64Array) =>
      typeof amount === 'number' ? amount : (results[amount.at] ?? 0);
    return this.#add({
      from: amounts,
      run: (_, results) => fold(amounts.map((amount) => numberOf(amount, results))),
    });
  }

  /** How many steps there are: all are gone through in each run. */
  get length(): number {
    return this.#steps.length;
  }

  /** Takes the steps alone that lead to what is wanted. @throws what one of them throws */
  run(variables: Variables, wanted: readonly Amount[]): number[] {
    const results = new Float64Array(this.#steps.length);
    const isNeeded = this.#leadingTo(wanted);
    this.#steps.forEach((step, at) => {
      if (isNeeded[at]) results[at] = step.run(variables, results);
    });
    return wanted.map((amount) => (typeof amount === 'number' ? amount : (results[amount.at] ?? 0)));
  }

  /** A step takes the results of earlier ones alone. */
  #leadingTo(wanted: readonly Amount[]): Uint8Array {
    const isNeeded = new Uint8Array(this.#steps.length);
    const need = (amounts: readonly Amount[]) => {
      for (const amount of amounts) if (typeof amount !== 'number') isNeeded[amount.at] = 1;
    };
    need(wanted);
    for (let at = this.#steps.length - 1; at >= 0; at -= 1)
      if (isNeeded[at]) need(this.#steps[at]?.from ?? []);
    return isNeeded;
  }

  #add(step: Step): Amount {
    return { at: this.#steps.push(step) - 1 };
  }
}

export const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
export const largest = (numbers: readonly number[]) => Math.max(0, ...numbers);
/** Nothing of something without end is nothing. */
export const product = (numbers: readonly number[]) =>
  numbers.includes(0) ? 0 : numbers.reduce((total, each) => total * each, 1);
