import { de } from './de.ts';
import { en, type Messages } from './en.ts';

/** The languages of the pages, the default first. */
export const languageTags = ['en', 'de'] as const;
export type Language = (typeof languageTags)[number];

/** Locales of dates. British English has the day before the month, as most of the world. */
export const locales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de' };

export const messages: Readonly<Record<Language, Messages>> = { en, de };
