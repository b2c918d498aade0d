import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { VERIFY_EMAIL_PATH } from '../../../consumer/email-verification.ts';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPages } from '../parts/page-context.ts';
import { askToSignIn } from '../parts/problem.tsx';

const ASKED = graphql(`query EmailVerification($code: String!) { emailVerification(code: $code) { email } }`);
const VERIFY = graphql(`mutation VerifyEmail($code: String!) { verifyEmail(code: $code) }`);

/**
 * Adds the page of the link that verifies an address. Its form verifies, not the link: programs that look at the links of
 * mails open them. The person has to be signed in, so that nobody verifies an address for a stranger's account.
 */
export function verifyEmail(pages: PortalPages): void {
  pages.get(VERIFY_EMAIL_PATH, (c) => showAsked(c, c.req.query('code') ?? ''));

  pages.post(VERIFY_EMAIL_PATH, async (c) => {
    const { base, run } = c.var.pageContext;
    const { code } = await readForm(c, 'code');
    const { refused } = await attempt(run(VERIFY, { code }));
    return refused ? showAsked(c, code, refused) : c.redirect(`${base}/account?done=emailVerified`, 303);
  });
}

async function showAsked(c: Context<PortalEnv>, code: string, refused?: PageRefusal): Promise<Response> {
  const { base, text, run, frame } = c.var.pageContext;
  if (!frame.viewer) return askToSignIn(c);
  const words = text.verifyEmail;
  const { emailVerification: asked } = await run(ASKED, { code });
  const title = asked ? words.title : words.ended;
  return show(
    c,
    <div class="card narrow">
      <h1 class="title">{title}</h1>
      {asked ? (
        <>
          <p class="lead">{words.lead(asked.email, frame.viewer.username)}</p>
          <RefusedNotice refused={refused} isOnTop />
          <form method="post" action={`${base}${VERIFY_EMAIL_PATH}`} class="form">
            <input type="hidden" name="code" value={code} />
            <button class="button button-primary" type="submit">
              {words.submit}
            </button>
          </form>
        </>
      ) : (
        <>
          <p class="text">{words.endedText(frame.viewer.username)}</p>
          <p>
            <a class="link" href={`${base}/account`}>
              {words.account}
            </a>
          </p>
        </>
      )}
    </div>,
    { title, ...(asked ? { refused } : { status: 404 }) },
  );
}
