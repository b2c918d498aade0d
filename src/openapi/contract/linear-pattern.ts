import { RE2JS } from 're2js';

/** A character or a class of a pattern, with its quantifier. */
const PART =
  /(?:[\w /:@#,;=-]|\\[dws.+*?/^$|()[\]{}\\]|\[\^?(?:[\w /:@#,;=.+*-]|\\[dws])+\])([?+*]|\{\d{1,3},\d{0,3}\}|\{\d{1,3}\})?/y;
const FIXED = /^\{\d+\}$/;

/** A pattern whose matching takes time that grows with the text alone. */
class LinearPattern {
  readonly #source: string;
  readonly #pattern: { test(text: string): boolean };

  /** @throws Error for a pattern that only backtracking can match */
  constructor(source: string) {
    this.#source = source;
    this.#pattern = rowOf(source) ?? RE2JS.compile(RE2JS.translateRegExp(source));
  }

  test(text: string): boolean {
    return this.#pattern.test(text);
  }

  /** Tells patterns apart. */
  toString(): string {
    return `/${this.#source}/`;
  }
}

/**
 * Creates a pattern that JavaScript's own engine matches in linear time.
 *
 * It is a row of characters and classes between `^` and `$`, of which at most one varies in number. RE2 in JavaScript
 * costs ten times as much. Undefined for any other.
 */
function rowOf(source: string): RegExp | undefined {
  if (!source.startsWith('^') || !source.endsWith('$')) return undefined;
  const row = source.slice(1, -1);
  let varying = 0;
  for (PART.lastIndex = 0; PART.lastIndex < row.length; ) {
    const found = PART.exec(row);
    if (!found) return undefined;
    const [, times = '{1}'] = found;
    if (!FIXED.test(times)) varying += 1;
  }
  try {
    return varying > 1 ? undefined : new RegExp(source, 'u');
  } catch {
    return undefined;
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
