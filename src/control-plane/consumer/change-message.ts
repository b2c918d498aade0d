import { type ChangePhrase, type ChangeWords, phrased } from '../../foundation/text/change-phrase.ts';
import type { Language } from '../../foundation/text/languages.ts';
import { short } from '../../foundation/text/listed.ts';
import { inEveryLanguage } from '../../ui/languages/translations.ts';

const LENGTH_MAX = 300;
const words: Readonly<Record<Language, ChangeWords>> = inEveryLanguage(({ changes }) => changes);

/** Words a change of an API in a language. */
export const changeMessage = ({ phrase }: { readonly phrase: ChangePhrase }, language: Language): string =>
  short(phrased(phrase, words[language]), LENGTH_MAX);
