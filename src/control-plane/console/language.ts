import type { Context } from 'hono';
import { formatsOf } from '../../ui/kit/formats.ts';
import { keepChoice, readKeptChoice } from '../../ui/kit/kept-choice.ts';
import { languageOf } from '../../ui/kit/language.ts';
import { messages } from './pages/messages.ts';
import type { PageTexts } from './pages/parts/texts.ts';
import { consoleLanguageTags } from './texts.ts';

const NAME = 'console.language';

/** Returns the texts of a page in the language that fits its browser. */
export function textsOf(c: Context): PageTexts {
  const language = languageOf(consoleLanguageTags, {
    chosen: readKeptChoice(c, NAME),
    accepted: c.req.header('accept-language'),
  });
  return { language, text: messages[language], format: formatsOf(language) };
}

/** Keeps a language. An unknown one changes nothing. */
export function writeLanguage(c: Context, chosen: string): void {
  const tag = consoleLanguageTags.find((each) => each === chosen);
  if (tag) keepChoice(c, NAME, tag);
}
