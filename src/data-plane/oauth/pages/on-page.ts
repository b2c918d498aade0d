import { refuse } from '../../../foundation/errors.ts';
import { languageTags } from '../../../foundation/text/languages.ts';
import { languageOf } from '../../../ui/kit/language.ts';
import type { OAuthContext, OAuthRequest, OAuthResponse } from '../endpoint.ts';
import { refusalOf } from '../refusal.ts';
import { browserOf } from '../session.ts';
import { messages } from './messages.ts';
import type { OAuthPageContext } from './page-context.ts';
import { showProblem } from './problem.tsx';

/** Answers with a page, also where something is wrong: whoever asks is a person. */
export async function onPage(
  call: OAuthRequest,
  context: OAuthContext,
  answer: (pageContext: OAuthPageContext) => Promise<OAuthResponse>,
): Promise<OAuthResponse> {
  const { request, url } = call;
  const language = languageOf(languageTags, {
    chosen: undefined,
    accepted: request.headers['accept-language'],
  });
  const pageContext: OAuthPageContext = {
    ...call,
    context,
    language,
    text: messages[language],
    browser: browserOf(call, context),
    query: queryOf(url),
  };
  try {
    checkNavigation(pageContext);
    return await answer(pageContext);
  } catch (error) {
    return showProblem(pageContext, refusalOf(error, context.onFault));
  }
}

function queryOf(target: string): string {
  const at = target.indexOf('?');
  return at < 0 ? '' : target.slice(at + 1);
}

/**
 * Refuses any request for a page but a navigation of a browser window. (Fetch Metadata)
 *
 * No script reads a page and no frame holds one, whatever its origin.
 */
function checkNavigation({ request }: OAuthPageContext): void {
  const { 'sec-fetch-dest': destination = 'document' } = request.headers;
  if (destination !== 'document')
    refuse('FORBIDDEN', { detail: 'This page can be opened in a window of a browser only.' });
}
