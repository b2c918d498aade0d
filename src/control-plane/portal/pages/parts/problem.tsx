import type { Context } from 'hono';
import { codeInAddress, refusal } from '../../../../foundation/errors.ts';
import { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Notice } from '../../../../ui/components/notice.tsx';
import { show } from './frame.tsx';
import type { PortalEnv } from './page-context.ts';

/** Shows a page for a refusal: its reason, and a link to go on. */
export function showProblem(c: Context<PortalEnv>, error: unknown): Response {
  const { base, text } = c.var.pageContext;
  const refused = error instanceof PageRefusal ? error : undefined;
  if (refused?.code === 'UNAUTHENTICATED') return askToSignIn(c);
  if (refused?.code === 'FORBIDDEN' && !c.var.pageContext.frame.viewer) return askToSignIn(c);
  const isKnown = refused !== undefined && refused.code !== 'INTERNAL';
  return show(
    c,
    <>
      <h1 class="title">{text.problem.title}</h1>
      <Notice tone="danger">
        <p class="text">{isKnown ? refused.message : text.problem.internal}</p>
        <p class="small quiet">
          <a class="link" href={`${base}/errors/${codeInAddress(refused?.code ?? 'INTERNAL')}`}>
            {refused?.code ?? 'INTERNAL'}
          </a>
        </p>
      </Notice>
      <p>
        <a class="link" href={`${base}/`}>
          {text.problem.back}
        </a>
      </p>
    </>,
    { title: text.problem.title, refused: refused ?? refusal('INTERNAL') },
  );
}

/** Shows the page for a path, or a thing in it, that does not exist. */
export function showNotFound(c: Context<PortalEnv>): Response {
  const { base, text } = c.var.pageContext;
  return show(
    c,
    <>
      <h1 class="title">{text.problem.notFound}</h1>
      <p class="lead">{text.problem.notFoundText}</p>
      <p>
        <a class="link" href={`${base}/`}>
          {text.problem.back}
        </a>
      </p>
    </>,
    { title: text.problem.notFound, status: 404 },
  );
}

/** Redirects to the sign-in page, which returns here. It says that a sent form was lost. */
export function askToSignIn(c: Context<PortalEnv>): Response {
  const { base, here } = c.var.pageContext;
  const ended = c.req.method === 'GET' ? '' : '&ended';
  return c.redirect(`${base}/sign-in?returnTo=${encodeURIComponent(here)}${ended}`, 303);
}
