import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { languageTags } from '../../foundation/text/languages.ts';
import { formatsOf } from '../../ui/kit/formats.ts';
import { languageOf } from '../../ui/kit/language.ts';
import { messages } from './pages/messages.ts';
import type { PageTexts } from './pages/parts/texts.ts';

const NAME = 'console.language';
const YEAR_SECONDS = 31_536_000;

/** Returns the texts of a page in the language that fits its browser. */
export function textsOf(c: Context): PageTexts {
  const language = languageOf(languageTags, {
    chosen: getCookie(c, NAME, 'host'),
    accepted: c.req.header('accept-language'),
  });
  return { language, text: messages[language], format: formatsOf(language) };
}

/** Keeps a language for a year. An unknown one changes nothing. */
export function writeLanguage(c: Context, chosen: string): void {
  const tag = languageTags.find((each) => each === chosen);
  if (tag)
    setCookie(c, NAME, tag, { prefix: 'host', httpOnly: true, sameSite: 'Strict', maxAge: YEAR_SECONDS });
}
