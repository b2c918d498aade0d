/** The name of a field of HTTP. (RFC 9110 §5.6.2) */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const KNOWN_MAX = 1_000;
const KNOWN_LENGTH_MAX = 64;
const known = new Map<string, string>();

/**
 * Returns a line end, the name of a field and a colon, in one piece.
 *
 * A head of few pieces costs less to put together, and to write. Few names are new.
 *
 * @returns undefined for what is no name
 */
export function fieldLine(name: string): string | undefined {
  const made = known.get(name);
  if (made !== undefined) return made;
  if (!NAME.test(name)) return undefined;
  const line = `\r\n${name}: `;
  if (known.size < KNOWN_MAX && name.length <= KNOWN_LENGTH_MAX) known.set(name, line);
  return line;
}
