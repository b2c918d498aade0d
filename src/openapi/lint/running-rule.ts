const NAME_MAX = 200;

/** The rule that runs. Whoever waits for it is told, so that a rule that never ends can be named. */
export class RunningRule {
  readonly #note: (name: string) => void;
  #name: string | undefined;

  constructor(note: (name: string) => void) {
    this.#note = note;
  }

  enter(name: string): void {
    if (name === this.#name) return;
    this.#name = name;
    this.#note(name.slice(0, NAME_MAX));
  }

  /** The name of the rule that ran last; undefined before the first. */
  get name(): string | undefined {
    return this.#name;
  }
}
