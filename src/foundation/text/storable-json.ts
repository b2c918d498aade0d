/** An escape of a backslash, of U+0000 or of a lone surrogate. PostgreSQL takes the first alone. */
const ESCAPES = /\\(?:\\|u0000|ud[89a-f][\da-f]{2})/g;

/**
 * Writes JSON that PostgreSQL can store.
 *
 * Characters that it cannot store become U+FFFD. Calls of all orgs are written together, and one such character in a
 * token of one org would keep out the calls of all.
 */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('\\u')
    ? text.replace(ESCAPES, (found) => (found === '\\\\' ? found : '\ufffd'))
    : text;
}
