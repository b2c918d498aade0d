/** Languages of portals, mail and OAuth pages by their own names, the default first. */
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français' } as const;

export type Language = keyof typeof languages;
export const languageTags = Object.keys(languages) as [Language, ...Language[]];
