import { randomUUID } from 'node:crypto';

/**
 * A part of a text up to an escape, or a long whole number.
 *
 * The number has too many digits for a double, no fraction and no exponent. Each match is final, so that searching takes
 * linear time, also where a back-end leaves a text of megabytes open.
 */
const TEXT_OR_LONG_NUMBER = /"[^"\\]*"?|\\[\s\S]?[^"\\]*"?|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** Reads JSON; whole numbers that a double would round are texts of their digits. @throws SyntaxError */
export function parseExact(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(
    text.replace(TEXT_OR_LONG_NUMBER, (found) =>
      /^["\\]/.test(found) || Number.isSafeInteger(Number(found)) ? found : `"${found}"`,
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
