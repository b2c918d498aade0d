/**
 * Makes a text harmless to a terminal.
 *
 * A text from a file or from the platform could hold escape sequences. Line breaks become spaces, so that a sentence
 * stays one line.
 */
export function printable(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\p{Cc}\p{Cf}]/gu, '');
}
