import { randomUUID } from 'node:crypto';

/**
 * A text in JSON, or a whole number with too many digits for a double.
 *
 * The number has no fraction and no exponent.
 */
const TEXT_OR_LONG_NUMBER = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** Reads JSON; whole numbers that a double would round are texts of their digits. @throws SyntaxError */
export function parseExact(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(
    text.replace(TEXT_OR_LONG_NUMBER, (found) =>
      found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${found}"`,
    ),
  );
}

/** Writes JSON; a bigint is a number with all its digits. */
export function stringifyExact(value: unknown): string {
  const mark = randomUUID();
  const text = JSON.stringify(value, (_name, member) =>
    typeof member === 'bigint' ? `${mark}${member}` : member,
  );
  return text.includes(mark) ? text.replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1') : text;
}
