import { languages, languageTags } from '../../../foundation/text/languages.ts';
import { describedValues } from '../../../graphql/schema/described-values.ts';
import { builder } from './builder.ts';

const LanguageRef = builder.enumType('Language', {
  description: 'A language of the portal.',
  values: describedValues(languageTags, (tag) => languages[tag]),
});

/** The argument of a text that is there in all languages. */
export const languageArg = builder.args((t) => ({
  language: t.field({ type: LanguageRef, defaultValue: 'en', description: 'In which language.' }),
}));
