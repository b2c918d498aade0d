import type { Language } from '../../foundation/text/languages.ts';
import { languageTags } from '../../foundation/text/languages.ts';
import { type Formats, formatsOf } from '../kit/formats.ts';
import { german } from './de/german.ts';
import { english, type Translation } from './en/english.ts';
import { french } from './fr/french.ts';

/**
 * The translations, by language.
 *
 * Decision: a language is a folder, its name in `languages`, and its line here, which the compiler asks for. One file would
 * have more than a thousand lines.
 */
export const translations: Readonly<Record<Language, Translation>> = { en: english, de: german, fr: french };

/** Makes something of each language once, with its formats of numbers and dates. */
export function inEveryLanguage<Made>(make: (translation: Translation, format: Formats) => Made) {
  return Object.fromEntries(
    languageTags.map((language) => [language, make(translations[language], formatsOf(language))]),
  ) as Readonly<Record<Language, Made>>;
}
