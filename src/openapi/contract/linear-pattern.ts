import { RE2JS } from 're2js';

/** A pattern whose matching takes time that grows with the text alone. */
export class LinearPattern {
  readonly #source: string;
  readonly #pattern: RE2JS;

  /** @throws Error for a pattern that only backtracking can match */
  constructor(source: string) {
    this.#source = source;
    this.#pattern = RE2JS.compile(RE2JS.translateRegExp(source));
  }

  test(text: string): boolean {
    return this.#pattern.test(text);
  }

  /** Tells patterns apart. */
  toString(): string {
    return `/${this.#source}/`;
  }
}

/** Creates a pattern, as validators ask for one. */
export const linearPattern = (source: string): LinearPattern => new LinearPattern(source);

/** Returns the reason that a pattern cannot be matched in linear time. Undefined where it can. */
export function patternFault(source: string): string | undefined {
  try {
    linearPattern(source);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'it is no pattern';
  }
}
