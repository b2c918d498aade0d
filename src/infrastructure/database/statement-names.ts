/** Statements with a name. A session keeps the text and the plan of each. */
const NAMES_MAX = 500;
/** Statements that are counted before they have one. Those with lists have as many texts as lengths. */
const COUNTED_MAX = 5_000;
/** The use of a statement that gives it a name. Those of a start are used once. */
const USES = 2;
/** The name of a statement that is not kept. (PostgreSQL manual, "Extended Query") */
const UNNAMED = '';

/**
 * Names the statements that are used again, which sessions then keep.
 *
 * PostgreSQL parses a statement with a name once, and plans it a few times at most. Planning takes longer than running most
 * of them. A session must end, or forget them all, before another pool uses it.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #uses = new Map<string, number>();

  of(sql: string): string {
    return this.#names.get(sql) ?? this.#count(sql);
  }

  #count(sql: string): string {
    if (this.#names.size >= NAMES_MAX) return UNNAMED;
    const uses = 1 + (this.#uses.get(sql) ?? 0);
    if (uses < USES) {
      if (this.#uses.size >= COUNTED_MAX) this.#uses.clear();
      this.#uses.set(sql, uses);
      return UNNAMED;
    }
    this.#uses.delete(sql);
    const name = `s${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }
}
