import { inEveryLanguage } from '../../../ui/languages/translations.ts';

/** Texts of the provider's pages in each language. */
export const messages = inEveryLanguage(({ oauthPages }, format) => oauthPages(format));

export type OAuthPageMessages = (typeof messages)['en'];
