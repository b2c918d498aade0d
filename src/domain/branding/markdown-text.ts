import { type InputPath, refuse } from '../../foundation/errors.ts';

type MarkdownText = {
  /** The text in words, in the plural where it ends in s. */
  readonly what: string;
  readonly lengthMax: number;
  readonly path: InputPath;
};

/** Checks a text in Markdown. A blank one is none. @throws BAD_USER_INPUT */
export function checkedMarkdown(text: string | null, { what, lengthMax, path }: MarkdownText): string | null {
  if (text === null || text.trim() === '') return null;
  const isMany = what.endsWith('s');
  if (text.length > lengthMax)
    refuse('BAD_USER_INPUT', {
      detail: `The ${what} ${isMany ? 'are' : 'is'} longer than ${lengthMax} characters.`,
      path,
    });
  if (text.includes('\0'))
    refuse('BAD_USER_INPUT', {
      detail: `The ${what} ${isMany ? 'have' : 'has'} a NUL character: leave it out.`,
      path,
    });
  return text;
}
