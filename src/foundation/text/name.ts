import { type InputPath, refuse } from '../errors.ts';
import { lookAlikeFault } from './look-alike.ts';

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const LENGTH_MAX = 63;
export const TITLE_LENGTH_MAX = 200;

/** Fields that are titles by another name. */
const OTHER_TITLES = new Map<InputPath[number] | undefined, string>([
  ['displayName', 'display name'],
  ['name', 'name'],
]);

type NameForInput = { readonly title: string; readonly name?: string | null | undefined };

/** Letters that are no accented form of another, with their usual replacements. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
};
const NO_OTHER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/**
 * Makes the path segment of a title: `Two Words` gives `two-words`. Accents are dropped, and the result may be empty.
 */
export function nameOf(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(NO_OTHER, (letter) => LETTERS[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LENGTH_MAX)
    .replace(/-+$/, '');
}

/** Is true for a valid name. It has lower case letters, digits and single hyphens, at most 63. */
export function isName(text: string): boolean {
  return NAME.test(text) && text.length <= LENGTH_MAX;
}

/**
 * Returns the name of a new object: the given one, else one from its title.
 *
 * @param path of the input, for the refusal
 * @throws BAD_USER_INPUT when the name is no path segment: lower case letters, digits and single hyphens, at most 63
 */
export function nameFor({ title, name }: NameForInput, path: InputPath = ['input']): string {
  checkTitle(title, [...path, 'title']);
  if (name == null) {
    const made = nameOf(title);
    if (made) return made;
    refuse('BAD_USER_INPUT', {
      detail: `No name can be made from the title ${JSON.stringify(title)}: give a name of lower case letters, digits and hyphens.`,
      path: [...path, 'title'],
    });
  }
  checkName(name, [...path, 'name']);
  return name;
}

/** @throws BAD_USER_INPUT when a name is no path segment: lower case letters, digits and hyphens, at most 63 */
export function checkName(name: string, path: InputPath): void {
  if (isName(name)) return;
  refuse('BAD_USER_INPUT', {
    detail: `${JSON.stringify(name.slice(0, 80))} is not a name: use lower case letters, digits and single hyphens between them, at most ${LENGTH_MAX}.`,
    path,
  });
}

/** @throws BAD_USER_INPUT when a title is blank, longer than 200 characters, or could be taken for another one */
export function checkTitle(title: string, path: InputPath): void {
  const what = OTHER_TITLES.get(path.at(-1)) ?? 'title';
  if (title.trim() === '') refuse('BAD_USER_INPUT', { detail: `The ${what} is empty.`, path });
  if (title.length > TITLE_LENGTH_MAX)
    refuse('BAD_USER_INPUT', { detail: `The ${what} is longer than ${TITLE_LENGTH_MAX} characters.`, path });
  const fault = lookAlikeFault(title);
  if (fault) refuse('BAD_USER_INPUT', { detail: `The ${what} ${fault}.`, path });
}
