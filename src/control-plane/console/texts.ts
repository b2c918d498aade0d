import { type Language, languages } from '../../foundation/text/languages.ts';
import { type Formats, formatsOf } from '../../ui/kit/formats.ts';

/** Languages of the console. It has fewer than the portal: providers read it, and change it often. */
export const consoleLanguageTags = ['en', 'de'] as const satisfies readonly Language[];

export type ConsoleLanguage = (typeof consoleLanguageTags)[number];

/** Languages of the console with their own names. */
export const consoleLanguages = consoleLanguageTags.map((tag) => ({ tag, name: languages[tag] }));

/** Makers of the texts of some pages, one a language. */
export type Texts = Readonly<Record<ConsoleLanguage, (format: Formats) => unknown>>;

/** Makes the texts of every language once, with its formats of numbers and dates. */
export function inEveryLanguage<Text>(textOf: (language: ConsoleLanguage, format: Formats) => Text) {
  return Object.fromEntries(
    consoleLanguageTags.map((language) => [language, textOf(language, formatsOf(language))]),
  ) as Readonly<Record<ConsoleLanguage, Text>>;
}
