import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { Refusal, refusal } from '../../../../foundation/errors.ts';
import type { OnFault } from '../../../../graphql/server/refusals.ts';
import { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Notice } from '../../../../ui/components/notice.tsx';
import type { Assets } from '../../../../ui/kit/assets.ts';
import { textsOf } from '../../language.ts';
import type { ConsoleEnv } from '../../page-context.ts';
import { show } from './frame.tsx';
import { useTexts } from './texts.ts';

type Problem = { readonly error: unknown; readonly assets: Assets; readonly onFault: OnFault };

/** Shows a page for a refusal, with its reason. */
export function showProblem(c: Context<ConsoleEnv>, { error, assets, onFault }: Problem): Response {
  if (error instanceof HTTPException) return error.getResponse();
  const isKnown = error instanceof PageRefusal || error instanceof Refusal;
  // A refusal's own fault was told when the document was executed.
  if (!isKnown) onFault(error);
  const refused = isKnown ? error : refusal('INTERNAL');
  const owner = { ...textsOf(c), ...c.var.pageContext, assets };
  const { title } = owner.text.problem;
  return show(
    owner,
    <>
      <h1 class="title">{title}</h1>
      <Notice tone="danger">
        <p class="text">{refused.message}</p>
        <p class="small quiet">{refused.code}</p>
      </Notice>
      <Back />
    </>,
    { title, refused },
  );
}

/** Shows the page for an unknown path. */
export function showNotFound(c: Context<ConsoleEnv>): Response {
  const { pageContext } = c.var;
  const title = pageContext.text.problem.notFound;
  return show(
    pageContext,
    <>
      <h1 class="title">{title}</h1>
      <Back />
    </>,
    { title, status: 404 },
  );
}

function Back() {
  const { text } = useTexts();
  return (
    <p>
      <a class="link" href="/console/overview">
        {text.frame.toOverview}
      </a>
    </p>
  );
}
