/** The variables of a request, unchecked. The back-end reports their faults. */
export type Variables = Readonly<Record<string, unknown>>;

/** A number, or the index of a result that depends on variables. */
export type Amount = number | { readonly at: number };

type Step = {
  /** The amounts that the step reads. */
  readonly from: readonly Amount[];
  readonly run: (variables: Variables, results: Float64Array) => number;
};

/**
 * A calculation whose numbers are known beforehand or with the variables. Known numbers are folded at once. The rest is
 * a list of steps, each of which runs at most once however often its result is used.
 */
export class Program {
  readonly #steps: Step[] = [];

  read(from: (variables: Variables) => number): Amount {
    return this.#add({ from: [], run: from });
  }

  fold(amounts: readonly Amount[], fold: (numbers: readonly number[]) => number): Amount {
    if (areNumbers(amounts)) return fold(amounts);
    const numberOf = (amount: Amount, results: Float64Array) =>
      typeof amount === 'number' ? amount : (results[amount.at] ?? 0);
    return this.#add({
      from: amounts,
      run: (_, results) => fold(amounts.map((amount) => numberOf(amount, results))),
    });
  }

  /** Folds two amounts. Most are numbers, which need no list. */
  foldBoth(one: Amount, other: Amount, fold: Fold): Amount {
    if (typeof one === 'number' && typeof other === 'number') return fold(one, other);
    return this.fold([one, other], ([a = 0, b = 0]) => fold(a, b));
  }

  /** The number of steps. Each run goes through all of them. */
  get length(): number {
    return this.#steps.length;
  }

  /**
   * Runs only the steps that lead to the wanted amounts.
   *
   * @throws the errors of its steps
   */
  run(variables: Variables, amounts: readonly Amount[]): number[] {
    const results = new Float64Array(this.#steps.length);
    const isNeeded = this.#leadingTo(amounts);
    this.#steps.forEach((step, at) => {
      if (isNeeded[at]) results[at] = step.run(variables, results);
    });
    return amounts.map((amount) => (typeof amount === 'number' ? amount : (results[amount.at] ?? 0)));
  }

  /** Marks the steps that amounts depend on. A step reads only earlier ones. */
  #leadingTo(targets: readonly Amount[]): Uint8Array {
    const isNeeded = new Uint8Array(this.#steps.length);
    const need = (amounts: readonly Amount[]) => {
      for (const amount of amounts) if (typeof amount !== 'number') isNeeded[amount.at] = 1;
    };
    need(targets);
    for (let at = this.#steps.length - 1; at >= 0; at -= 1)
      if (isNeeded[at]) need(this.#steps[at]?.from ?? []);
    return isNeeded;
  }

  #add(step: Step): Amount {
    return { at: this.#steps.push(step) - 1 };
  }
}

function areNumbers(amounts: readonly Amount[]): amounts is readonly number[] {
  for (const amount of amounts) if (typeof amount !== 'number') return false;
  return true;
}

/** A commutative operation on two numbers that are not negative. */
type Fold = (one: number, other: number) => number;

/** Folds many amounts. Numbers are folded at once, the rest in one step of the program. */
export class Folded {
  readonly #fold: Fold;
  #known = 0;
  #others: Amount[] | undefined;

  constructor(fold: Fold) {
    this.#fold = fold;
  }

  add(amount: Amount): void {
    if (typeof amount === 'number') this.#known = this.#fold(this.#known, amount);
    else if (this.#others) this.#others.push(amount);
    else this.#others = [amount];
  }

  total(program: Program): Amount {
    if (!this.#others) return this.#known;
    return program.fold([this.#known, ...this.#others], (numbers) => numbers.reduce(this.#fold));
  }
}

export const plus: Fold = (one, other) => one + other;
export const larger: Fold = (one, other) => (one > other ? one : other);
/** Multiplies. Zero times infinity is zero. */
export const times: Fold = (one, other) => (one === 0 || other === 0 ? 0 : one * other);
export const sum = (numbers: readonly number[]) => numbers.reduce(plus, 0);
