import { de } from './de.ts';
import { en } from './en.ts';

/** Every text of the pages; names are those that people gave, and may be in any language. */
export type Messages = {
  readonly signIn: {
    readonly title: string;
    readonly lead: (provider: string) => string;
    readonly leadClient: (application: string, provider: string) => string;
    readonly username: string;
    readonly password: string;
    readonly submit: string;
  };
  readonly consent: {
    readonly title: (application: string) => string;
    readonly lead: (consumerOrg: string) => string;
    readonly nothing: string;
    readonly signedIn: string;
    readonly after: (host: string) => string;
    readonly allow: string;
    readonly deny: string;
    readonly other: string;
  };
  readonly consents: {
    readonly title: string;
    readonly lead: (provider: string) => string;
    readonly none: string;
    readonly since: (date: string) => string;
    readonly withdraw: string;
    readonly withdrawFrom: (application: string) => string;
    readonly withdrawn: string;
    readonly signOut: string;
  };
  readonly problem: {
    readonly title: string;
    readonly back: string;
    readonly internal: string;
    readonly stale: string;
  };
};

/** The languages of the pages, the default first. */
export const languageTags = ['en', 'de'] as const;
export type Language = (typeof languageTags)[number];

/** How dates are written: British English has the day before the month, as the rest of the world. */
export const locales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de' };

export const messages: Readonly<Record<Language, Messages>> = { en, de };
