/** Languages of all pages by their own names, the default first. */
export const languages = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof languages;
export const languageTags = Object.keys(languages) as [Language, ...Language[]];
