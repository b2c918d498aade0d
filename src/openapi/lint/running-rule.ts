const NAME_BYTES_MAX = 200;

/** The rule that a thread runs, in memory that both sides see. A rule that never ends can so be named. */
export class RunningRule {
  readonly memory: SharedArrayBuffer;
  readonly #bytes: Uint8Array;

  /** @param memory that of the other side; new unless given */
  constructor(memory = new SharedArrayBuffer(NAME_BYTES_MAX + 1)) {
    this.memory = memory;
    this.#bytes = new Uint8Array(memory);
  }

  enter(name: string): void {
    const bytes = new TextEncoder().encode(name).subarray(0, NAME_BYTES_MAX);
    this.#bytes.set(bytes, 1);
    this.#bytes[0] = bytes.length;
  }

  /** The name of the rule that ran last; undefined before the first. */
  get name(): string | undefined {
    const length = this.#bytes[0] ?? 0;
    return length === 0 ? undefined : new TextDecoder().decode(this.#bytes.slice(1, 1 + length));
  }
}
