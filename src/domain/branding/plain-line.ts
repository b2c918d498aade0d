import { type InputPath, refuse } from '../../foundation/errors.ts';

/** Control characters, and those that turn the direction of text. A summary, tag or title with one is no line. */
const NO_LINE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

type PlainLine = { readonly what: string; readonly lengthMax: number; readonly path: InputPath };

/** Checks a line of plain text, and takes the space around it away. @throws BAD_USER_INPUT */
export function checkedLine(text: string, { what, lengthMax, path }: PlainLine): string {
  const line = text.trim();
  if (line === '') refuse('BAD_USER_INPUT', { detail: `The ${what} is empty.`, path });
  if (line.length > lengthMax)
    refuse('BAD_USER_INPUT', { detail: `The ${what} is longer than ${lengthMax} characters.`, path });
  if (NO_LINE.test(line))
    refuse('BAD_USER_INPUT', { detail: `The ${what} is one line of plain text.`, path });
  return line;
}
