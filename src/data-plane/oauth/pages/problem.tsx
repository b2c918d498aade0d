import type { Refusal } from '../../../foundation/errors.ts';
import { Notice } from '../../../ui/components/notice.tsx';
import type { OAuthResponse } from '../endpoint.ts';
import { show } from './frame.tsx';
import type { OAuthPageContext } from './page-context.ts';

/** The page of a refusal that only the person may see. They are redirected nowhere. */
export function showProblem(
  pageContext: OAuthPageContext,
  { code, status, message, headers }: Refusal,
): OAuthResponse {
  const { text } = pageContext;
  return show(
    pageContext,
    <div class="card narrow">
      <h1 class="title">{text.problem.title}</h1>
      <Notice tone="danger">
        <p class="text">{code === 'INTERNAL' ? text.problem.internal : message}</p>
        <p class="small quiet">{code}</p>
      </Notice>
      <p class="text">{text.problem.back}</p>
    </div>,
    { title: text.problem.title, status, headers },
  );
}
