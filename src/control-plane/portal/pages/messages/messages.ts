import { formatsOf } from '../../../../ui/kit/formats.ts';
import { de } from './de.ts';
import { en, type Messages } from './en.ts';

/** The languages of the portal, the default first: each by its own name. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;
export const languageTags = Object.keys(languages) as [Language, ...Language[]];

const makers = { en, de } as const satisfies Record<Language, unknown>;

/** The texts of each language, with its way to write numbers and dates. */
export const messages: Readonly<Record<Language, Messages>> = {
  en: makers.en(formatsOf('en')),
  de: makers.de(formatsOf('de')),
};
