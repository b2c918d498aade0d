import { type Language, languageTags } from '../../foundation/text/languages.ts';
import { type Formats, formatsOf } from './formats.ts';

/** Makers of the texts of some pages, one a language. */
export type Texts = Readonly<Record<Language, (format: Formats) => unknown>>;

/** Makes the texts of every language once, with its formats of numbers and dates. */
export function inEveryLanguage<Text>(textOf: (language: Language, format: Formats) => Text) {
  return Object.fromEntries(
    languageTags.map((language) => [language, textOf(language, formatsOf(language))]),
  ) as Readonly<Record<Language, Text>>;
}
