import type { Context } from 'hono';
import { languageTags } from '../../../../foundation/text/languages.ts';
import { readForm } from '../../../../ui/kit/form.ts';
import { keepChoice, readKeptChoice } from '../../../../ui/kit/kept-choice.ts';
import { ownPath, type PortalPages } from '../parts/page-context.ts';

const NAME = 'language';

/** The language that somebody chose before, if any. */
export function chosenLanguage(c: Context): string | undefined {
  return readKeptChoice(c, NAME);
}

/** Adds the change of language, which returns to the same page. */
export function language(pages: PortalPages): void {
  pages.post('/language', async (c) => {
    const { pageContext } = c.var;
    const chosen = await readForm(c, 'language', 'returnTo');
    const tag = languageTags.find((each) => each === chosen.language);
    if (tag) keepChoice(c, NAME, tag);
    return c.redirect(ownPath(pageContext, chosen.returnTo), 303);
  });
}
