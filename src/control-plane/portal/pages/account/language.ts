import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { languageTags } from '../../../../foundation/text/languages.ts';
import { readForm } from '../../../../ui/kit/form.ts';
import { ownPath, type PortalPages } from '../parts/page-context.ts';

const YEAR_SECONDS = 31_536_000;

/** The language that somebody chose before, if any. */
export function chosenLanguage(c: Context): string | undefined {
  return getCookie(c, 'language', 'host');
}

/** Adds the change of language, which returns to the same page. */
export function language(pages: PortalPages): void {
  pages.post('/language', async (c) => {
    const { pageContext } = c.var;
    const chosen = await readForm(c, 'language', 'returnTo');
    const tag = languageTags.find((each) => each === chosen.language);
    if (tag)
      setCookie(c, 'language', tag, {
        prefix: 'host',
        httpOnly: true,
        sameSite: 'Lax',
        maxAge: YEAR_SECONDS,
      });
    return c.redirect(ownPath(pageContext, chosen.returnTo), 303);
  });
}
