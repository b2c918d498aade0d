import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPages } from '../parts/page-context.ts';

const REQUEST = graphql(`
  mutation RequestPasswordReset($login: String!) { requestPasswordReset(login: $login) }
`);

/** Adds the page that asks for a link to choose another password. It answers the same to everybody. */
export function forgotPassword(pages: PortalPages): void {
  pages.get('/forgot-password', (c) => {
    const { sent } = c.req.query();
    if (sent !== undefined) return showText(c, 'sent');
    return c.var.pageContext.frame.catalog.sendsMail ? showForm(c) : showText(c, 'closed');
  });

  pages.post('/forgot-password', async (c) => {
    const { base, run } = c.var.pageContext;
    const { login } = await readForm(c, 'login');
    const { refused } = await attempt(run(REQUEST, { login }));
    return refused ? showForm(c, login, refused) : c.redirect(`${base}/forgot-password?sent`, 303);
  });
}

function showForm(c: Context<PortalEnv>, login?: string, refused?: PageRefusal): Response {
  const { base, text } = c.var.pageContext;
  const words = text.forgotPassword;
  return show(
    c,
    <div class="card narrow">
      <h1 class="title">{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <RefusedNotice refused={refused} isOnTop />
      <form method="post" action={`${base}/forgot-password`} class="form">
        <Field name="login" label={words.login} value={login} autocomplete="username" required autofocus />
        <button class="button button-primary" type="submit">
          {words.submit}
        </button>
      </form>
      <p class="text">
        <a class="link" href={`${base}/sign-in`}>
          {words.back}
        </a>
      </p>
    </div>,
    { title: words.title, refused },
  );
}

function showText(c: Context<PortalEnv>, which: 'sent' | 'closed'): Response {
  const { base, text } = c.var.pageContext;
  const words = text.forgotPassword;
  const { title, text: said } = words[which];
  return show(
    c,
    <div class="card narrow">
      <h1 class="title">{title}</h1>
      <p class="text">{said}</p>
      <p class="text">
        <a class="link" href={`${base}/sign-in`}>
          {words.back}
        </a>
      </p>
    </div>,
    { title },
  );
}
