import { type Matcher, RE2JS } from 're2js';

type Match = readonly (string | null)[] & { readonly index: number };

/**
 * A regular expression in the shape that JSONata asks for.
 *
 * It takes time that grows with the text alone. JavaScript's own would backtrack, so that a short text could keep a
 * child process busy for ever.
 */
export class LinearRegExp {
  readonly #pattern: RE2JS;
  /** The text of the last match, whose matcher goes on. */
  #text: string | undefined;
  #matcher: Matcher | undefined;
  /** The place at which the next match is looked for. */
  lastIndex = 0;

  /** @throws Error for a pattern that only backtracking can match */
  constructor({ source, flags }: RegExp) {
    const insensitive = flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0;
    const lines = flags.includes('m') ? RE2JS.MULTILINE : 0;
    this.#pattern = RE2JS.compile(RE2JS.translateRegExp(source), insensitive | lines);
  }

  exec(text: string): Match | null {
    if (this.#text !== text || !this.#matcher) {
      this.#text = text;
      this.#matcher = this.#pattern.matcher(text);
    }
    const matcher = this.#matcher;
    if (this.lastIndex > text.length || !matcher.find(this.lastIndex)) return null;
    this.lastIndex = matcher.end();
    const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, at) => matcher.group(at));
    return Object.assign(groups, { index: matcher.start() });
  }
}
