import type { Context } from 'hono';
import { languageTags } from '../../foundation/text/languages.ts';
import { formatsOf } from '../../ui/kit/formats.ts';
import { keepChoice, readKeptChoice } from '../../ui/kit/kept-choice.ts';
import { languageOf } from '../../ui/kit/language.ts';
import { messages } from './pages/messages.ts';
import type { PageTexts } from './pages/parts/texts.ts';

const NAME = 'console.language';

/** Returns the texts of a page in the language that fits its browser. */
export function textsOf(c: Context): PageTexts {
  const language = languageOf(languageTags, {
    chosen: readKeptChoice(c, NAME),
    accepted: c.req.header('accept-language'),
  });
  return { language, text: messages[language], format: formatsOf(language) };
}

/** Keeps a language. An unknown one changes nothing. */
export function writeLanguage(c: Context, chosen: string): void {
  const tag = languageTags.find((each) => each === chosen);
  if (tag) keepChoice(c, NAME, tag);
}
